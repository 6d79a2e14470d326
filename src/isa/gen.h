// The generations Eugene knows, each a row of named features. Code tests a feature, never a
// generation number (docs/how/architecture.md rule 3).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace eugene::isa {

// Index of a generation's entry in the tables of this layer.
enum class GenId : std::uint8_t { gen6, gen9, gen12 };
inline constexpr std::size_t kGenCount = 3;

// A column of a table: one value for each generation, indexed by GenId. A row that gives no value for Gen12 has Gen9's.
template <class T>
struct PerGen {
  std::array<T, kGenCount> values{};

  constexpr PerGen() = default;
  constexpr PerGen(T gen6, T gen9) : values{gen6, gen9, gen9} {}
  constexpr PerGen(T gen6, T gen9, T gen12) : values{gen6, gen9, gen12} {}

  constexpr const T& operator[](GenId gen) const { return values[static_cast<std::size_t>(gen)]; }
  constexpr const T* begin() const { return values.data(); }
  constexpr const T* end() const { return values.data() + values.size(); }
};

// The number of registers of each kind.
struct RegisterFiles {
  std::uint16_t grf_count;            // 256-bit general registers of a thread
  std::uint16_t mrf_count;            // message registers; 0 where sends read the GRF
  std::uint8_t flag_registers;        // 32-bit flag registers f0, f1
  std::uint8_t address_subregisters;  // 16-bit subregisters of a0
  std::uint8_t notification_registers;
  std::uint8_t dword_accumulators;  // accumulators that integer dword channels may use
  std::uint8_t plain_accumulators;  // acc0 and those after it that are not for the math macros
};

// The bits of sr0.0 that say where a thread runs. Its number in the EU is in bits 2:0.
struct TopologyBits {
  std::uint16_t eu;
  std::uint16_t subslice;
  std::uint16_t slice;
};

// A struct with a member of this type cannot be copied.
struct Uncopied {
  constexpr Uncopied() = default;
  Uncopied(const Uncopied&) = delete;
  Uncopied& operator=(const Uncopied&) = delete;
};

// The constants below are the only objects of this type: programs, devices and options point to them.
struct Gen {
  GenId id;
  std::string_view name;       // as --gen spells it
  std::string_view full_name;  // in messages to the user
  GenId messages;              // the generation whose message descriptors it has
  const Gen* visa_target;      // the generation whose instructions its vISA is lowered to; null: it has no vISA
  RegisterFiles files;
  TopologyBits topology;
  std::uint8_t eu_threads;               // threads of an EU, each a TID in sr0.0
  std::uint8_t arf_channels;             // channels that flags and accumulators hold; further channels start again at 0
  std::uint8_t branch_unit;              // bytes that one unit of JIP, UIP and the index of jmpi stands for
  std::uint32_t barrier_id_bits;         // bits of r0.2 and of M0.2 that hold the number of a group's barrier
  std::uint16_t thread_number_bits;      // bits of r0.5 that hold the number of the thread's place
  std::uint16_t surface_indices;         // binding table indices below this are surfaces; the others stand for memory
  bool break_names_while;                // UIP of break is the loop's while, not the instruction after it
  bool goto_moves_taken;                 // goto without .b moves the channels whose predicate is true, not the others
  bool has_register_call;                // call takes its distance from a register too
  bool negate_is_not_in_logic;           // the negate modifier of logic instructions inverts the bits
  bool compare_writes_all_bits;          // cmp fills the destination with the flag, not only its lowest bit
  bool has_narrow_addresses;             // a0.2 and above hold 12 bits
  bool has_writable_state;               // sr0 can be written
  bool packed_vectors_lie_in_registers;  // V and UV: a channel takes the word at its destination's place in a register
  bool has_64bit_types;                  // Q, UQ, DF
  bool has_half_float;                   // HF
  bool has_compressed_control;           // quarter control also says "compressed" (SecHalf, Compr)
  bool has_float_controls;               // cr0.0 has a rounding mode, and bits that keep denormals
  bool has_dword_multiply;               // mul of two dwords uses all their bits, not a low word
  std::uint8_t word_source;              // mul and mach of two dwords: the source of whose bits one multiplies words
  bool has_low_product;                  // mach without {AccWrEn} gives the low dword of its sum
  bool has_context_image;                // the layout of the image of a preempted context is known
  [[no_unique_address]] Uncopied uncopied{};

  bool has_message_registers() const { return files.mrf_count != 0; }
};

// Sandy Bridge: SNB PRM volume 4 part 2, 5.2 register files.
inline constexpr Gen kGen6{.id = GenId::gen6,
                           .name = "gen6",
                           .full_name = "Gen6 (Sandy Bridge)",
                           .messages = GenId::gen6,
                           .visa_target = nullptr,
                           .files = {.grf_count = 128,
                                     .mrf_count = 24,
                                     .flag_registers = 1,
                                     .address_subregisters = 8,
                                     .notification_registers = 3,
                                     .dword_accumulators = 2,
                                     .plain_accumulators = 2},
                           .topology = {.eu = 0x0F00, .subslice = 0x3000, .slice = 0xC000},
                           .eu_threads = 4,
                           .arf_channels = 16,
                           .branch_unit = 8,
                           .barrier_id_bits = 0x8F00'0000,
                           .thread_number_bits = 0x1FF,
                           .surface_indices = 255,
                           .break_names_while = false,
                           .goto_moves_taken = false,
                           .has_register_call = false,
                           .negate_is_not_in_logic = false,
                           .compare_writes_all_bits = false,
                           .has_narrow_addresses = true,
                           .has_writable_state = false,
                           .packed_vectors_lie_in_registers = false,
                           .has_64bit_types = false,
                           .has_half_float = false,
                           .has_compressed_control = true,
                           .has_float_controls = false,
                           .has_dword_multiply = false,
                           .word_source = 0,
                           .has_low_product = false,
                           .has_context_image = true};

// Apollo Lake (Broxton): BXT PRM volume 6, EU overview.
inline constexpr Gen kGen9{.id = GenId::gen9,
                           .name = "gen9",
                           .full_name = "Gen9 (Apollo Lake)",
                           .messages = GenId::gen9,
                           .visa_target = &kGen9,
                           .files = {.grf_count = 128,
                                     .mrf_count = 0,
                                     .flag_registers = 2,
                                     .address_subregisters = 16,
                                     .notification_registers = 3,
                                     .dword_accumulators = 1,
                                     .plain_accumulators = 2},
                           .topology = {.eu = 0x0F00, .subslice = 0x3000, .slice = 0xC000},
                           .eu_threads = 6,
                           .arf_channels = 32,
                           .branch_unit = 1,
                           .barrier_id_bits = 0x8F00'0000,
                           .thread_number_bits = 0x1FF,
                           .surface_indices = 252,
                           .break_names_while = true,
                           .goto_moves_taken = false,
                           .has_register_call = true,
                           .negate_is_not_in_logic = true,
                           .compare_writes_all_bits = true,
                           .has_narrow_addresses = false,
                           .has_writable_state = true,
                           .packed_vectors_lie_in_registers = true,
                           .has_64bit_types = true,
                           .has_half_float = true,
                           .has_compressed_control = false,
                           .has_float_controls = true,
                           .has_dword_multiply = true,
                           .word_source = 1,
                           .has_low_product = false,
                           .has_context_image = true};

// Tiger Lake, Rocket Lake, Alder Lake and Raptor Lake: Gen12LP. Mesa's brw_inst.h, brw_eu.c and brw_fs_visitor.cpp;
// IGA's Models/bxml/ModelXe.hpp and Models.cpp.
inline constexpr Gen kGen12{.id = GenId::gen12,
                            .name = "gen12",
                            .full_name = "Gen12 (Tiger Lake)",
                            .messages = GenId::gen9,
                            .visa_target = &kGen9,
                            .files = {.grf_count = 128,
                                      .mrf_count = 0,
                                      .flag_registers = 2,
                                      .address_subregisters = 16,
                                      .notification_registers = 3,
                                      .dword_accumulators = 1,
                                      .plain_accumulators = 8},
                            .topology = {.eu = 0x01B0, .subslice = 0x0E00, .slice = 0x3000},
                            .eu_threads = 7,
                            .arf_channels = 32,
                            .branch_unit = 1,
                            .barrier_id_bits = 0x7F00'0000,
                            .thread_number_bits = 0x3FF,
                            .surface_indices = 252,
                            .break_names_while = true,
                            .goto_moves_taken = true,
                            .has_register_call = true,
                            .negate_is_not_in_logic = true,
                            .compare_writes_all_bits = true,
                            .has_narrow_addresses = false,
                            .has_writable_state = true,
                            .packed_vectors_lie_in_registers = true,
                            .has_64bit_types = false,
                            .has_half_float = true,
                            .has_compressed_control = false,
                            .has_float_controls = true,
                            .has_dword_multiply = false,
                            .word_source = 1,
                            .has_low_product = true,
                            .has_context_image = false};

// Every generation, in the order of GenId.
inline constexpr std::array<const Gen*, kGenCount> kGens{&kGen6, &kGen9, &kGen12};

// Returns the names of all generations, for messages.
inline std::string list_generations() {
  std::string names;
  for (const Gen* gen : kGens) names += (names.empty() ? "" : ", ") + std::string(gen->name);
  return names;
}

// Returns the generation `name`; null if there is none.
constexpr const Gen* find_gen(std::string_view name) {
  for (const Gen* gen : kGens) {
    if (gen->name == name) return gen;
  }
  return nullptr;
}

}  // namespace eugene::isa
