#include "check/float/float.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <vector>

#include "check/channels.h"
#include "check/float/births.h"
#include "eu/prepared_op.h"
#include "eu/register_file.h"
#include "eu/thread_block.h"
#include "isa/region.h"
#include "isa/registers_used.h"

namespace eugene::check {
namespace {

using isa::Instruction;
using isa::MathFunction;
using isa::Operand;
using isa::Type;

enum class Value : std::uint8_t { unknown, ordinary, zero, infinite, nan };

// Classifies a value of `type`. Bits of `bits` above the type's size are ignored.
Value decode_value(Type type, std::uint64_t bits) {
  const unsigned size = isa::byte_size(type) * 8;
  if (size < 64) bits &= (std::uint64_t{1} << size) - 1;
  if (!isa::is_float(type)) return bits == 0 ? Value::zero : Value::ordinary;
  const unsigned mantissa = type == Type::hf ? 10 : type == Type::f ? 23 : 52;
  const std::uint64_t magnitude = bits & ~(std::uint64_t{1} << (size - 1));
  const std::uint64_t infinity = ((std::uint64_t{1} << (size - 1 - mantissa)) - 1) << mantissa;
  if (magnitude == 0) return Value::zero;
  return magnitude < infinity ? Value::ordinary : magnitude == infinity ? Value::infinite : Value::nan;
}

constexpr std::string_view kDivision = "float.div0";

bool is_number(Value value) { return value == Value::ordinary || value == Value::zero; }

// Classifies the element that lies `offset` bytes after the first element of a direct operand.
Value register_value(const eu::Thread& thread, const Operand& operand, unsigned offset) {
  if (!operand.is_grf() || operand.indirect) return Value::unknown;
  const unsigned size = isa::byte_size(operand.type);
  const std::size_t at = std::size_t{operand.subnr} + offset;
  if (operand.nr < eu::kGrfCount && operand.nr * std::size_t{eu::kGrfBytes} + at + size > sizeof(thread.grf))
    return Value::unknown;
  std::uint64_t bits = 0;
  std::memcpy(&bits, eu::raw_bytes(thread) + eu::grf_offset(operand.nr) + at, size);
  return decode_value(operand.type, bits);
}

bool divides_integers(const Instruction& i) { return isa::divides_integers(i.math); }

// Whether results of the instruction are checked. A channel's result must depend only on that channel's sources, and
// sources and result must be in registers.
bool is_watched(const Instruction& i) {
  if (i.row().action != isa::Action::alu || i.row().group() != 1 || i.row().has(isa::kScatters)) return false;
  if (isa::selects_macro_accumulators(i) || isa::reads_accumulator(i)) return false;
  if (i.row().format == isa::Format::math && divides_integers(i)) return true;
  return isa::is_float(i.dst.type) && i.dst.is_grf() && !i.dst.indirect;
}

// Whether the instruction turns floats into a decision or into numbers that are not floats.
bool ends_floats(const Instruction& i) {
  const isa::Action action = i.row().action;
  if (action != isa::Action::alu && action != isa::Action::compare) return false;
  if (i.row().has(isa::kScatters) || isa::reads_accumulator(i)) return false;
  return action == isa::Action::compare || !isa::is_float(i.dst.type) || i.cond_mod != isa::CondMod::none;
}

bool has_halves(const isa::Program& program) {
  return std::ranges::any_of(program.instructions, [](const Instruction& i) {
    return i.row().action != isa::Action::send && i.dst.type == Type::hf;
  });
}

// Returns the index of the divisor: source 1, or source 0 of inv.
std::optional<unsigned> find_divisor(const Instruction& i) {
  if (i.row().format != isa::Format::math) return std::nullopt;
  if (divides_integers(i) || i.math == MathFunction::fdiv) return 1;
  return i.math == MathFunction::inv ? std::optional(0U) : std::nullopt;
}

// Returns the running channels, and the channels that wait at this instruction, because they rejoin when the
// instruction has begun.
std::uint32_t running_channels(const eu::PreparedOp& op, const eu::Thread& thread) {
  std::uint32_t running = thread.running;
  for (std::uint32_t rest = thread.dispatched & ~running; op.rejoins && rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    if (thread.channel_ip[channel] == op.ip) running |= 1U << channel;
  }
  return running;
}

}  // namespace

FloatCheck::FloatCheck(const isa::Program& program, Sink* seen_by)
    : program_(&program), seen_by_(seen_by), has_halves_(has_halves(program)) {}

class FloatObserver final : public eu::Observer {
 public:
  explicit FloatObserver(FloatCheck& check) : check_(&check), list_(check.seen_by_) {}
  ~FloatObserver() override {
    const std::scoped_lock lock(check_->mutex_);
    check_->list_.add(list_);
  }

  eu::Interest interest() const override { return FloatCheck::kInterest; }
  void group_begins(const eu::StartedGroup& group) override {
    threads_ = &group.threads;
    group_ = group.index;
    births_.assign(group.count, {});
  }
  void group_ends() override { threads_ = nullptr; }
  void instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) override;
  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) override;
  void message_begins(const eu::SendRequest& request) override;

 private:
  FloatBirths& find_births(const eu::Thread& thread) { return births_[threads_->find_index(thread)]; }
  void born(const FloatBirth& birth, const eu::Thread& thread);
  void depends(const eu::Thread& thread, std::uint32_t channels, bool on_nans_alone = false);
  void look_at_end(const Instruction& i, const eu::PreparedOp& op, const eu::Thread& thread);

  FloatCheck* check_;
  FloatList list_;
  const eu::ThreadBlock* threads_ = nullptr;  // threads of the running group, or null
  std::uint64_t group_ = 0;
  // Channels of the current instruction, computed before it executes: its destination may overwrite its sources.
  std::uint32_t numbers_ = 0;        // all sources are ordinary numbers
  std::uint32_t zero_ = 0;           // the divisor is zero
  std::uint32_t infinite_ = 0;       // a source is an infinity, and none is a NaN
  std::vector<FloatBirths> births_;  // by thread of the group
};

void FloatObserver::instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) {
  numbers_ = zero_ = infinite_ = 0;
  const Instruction& i = check_->program_->instructions[op.index];
  if (threads_ == nullptr) return;
  if (!find_births(thread).empty() && ends_floats(i)) look_at_end(i, op, thread);
  if (!is_watched(i)) return;
  const std::uint32_t enabled = enabled_channels(*check_->program_->gen, op, thread, running_channels(op, thread));
  std::uint32_t others = 0;  // channels with a NaN or an unknown value
  const auto divisor = find_divisor(i);
  for (unsigned n = 0; n < isa::source_count(i); ++n) {
    const Operand& source = i.src[n];
    if (source.is_imm() && isa::info(source.type).is_vector) {
      if (n == divisor) others = enabled;
      continue;
    }
    const isa::ElementOffsets offsets = isa::source_offsets(i, source);
    for (std::uint32_t rest = enabled & ~others; rest != 0; rest &= rest - 1) {
      const auto channel = static_cast<unsigned>(std::countr_zero(rest));
      const Value value =
          source.is_imm() ? decode_value(source.type, source.imm) : register_value(thread, source, offsets[channel]);
      if (value == Value::infinite)
        infinite_ |= 1U << channel;
      else if (!is_number(value))
        others |= 1U << channel;
      if (n == divisor && value == Value::zero) zero_ |= 1U << channel;
    }
  }
  infinite_ &= ~others;
  numbers_ = enabled & ~others & ~infinite_;
}

// Comparing with an infinity gives the right result, so comparisons depend on NaNs only.
void FloatObserver::look_at_end(const Instruction& i, const eu::PreparedOp& op, const eu::Thread& thread) {
  const std::uint32_t enabled = enabled_channels(*check_->program_->gen, op, thread, running_channels(op, thread));
  std::uint32_t nans = 0, infinities = 0;
  for (unsigned n = 0; n < isa::source_count(i); ++n) {
    const Operand& source = i.src[n];
    if (source.is_imm() || !isa::is_float(source.type)) continue;
    const isa::ElementOffsets offsets = isa::source_offsets(i, source);
    for (std::uint32_t rest = enabled; rest != 0; rest &= rest - 1) {
      const auto channel = static_cast<unsigned>(std::countr_zero(rest));
      const Value value = register_value(thread, source, offsets[channel]);
      if (value == Value::nan) nans |= 1U << channel;
      if (value == Value::infinite) infinities |= 1U << channel;
    }
  }
  const bool converts = i.row().action == isa::Action::alu && !isa::is_float(i.dst.type);
  if (nans != 0) depends(thread, find_channels(i, thread, nans), !converts);
  if (converts && infinities != 0) depends(thread, find_channels(i, thread, infinities));
}

void FloatObserver::born(const FloatBirth& birth, const eu::Thread& thread) {
  if (check_->seen_by_ != nullptr) return list_.add(birth.id, birth.what, birth.side);
  find_births(thread).add(birth);
}

void FloatObserver::depends(const eu::Thread& thread, std::uint32_t channels, bool on_nans_alone) {
  find_births(thread).depends(channels, on_nans_alone,
                              [&](const FloatBirth& birth, unsigned channel, std::uint32_t count) {
                                AccessSite side = birth.side;
                                side.channel = channel;
                                list_.add(birth.id, birth.what, side, count);
                              });
}

void FloatObserver::message_begins(const eu::SendRequest& request) {
  if (threads_ == nullptr || find_births(request.thread).empty()) return;
  const std::uint32_t channels = sends_non_finite(*check_->program_->gen, request, check_->has_halves_);
  if (channels != 0) depends(request.thread, channels);
}

void FloatObserver::executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned /*channels*/,
                             std::uint32_t /*before*/) {
  const Instruction& i = check_->program_->instructions[op.index];
  if ((numbers_ | infinite_) == 0) return;
  const isa::ElementOffsets offsets = isa::destination_offsets(i);
  const auto result = [&](unsigned channel) { return register_value(thread, i.dst, offsets[channel]); };
  AccessSite side{.group = group_, .thread = threads_->find_index(thread), .instruction = op.ip};
  for (std::uint32_t rest = numbers_; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    side.channel = channel + i.channel_offset;
    if (!isa::is_float(i.dst.type)) {
      if ((zero_ >> channel & 1) != 0) list_.add(kDivision, "division by zero", side);
      continue;
    }
    const Value value = result(channel);
    FloatBirth birth{.side = side, .is_nan = value == Value::nan, .is_of_thread = i.no_mask};
    if ((zero_ >> channel & 1) != 0)
      birth.id = kDivision, birth.what = "division by zero";
    else if (value == Value::nan)
      birth.id = "float.nan", birth.what = "a NaN is made of ordinary numbers";
    else if (value == Value::infinite)
      birth.id = "float.inf", birth.what = "an infinity is made of ordinary numbers";
    else
      continue;
    born(birth, thread);
  }
  std::uint32_t nans = 0;
  for (std::uint32_t rest = infinite_; rest != 0 && isa::is_float(i.dst.type); rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    if (result(channel) == Value::nan) nans |= 1U << channel;
  }
  if (nans != 0) depends(thread, find_channels(i, thread, nans));
  numbers_ = infinite_ = 0;
}

std::unique_ptr<eu::Observer> FloatCheck::worker_begins() { return std::make_unique<FloatObserver>(*this); }

}  // namespace eugene::check
