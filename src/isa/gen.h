// The generations Eugene knows, each a row of named features. Code tests a feature, never a
// generation number (docs/how/architecture.md rule 3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace eugene::isa {

// Index of a generation's entry in the tables of this layer.
enum class GenId : std::uint8_t { gen6, gen9 };
inline constexpr std::size_t kGenCount = 2;

// The number of registers of each kind.
struct RegisterFiles {
  std::uint16_t grf_count;            // 256-bit general registers of a thread
  std::uint16_t mrf_count;            // message registers; 0 where sends read the GRF
  std::uint8_t flag_registers;        // 32-bit flag registers f0, f1
  std::uint8_t accumulators;          // 256-bit accumulator registers acc0, acc1
  std::uint8_t address_subregisters;  // 16-bit subregisters of a0
  std::uint8_t notification_registers;
  std::uint8_t dword_accumulators;  // accumulators that integer dword channels may use
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
  RegisterFiles files;
  std::uint8_t eu_threads;               // threads of an EU, each a TID in sr0.0
  std::uint8_t arf_channels;             // channels that flags and accumulators hold; further channels start again at 0
  std::uint8_t branch_unit;              // bytes that one unit of JIP, UIP and the index of jmpi stands for
  std::uint16_t surface_indices;         // binding table indices below this are surfaces; the others stand for memory
  bool break_names_while;                // UIP of break is the loop's while, not the instruction after it
  bool has_register_call;                // call takes its distance from a register too
  bool negate_is_not_in_logic;           // the negate modifier of logic instructions inverts the bits
  bool compare_writes_all_bits;          // cmp fills the destination with the flag, not only its lowest bit
  bool has_narrow_addresses;             // a0.2 and above hold 12 bits
  bool has_writable_state;               // sr0 can be written
  bool packed_vectors_lie_in_registers;  // V and UV: a channel takes the word at its destination's place in a register
  bool has_split_sends;                  // sends, sendsc
  bool has_64bit_types;                  // Q, UQ, DF
  bool has_half_float;                   // HF
  bool has_align16_three_source_only;    // three-source operands are Align16 only
  bool has_compressed_control;           // quarter control also says "compressed" (SecHalf, Compr)
  bool has_float_controls;               // cr0.0 has a rounding mode, and bits that keep denormals
  bool has_dword_multiply;               // mul of two dwords uses all their bits, not the low word of source 0
  std::uint8_t mach_word_source;         // mach: the source whose high words are multiplied
  [[no_unique_address]] Uncopied uncopied{};

  bool has_message_registers() const { return files.mrf_count != 0; }
};

// Sandy Bridge: SNB PRM volume 4 part 2, 5.2 register files.
inline constexpr Gen kGen6{.id = GenId::gen6,
                           .name = "gen6",
                           .full_name = "Gen6 (Sandy Bridge)",
                           .files = {.grf_count = 128,
                                     .mrf_count = 24,
                                     .flag_registers = 1,
                                     .accumulators = 2,
                                     .address_subregisters = 8,
                                     .notification_registers = 3,
                                     .dword_accumulators = 2},
                           .eu_threads = 4,
                           .arf_channels = 16,
                           .branch_unit = 8,
                           .surface_indices = 255,
                           .break_names_while = false,
                           .has_register_call = false,
                           .negate_is_not_in_logic = false,
                           .compare_writes_all_bits = false,
                           .has_narrow_addresses = true,
                           .has_writable_state = false,
                           .packed_vectors_lie_in_registers = false,
                           .has_split_sends = false,
                           .has_64bit_types = false,
                           .has_half_float = false,
                           .has_align16_three_source_only = true,
                           .has_compressed_control = true,
                           .has_float_controls = false,
                           .has_dword_multiply = false,
                           .mach_word_source = 0};

// Apollo Lake (Broxton): BXT PRM volume 6, EU overview.
inline constexpr Gen kGen9{.id = GenId::gen9,
                           .name = "gen9",
                           .full_name = "Gen9 (Apollo Lake)",
                           .files = {.grf_count = 128,
                                     .mrf_count = 0,
                                     .flag_registers = 2,
                                     .accumulators = 2,
                                     .address_subregisters = 16,
                                     .notification_registers = 3,
                                     .dword_accumulators = 1},
                           .eu_threads = 6,
                           .arf_channels = 32,
                           .branch_unit = 1,
                           .surface_indices = 252,
                           .break_names_while = true,
                           .has_register_call = true,
                           .negate_is_not_in_logic = true,
                           .compare_writes_all_bits = true,
                           .has_narrow_addresses = false,
                           .has_writable_state = true,
                           .packed_vectors_lie_in_registers = true,
                           .has_split_sends = true,
                           .has_64bit_types = true,
                           .has_half_float = true,
                           .has_align16_three_source_only = true,
                           .has_compressed_control = false,
                           .has_float_controls = true,
                           .has_dword_multiply = true,
                           .mach_word_source = 1};

// Returns the generation `name`; null if there is none.
constexpr const Gen* find_gen(std::string_view name) {
  if (name == kGen6.name) return &kGen6;
  if (name == kGen9.name) return &kGen9;
  return nullptr;
}

}  // namespace eugene::isa
