// Variables and registers in the session: what they are, and new values for them.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "debug/session.h"
#include "debug/values.h"

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

std::optional<Number> Session::number_of(const Term& term, unsigned thread, unsigned channel) const {
  if (const auto* number = std::get_if<Number>(&term)) return *number;
  if (const auto* elements = std::get_if<Elements>(&term))
    return debug::number_of(*elements, (*threads_)[thread], channel);
  const Channel at = channel_of(thread, channel);
  const Result<Datum> datum = variables().find(std::get<Name>(term).text, at);
  return datum ? variables().number(*datum, at) : std::nullopt;
}

void Session::print(const Command& command) {
  if (command.name.empty()) return say(elements_text(command.elements, focused(), dispatch_.work.simd));
  const Channel at = in_frame(channel_);
  const Result<Datum> datum = variables().find(command.name, at);
  if (!datum) {
    const std::string& hint = datum.error().hint;
    return say(fmt::format("{}{}{}\n", datum.error().message, hint.empty() ? "" : "; ", hint));
  }
  say(fmt::format("{} = {}  ({})\n", command.name, variables().text(*datum, at), variables().type_name(datum->type)));
  say(column_text(command.name));
}

// A value of all channels, eight a line, as registers are shown; empty for what is no number.
std::string Session::column_text(const std::string& name) const {
  constexpr unsigned kPerLine = 8;
  std::string text;
  for (unsigned i = 0; i != dispatch_.work.simd; ++i) {
    if ((focused().dispatched >> i & 1U) == 0) continue;
    const Channel at = in_frame(i);
    const Result<Datum> datum = variables().find(name, at);
    if (datum && !variables().number(*datum, at)) return {};
    const std::string value = datum ? variables().text(*datum, at) : "-";
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
  const auto value = std::get<Number>(*parse_term(command.value));
  if (command.name.empty()) {
    const Elements& elements = command.elements;
    const auto place = elements.is_flag ? std::span<std::byte>() : bytes_of(elements, focused(), channel_);
    if (place.empty() || !store(elements.type, value, place)) say("this cannot be set to that value\n");
    return;
  }
  const Channel at = in_frame(channel_);
  const Result<Datum> datum = variables().find(command.name, at);
  if (!datum) return say(datum.error().message + "\n");
  if (!store_datum(*datum, value)) say(fmt::format("{} cannot be set to that value\n", command.name));
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
std::optional<Memory> Session::bytes_of_variable(const std::string& name) {
  const Channel at = in_frame(channel_);
  const Result<Datum> datum = variables().find(name, at);
  if (!datum) {
    say(datum.error().message + "\n");
    return std::nullopt;
  }
  if (!datum->address) {
    say(fmt::format("{} is in registers, of which there is no record\n", name));
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
