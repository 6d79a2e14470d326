#include "eu/analysis/long_division.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <ranges>
#include <span>

#include "eu/analysis/live_flags.h"
#include "eu/analysis/loop_step.h"
#include "eu/analysis/register_use.h"

namespace eugene::eu {
namespace {

using Cell = LoopStep::Cell;

constexpr std::uint32_t kMaxLength = 160;  // instructions
constexpr unsigned kDword = 32;

// Whether the loop has only instructions that a step of a division may have.
bool may_divide(std::span<const PreparedOp> ops) {
  if (ops.size() > kMaxLength) return false;
  return std::ranges::all_of(ops, [](const PreparedOp& op) {
    switch (op.action) {
      case Action::nop:
      case Action::branch:
      case Action::jump: return true;
      case Action::alu:
      case Action::compare:
      case Action::select: return !is_float(op.exec);
      default: return false;
    }
  });
}

// Returns the places of dwords that all channels share and that the loop decrements.
std::vector<std::size_t> find_counters(const isa::Program& program, std::span<const PreparedOp> ops) {
  std::vector<std::size_t> places;
  for (const PreparedOp& op : ops) {
    const bool counts = program.instructions[op.index].opcode == isa::Opcode::add && op.no_mask &&
                        op.lanes.count == 1 && op.destination.kind == DestinationPlan::Kind::direct &&
                        op.destination.element_bytes == 4;
    if (counts && op.source[0].offset == op.destination.offset) places.push_back(op.destination.offset);
  }
  return places;
}

// The channels that instructions without NoMask work on.
std::uint32_t masked_channels(std::span<const PreparedOp> ops) {
  std::uint32_t channels = 0;
  for (const PreparedOp& op : ops)
    if (!op.no_mask && (op.action == Action::alu || op.action == Action::compare))
      channels |= op.all << op.channel_offset;
  return channels;
}

// Proves the iterations of a loop with a given counter.
class Proof {
 public:
  Proof(const isa::Program& program, const PreparedProgram& prepared, LongDivision& division, std::uint32_t channels)
      : program_(program), prepared_(prepared), division_(division), mask_(channels) {
    division_.channels.resize(static_cast<std::size_t>(std::popcount(channels)));
  }

  // Proves the iterations down to kProvedDown. Afterwards `stale` are the places whose values differ if only the last
  // iterations are executed.
  bool run(LoopWrites& stale);
  // After run(): proves the last iterations too. Afterwards `stale` are the places whose values differ if no iteration
  // is executed.
  bool run_to_end(LoopWrites& stale);

 private:
  LoopStep step(unsigned bit) const {
    LoopStep result(program_, prepared_, division_.head, division_.last, mask_);
    result.set(division_.counter, bit);
    return result;
  }
  // In iteration `bit`, finds where the numbers of all channels are.
  bool find_places(unsigned bit);
  bool find_places(LoopStep& step, int channel, unsigned bit);
  bool prove(unsigned bit);
  bool prove_quadwords(LoopStep& step, int channel, unsigned bit);
  bool prove_dwords(LoopStep& step, int channel, unsigned bit);
  bool counts(const LoopStep& step, unsigned bit) const;
  bool leaves(const LoopStep& step);
  bool are_separate() const;
  void remove_results(LoopWrites& writes) const;
  bool finish(LoopWrites& stale) const;

  const isa::Program& program_;
  const PreparedProgram& prepared_;
  LongDivision& division_;
  std::uint32_t mask_;
  bool is_wide_ = false;  // the numbers are quadwords
  LoopWrites written_;
};

// Returns the place of the number whose bit `index` is `bit`.
std::size_t place_with(Symbols::Bit bit, unsigned index) { return (bit - Symbols::input_bit(0, 0) - index) / 8; }

// Whether `bits` are the `width` bits at `place`, shifted left by one.
bool is_shifted(const Symbols::Bits& bits, std::size_t place, unsigned width) {
  for (unsigned i = 0; i + 1 < width; ++i)
    if (bits[i + 1] != Symbols::input_bit(place, i)) return false;
  return true;
}

// Returns the place of the `width`-bit number that `value` subtracts; nothing if it subtracts none.
std::optional<std::size_t> find_subtracted(const Symbols& symbols, const Number& value, unsigned width) {
  for (unsigned i = 0; i < value.count; ++i) {
    if (value.terms[i].factor != low_mask(width)) continue;
    const Number word{.terms = {Number::Term{value.terms[i].word, 1}}, .count = 1};
    const auto bits = symbols.bits(word, kDword);
    if (bits && Symbols::is_input((*bits)[0])) return place_with((*bits)[0], 0);
  }
  return std::nullopt;
}

constexpr WidePlace wide(std::size_t place) { return {place, place + 4}; }

// Finds the places of a channel's numbers, which are quadwords, or dwords that hold their halves. The remainder is
// shifted, and the divisor is subtracted. The dividend's bit enters the low half, whose highest bit enters the high
// one. The quotient gets the iteration's bit.
bool Proof::find_places(LoopStep& step, int channel, unsigned bit) {
  LongDivision::Channel& numbers = division_.channels[static_cast<std::size_t>(channel)];
  const unsigned half = bit / kDword;
  Symbols& symbols = step.symbols(channel);
  std::optional<std::size_t> low, high, quotient;
  for (const auto& [place, cell] : step.cells()) {
    if (cell.writer != channel || cell.bytes < 4 || !cell.condition) continue;
    const auto before = symbols.bits(cell.otherwise, cell.bytes * 8);
    if (!before) continue;
    if (is_shifted(*before, place, cell.bytes * 8)) {
      const bool is_high = cell.bytes == 4 && step.cell(place_with((*before)[0], kDword - 1)) != nullptr;
      (is_high ? high : low) = place;
    } else if (auto after = symbols.bits(cell.value, cell.bytes * 8)) {
      Symbols::Bit& own = (*after)[bit % (cell.bytes * 8)];
      const bool is_set = own == 1;
      own = Symbols::input_bit(place, bit % (cell.bytes * 8));
      if (is_set && *after == *before) quotient = place;
    }
  }
  if (!low) return false;
  const unsigned bytes = step.cell(*low)->bytes;
  const auto in_place = [&](std::size_t place) { return step.cell(place)->bytes == bytes; };
  const Symbols::Bit entering = (*symbols.bits(step.cell(*low)->otherwise, bytes * 8))[0];
  const auto divisor = find_subtracted(symbols, step.cell(*low)->value, bytes * 8);
  if (!Symbols::is_input(entering) || !divisor || (quotient && !in_place(*quotient))) return false;
  if (quotient) division_.has_quotient = true;
  if (bytes == 8) {
    is_wide_ = true;
    numbers = {.dividend = wide(place_with(entering, bit)), .divisor = wide(*divisor), .remainder = wide(*low)};
    if (quotient) numbers.quotient = wide(*quotient);
    return true;
  }
  if (!high || !in_place(*high)) return false;
  const auto high_divisor = find_subtracted(symbols, step.cell(*high)->value, kDword);
  if (!high_divisor) return false;
  numbers.remainder = {*low, *high};
  numbers.divisor = {*divisor, *high_divisor};
  numbers.dividend[half] = place_with(entering, bit % kDword);
  if (quotient) numbers.quotient[half] = *quotient;
  return true;
}

// Whether the place holds `value` if `condition` is true, and otherwise `otherwise`.
template <class E>
bool holds(LoopStep& step, int channel, std::size_t place, const Truth& condition, const Symbol<E>& value,
           const Symbol<E>& otherwise) {
  const Cell* cell = step.cell(place);
  return cell != nullptr && cell->writer == channel && cell->bytes == sizeof(E) && cell->condition &&
         step.symbols(channel).are_equal(*cell->condition, condition) && cell->value == value.number &&
         cell->otherwise == otherwise.number;
}

// Compares what the iteration computes for the channel with the step of a division.
bool Proof::prove_quadwords(LoopStep& step, int channel, unsigned bit) {
  using Quadword = Symbol<std::uint64_t>;
  const LongDivision::Channel& numbers = division_.channels[static_cast<std::size_t>(channel)];
  Symbols& symbols = step.symbols(channel);
  const auto input = [&](const WidePlace& place) { return Quadword{&symbols, symbols.input(place[0], 8)}; };
  const Quadword one = sem::like(input({}), std::uint64_t{1}), distance = sem::like(one, bit);
  const Quadword entering = bit_and(shift_right(input(numbers.dividend), distance), one);
  const Quadword remainder = bit_or(shift_left(input(numbers.remainder), one), entering);
  const Quadword divisor = input(numbers.divisor), quotient = input(numbers.quotient);
  const Truth fits = mask_not(less(remainder, divisor)).truth;
  return holds(step, channel, numbers.remainder[0], fits, minus(remainder, divisor), remainder) &&
         (!division_.has_quotient ||
          holds(step, channel, numbers.quotient[0], fits, bit_or(quotient, shift_left(one, distance)), quotient));
}

// The same for dwords.
bool Proof::prove_dwords(LoopStep& step, int channel, unsigned bit) {
  using Dword = Symbol<std::uint32_t>;
  const LongDivision::Channel& numbers = division_.channels[static_cast<std::size_t>(channel)];
  Symbols& symbols = step.symbols(channel);
  const auto input = [&](std::size_t place) { return Dword{&symbols, symbols.input(place, 4)}; };
  const auto number = [&](std::uint32_t value) { return sem::like(input(0), value); };
  const unsigned half = bit / kDword;
  const Dword one = number(1);
  const Dword entering = bit_and(shift_right(input(numbers.dividend[half]), number(bit % kDword)), one);
  const Dword old_low = input(numbers.remainder[0]), old_high = input(numbers.remainder[1]);
  const Dword low = bit_or(shift_left(old_low, one), entering);
  const Dword high = bit_or(shift_left(old_high, one), shift_right(old_low, number(kDword - 1)));
  const Dword low_divisor = input(numbers.divisor[0]), high_divisor = input(numbers.divisor[1]);
  const Condition borrows = less(low, low_divisor);
  const Condition is_less = mask_or(less(high, high_divisor), mask_and(equal(high, high_divisor), borrows));
  const Truth fits = mask_not(is_less).truth;
  const Dword high_difference = minus(minus(high, high_divisor), select(borrows, one, number(0)));
  if (!holds(step, channel, numbers.remainder[0], fits, minus(low, low_divisor), low) ||
      !holds(step, channel, numbers.remainder[1], fits, high_difference, high))
    return false;
  if (!division_.has_quotient) return true;
  const std::size_t place = numbers.quotient[half], other = numbers.quotient[1 - half];
  if (place == 0 || other == 0) return false;  // only one half of the quotient was found
  if (!holds(step, channel, place, fits, bit_or(input(place), number(1U << bit % kDword)), input(place))) return false;
  const Cell* unchanged = step.cell(other);
  return unchanged == nullptr ||
         (unchanged->writer == channel && !unchanged->condition && unchanged->value == input(other).number);
}

// Whether the counter is one less than `bit`.
bool Proof::counts(const LoopStep& step, unsigned bit) const {
  const Cell* counter = step.cell(division_.counter);
  return counter != nullptr && counter->writer == LoopStep::kUniform && counter->bytes == 4 && !counter->condition &&
         counter->value == Number{.constant = bit - 1};
}

// Finds the counter's value after the last iteration. Returns false if it is unknown.
bool Proof::leaves(const LoopStep& step) {
  const Cell* counter = step.cell(division_.counter);
  const bool is_known = counter != nullptr && counter->writer == LoopStep::kUniform && counter->bytes == 4 &&
                        !counter->condition && counter->value.is_constant();
  if (is_known) division_.end = LongDivision::End{.counter = static_cast<std::uint32_t>(counter->value.constant)};
  return is_known;
}

bool Proof::find_places(unsigned bit) {
  LoopStep step = this->step(bit);
  if (step.run() != LoopStep::End::repeats) return false;
  for (int channel = 0; channel < static_cast<int>(division_.channels.size()); ++channel)
    if (!find_places(step, channel, bit)) return false;
  return true;
}

bool Proof::prove(unsigned bit) {
  LoopStep step = this->step(bit);
  const LoopStep::End end = step.run();
  const bool is_last = bit == 0;
  if (end != (is_last ? LoopStep::End::leaves : LoopStep::End::repeats)) return false;
  if (is_last ? !leaves(step) : !counts(step, bit)) return false;
  for (int channel = 0; channel < static_cast<int>(division_.channels.size()); ++channel)
    if (!(is_wide_ ? prove_quadwords(step, channel, bit) : prove_dwords(step, channel, bit))) return false;
  const LoopWrites writes = step.written();
  written_.bytes.insert(writes.bytes.begin(), writes.bytes.end());
  for (unsigned i = 0; i < writes.flags.size(); ++i) written_.flags[i] |= writes.flags[i];
  return true;
}

void remove(std::set<std::size_t>& bytes, std::size_t place) {
  for (unsigned i = 0; i < 4; ++i) bytes.erase(place + i);
}

void Proof::remove_results(LoopWrites& writes) const {
  remove(writes.bytes, division_.counter);
  for (const LongDivision::Channel& numbers : division_.channels) {
    for (unsigned half = 0; half < 2; ++half) {
      remove(writes.bytes, numbers.remainder[half]);
      if (division_.has_quotient) remove(writes.bytes, numbers.quotient[half]);
    }
  }
}

// Executes the last iterations, from the one after kProvedDown on. Sets `stale` to the registers whose values are still
// out of date at the end if the earlier iterations were skipped. Returns false if these include flags, or if an
// iteration does something else than the step of a division expects.
bool Proof::finish(LoopWrites& stale) const {
  stale = written_;
  remove_results(stale);
  for (unsigned bit = LongDivision::kProvedDown; bit-- > 0;) {
    LoopStep step = this->step(bit);
    step.set_stale(stale);
    const LoopStep::End end = step.run();
    if (end != (bit == 0 ? LoopStep::End::leaves : LoopStep::End::repeats)) return false;
    if (bit != 0 && !counts(step, bit)) return false;
    stale = step.stale();
  }
  return stale.flags == std::array<std::uint32_t, 2>{};
}

// Checks that all iterations read the same registers, and that no number is part of another.
bool Proof::are_separate() const {
  std::set<std::size_t> results;
  for (const LongDivision::Channel& numbers : division_.channels) {
    for (unsigned half = 0; half < 2; ++half) {
      for (unsigned i = 0; i < 4; ++i) {
        if (written_.bytes.contains(numbers.dividend[half] + i) || written_.bytes.contains(numbers.divisor[half] + i))
          return false;
        if (!results.insert(numbers.remainder[half] + i).second) return false;
        if (division_.has_quotient && !results.insert(numbers.quotient[half] + i).second) return false;
        if (results.contains(division_.counter + i)) return false;
      }
    }
  }
  return true;
}

bool Proof::run(LoopWrites& stale) {
  if (!find_places(LongDivision::kFirstBit) || (!is_wide_ && !find_places(kDword - 1))) return false;
  for (unsigned bit = LongDivision::kFirstBit; bit >= LongDivision::kProvedDown; --bit)
    if (!prove(bit)) return false;
  return are_separate() && finish(stale);
}

bool Proof::run_to_end(LoopWrites& stale) {
  for (unsigned bit = LongDivision::kProvedDown; bit-- > 0;)
    if (!prove(bit)) return false;
  stale = written_;
  remove_results(stale);
  return are_separate();
}

// Returns whether nothing outside the loop reads what the loop leaves in the bytes: they are dead after the loop, or
// only the loop reads them.
bool are_dead(const std::set<std::size_t>& bytes, const isa::Program& program, const PreparedProgram& prepared,
              const LongDivision& division, const LiveRegisters& live) {
  const RegisterUse use(program);
  std::vector<std::uint32_t> read(use.cells());  // bytes of each cell
  for (const PreparedOp& op : prepared.ops) {
    if (op.index >= division.head && op.index <= division.last) continue;
    for (const auto& part : use.read(op)) read[part.cell] |= part.bytes;
  }
  return std::ranges::all_of(bytes, [&](std::size_t place) {
    const auto cell = cell_at(place);
    if (!cell) return false;
    return !live.before(division.last + 1)[*cell] || (read[*cell] >> (place - offset_of_cell(*cell)) & 1) == 0;
  });
}

}  // namespace

std::optional<LongDivision> find_long_division(const isa::Program& program, const PreparedProgram& prepared,
                                               std::uint32_t head, std::uint32_t last, const LiveRegisters& live,
                                               const LiveRegisters* whole_live) {
  const std::span ops = std::span(prepared.ops).subspan(head, last - head + 1);
  if (!may_divide(ops)) return std::nullopt;
  const std::uint32_t channels = masked_channels(ops);
  const bool is_from_first = channels != 0 && (channels & (channels + 1)) == 0;
  // A clock counts the instructions that are executed.
  const bool has_clock = std::ranges::any_of(prepared.ops, [](const PreparedOp& op) { return op.alu.refreshes; });
  if (!is_from_first || has_clock || prepared.joins_anywhere) return std::nullopt;
  for (const std::size_t counter : find_counters(program, ops)) {
    LongDivision division{.head = head, .last = last, .counter = counter};
    LoopWrites stale;
    Proof proof(program, prepared, division, channels);
    if (!proof.run(stale) || !are_dead(stale.bytes, program, prepared, division, live)) continue;
    const bool is_whole = whole_live != nullptr && prepared.channel_use.used == channels && proof.run_to_end(stale) &&
                          are_dead(stale.bytes, program, prepared, division, *whole_live) &&
                          !may_read_flags(prepared, last + 1, stale.flags);
    if (!is_whole) division.end.reset();
    return division;
  }
  return std::nullopt;
}

}  // namespace eugene::eu
