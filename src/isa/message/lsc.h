// The messages of the load/store cache (LSC), which took the data ports' place after Gen9: vISA manual LSC_UNTYPED,
// LSC_TYPED, LSC_FENCE. No machine here has it; only kernels in vISA send them. The numbers are those in vISA's binary
// form; for operations, hardware has the same. The payload brings what the descriptor cannot say:
//
//   untyped        payload: the lanes' addresses, packed; then (second payload) data
//   strided        payload: the first address in qword 0, the stride in dword 2
//   block2d        payload: BlockPayload
//   typed          payload: U, V, R and LOD, as many as there are, each from a new register on
//   append counter no payload but the data
//
// The data hold one element for all lanes, packed, from the start of a register; the next element of a vector begins in
// the next free register. In transposed messages, the elements of one lane are packed instead. The extended descriptor
// is the surface: a binding table index, or the offset of a surface state.
#pragma once

#include <array>
#include <cstdint>

namespace eugene::isa {

enum class LscOp : std::uint8_t {
  load = 0,
  load_strided = 1,
  load_quad = 2,
  load_block2d = 3,
  store = 4,
  store_strided = 5,
  store_quad = 6,
  store_block2d = 7,
  atomic_iinc = 8,
  atomic_idec = 9,
  atomic_load = 10,
  atomic_store = 11,
  atomic_iadd = 12,
  atomic_isub = 13,
  atomic_smin = 14,
  atomic_smax = 15,
  atomic_umin = 16,
  atomic_umax = 17,
  atomic_icas = 18,
  atomic_fadd = 19,
  atomic_fsub = 20,
  atomic_fmin = 21,
  atomic_fmax = 22,
  atomic_fcas = 23,
  atomic_and = 24,
  atomic_or = 25,
  atomic_xor = 26,
  load_status = 27,
  store_uncompressed = 28,
  ccs_update = 29,
  read_state_info = 30,
  fence = 31,
  counter_add = 0x28,
  counter_sub = 0x29,
};

constexpr bool is_atomic(LscOp op) { return op >= LscOp::atomic_iinc && op <= LscOp::atomic_xor; }
constexpr bool is_counter(LscOp op) { return op == LscOp::counter_add || op == LscOp::counter_sub; }
constexpr bool is_float_atomic(LscOp op) { return op >= LscOp::atomic_fadd && op <= LscOp::atomic_fcas; }
constexpr bool is_block2d(LscOp op) { return op == LscOp::load_block2d || op == LscOp::store_block2d; }
constexpr bool is_strided(LscOp op) { return op == LscOp::load_strided || op == LscOp::store_strided; }
constexpr bool is_quad(LscOp op) { return op == LscOp::load_quad || op == LscOp::store_quad; }
// True if the operation stores. Only for load, store, quad, strided, block2d and uncompressed messages.
constexpr bool is_store(LscOp op) {
  return (op >= LscOp::store && op <= LscOp::store_block2d) || op == LscOp::store_uncompressed;
}

// Returns the number of operands that a message carries for the operation.
constexpr unsigned operands(LscOp op) {
  switch (op) {
    case LscOp::atomic_iinc:
    case LscOp::atomic_idec:
    case LscOp::atomic_load: return 0;
    case LscOp::atomic_icas:
    case LscOp::atomic_fcas: return 2;
    default: return is_atomic(op) || is_counter(op) ? 1 : 0;
  }
}

// The base of addresses: none (flat), or a surface. The surface is bindless, named by its state, or in the binding
// table.
enum class LscModel : std::uint8_t { flat = 0, bindless = 1, surface_states = 2, binding_table = 3 };

enum class LscSize : std::uint8_t { none = 0, d8 = 1, d16 = 2, d32 = 3, d64 = 4, d8u32 = 5, d16u32 = 6, d16u32h = 7 };

// Sizes of an element in memory and in a register.
struct LscElement {
  std::uint8_t bytes = 0;  // in memory
  std::uint8_t slot = 0;   // bytes in a register
  std::uint8_t shift = 0;  // left shift of the element in its slot, in bits
};
inline constexpr std::array<LscElement, 8> kLscElements{
    {{}, {1, 1, 0}, {2, 2, 0}, {4, 4, 0}, {8, 8, 0}, {1, 4, 0}, {2, 4, 0}, {2, 4, 16}}};

struct Lsc {
  LscOp op = LscOp::load;
  LscModel model = LscModel::flat;
  std::uint8_t address_bytes = 8;  // 2, 4 or 8; unused by block2d, fences and counters
  LscSize size = LscSize::d32;
  std::uint8_t elements = 1;  // elements at each address: 1, 2, 3, 4, 8, 16, 32 or 64
  std::uint8_t channels = 0;  // quads have channels in place of elements: bit 0 is x
  bool transposed = false;
  bool vnni = false;        // block2d: the elements that share a dword are from one column
  std::uint8_t cache1 = 0;  // cache options of L1 and L3, by vISA's numbers; they have no effect
  std::uint8_t cache3 = 0;
  std::uint8_t register_bytes = 32;  // 32 or 64
  bool operator==(const Lsc&) const = default;

  constexpr const LscElement& element() const { return kLscElements[static_cast<std::size_t>(size) & 7]; }
};

// Address payload of a block, in dwords: vISA manual LSC_UNTYPED (Src0 of block2d). Sizes are stored minus one. X and Y
// are signed and stored as they are. Typed blocks use only the last three dwords, with X in bytes.
struct LscBlockPayload {
  std::uint32_t base_low, base_high;
  std::uint32_t surface_width, surface_height, surface_pitch;  // bytes, rows, bytes
  std::int32_t x, y;                                           // elements, rows
  std::uint32_t shape;                                         // width in bits 7:0, height in 15:8, blocks in 19:16
};
static_assert(sizeof(LscBlockPayload) == 32);

}  // namespace eugene::isa
