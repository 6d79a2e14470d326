// Variables and registers in the session: what they are, and new values for them.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "debug/session.h"
#include "debug/values.h"
#include "gpu/schedule/payload.h"

namespace eugene::debug {

const Variables& Session::variables() const {
  if (!variables_) variables_.emplace(text_.variables());
  return *variables_;
}

// Local memory is where pointers to it say, in the group that runs.
bool Session::read_pointed(std::uint64_t address, std::span<std::byte> to) const {
  if ((address & kTagMask) != kLocalTag) return view_.read(address, to);
  const std::uint64_t offset = address & ~kTagMask;
  if (offset > local_.size() || to.size() > local_.size() - offset) return false;
  std::ranges::copy(local_.subspan(offset, to.size()), to.begin());
  return true;
}

bool Session::write_pointed(std::uint64_t address, std::span<const std::byte> from) {
  if ((address & kTagMask) != kLocalTag) {
    journal_.keep(address & memory::kAddressMask, from.size());
    return view_.write(address, from);
  }
  const std::uint64_t offset = address & ~kTagMask;
  if (offset > local_.size() || from.size() > local_.size() - offset) return false;
  std::ranges::copy(from, local_.begin() + static_cast<std::ptrdiff_t>(offset));
  return true;
}

Channel Session::channel_of(unsigned thread, unsigned channel) const {
  const eu::Thread& of = (*threads_)[thread];
  const auto read = [this](std::uint64_t address, std::span<std::byte> to) { return read_pointed(address, to); };
  return {.ip = of.ip,
          .facts = {.registers = std::as_bytes(std::span(of.grf)), .channel = channel, .read = read},
          .local_bytes = local_.size()};
}

Channel Session::in_frame(unsigned channel) const {
  const Frame now = frame();
  Channel result = channel_of(focus_, channel);
  result.ip = now.ip;
  result.function = now.function;
  result.has_called = now.ip != focused().ip;
  return result;
}

std::optional<Number> Session::id_of(std::string_view function, unsigned dimension, unsigned thread,
                                     unsigned channel) const {
  const std::uint64_t group = track_.now().group;
  if (function == "get_group_id") return dispatch_.work.payload->id(group)[dimension];
  const auto id =
      function == "get_local_id" ? items_.local_id(thread, channel) : items_.global_id(group, thread, channel);
  return id ? std::optional<Number>((*id)[dimension]) : std::nullopt;
}

Scope Session::scope_of(unsigned thread, unsigned channel) const {
  return {
      .variables = &variables(),
      .channel = channel_of(thread, channel),
      .registers = [this, thread, channel](
                       const Elements& elements) { return debug::number_of(elements, (*threads_)[thread], channel); },
      .id = [this, thread, channel](std::string_view function,
                                    unsigned dimension) { return id_of(function, dimension, thread, channel); }};
}

Scope Session::in_focus(unsigned channel) const {
  Scope scope = scope_of(focus_, channel);
  scope.channel = in_frame(channel);
  return scope;
}

void Session::print(const Command& command) {
  if (const Elements* elements = command.expression.registers())
    return say(elements_text(*elements, focused(), dispatch_.work.simd));
  const Scope scope = in_focus(channel_);
  const Result<Value> value = evaluate(command.expression, scope);
  if (!value) {
    const std::string& hint = value.error().hint;
    return say(fmt::format("{}{}{}\n", value.error().message, hint.empty() ? "" : "; ", hint));
  }
  const auto* datum = std::get_if<Datum>(&*value);
  const std::string type = datum == nullptr ? "" : fmt::format("  ({})", variables().type_name(datum->type));
  say(fmt::format("{} = {}{}\n", command.expression.text, debug::text_of(*value, scope), type));
  say(column_text(command.expression));
}

// A value of all channels, eight a line, as registers are shown; empty for what is no number.
std::string Session::column_text(const Expression& expression) const {
  constexpr unsigned kPerLine = 8;
  std::string text;
  for (unsigned i = 0; i != dispatch_.work.simd; ++i) {
    if ((focused().dispatched >> i & 1U) == 0) continue;
    const Scope scope = in_focus(i);
    const Result<Value> held = evaluate(expression, scope);
    if (held && !scalar_of(*held, scope)) return {};
    const std::string value = held ? debug::text_of(*held, scope) : "-";
    if (i % kPerLine == 0 || text.empty()) text += fmt::format("{}  {:2}:", text.empty() ? "" : "\n", i);
    text += (focused().running >> i & 1U) != 0 ? fmt::format(" {}", value) : fmt::format(" ({})", value);
  }
  return text + "\n";
}

std::string Session::locals_text() const {
  const Channel at = in_frame(channel_);
  std::string text;
  for (const SourceVariable* each : variables().locals(at)) {
    const Result<Datum> datum = variables().value(*each, at);
    text += fmt::format("  {} {} = {}\n", variables().type_name(each->type), each->name,
                        datum ? variables().text(*datum, at) : datum.error().message);
  }
  return text.empty() ? "no variables are known here\n" : text;
}

void Session::set_value(const Command& command) {
  const Scope scope = in_focus(channel_);
  const auto value = debug::number_of(command.value, scope);
  if (!value) return say(fmt::format("{} is no number here\n", command.value.text));
  if (const Elements* elements = command.expression.registers()) {
    const auto place = elements->is_flag ? std::span<std::byte>() : bytes_of(*elements, focused(), channel_);
    if (place.empty() || !store(elements->type, *value, place)) say("this cannot be set to that value\n");
    return;
  }
  const Result<Value> to = evaluate(command.expression, scope);
  if (!to) return say(to.error().message + "\n");
  const auto* datum = std::get_if<Datum>(&*to);
  if (datum == nullptr || !store_datum(*datum, *value))
    say(fmt::format("{} cannot be set to that value\n", command.expression.text));
}

bool Session::store_datum(const Datum& datum, Number value) {
  const auto bytes = variables().encoded(datum.type, value);
  if (!bytes) return false;
  if (datum.address) return write_pointed(*datum.address, *bytes);
  if (datum.in_registers.size() < bytes->size()) return false;
  const auto registers = std::as_writable_bytes(std::span(focused().grf));
  for (std::size_t i = 0; i != bytes->size(); ++i) {
    if (!datum.in_registers[i]) return false;
    registers[*datum.in_registers[i]] = (*bytes)[i];
  }
  return true;
}

// Of `writer NAME`: the bytes of the variable.
std::optional<Memory> Session::bytes_of_variable(const Expression& expression) {
  const Result<Value> value = evaluate(expression, in_focus(channel_));
  const auto* datum = value ? std::get_if<Datum>(&*value) : nullptr;
  if (datum == nullptr) {
    say(value ? expression.text + " is calculated\n" : value.error().message + "\n");
    return std::nullopt;
  }
  if (!datum->address) {
    say(fmt::format("{} is in registers, of which there is no record\n", expression.text));
    return std::nullopt;
  }
  const bool is_local = (*datum->address & kTagMask) == kLocalTag;
  return Memory{
      .is_local = is_local,
      .address = *datum->address & (is_local ? ~kTagMask : memory::kAddressMask),
      .count = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(variables().type(datum->type).bytes, 1, ~0U)),
      .type = isa::Type::ub};
}

}  // namespace eugene::debug
