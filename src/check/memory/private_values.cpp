#include "check/memory/private_values.h"

#include <algorithm>
#include <cstring>

#include "eu/prepare/element_place.h"

namespace eugene::check {
namespace {

using isa::Opcode;
using Kind = PrivateValue::Kind;

constexpr unsigned kHalfAddress = 4;
constexpr std::size_t kMaxElement = 8;
constexpr std::uint32_t kThreadMask = 0x1FF;  // the bits of r0.5 with the thread's number in the device

bool is_address(const MaybePrivate& value) { return value && value->kind == Kind::address; }

// Returns the sum of an address, which is a variable's or was computed from it, and an unknown index.
MaybePrivate make_element(const PrivateValue& address) {
  return PrivateValue{.kind = Kind::element, .variable = address.variable ? *address.variable : address.number};
}

MaybePrivate add(const PrivateValue& a, const PrivateValue& b) {
  if (a.kind == Kind::number && b.kind != Kind::number) return add(b, a);
  if (a.kind == Kind::element) return b.kind == Kind::number ? MaybePrivate(a) : std::nullopt;
  const std::uint64_t number = a.number + b.number;
  if (b.kind == Kind::number && (a.kind == Kind::partial || a.kind == Kind::address)) {
    PrivateValue sum = a;
    sum.number = number;
    return sum;
  }
  if (a.kind == Kind::number) return PrivateValue{.number = number};
  if (a.kind == Kind::partial && b.kind == Kind::partial && a.has_pointer != b.has_pointer)
    return PrivateValue{.kind = Kind::address, .number = number};
  return std::nullopt;
}

MaybePrivate multiply(const PrivateValue& a, const PrivateValue& b) {
  if (a.kind == Kind::number && b.kind == Kind::number) return PrivateValue{.number = a.number * b.number};
  if (a.kind == Kind::thread && b.kind == Kind::number) return PrivateValue{.kind = Kind::partial};
  return a.kind == Kind::number && b.kind == Kind::thread ? multiply(b, a) : std::nullopt;
}

// Returns a channel's part of an immediate, in the type that the instruction computes with.
MaybePrivate constant(const eu::PreparedOp& op, const eu::SourcePlan& plan, unsigned lane) {
  const auto number = [&](auto value) {
    std::memcpy(&value, plan.constant + lane * sizeof value, sizeof value);
    return PrivateValue{.number = static_cast<std::uint64_t>(static_cast<std::int64_t>(value))};
  };
  switch (op.exec) {
    case eu::Exec::u16: return number(std::uint16_t{});
    case eu::Exec::i32: return number(std::int32_t{});
    case eu::Exec::u32: return number(std::uint32_t{});
    case eu::Exec::i64: return number(std::int64_t{});
    case eu::Exec::u64: return number(std::uint64_t{});
    default: return std::nullopt;
  }
}

}  // namespace

MaybePrivate PrivateRegisters::read(std::size_t at, unsigned bytes) const {
  const auto found = elements_.find(at);
  if (found == elements_.end()) return std::nullopt;
  const auto& [held, value] = found->second;
  // 64-bit addresses may be put together from halves.
  return held == bytes || (bytes >= kHalfAddress && held >= kHalfAddress) ? MaybePrivate(value) : std::nullopt;
}

void PrivateRegisters::forget(std::size_t begin, std::size_t end) {
  auto at = elements_.lower_bound(begin - std::min(begin, kMaxElement));
  while (at != elements_.end() && at->first < end)
    at = at->first + at->second.first > begin ? elements_.erase(at) : std::next(at);
}

void PrivateRegisters::write(std::size_t at, unsigned bytes, const MaybePrivate& value) {
  forget(at, at + bytes);
  if (value) elements_.emplace(at, std::pair(bytes, *value));
}

bool PrivateRegisters::meet(const PrivateRegisters& other) {
  return std::erase_if(elements_, [&](const auto& each) {
           const auto found = other.elements_.find(each.first);
           return found == other.elements_.end() || found->second != each.second;
         }) != 0;
}

MaybePrivate source_value(const PrivateRegisters& registers, const eu::PreparedOp& op, const eu::SourcePlan& plan,
                          unsigned lane) {
  using eu::SourcePlan;
  if (plan.kind == SourcePlan::Kind::constant) return constant(op, plan, lane);
  if (plan.modifier || (plan.kind != SourcePlan::Kind::direct && plan.kind != SourcePlan::Kind::load))
    return std::nullopt;
  return registers.read(eu::element_place(plan, lane), plan.element_bytes);
}

MaybePrivate private_result(Opcode opcode, const std::array<MaybePrivate, 2>& of, unsigned sources) {
  const bool is_known = of[0] && (sources == 1 || of[1]);
  constexpr std::uint64_t kMaxShift = 31;
  switch (opcode) {
    case Opcode::mov: return of[0];
    case Opcode::add:
    case Opcode::addc:
      if (is_known) return add(*of[0], *of[1]);
      for (const MaybePrivate& each : of) {
        if (is_address(each) || (each && each->kind == Kind::element)) return make_element(*each);
      }
      return std::nullopt;
    case Opcode::mul: return is_known ? multiply(*of[0], *of[1]) : std::nullopt;
    case Opcode::shl:
      if (!is_known || of[1]->kind != Kind::number || of[1]->number > kMaxShift) return std::nullopt;
      return multiply(*of[0], PrivateValue{.number = std::uint64_t{1} << of[1]->number});
    case Opcode::and_:
      if (is_known && of[0]->kind == Kind::header && of[1]->number == kThreadMask)
        return PrivateValue{.kind = Kind::thread};
      return std::nullopt;
    default: return std::nullopt;
  }
}

}  // namespace eugene::check
