#include "debug/variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

#include "debug/derived_value.h"
#include "debug/frames.h"
#include "debug/values.h"

namespace eugene::debug {
namespace {

using Kind = SourceType::Kind;
using Encoding = SourceType::Encoding;

isa::Type number_type(const SourceType& type) {
  using enum isa::Type;
  const bool is_signed = type.encoding == Encoding::integer;
  switch (type.bytes) {
    case 1: return is_signed ? b : ub;
    case 2: return type.encoding == Encoding::floating ? hf : is_signed ? w : uw;
    case 4: return type.encoding == Encoding::floating ? f : is_signed ? d : ud;
    default: return type.encoding == Encoding::floating ? df : is_signed ? q : uq;
  }
}

// Returns the index of a vector component, by its name in OpenCL C.
std::optional<std::uint64_t> parse_component(std::string_view name) {
  constexpr std::string_view kFour = "xyzw";
  if (name.size() == 1 && kFour.find(name[0]) != std::string_view::npos) return kFour.find(name[0]);
  if (name.size() != 2 || (name[0] != 's' && name[0] != 'S')) return std::nullopt;
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::size_t digit = kDigits.find(static_cast<char>(std::tolower(static_cast<unsigned char>(name[1]))));
  return digit == std::string_view::npos ? std::nullopt : std::optional<std::uint64_t>(digit);
}

std::uint64_t byte_size(const std::vector<CodeRange>& scope) {
  std::uint64_t bytes = 0;
  for (const CodeRange& each : scope) bytes += each.end - each.begin;
  return bytes;
}

}  // namespace

Datum calculated(std::uint32_t type, std::span<const std::byte> bytes) {
  Datum datum{.type = type, .address = {}, .bytes = {bytes.begin(), bytes.end()}, .in_registers = {}};
  datum.bytes.resize(std::max<std::size_t>(datum.bytes.size(), 4));
  datum.in_registers.resize(datum.bytes.size());
  return datum;
}

Variables::Variables(SourceVariables all, SourceLines lines, std::string kernel, std::vector<std::uint32_t> offsets)
    : all_(std::move(all)),
      lines_(std::move(lines)),
      facts_(lines_.given_text),
      given_lines_(lines_.given_text, lines_.name_of_text()),
      kernel_(std::move(kernel)),
      offsets_(std::move(offsets)),
      writes_(all_, lines_, given_lines_, facts_, offsets_) {}

// Only parameters of the kernel itself have such a line.
std::optional<std::uint32_t> Variables::line_in_text(const SourceVariable& variable) const {
  if (!variable.declared) return std::nullopt;
  const bool is_of_kernel = variable.function < all_.functions.size() && !all_.functions[variable.function].called_at &&
                            all_.functions[variable.function].name == kernel_;
  if (variable.is_parameter && !is_of_kernel) return std::nullopt;
  return given_lines_.number_in_text(variable.declared->file, variable.declared->line);
}

bool Variables::is_constant(const SourceVariable& variable) const {
  const auto line = line_in_text(variable);
  return line && facts_.is_constant(variable.name, *line, type(variable.type).kind == Kind::pointer);
}

std::optional<std::string> Variables::initialiser(const SourceVariable& variable) const {
  const auto line = variable.is_parameter ? std::nullopt : line_in_text(variable);
  if (!line) return std::nullopt;
  return facts_.initialiser(variable.name, *line, type(variable.type).kind == Kind::pointer);
}

std::optional<std::string> Variables::passed(const SourceVariable& variable) const {
  if (!variable.is_parameter || !variable.declared || variable.function >= all_.functions.size()) return std::nullopt;
  const SourceFunction& function = all_.functions[variable.function];
  if (!function.called_at) return std::nullopt;
  const auto declared = given_lines_.number_in_text(variable.declared->file, variable.declared->line);
  const auto call = given_lines_.number_in_text(function.called_at->file, function.called_at->line);
  const bool is_pointer = type(variable.type).kind == Kind::pointer;
  if (!declared || !call || !facts_.is_constant(variable.name, *declared, is_pointer)) return std::nullopt;
  const auto argument = facts_.argument(function.name, *call, variable.name, *declared);
  return argument ? std::optional(argument->text) : std::nullopt;
}

bool Variables::has_several(const SourceVariable& variable) const {
  return std::ranges::count_if(all_.variables, [&](const SourceVariable& each) {
           return each.function == variable.function && each.name == variable.name;
         }) > 1;
}

std::uint32_t Variables::find_caller(const SourceVariable& variable, std::uint32_t ip) const {
  const std::vector<StackFrame> frames = frames_at(all_, lines_, ip, {});
  const auto at = std::ranges::find(frames, variable.function, &StackFrame::function);
  return at == frames.end() || at + 1 == frames.end() ? SourceFunction::kNone : (at + 1)->function;
}

const SourceType& Variables::type(std::uint32_t number) const {
  static const SourceType kUnknown;
  return number < all_.types.size() ? all_.types[number] : kUnknown;
}

std::optional<isa::Type> Variables::element_type(std::uint32_t number) const {
  constexpr unsigned kMaxParts = 8;
  for (unsigned i = 0; i != kMaxParts && type(number).element != SourceType::kNone; ++i) number = type(number).element;
  const SourceType& of = type(number);
  if (of.kind == Kind::pointer) return of.bytes == sizeof(std::uint64_t) ? isa::Type::uq : isa::Type::ud;
  return of.kind == Kind::number ? std::optional(number_type(of)) : std::nullopt;
}

std::string Variables::type_name(std::uint32_t number) const {
  constexpr unsigned kMaxStars = 8;
  std::string after;
  for (unsigned i = 0; i != kMaxStars; ++i) {
    const SourceType& of = type(number);
    if (!of.name.empty()) return of.name + after;
    if (of.kind == Kind::pointer) after.insert(0, "*");
    if (of.kind == Kind::array || of.kind == Kind::vector) after += fmt::format("[{}]", of.count);
    if (of.kind == Kind::structure) return "struct" + after;
    if (of.element == SourceType::kNone) break;
    number = of.element;
  }
  return "void" + after;
}

std::vector<const SourceVariable*> Variables::at(const Channel& channel) const {
  std::vector<const SourceVariable*> found;
  for (const SourceVariable& each : all_.variables) {
    const auto is_here = [&](const CodeRange& range) { return range.contains(channel.ip); };
    if (std::ranges::none_of(each.scope, is_here)) continue;
    // An inlined function comes after the function that contains it.
    if (each.function != SourceFunction::kNone && each.function > channel.function) continue;
    const auto hidden = std::ranges::find(found, each.name, &SourceVariable::name);
    if (hidden == found.end())
      found.push_back(&each);
    else if (byte_size(each.scope) < byte_size((*hidden)->scope))  // an inner block of unknown range does not hide
      *hidden = &each;
  }
  return found;
}

std::vector<const SourceVariable*> Variables::locals(const Channel& channel) const {
  std::vector<const SourceVariable*> found = at(channel);
  if (channel.function != SourceFunction::kNone)
    std::erase_if(found, [&](const SourceVariable* each) { return each->function != channel.function; });
  return found;
}

Result<Datum> Variables::find(std::string_view name, const Channel& channel) const {
  const auto known = at(channel);
  const auto found = std::ranges::find(known, name, [](const SourceVariable* each) { return each->name; });
  if (found == known.end()) return fail(fmt::format("there is no variable '{}' here", name), {}, "locals lists them");
  return value(**found, channel);
}

std::optional<Number> Variables::id(std::string_view function, unsigned dimension, const Channel& channel) const {
  for (const SourceQuery& each : all_.queries) {
    if (each.function != function || each.dimension != dimension) continue;
    std::uint32_t number = 0;
    if (each.offset > channel.given.size() || channel.given.size() - each.offset < sizeof number) return std::nullopt;
    std::memcpy(&number, &channel.given[each.offset], sizeof number);
    return number;
  }
  return channel.id ? channel.id(function, dimension) : std::nullopt;
}

Result<Datum> Variables::moved(const Datum& pointer, std::uint64_t index, const Channel& channel) const {
  const Result<Datum> to = element(pointer, index, channel);
  if (!to) return to;
  return calculated(pointer.type, std::as_bytes(std::span(&*to->address, 1)));
}

Datum Variables::part(const Datum& datum, std::uint32_t type, std::uint64_t offset, std::uint64_t bytes) {
  if (datum.address) return {.type = type, .address = *datum.address + offset, .bytes = {}, .in_registers = {}};
  const auto size = datum.bytes.size();
  const auto begin = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(offset, size));
  const auto left = size - static_cast<std::size_t>(begin);
  const auto end = begin + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(bytes, left));
  return {.type = type,
          .address = {},
          .bytes = {datum.bytes.begin() + begin, datum.bytes.begin() + end},
          .in_registers = {datum.in_registers.begin() + begin, datum.in_registers.begin() + end}};
}

Result<Datum> Variables::member(const Datum& datum, std::string_view name) const {
  const SourceType& of = type(datum.type);
  if (of.kind == Kind::vector) {
    const auto index = parse_component(name);
    if (!index || *index >= of.count) return fail(fmt::format("the vector has no component '{}'", name));
    const std::uint64_t bytes = type(of.element).bytes;
    return part(datum, of.element, *index * bytes, bytes);
  }
  const auto found = std::ranges::find(of.members, name, &SourceType::Member::name);
  if (found == of.members.end()) return fail(fmt::format("{} has no member '{}'", type_name(datum.type), name));
  return part(datum, found->type, found->offset, type(found->type).bytes);
}

Result<Datum> Variables::element(const Datum& datum, std::uint64_t index, const Channel& channel) const {
  const SourceType& of = type(datum.type);
  const std::uint64_t bytes = type(of.element).bytes;
  if (bytes == 0) return fail(fmt::format("{} has no elements", type_name(datum.type)));
  if (of.kind == Kind::pointer) {
    const auto to = number(datum, channel);
    if (!to) return fail("the pointer cannot be read");
    return Datum{.type = of.element,
                 .address = static_cast<std::uint64_t>(*to) + index * bytes,
                 .bytes = {},
                 .in_registers = {}};
  }
  if (index >= of.count) return fail(fmt::format("{} has {} elements", type_name(datum.type), of.count));
  return part(datum, of.element, index * bytes, bytes);
}

std::vector<std::pair<std::string, Datum>> Variables::parts(const Datum& datum, const Channel& channel) const {
  constexpr std::uint64_t kMax = 100;
  const SourceType& of = type(datum.type);
  std::vector<std::pair<std::string, Datum>> parts;
  parts.reserve(of.members.size());
  for (const SourceType::Member& each : of.members)
    parts.emplace_back(each.name, part(datum, each.type, each.offset, type(each.type).bytes));
  const bool is_pointer = of.kind == Kind::pointer;
  const std::uint64_t count = is_pointer ? 1 : std::min(of.count, kMax);
  for (std::uint64_t i = 0; of.element != SourceType::kNone && i != count; ++i) {
    Result<Datum> each = element(datum, i, channel);
    if (each) parts.emplace_back(is_pointer ? "*" : fmt::format("[{}]", i), *std::move(each));
  }
  return parts;
}

std::optional<std::vector<std::byte>> Variables::bytes(const Datum& datum, const Channel& channel) const {
  constexpr std::uint64_t kMax = std::uint64_t{1} << 20;
  const std::uint64_t size = type(datum.type).bytes;
  if (size == 0 || size > kMax) return std::nullopt;
  if (datum.address) {
    std::vector<std::byte> held(size);
    return channel.facts.read(*datum.address, held) ? std::optional(held) : std::nullopt;
  }
  if (datum.bytes.size() < size) return std::nullopt;
  // In 32-bit programs, the upper half of a pointer to local memory is the tag that marks it.
  std::uint64_t tagged = 0;
  if (type(datum.type).kind == Kind::pointer && datum.bytes.size() >= sizeof tagged) {
    std::memcpy(&tagged, datum.bytes.data(), sizeof tagged);
    if ((tagged & kTagMask) == kLocalTag) return std::vector(datum.bytes.begin(), datum.bytes.begin() + sizeof tagged);
  }
  return std::vector(datum.bytes.begin(), datum.bytes.begin() + static_cast<std::ptrdiff_t>(size));
}

std::string Variables::number_text(const SourceType& of, std::span<const std::byte> bytes, Format format) {
  if (format != Format::plain && of.kind != Kind::pointer) return formatted(format, number_type(of), bytes);
  if (of.kind == Kind::pointer) {
    const auto value =
        static_cast<std::uint64_t>(debug::to_number(bytes.size() == 8 ? isa::Type::uq : isa::Type::ud, bytes));
    return (value & kTagMask) == kLocalTag ? fmt::format("local:{:#x}", value & ~kTagMask)
                                           : fmt::format("{:#x}", value);
  }
  if (of.encoding == Encoding::boolean) return bytes[0] == std::byte{0} ? "false" : "true";
  return value_text(number_type(of), bytes);
}

std::string Variables::text(const Datum& datum, const Channel& channel, Format format, unsigned depth) const {
  constexpr unsigned kMaxNesting = 6;
  constexpr std::uint64_t kMaxElements = 32;
  constexpr std::size_t kMaxText = 1U << 16;  // nested parts may be many
  const SourceType& of = type(datum.type);
  if (depth > kMaxNesting) return "...";
  if (of.kind == Kind::number || of.kind == Kind::pointer) {
    const auto held = bytes(datum, channel);
    return held ? number_text(of, *held, format) : "cannot be read";
  }
  std::string all;
  if (of.kind == Kind::structure) {
    for (const SourceType::Member& each : of.members) {
      if (all.size() > kMaxText) return "{" + all + ", ...}";
      all += fmt::format("{}{} = {}", all.empty() ? "" : ", ", each.name,
                         text(part(datum, each.type, each.offset, type(each.type).bytes), channel, format, depth + 1));
    }
    return "{" + all + "}";
  }
  if (of.kind != Kind::array && of.kind != Kind::vector) return "of an unknown type";
  const std::uint64_t shown = std::min(of.count, kMaxElements);
  std::uint64_t i = 0;
  for (; i != shown && all.size() <= kMaxText; ++i) {
    const Result<Datum> each = element(datum, i, channel);
    all +=
        fmt::format("{}{}", i == 0 ? "" : ", ", each ? text(*each, channel, format, depth + 1) : each.error().message);
  }
  if (of.count > i) all += ", ...";
  return of.kind == Kind::vector ? "(" + all + ")" : "{" + all + "}";
}

std::optional<Number> Variables::number(const Datum& datum, const Channel& channel) const {
  const SourceType& of = type(datum.type);
  if (of.kind != Kind::number && of.kind != Kind::pointer) return std::nullopt;
  const auto held = bytes(datum, channel);
  if (!held) return std::nullopt;
  if (of.kind == Kind::pointer) return debug::to_number(held->size() == 8 ? isa::Type::uq : isa::Type::ud, *held);
  return debug::to_number(number_type(of), *held);
}

std::optional<std::vector<std::byte>> Variables::encoded(std::uint32_t number, Number value) const {
  const SourceType& of = type(number);
  if ((of.kind != Kind::number && of.kind != Kind::pointer) || of.bytes == 0 || of.bytes > 8) return std::nullopt;
  std::vector<std::byte> bytes(of.bytes);
  const isa::Type as = of.kind != Kind::pointer ? number_type(of) : of.bytes == 8 ? isa::Type::uq : isa::Type::ud;
  return store(as, value, bytes) ? std::optional(bytes) : std::nullopt;
}

}  // namespace eugene::debug
