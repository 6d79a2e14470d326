// Answers of `x` and `info`.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "debug/inspector.h"
#include "debug/values.h"

namespace eugene::debug {

std::string Inspector::memory_text(const Memory& memory) const {
  constexpr unsigned kPerLine = 8;
  const unsigned bytes = isa::byte_size(memory.type);
  std::vector<std::byte> held(std::size_t{memory.count} * bytes);
  if (memory.is_local) {
    if (memory.address > group_->local.size() || held.size() > group_->local.size() - memory.address)
      return fmt::format("the group has {} bytes of local memory\n", group_->local.size());
    std::ranges::copy(group_->local.subspan(memory.address, held.size()), held.begin());
  } else if (!view_.read(memory.address, held)) {
    return fmt::format("address {:#x} is not mapped\n", view_.bad_address());
  }
  std::string text;
  for (std::uint32_t i = 0; i != memory.count; ++i) {
    if (i % kPerLine == 0)
      text += fmt::format("{}{:#x}:", i == 0 ? "" : "\n", memory.address + std::uint64_t{i} * bytes);
    text += " " + formatted(memory.format, memory.type, std::span(held).subspan(std::size_t{i} * bytes, bytes), true);
  }
  return text + "\n";
}

// Shows the memory to which the expression leads: the target of a pointer, the memory at the address that an integer
// gives, or another variable's own memory.
std::string Inspector::examined_text(const Command& command) const {
  const Memory& wanted = command.memory;
  Memory memory = wanted;
  if (!command.expression.empty()) {
    const Scope scope = in_focus(group_->channel);
    const Result<Value> value = evaluate(command.expression, scope);
    if (!value) return value.error().message + "\n";
    const auto* datum = std::get_if<Datum>(&*value);
    const SourceType& type = variables().type(datum == nullptr ? SourceType::kNone : datum->type);
    const bool is_pointer = type.kind == SourceType::Kind::pointer;
    const auto number = to_scalar(*value, scope);
    const auto address = datum != nullptr && datum->address && !is_pointer ? datum->address
                         : number ? std::optional(static_cast<std::uint64_t>(number->value))
                                  : std::nullopt;
    if (!address) return fmt::format("{} is in registers, not in memory\n", command.expression.text);
    memory.is_local = (*address & kTagMask) == kLocalTag;
    memory.address = memory.is_local ? *address & ~kTagMask : resolved(*address);
    if (!command.has_type && datum != nullptr)
      memory.type = variables().element_type(datum->type).value_or(memory.type);
  } else if (wanted.format == Format::instruction && wanted.address == 0 && !command.has_type) {
    return code_text(wanted.count);
  }
  return memory.format == Format::instruction ? code_text(memory.count, memory.address) : memory_text(memory);
}

std::string Inspector::info_text(const std::string& what) const {
  const std::vector<std::string_view> words = split_words(what);
  const std::string_view topic = words[0];
  const auto is = [&](std::string_view whole, std::size_t shortest) {
    return topic.size() >= shortest && whole.starts_with(topic);
  };
  if (is("locals", 2)) return locals_text();
  if (is("args", 2)) return locals_text(true);
  if (is("threads", 1)) return threads_text();
  if (is("lanes", 2)) return lanes_text();
  if (is("stack", 1)) return frames_text();
  if (is("frame", 1)) return frame_text(frame()) + "\n" + place_text();
  if (is("source", 2))
    return group_->text.lines.empty() ? "the kernel's source is not known\n"
                                      : fmt::format("{}\n", fmt::join(group_->text.lines.files, "\n"));
  if (is("line", 2)) return list_text("");
  if (is("registers", 1) || is("all-registers", 2)) {
    std::string text;
    for (unsigned i = 0; i != eu::kGrfCount; ++i) {
      const std::string name = fmt::format("r{}", i);
      if (words.size() > 1 && std::ranges::find(words, name) == words.end()) continue;
      text += fmt::format("{:<5}", name);
      const auto bytes = std::span<const std::byte>(group_->focused().grf[i].bytes);
      for (std::size_t at = 0; at != bytes.size(); at += sizeof(std::uint32_t))
        text += " " + formatted(Format::hexadecimal, isa::Type::ud, bytes.subspan(at), true);
      text += "\n";
    }
    for (unsigned i = 0; i != group_->focused().flag.size(); ++i) {
      const std::string name = fmt::format("f{}", i);
      if (words.size() > 1 && std::ranges::find(words, name) == words.end()) continue;
      text += fmt::format("{:<5} {:#010x}\n", name, group_->focused().flag.at(i));
    }
    return text.empty() ? "unknown register; the registers are r0 to r127, f0 and f1\n" : text;
  }
  return fmt::format(
      "unknown topic '{}' of info; the topics are locals, args, registers, breakpoints, threads, lanes, frame, stack, "
      "line, source\n",
      topic);
}

}  // namespace eugene::debug
