// Reads and sets variables and registers at a stop.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "debug/inspector.h"
#include "debug/values.h"
#include "gpu/media/gpgpu_work.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::debug {

namespace {

std::span<const std::byte> given_to_all(const gpu::Work& work) {
  const auto* payload = dynamic_cast<const gpu::GpgpuPayload*>(work.payload.get());
  return payload == nullptr ? std::span<const std::byte>()
                            : std::as_bytes(std::span(payload->constants().cross_thread));
}

}  // namespace

const Variables& Inspector::variables() const {
  if (!variables_)
    variables_.emplace(group_->text.variables(), group_->text.lines, group_->text.kernel,
                       group_->dispatch.kernel.program().offsets);
  return *variables_;
}

// Returns the address that a pointer stands for. In 32-bit programs, addresses are offsets from General State Base
// Address, which is then not 0 (SKL PRM vol7, A32).
std::uint64_t Inspector::resolved(std::uint64_t address) const {
  const std::uint64_t base = group_->dispatch.work.bases.general;
  std::byte first{};
  const bool is_from_base =
      base != 0 && address >> 32 == 0 && view_.read(base + address, std::span<std::byte>(&first, 1));
  return is_from_base ? base + address : address;
}

// Pointers to local memory are resolved in the running group's local memory.
bool Inspector::read_pointed(std::uint64_t address, std::span<std::byte> to) const {
  if ((address & kTagMask) != kLocalTag) return view_.read(resolved(address), to);
  const std::uint64_t offset = address & ~kTagMask;
  if (offset > group_->local.size() || to.size() > group_->local.size() - offset) return false;
  std::ranges::copy(group_->local.subspan(offset, to.size()), to.begin());
  return true;
}

bool Inspector::write_pointed(std::uint64_t address, std::span<const std::byte> from) {
  if ((address & kTagMask) != kLocalTag) {
    address = resolved(address);
    group_->timeline.overwrites(address & memory::kAddressMask, from.size());
    return view_.write(address, from);
  }
  const std::uint64_t offset = address & ~kTagMask;
  if (offset > group_->local.size() || from.size() > group_->local.size() - offset) return false;
  std::ranges::copy(from, group_->local.begin() + static_cast<std::ptrdiff_t>(offset));
  return true;
}

Channel Inspector::find_channel(unsigned thread, unsigned channel) const {
  const eu::Thread& of = (*group_->threads)[thread];
  const auto read = [this](std::uint64_t address, std::span<std::byte> to) { return read_pointed(address, to); };
  const WrittenRegisters& written = group_->track.written(thread);
  const auto stride = [&all = group_->register_writes, &written](std::size_t byte) {
    return all.stride(written.at(byte).writer);
  };
  return {.ip = of.ip,
          .facts = {.registers = std::as_bytes(std::span(of.grf)), .channel = channel, .read = read, .stride = stride},
          .local_bytes = group_->local.size(),
          .given = given_to_all(group_->dispatch.work),
          .written = &written,
          .code = &group_->register_writes,
          .flow = &group_->flow(),
          .kept = &group_->track.kept(thread),
          .addresses = &group_->private_addresses,
          .id = [this, thread, channel](std::string_view function, unsigned dimension) {
            return find_id(function, dimension, thread, channel);
          }};
}

bool Inspector::has_variable(std::string_view name, std::optional<std::uint32_t> ip) const {
  const auto is_it = [&](const SourceVariable* each) { return each->name == name; };
  if (ip) return std::ranges::any_of(variables().at({.ip = *ip, .facts = {}}), is_it);
  return std::ranges::any_of(variables().all().variables, [&](const SourceVariable& each) { return is_it(&each); });
}

Channel Inspector::in_frame(unsigned channel) const {
  const StackFrame now = frame();
  Channel result = find_channel(group_->thread, channel);
  result.ip = now.ip;
  result.function = now.function;
  result.calls = now.calls;
  return result;
}

std::optional<Number> Inspector::find_id(std::string_view function, unsigned dimension, unsigned thread,
                                         unsigned channel) const {
  const std::uint64_t group = group_->now().group;
  if (function == "get_group_id") return group_->dispatch.work.payload->id(group)[dimension];
  const auto id = function == "get_local_id"    ? group_->items.local_id(thread, channel)
                  : function == "get_global_id" ? group_->items.global_id(group, thread, channel)
                                                : std::nullopt;
  return id ? std::optional<Number>((*id)[dimension]) : std::nullopt;
}

Scope Inspector::make_scope(unsigned thread, unsigned channel) const {
  return {.variables = &variables(),
          .channel = find_channel(thread, channel),
          .registers = [this, thread, channel](const Elements& elements) {
            return debug::to_number(elements, (*group_->threads)[thread], channel);
          }};
}

Scope Inspector::in_focus(unsigned channel) const {
  Scope scope = make_scope(group_->thread, channel);
  scope.channel = in_frame(channel);
  return scope;
}

std::string Inspector::print(const Command& command) const {
  if (const Elements* elements = command.expression.registers())
    return elements_text(*elements, group_->focused(), group_->dispatch.work.simd, command.format);
  const Scope scope = in_focus(group_->channel);
  const Result<Value> value = evaluate(command.expression, scope);
  if (!value) {
    const std::string& hint = value.error().hint;
    return fmt::format("{}{}{}\n", value.error().message, hint.empty() ? "" : "; ", hint);
  }
  const auto* datum = std::get_if<Datum>(&*value);
  const std::string type = datum == nullptr ? "" : fmt::format("  ({})", variables().type_name(datum->type));
  return fmt::format("{} = {}{}\n{}", command.expression.text, debug::to_text(*value, scope, command.format), type,
                     column_text(command.expression, command.format));
}

// Returns a value in all channels, eight on a line, in the format of registers. Returns an empty text if the value is
// not a number.
std::string Inspector::column_text(const Expression& expression, Format format) const {
  constexpr unsigned kPerLine = 8;
  std::string text;
  for (unsigned i = 0; i != group_->dispatch.work.simd; ++i) {
    if ((group_->focused().dispatched >> i & 1U) == 0) continue;
    const Scope scope = in_focus(i);
    const Result<Value> held = evaluate(expression, scope);
    if (held && !to_scalar(*held, scope)) return {};
    const std::string value = held ? debug::to_text(*held, scope, format) : "-";
    if (i % kPerLine == 0 || text.empty()) text += fmt::format("{}  {:2}:", text.empty() ? "" : "\n", i);
    text += (group_->focused().running >> i & 1U) != 0 ? fmt::format(" {}", value) : fmt::format(" ({})", value);
  }
  return text + "\n";
}

std::string Inspector::locals_text(bool only_parameters) const {
  const Channel at = in_frame(group_->channel);
  std::string text;
  for (const SourceVariable* each : variables().locals(at)) {
    if (only_parameters && !each->is_parameter) continue;
    const Result<Datum> datum = variables().value(*each, at);
    text += fmt::format("  {} {} = {}\n", variables().type_name(each->type), each->name,
                        datum ? variables().text(*datum, at) : datum.error().message);
  }
  return text.empty() ? "no variables are known here\n" : text;
}

std::string Inspector::set_value(const Command& command) {
  const Scope scope = in_focus(group_->channel);
  const auto value = debug::to_number(command.value, scope);
  if (!value) return fmt::format("the value of '{}' is not a number here\n", command.value.text);
  if (const Elements* elements = command.expression.registers()) {
    const auto place =
        elements->is_flag ? std::span<std::byte>() : find_bytes(*elements, group_->focused(), group_->channel);
    const bool is_set = !place.empty() && store(elements->type, *value, place);
    if (is_set)
      note_set(static_cast<std::size_t>(place.data() - std::as_bytes(std::span(group_->focused().grf)).data()),
               place.size());
    return is_set ? "" : "this register cannot be set to this value\n";
  }
  const Result<Value> to = evaluate(command.expression, scope);
  if (!to) return to.error().message + "\n";
  const auto* datum = std::get_if<Datum>(&*to);
  const bool is_set = datum != nullptr && store_datum(*datum, *value);
  return is_set ? "" : fmt::format("{} cannot be set to this value\n", command.expression.text);
}

void Inspector::note_set(std::size_t byte, std::size_t bytes) {
  group_->track.written(group_->thread).set(byte, bytes, {WrittenRegisters::kUser, WrittenRegisters::kUser});
}

bool Inspector::store_datum(const Datum& datum, Number value) {
  const auto bytes = variables().encoded(datum.type, value);
  if (!bytes) return false;
  if (datum.address) return write_pointed(*datum.address, *bytes);
  if (datum.in_registers.size() < bytes->size()) return false;
  const auto registers = std::as_writable_bytes(std::span(group_->focused().grf));
  for (std::size_t i = 0; i != bytes->size(); ++i) {
    if (!datum.in_registers[i]) return false;
    registers[*datum.in_registers[i]] = (*bytes)[i];
    note_set(*datum.in_registers[i], 1);
  }
  return true;
}

Result<Memory> Inspector::bytes_of_variable(const Expression& expression) const {
  const Result<Value> value = evaluate(expression, in_focus(group_->channel));
  if (!value) return forward_error(value);
  const auto* datum = std::get_if<Datum>(&*value);
  if (datum == nullptr) return fail(expression.text + " is computed, so it has no place that somebody wrote");
  if (!datum->address)
    return fail(fmt::format("{} is in registers, and Eugene does not record who wrote a register", expression.text));
  const bool is_local = (*datum->address & kTagMask) == kLocalTag;
  return Memory{
      .is_local = is_local,
      .address = is_local ? *datum->address & ~kTagMask : resolved(*datum->address) & memory::kAddressMask,
      .count = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(variables().type(datum->type).bytes, 1, ~0U)),
      .type = isa::Type::ub};
}

}  // namespace eugene::debug
