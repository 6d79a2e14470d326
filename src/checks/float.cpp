#include "checks/float.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <tuple>

#include "checks/channels.h"
#include "eu/prepare/prepared_op.h"
#include "eu/register_file.h"
#include "eu/thread_block.h"
#include "isa/region.h"
#include "isa/registers_used.h"

namespace eugene::checks {
namespace {

using isa::Instruction;
using isa::MathFunction;
using isa::Operand;
using isa::Type;

enum class Value : std::uint8_t { unknown, ordinary, zero, infinite, nan };

// `bits` may lie above those of the type.
Value value_of(Type type, std::uint64_t bits) {
  const unsigned size = isa::size_of(type) * 8;
  if (size < 64) bits &= (std::uint64_t{1} << size) - 1;
  if (!isa::is_float(type)) return bits == 0 ? Value::zero : Value::ordinary;
  const unsigned mantissa = type == Type::hf ? 10 : type == Type::f ? 23 : 52;
  const std::uint64_t magnitude = bits & ~(std::uint64_t{1} << (size - 1));
  const std::uint64_t infinity = ((std::uint64_t{1} << (size - 1 - mantissa)) - 1) << mantissa;
  if (magnitude == 0) return Value::zero;
  return magnitude < infinity ? Value::ordinary : magnitude == infinity ? Value::infinite : Value::nan;
}

bool is_number(Value value) { return value == Value::ordinary || value == Value::zero; }

// The element `offset` bytes after the first of a direct operand.
Value register_value(const eu::Thread& thread, const Operand& operand, unsigned offset) {
  if (!operand.is_grf() || operand.indirect) return Value::unknown;
  const unsigned size = isa::size_of(operand.type);
  const std::size_t at = std::size_t{operand.subnr} + offset;
  if (operand.nr < eu::kGrfCount && operand.nr * std::size_t{eu::kGrfBytes} + at + size > sizeof(thread.grf))
    return Value::unknown;
  std::uint64_t bits = 0;
  std::memcpy(&bits, eu::bytes_of(thread) + eu::grf_offset(operand.nr) + at, size);
  return value_of(operand.type, bits);
}

bool divides_integers(const Instruction& i) { return isa::divides_integers(i.math); }

// Whether results of the instruction say where a value is born. The result of a channel is made of its own sources
// alone, and both are in registers.
bool is_watched(const Instruction& i) {
  if (i.row().action != isa::Action::alu || i.row().group() != 1 || i.row().has(isa::kScatters)) return false;
  if (isa::selects_macro_accumulators(i) || isa::reads_accumulator(i)) return false;
  if (i.row().format == isa::Format::math && divides_integers(i)) return true;
  return isa::is_float(i.dst.type) && i.dst.is_grf() && !i.dst.indirect;
}

// The divisor: source 1, or of inv source 0.
std::optional<unsigned> divisor_of(const Instruction& i) {
  if (i.row().format != isa::Format::math) return std::nullopt;
  if (divides_integers(i) || i.math == MathFunction::fdiv) return 1;
  return i.math == MathFunction::inv ? std::optional(0U) : std::nullopt;
}

// Channels that run, and those that wait for this instruction: they join when it has begun.
std::uint32_t running_channels(const eu::PreparedOp& op, const eu::Thread& thread) {
  std::uint32_t running = thread.running;
  for (std::uint32_t rest = thread.dispatched & ~running; op.rejoins && rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    if (thread.channel_ip[channel] == op.ip) running |= 1U << channel;
  }
  return running;
}

}  // namespace

void FloatList::add(std::string_view id, std::string_view what, const Side& side, std::uint64_t count) {
  const auto [at, is_new] = found_.try_emplace({side.instruction, id});
  Found& found = at->second;
  const auto order = [](const Side& s) { return std::tuple(s.group, s.thread, s.channel); };
  if (is_new) {
    found = {.id = id, .what = std::string(what), .sides = {side}, .place = {}, .hint = {}, .count = 0};
    if (seen_by_ != nullptr) seen_by_->seen(found);
  }
  if (order(side) < order(found.sides.front())) found.sides.front() = side;
  found.count += count;
}

void FloatList::add(const FloatList& other) {
  for (const auto& [key, found] : other.found_) add(found.id, found.what, found.sides.front(), found.count);
}

void FloatList::give(Sink& sink) {
  for (auto& [key, found] : found_) sink.add(std::move(found));
  found_.clear();
}

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
  }
  void group_ends() override { threads_ = nullptr; }
  void instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) override;
  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) override;

 private:
  FloatCheck* check_;
  FloatList list_;
  const eu::ThreadBlock* threads_ = nullptr;  // of the group that runs; null: none
  std::uint64_t group_ = 0;
  // Of the instruction that has begun, by channel: the destination may be one of its sources.
  std::uint32_t numbers_ = 0;  // no source is a NaN or an infinity
  std::uint32_t zero_ = 0;     // the divisor is zero
};

void FloatObserver::instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) {
  numbers_ = 0;
  zero_ = 0;
  const Instruction& i = check_->program_->instructions[op.index];
  if (threads_ == nullptr || !is_watched(i)) return;
  numbers_ = enabled_channels(*check_->program_->gen, op, thread, running_channels(op, thread));
  const auto divisor = divisor_of(i);
  for (unsigned n = 0; n < isa::source_count(i) && numbers_ != 0; ++n) {
    const Operand& source = i.src[n];
    if (source.is_imm() && isa::info(source.type).is_vector) {
      if (n == divisor) numbers_ = 0;
      continue;
    }
    const isa::ElementOffsets offsets = isa::source_offsets(i, source);
    for (std::uint32_t rest = numbers_; rest != 0; rest &= rest - 1) {
      const auto channel = static_cast<unsigned>(std::countr_zero(rest));
      const Value value =
          source.is_imm() ? value_of(source.type, source.imm) : register_value(thread, source, offsets[channel]);
      if (!is_number(value)) numbers_ &= ~(1U << channel);
      if (n == divisor && value == Value::zero) zero_ |= 1U << channel;
    }
  }
}

void FloatObserver::executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned /*channels*/,
                             std::uint32_t /*before*/) {
  if (numbers_ == 0) return;
  const Instruction& i = check_->program_->instructions[op.index];
  const isa::ElementOffsets offsets = isa::destination_offsets(i);
  Side side{.group = group_, .thread = threads_->index_of(thread), .instruction = op.ip};
  for (std::uint32_t rest = numbers_; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    side.channel = channel + i.channel_offset;
    if ((zero_ >> channel & 1) != 0) {
      list_.add("float.div0", "division by zero", side);
      continue;
    }
    if (!isa::is_float(i.dst.type)) continue;
    const Value value = register_value(thread, i.dst, offsets[channel]);
    if (value == Value::nan) list_.add("float.nan", "a NaN is made of ordinary numbers", side);
    if (value == Value::infinite) list_.add("float.inf", "an infinity is made of ordinary numbers", side);
  }
  numbers_ = 0;
}

std::unique_ptr<eu::Observer> FloatCheck::worker_begins() { return std::make_unique<FloatObserver>(*this); }

}  // namespace eugene::checks
