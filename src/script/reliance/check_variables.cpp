// --check of vISA: variables that are read before they are written, and operands outside their variable. vISA manual
// 5_operands. A vISA instruction is checked once, before its first native instruction. Native instructions are its
// implementation and use other registers, so only their values are checked.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/bits.h"
#include "eu/register_file.h"
#include "isa/region.h"
#include "lower/layout.h"
#include "script/reliance/channel_value.h"
#include "script/reliance/checker.h"
#include "sem/channels.h"
#include "visa/manual.h"

namespace eugene::script::reliance {
namespace {

using lower::Statement;
using lower::Use;

// Causes of native instructions that also apply to the vISA instruction: its page agrees or leaves it open.
constexpr Cause kOfValues[] = {Cause::int_division,     Cause::pow_base,    Cause::trig_range, Cause::bit_field,
                               Cause::shift_saturation, Cause::alt_special, Cause::alt_fdiv};

std::size_t in_thread(std::uint32_t byte) { return eu::grf_offset(byte / eu::kGrfBytes) + byte % eu::kGrfBytes; }

template <class T>
T value_at(const eu::Thread& thread, std::uint32_t byte) {
  T value{};
  std::memcpy(&value, eu::raw_bytes(thread) + in_thread(byte), sizeof(value));
  return value;
}

bool is_read(Use::Kind kind) {
  return kind == Use::Kind::source || kind == Use::Kind::payload || kind == Use::Kind::predicate;
}

// Returns the channels on which a statement works.
std::uint32_t find_channels(const Statement& statement, const eu::Thread& thread) {
  std::uint32_t channels = eligible_channels(statement.shape, thread);
  const lower::Predicated& predicate = statement.predicate;
  if (predicate.control == isa::PredControl::none || statement.page == visa::Page::sel) return channels;
  const std::uint32_t bits = std::rotr(value_at<std::uint32_t>(thread, predicate.byte), predicate.shift);
  return channels & sem::predicate_channels(predicate.control, predicate.inverse, bits, bits);
}

isa::ElementOffsets element_offsets(const Statement& statement, const Use& use) {
  if (use.kind == Use::Kind::source) return isa::source_offsets(statement.shape, use.operand);
  isa::Instruction shape = statement.shape;
  shape.dst = use.operand;
  return isa::destination_offsets(shape);
}

// Whether the statement copies a region to a different variable. Within one variable, an element may be overwritten
// before it is read.
bool is_copy(const Statement& statement) {
  if (statement.page != visa::Page::mov || statement.uses.size() != 2) return false;
  const Use& from = statement.uses[0];
  const Use& to = statement.uses[1];
  return from.kind == Use::Kind::source && to.kind == Use::Kind::destination && !from.operand.indirect &&
         !to.operand.indirect && from.end != to.end;
}

// Whether integers are compared with themselves. The result does not depend on them; compilers create predicates in
// this way.
bool is_same_twice(const Statement& statement) {
  if (statement.page != visa::Page::cmp && statement.page != visa::Page::xor_) return false;
  const Use* first = nullptr;
  for (const Use& use : statement.uses) {
    if (use.kind != Use::Kind::source) continue;
    if (first != nullptr)
      return !isa::is_float(use.operand.type) && use.byte == first->byte && use.operand == first->operand;
    first = &use;
  }
  return false;
}

// Returns "V32, byte 12", or "V33 (V32, byte 12)" for an alias.
std::string to_text(const lower::Uses& uses, std::string_view name, std::uint32_t byte) {
  const lower::Extent* variable = uses.variable_at(byte);
  if (variable == nullptr) return std::string(name);
  const std::string in_variable = fmt::format("{}, byte {}", variable->name, byte - variable->byte);
  return variable->name == name ? in_variable : fmt::format("{} ({})", name, in_variable);
}

// Returns text such as "reads beyond V32, which has 64 bytes".
std::string beyond(const lower::Uses& uses, const Use& use) {
  const lower::Extent* variable = uses.variable_at(use.end - 1);
  std::string what = fmt::format("{} beyond {}",
                                 !is_read(use.kind) ? "writes"
                                 : use.by_message   ? "sends"
                                                    : "reads",
                                 use.name);
  if (variable == nullptr) return what;
  if (variable->name != use.name)
    return fmt::format("{}, an alias of {}, which has {} bytes", what, variable->name, variable->bytes);
  return fmt::format("{}, which has {} bytes", what, variable->bytes);
}

}  // namespace

std::string visa_reference(Cause cause, std::string_view page) {
  const auto found = std::ranges::find(kVisaReferences, cause, &VisaReference::cause);
  if (found != kVisaReferences.end()) return std::string(found->reference);
  return fmt::format("vISA manual {}; {}", page, info(cause).reference);
}

void Checker::mark_registers(std::uint32_t byte, std::uint32_t bytes) {
  for (std::uint32_t at = byte; at < byte + bytes; ++at) mark_written(in_thread(at), in_thread(at) + 1);
}

// Initialises the state: pre-defined variables are written, and so are inputs whose payload is. Variables whose
// lifetime starts later are not alive.
void Checker::mark_start() {
  has_started_ = true;
  for (const Statement& statement : uses_->statements) {
    for (const Use& use : statement.uses) {
      if (use.kind == Use::Kind::begins) lifeless_.insert(uses_->find_life(use.byte, use.end));
    }
  }
  for (const lower::Extent& each : uses_->defined) mark_registers(each.byte, each.bytes);
  for (const lower::CopiedInput& input : uses_->inputs) {
    for (std::uint32_t n = 0; n < input.bytes; ++n) {
      if (written_[in_thread(input.from + n)]) mark_registers(input.to + n, 1);
    }
  }
}

void Checker::look_at_visa(const Step& step) {
  if (!has_started_) mark_start();
  const Statement* statement = uses_->find_statement(index_);
  if (statement == nullptr) return;
  if (statement->first == index_) check_uses(step.thread, *statement);
  std::vector<Suspicion> found;
  find_undefined_values(step.instruction, step.thread, step.channels, found);
  for (Suspicion& one : found) {
    if (std::ranges::find(kOfValues, one.cause) != std::end(kOfValues)) suspect(one.cause, std::move(one.what));
  }
}

void Checker::check_uses(const eu::Thread& thread, const Statement& statement) {
  const std::uint32_t channels = find_channels(statement, thread);
  read_predicate(thread, statement);
  for (const Use& use : statement.uses) {
    if (is_read(use.kind)) check_use(thread, statement, use, channels);
  }
  for (const Use& use : statement.uses) {
    if (!is_read(use.kind)) check_use(thread, statement, use, channels);
  }
  if (is_copy(statement)) copy_state(statement, channels);
}

// A copy of an unwritten element is marked unwritten: compilers copy vectors before all their elements have values.
void Checker::copy_state(const Statement& statement, std::uint32_t channels) {
  const Use& from = statement.uses[0];
  const Use& to = statement.uses[1];
  const isa::ElementOffsets read = element_offsets(statement, from), written = element_offsets(statement, to);
  any_channel(channels, [&](unsigned channel) {
    const std::uint32_t source = from.byte + read[channel], destination = to.byte + written[channel];
    if (source + isa::byte_size(from.operand.type) > from.end) return true;
    bool has_value = true;
    for (unsigned n = 0; n < isa::byte_size(from.operand.type); ++n) has_value &= written_[in_thread(source + n)];
    for (unsigned n = 0; !has_value && n < isa::byte_size(to.operand.type); ++n)
      written_[in_thread(destination + n)] = false;
    return false;
  });
}

// Checks the predicate of an instruction: a bit for each channel, or all its elements.
void Checker::read_predicate(const eu::Thread& thread, const Statement& statement) {
  const lower::Predicated& predicate = statement.predicate;
  if (predicate.control == isa::PredControl::none) return;
  check_life(predicate.name, predicate.byte, predicate.end);
  const auto elements = static_cast<std::uint32_t>(low_mask(predicate.elements));
  const std::uint32_t eligible = eligible_channels(statement.shape, thread);
  const bool is_by_channel = predicate.control == isa::PredControl::normal;
  check_predicate(predicate.name, predicate.byte,
                  elements & (is_by_channel ? std::rotl(eligible, predicate.shift) : ~0U));
}

// Checks one operand. Uncertain cases are not reported, and bytes that may be written count as written.
void Checker::check_use(const eu::Thread& thread, const Statement& statement, const Use& use, std::uint32_t channels) {
  if (channels != 0 && use.kind != Use::Kind::begins && use.kind != Use::Kind::ends)
    check_life(use.name, use.byte, use.end);
  switch (use.kind) {
    case Use::Kind::source:
      if (statement.page == visa::Page::sel && statement.predicate.control != isa::PredControl::none) return;
      if (is_same_twice(statement)) return;
      [[fallthrough]];
    case Use::Kind::destination:
      if (use.operand.indirect)
        check_addressed(thread, statement, use, channels);
      else
        check_region(statement, use, channels);
      return;
    case Use::Kind::payload:
    case Use::Kind::response:
      if (channels != 0) check_registers(use);
      return;
    case Use::Kind::predicate:
      if (channels != 0) check_predicate(use.name, use.byte, use.bits);
      return;
    case Use::Kind::result: predicates_[use.byte] |= use.bits; return;
    case Use::Kind::begins: lifeless_.erase(uses_->find_life(use.byte, use.end)); return;
    case Use::Kind::ends: lifeless_.insert(uses_->find_life(use.byte, use.end)); return;
  }
}

void Checker::check_region(const Statement& statement, const Use& use, std::uint32_t channels) {
  const isa::ElementOffsets offsets = element_offsets(statement, use);
  const unsigned bytes = isa::byte_size(use.operand.type);
  any_channel(channels, [&](unsigned channel) {
    const std::uint32_t at = use.byte + offsets[channel];
    if (at + bytes > use.end) {
      suspect(Cause::variable_bounds, fmt::format("channel {} {}", channel, beyond(*uses_, use)));
      return true;
    }
    return use.kind == Use::Kind::source && !is_copy(statement) && !is_written(use.name, at, bytes);
  });
  if (use.kind == Use::Kind::source) return;
  const bool is_paired = statement.page == visa::Page::sad2 || statement.page == visa::Page::sad2add;
  for (unsigned channel = 0; channel < statement.shape.exec_size; ++channel) {
    const std::uint32_t at = use.byte + offsets[channel];
    mark_registers(at, bytes);
    if (is_paired && channel % 2 != 0) mark_undefined(in_thread(at), in_thread(at) + bytes);
  }
}

// According to the manual, addresses come only from ADDR_ADD and stay in the variable whose address was taken. That is
// assumed to be the variable of the first element of a row.
void Checker::check_addressed(const eu::Thread& thread, const Statement& statement, const Use& use,
                              std::uint32_t channels) {
  const isa::ElementOffsets offsets = element_offsets(statement, use);
  const unsigned bytes = isa::byte_size(use.operand.type);
  const std::string_view does = is_read(use.kind) ? "reads" : "writes";
  any_channel(channels, [&](unsigned channel) {
    const unsigned row = isa::is_row_addressed(use.operand) ? isa::address_row(use.operand, channel) : 0;
    const std::uint32_t address = use.byte + 2 * row;
    if (!is_written(use.name, address, 2)) return true;
    const std::int64_t base = std::int64_t{lower::kFirstVariableRegister} * eu::kGrfBytes +
                              value_at<std::uint16_t>(thread, address) + use.operand.addr_imm;
    const std::int64_t at = base + offsets[channel];
    const lower::Extent* variable = base < 0 ? nullptr : uses_->variable_at(static_cast<std::uint32_t>(base));
    if (variable == nullptr || at + bytes > std::int64_t{variable->byte} + variable->bytes) {
      suspect(Cause::variable_bounds,
              variable == nullptr ? fmt::format("channel {} {} at an address in {} that is outside all variables",
                                                channel, does, use.name)
                                  : fmt::format("channel {} {} beyond {}, which has {} bytes, at an address in {}",
                                                channel, does, variable->name, variable->bytes, use.name));
      return true;
    }
    if (at % bytes != 0) {
      suspect(Cause::variable_bounds, fmt::format("channel {} {} {} by an address that is not aligned to its type",
                                                  channel, does, variable->name));
      return true;
    }
    const auto byte = static_cast<std::uint32_t>(at);
    check_life(variable->name, byte, byte);
    if (!is_read(use.kind)) mark_registers(variable->byte, variable->bytes);
    return is_read(use.kind) && !is_written(variable->name, byte, bytes);
  });
}

// Sending a register without any written byte is an error; single bytes may be unused.
void Checker::check_registers(const Use& use) {
  if (use.byte + use.bytes > use.end) suspect(Cause::variable_bounds, beyond(*uses_, use));
  const std::uint32_t last = std::min(use.byte + use.bytes, use.end);
  for (std::uint32_t begin = use.byte; begin < last; begin += use.register_bytes) {
    const std::uint32_t end = std::min(begin + use.register_bytes, last);
    if (use.kind == Use::Kind::response) continue;
    bool any = false;
    for (std::uint32_t at = begin; !any && at < end; ++at) any = written_[in_thread(at)];
    if (any) continue;
    suspect(Cause::never_written, fmt::format("{} {}, which was never written", use.by_message ? "sends" : "reads",
                                              to_text(*uses_, use.name, begin)));
    return;
  }
  if (use.kind == Use::Kind::response && !use.by_message) mark_registers(use.byte, use.bytes);
}

void Checker::check_predicate(std::string_view name, std::uint32_t byte, std::uint32_t bits) {
  std::uint32_t known = predicates_[byte];
  for (unsigned n = 0; n < sizeof(known); ++n) {  // set by the case
    if (written_[in_thread(byte + n)]) known |= 0xFFU << 8 * n;
  }
  if ((bits & ~known) == 0) return;
  suspect(Cause::never_written,
          fmt::format("reads element {} of {}, which was never written", std::countr_zero(bits & ~known), name));
}

// vISA manual LIFETIME: checks a variable, an alias, or an access by address.
void Checker::check_life(std::string_view name, std::uint32_t byte, std::uint32_t end) {
  if (lifeless_.empty() || !lifeless_.contains(uses_->find_life(byte, end))) return;
  const lower::Extent* variable = uses_->variable_at(byte);
  const bool is_alias = variable != nullptr && variable->name != name;
  suspect(Cause::lifetime, is_alias ? fmt::format("uses {}, an alias of {}, outside its lifetime", name, variable->name)
                                    : fmt::format("uses {} outside its lifetime", name));
}

bool Checker::is_written(std::string_view name, std::uint32_t byte, unsigned bytes) {
  for (std::uint32_t at = byte; at < byte + bytes; ++at) {
    const std::size_t place = in_thread(at);
    if (written_[place] && !undefined_[place]) continue;
    const bool is_undefined = written_[place];
    suspect(is_undefined ? Cause::undefined_value : Cause::never_written,
            fmt::format("reads {}, which {}", to_text(*uses_, name, at),
                        is_undefined ? "holds an undefined value" : "was never written"));
    return false;
  }
  return true;
}

}  // namespace eugene::script::reliance
