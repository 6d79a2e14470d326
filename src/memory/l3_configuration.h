// How L3CNTLREG divides an L3 bank between shared local memory, URB and cache: BXT PRM vol6 "L3 Cache and URB", the
// tables of validated configurations. The fields are from public Gen9 register descriptions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace eugene::memory {

inline constexpr std::uint32_t kL3ControlRegister = 0x7034;
inline constexpr unsigned kL3LineBytes = 64;
inline constexpr unsigned kL3LogicalWayKilobytes = 2;  // 192 KB have 96 logical ways, 320 KB have 160

// A row of the tables, in KB of one bank. All clients of the cache share `rest`. Only the data cluster uses `data`.
// `read_only` is for instructions, state, constants and textures.
struct L3Configuration {
  std::uint16_t slm = 0;
  std::uint16_t urb = 0;
  std::uint16_t rest = 0;
  std::uint16_t data = 0;
  std::uint16_t read_only = 0;
  bool operator==(const L3Configuration&) const = default;

  constexpr unsigned sum() const { return unsigned{slm} + urb + rest + data + read_only; }
  constexpr unsigned cached() const { return unsigned{rest} + data + read_only; }  // has tags
  // The configuration of `banks` banks together.
  constexpr L3Configuration times(unsigned banks) const {
    const auto all = [banks](unsigned kilobytes) { return static_cast<std::uint16_t>(kilobytes * banks); };
    return {all(slm), all(urb), all(rest), all(data), all(read_only)};
  }
};

inline constexpr std::array<L3Configuration, 9> kMultiBankConfigurations{{
    {.urb = 96, .rest = 96},
    {.urb = 96, .data = 32, .read_only = 64},
    {.urb = 64, .data = 128},
    {.urb = 64, .read_only = 128},
    {.urb = 64, .rest = 128},
    {.slm = 64, .urb = 32, .rest = 96},
    {.slm = 64, .urb = 32, .data = 32, .read_only = 64},
    {.slm = 64, .urb = 32, .data = 64, .read_only = 32},
    {.slm = 64, .urb = 16, .rest = 112},
}};

inline constexpr std::array<L3Configuration, 6> kSingleBankConfigurations{{
    {.urb = 128, .rest = 192},
    {.urb = 128, .data = 32, .read_only = 160},
    {.urb = 128, .data = 128, .read_only = 64},
    {.slm = 64, .urb = 64, .rest = 192},
    {.slm = 64, .urb = 64, .data = 160, .read_only = 32},
    {.slm = 64, .urb = 64, .data = 64, .read_only = 128},
}};

// Gen12: register L3ALLOC divides the bank, and shared local memory is not part of it. Mesa's intel_l3_config.c.
inline constexpr std::array<L3Configuration, 2> kGen12Configurations{
    {{.urb = 128, .rest = 352}, {.urb = 64, .rest = 416}}};

// A bank of real products.
struct L3Bank {
  unsigned kilobytes;
  unsigned tagged_kilobytes;  // maximum size of the cache
  unsigned way_kilobytes;     // the unit of fields in L3CNTLREG
  std::span<const L3Configuration> configurations;
  bool has_control = true;  // L3CNTLREG divides it; else it has its first configuration
  bool has_slm = true;      // shared local memory is a part of it

  constexpr unsigned logical_ways() const { return kilobytes / kL3LogicalWayKilobytes; }
};
inline constexpr L3Bank kMultiBank{192, 128, 2, kMultiBankConfigurations};
inline constexpr L3Bank kSingleBank{320, 192, 4, kSingleBankConfigurations};
inline constexpr L3Bank kGen12Bank{480, 480, 4, kGen12Configurations, false, false};
inline constexpr std::array kL3Banks{&kMultiBank, &kSingleBank, &kGen12Bank};

// Returns the bank of `bytes` bytes; null if there is none, as before Gen9.
constexpr const L3Bank* find_l3_bank(std::uint32_t bytes) {
  for (const L3Bank* bank : kL3Banks) {
    if (bytes == bank->kilobytes * 1024) return bank;
  }
  return nullptr;
}

// Fields of L3CNTLREG, in ways of the bank. Bits 10:8 do not affect the division.
struct L3Control {
  bool slm = false;
  std::uint8_t urb = 0;
  std::uint8_t read_only = 0;
  std::uint8_t data = 0;
  std::uint8_t all = 0;
  bool operator==(const L3Control&) const = default;
};

constexpr L3Control decode_l3_control(std::uint32_t value) {
  const auto share = [value](unsigned lowest) { return static_cast<std::uint8_t>(value >> lowest & 0x7F); };
  return {.slm = (value & 1) != 0, .urb = share(1), .read_only = share(11), .data = share(18), .all = share(25)};
}
constexpr std::uint32_t encode_l3_control(const L3Control& control) {
  return std::uint32_t{control.slm} | std::uint32_t{control.urb} << 1 | std::uint32_t{control.read_only} << 11 |
         std::uint32_t{control.data} << 18 | std::uint32_t{control.all} << 25;
}

// Decodes the fields for `bank`, even if the configuration is not validated. SLM, if enabled, has a fixed size of 64
// KB.
constexpr L3Configuration l3_division(const L3Bank& bank, const L3Control& control) {
  constexpr std::uint16_t kSlmKilobytes = 64;
  const auto share = [&bank](unsigned ways) { return static_cast<std::uint16_t>(ways * bank.way_kilobytes); };
  return {.slm = control.slm ? kSlmKilobytes : std::uint16_t{0},
          .urb = share(control.urb),
          .rest = share(control.all),
          .data = share(control.data),
          .read_only = share(control.read_only)};
}
// The inverse of l3_division().
constexpr L3Control l3_control(const L3Bank& bank, const L3Configuration& configuration) {
  const auto ways = [&bank](unsigned kilobytes) { return static_cast<std::uint8_t>(kilobytes / bank.way_kilobytes); };
  return {.slm = configuration.slm != 0,
          .urb = ways(configuration.urb),
          .read_only = ways(configuration.read_only),
          .data = ways(configuration.data),
          .all = ways(configuration.rest)};
}

// Returns the row of the tables that `value` of L3CNTLREG selects, or nothing if no row matches.
constexpr std::optional<L3Configuration> find_l3_configuration(const L3Bank& bank, std::uint32_t value) {
  const L3Configuration wanted = l3_division(bank, decode_l3_control(value));
  for (const L3Configuration& row : bank.configurations) {
    if (row == wanted) return row;
  }
  return std::nullopt;
}

static_assert([] {
  for (const L3Bank* bank : kL3Banks) {
    for (const L3Configuration& row : bank->configurations) {
      if (row.sum() != bank->kilobytes || row.cached() > bank->tagged_kilobytes) return false;
      if (find_l3_configuration(*bank, encode_l3_control(l3_control(*bank, row))) != row) return false;
    }
  }
  return kMultiBank.logical_ways() == 96 && kSingleBank.logical_ways() == 160;
}());

}  // namespace eugene::memory
