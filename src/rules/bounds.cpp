// Rules on the targets of indirect operands, as far as straight-line code shows the contents of a0. SNB PRM vol4 part2
// 5.3.10 rules 12.3, 6.5; BXT PRM vol6 "Regioning Rules for Register Indirect Addressing".
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "rules/rule.h"

namespace eugene::rules {
namespace {

// The known values of a0's subregisters at one point of the program; nullopt: unknown.
class KnownAddresses {
 public:
  explicit KnownAddresses(const Gen& gen) : gen_(gen) {}

  std::optional<int> operator[](unsigned subregister) const {
    return subregister < values_.size() ? values_[subregister] : std::nullopt;
  }
  void forget() { values_ = {}; }

  // `certain`: all channels of the instruction are sure to execute.
  void follow(const Instruction& i, bool certain) {
    if (!i.row().has_destination || !i.dst.is_arf(Arf::a) || i.dst.indirect) return;
    const unsigned bytes = byte_size(i.dst.type);
    const Footprint written = destination_footprint(i);
    for (unsigned n = 0; n < written.channels; ++n) {
      const unsigned first = written.first[n] / 2;
      const std::optional<int> value = certain && bytes == 2 && !i.saturate ? result(i, n, first) : std::nullopt;
      set(first, value);
      if (bytes > 2) set(first + 1, std::nullopt);
    }
  }

 private:
  void set(unsigned subregister, std::optional<int> value) {
    if (value && gen_.has_narrow_addresses) value = *value & 0xFFF;  // the bits used as an address: table 5-7
    if (subregister < values_.size()) values_[subregister] = value;
  }

  static int nibble(const Operand& operand, unsigned channel) {
    const auto bits4 = static_cast<std::uint32_t>(operand.imm >> channel % 8 * 4) & 0xF;
    return operand.type == Type::v && bits4 >= 8 ? static_cast<int>(bits4) - 16 : static_cast<int>(bits4);
  }
  static std::optional<int> immediate(const Operand& operand, unsigned channel) {
    if (!operand.is_imm() || is_float(operand.type)) return std::nullopt;
    if (is_vector(operand.type)) return nibble(operand, channel);
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(operand.imm));
  }

  // Constant propagation: mov of an immediate, and add of an immediate to a known value of the same subregister.
  std::optional<int> result(const Instruction& i, unsigned channel, unsigned subregister) const {
    if (i.opcode == Opcode::mov) return immediate(i.src[0], channel);
    if (i.opcode != Opcode::add || !i.src[0].is_arf(Arf::a) || i.src[0].has_modifier()) return std::nullopt;
    if (source_footprint(i, i.src[0]).first[channel] / 2 != subregister) return std::nullopt;
    const std::optional<int> before = (*this)[subregister];
    const std::optional<int> more = immediate(i.src[1], channel);
    if (!before || !more) return std::nullopt;
    return *before + *more;
  }

  const Gen& gen_;
  std::array<std::optional<int>, 16> values_;
};

// One row of an indirect operand: its first byte, and the number of bytes from there to its end.
struct Row {
  int first = 0;
  int bytes = 0;
};

// Returns the rows of `operand` if all its addresses are known; otherwise none.
std::vector<Row> find_rows(const Instruction& i, const Operand& operand, bool destination,
                           const KnownAddresses& known) {
  const int element = static_cast<int>(byte_size(operand.type));
  const Region& region = operand.region;
  const bool one_row = destination || region.width == 0;
  const unsigned width = std::min<unsigned>(one_row ? i.exec_size : region.width, i.exec_size);
  const unsigned rows = i.exec_size / width;
  const bool each = region.vstride == Region::kPerRowAddress && !destination;
  std::vector<Row> result;
  for (unsigned n = 0; n < rows; ++n) {
    const std::optional<int> address = known[operand.addr_subnr + (each ? n : 0)];
    if (!address) return {};
    const int start = *address + operand.addr_imm + (each ? 0 : static_cast<int>(n) * region.vstride * element);
    result.push_back({start, (static_cast<int>(width) - 1) * region.hstride * element + element});
  }
  return result;
}

// Returns the addresses of movi if all are known. Element n of the destination's register uses a0.n (8.3.30).
std::vector<int> addresses_of_movi(const Instruction& i, const KnownAddresses& known) {
  const unsigned first = i.dst.subnr / byte_size(i.dst.type);
  std::vector<int> result;
  for (unsigned n = 0; n < i.exec_size && !i.dst.indirect; ++n) {
    const std::optional<int> address = known[i.src[0].addr_subnr + first + n];
    if (!address) return {};
    result.push_back(*address);
  }
  return result;
}

// The first address selects the register; each address selects a byte in it.
std::vector<Row> elements_of_movi(const Instruction& i, const KnownAddresses& known) {
  constexpr int kInside = static_cast<int>(kRegisterBytes) - 1;
  const Operand& source = i.src[0];
  const std::optional<int> base = known[source.addr_subnr];
  const int element = static_cast<int>(byte_size(source.type));
  std::vector<Row> result;
  for (const int address : addresses_of_movi(i, known)) {
    if (!base) return {};
    result.push_back(
        {((*base + source.addr_imm) & ~kInside) + ((address + source.addr_imm) & kInside & -element), element});
  }
  return result;
}

// Calls `check(index, operand, rows, known)` for every indirect operand whose addresses are known.
template <class Check>
void each_known_operand(const ProgramSubject& s, Check check) {
  const std::vector<bool> entries = entry_points(s);
  KnownAddresses known(s.gen);
  bool branched = false;
  for (std::size_t n = 0; n < entries.size(); ++n) {
    const Instruction& i = s.program.instructions[n];
    if (entries[n]) known.forget();
    const Format format = i.row().format;
    if ((format == Format::two_source || format == Format::math) && i.exec_size != 0) {
      const auto visit = [&](const Operand& operand, bool destination) {
        if (!operand.indirect || operand.is_imm()) return;
        const std::vector<Row> rows = i.opcode == Opcode::movi && !destination
                                          ? elements_of_movi(i, known)
                                          : find_rows(i, operand, destination, known);
        if (!rows.empty()) check(n, operand, rows, known);
      };
      visit(i.dst, true);
      for (unsigned k = 0; k < i.row().sources; ++k) visit(i.src[k], false);
    }
    known.follow(i, i.pred_control == PredControl::none && (i.no_mask || !branched));
    if (branches(i)) {
      branched = true;
      known.forget();
    }
  }
}

void range(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  each_known_operand(
      s, [&](std::size_t n, const Operand& operand, const std::vector<Row>& rows, const KnownAddresses&) {
        const unsigned count = operand.is_mrf() ? s.gen.files.mrf_count : s.gen.files.grf_count;
        const int end = static_cast<int>(count * kRegisterBytes);
        for (const Row& row : rows) {
          if (row.first >= 0 && row.first + row.bytes <= end) continue;
          return report(s, rule, n, diagnostics, fmt::format("bytes {} to {}", row.first, row.first + row.bytes - 1));
        }
      });
}

void row_crosses(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  constexpr int kBytes = static_cast<int>(kRegisterBytes);
  each_known_operand(
      s, [&](std::size_t n, const Operand& operand, const std::vector<Row>& rows, const KnownAddresses&) {
        if (&operand == &s.program.instructions[n].dst) return;  // sources only
        for (const Row& row : rows) {
          if (row.first < 0 || row.first / kBytes == (row.first + row.bytes - 1) / kBytes) continue;
          return report(s, rule, n, diagnostics, fmt::format("bytes {} to {}", row.first, row.first + row.bytes - 1));
        }
      });
}

void one_register(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  constexpr int kBytes = static_cast<int>(kRegisterBytes);
  each_known_operand(s,
                     [&](std::size_t n, const Operand& operand, const std::vector<Row>&, const KnownAddresses& known) {
                       const Instruction& i = s.program.instructions[n];
                       if (i.opcode != Opcode::movi || &operand == &i.dst) return;
                       const std::vector<int> addresses = addresses_of_movi(i, known);
                       const int base = known[operand.addr_subnr].value_or(0) / kBytes;
                       if (std::ranges::any_of(addresses, [&](int address) { return address / kBytes != base; }))
                         report(s, rule, n, diagnostics);
                     });
}

void movi_alignment(const ProgramSubject& s, const Rule& rule, Diagnostics& diagnostics) {
  each_known_operand(s,
                     [&](std::size_t n, const Operand& operand, const std::vector<Row>& rows, const KnownAddresses&) {
                       const Instruction& i = s.program.instructions[n];
                       if (i.opcode != Opcode::movi || &operand != &i.dst) return;
                       const int place = rows.front().first;
                       if (place % static_cast<int>(kOwordBytes) != 0)
                         report(s, rule, n, diagnostics, fmt::format("byte {}", place));
                     });
}

constexpr Rule kBoundsRules[] = {
    {.id = "indirect.range",
     .citation = {snb("5.3.2, 5.3.3, 6.5 register out-of-bounds"), bdw("vol7 GRF Registers")},
     .text = "the address in a0 is outside the register file",
     .hint = "r0 to r127 are bytes 0 to 4095",
     .check_program = range},
    {.id = "indirect.row_crosses",
     .citation = {snb("5.3.10 rule 12.3"), bxt("Register Region Restrictions 2.8")},
     .text = "the elements of a row that one address selects must lie in one register",
     .hint = "use a smaller width or another address",
     .check_program = row_crosses},
    {.id = "movi.one_register",
     .citation = {snb("8.3.30: all index registers must point to the same register"), bdw("vol2a movi")},
     .text = "the addresses of movi must lead to one register",
     .hint = "use mov with a region of one address for each element, <1,0>",
     .check_program = one_register},
    {.id = "movi.indirect_alignment",
     .citation = {snb("8.3.30 restrictions: directly or indirectly addressed"), bdw("vol2a movi")},
     .text = "the address of movi's destination must lead to a multiple of 16 bytes",
     .hint = "address the first byte or the upper half of a register",
     .check_program = movi_alignment},
};

}  // namespace

std::span<const Rule> bounds_rules() { return kBoundsRules; }

}  // namespace eugene::rules
