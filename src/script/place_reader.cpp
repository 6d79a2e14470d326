#include "script/place_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "asm/element.h"
#include "asm/register_name.h"
#include "eu/register_file.h"
#include "functions/urb.h"

namespace eugene::script {
namespace {

using isa::Type;

std::unexpected<Diagnostic> wrong(const DirectiveLine& line, const DirectiveWord& word, std::string message,
                                  std::string hint = {}) {
  return std::unexpected(error_at(line.at(word), std::move(message), {}, {}, std::move(hint)));
}

// A name with its suffixes, such as ".3" and ":f".
struct Suffix {
  std::string_view name;
  std::optional<std::uint64_t> element;
  std::optional<Type> type;
};

Result<Suffix> split(const DirectiveLine& line, const DirectiveWord& word) {
  Suffix suffix{.name = word.text};
  if (const std::size_t colon = suffix.name.rfind(':'); colon != std::string_view::npos) {
    const std::string_view name = suffix.name.substr(colon + 1);
    suffix.type = isa::find_type(name);
    if (!suffix.type || isa::info(*suffix.type).is_vector)
      return wrong(line, word, fmt::format("'{}' is not the type of an element", name), "ub b uw w ud d uq q hf f df");
    suffix.name = suffix.name.substr(0, colon);
  }
  if (const std::size_t dot = suffix.name.find('.');
      dot != std::string_view::npos && suffix.name.substr(dot, 2) != "..") {
    suffix.element = assembly::parse_element(Type::ud, suffix.name.substr(dot + 1));
    if (!suffix.element) return wrong(line, word, fmt::format("'{}' is not a subregister number", suffix.name));
    suffix.name = suffix.name.substr(0, dot);
  }
  return suffix;
}

constexpr std::string_view kRegisterHint =
    "registers are r0 to r127, m0 to m23, acc0, f0.0, a0.0, cr0.0, sr0.0, n0 ...";

// Returns the bytes of the Thread that register `name` occupies.
Result<eu::RegisterSpan> locate(const DirectiveLine& line, const DirectiveWord& word, const isa::Gen& gen,
                                std::string_view name, Type& natural) {
  const auto found = assembly::find_register(name, false);
  if (!found || !found->nr || found->overflow)
    return wrong(line, word, fmt::format("'{}' is not a register", name), std::string(kRegisterHint));
  natural = found->natural;
  isa::Operand operand{.file = found->file, .nr = *found->nr};
  auto span = eu::register_span(gen, operand);
  if (!span) return wrong(line, word, fmt::format("{}: {}", name, span.error().message));
  if (operand.is_grf() || operand.is_mrf()) {
    const unsigned limit = operand.is_grf() ? gen.files.grf_count : gen.files.mrf_count;
    if (operand.nr >= limit) return wrong(line, word, fmt::format("'{}' is past the last register", name));
    span->begin = span->begin + operand.nr * eu::kGrfBytes;
    span->end = span->begin + eu::kGrfBytes;
  }
  return *span;
}

Result<Place> read_accumulator(const DirectiveLine& line, const DirectiveWord& word, const Suffix& suffix) {
  const auto found = assembly::find_register(suffix.name, false);
  const unsigned number = found->nr.value_or(0) & 0xF;
  if (number >= eu::kAccumulatorCount) return wrong(line, word, fmt::format("'{}' is not a register", suffix.name));
  Place place{.kind = Place::Kind::accumulator, .type = suffix.type.value_or(Type::f), .begin = number};
  const bool whole = isa::byte_size(place.type) == 8 && !isa::is_float(place.type);
  place.end = whole ? eu::kGrfBytes / 4 : eu::kGrfBytes / isa::byte_size(place.type);
  place.first = suffix.element.value_or(0);
  if (place.first >= place.end)
    return wrong(line, word,
                 fmt::format("'{}' is outside the accumulator, which has {} channels", word.text, place.end));
  return place;
}

// In vISA scripts, registers are in lower case: A0 is a variable.
bool is_register(std::string_view name) {
  const auto found = assembly::find_register(name.substr(0, name.find("..")), false);
  return found && found->nr && name[0] >= 'a' && name[0] <= 'z';
}

// Its position depends on the program (variables.h).
Place read_variable(const Suffix& suffix) {
  constexpr std::uint64_t kMaxBytes = 1 << 21;
  return {.type = suffix.type.value_or(Type::ud),
          .end = kMaxBytes,
          .first = suffix.element.value_or(0),
          .variable = std::string(suffix.name),
          .is_typed = suffix.type.has_value()};
}

Result<Place> read_register(const DirectiveLine& line, const DirectiveWord& word, const ProgramKind& kind) {
  const auto suffix = split(line, word);
  if (!suffix) return forward_error(suffix);
  if (kind.is_visa && !is_register(suffix->name)) return read_variable(*suffix);
  const std::size_t range = suffix->name.find("..");
  const std::string_view first = suffix->name.substr(0, range);
  if (const auto found = assembly::find_register(first, false);
      found && found->file == isa::RegFile::arf && found->nr && isa::Operand{.nr = *found->nr}.is_arf(isa::Arf::acc)) {
    return read_accumulator(line, word, *suffix);
  }
  Type natural = Type::ud;
  const auto span = locate(line, word, kind.gen, first, natural);
  if (!span) return forward_error(span);
  Place place{.kind = Place::Kind::registers, .begin = span->begin, .end = span->end};
  // A whole flag register has 32 bits; f0.0 is one of its halves.
  if (span->end - span->begin == 4) natural = suffix->element && natural == Type::uw ? Type::uw : Type::ud;
  place.type = suffix->type.value_or(natural);
  if (range != std::string_view::npos) {
    const auto last = locate(line, word, kind.gen, suffix->name.substr(range + 2), natural);
    if (!last) return forward_error(last);
    if (last->end < place.end) return wrong(line, word, "the range ends before it begins");
    place.end = last->end;
  }
  const std::uint64_t size = isa::byte_size(place.type);
  const std::uint64_t bytes = place.end - place.begin;
  const std::uint64_t element = suffix->element.value_or(0);
  if (element >= bytes / size)
    return wrong(line, word,
                 fmt::format("'{}' has no element {} of type {}", first, element, isa::info(place.type).name));
  place.begin += element * size;
  if (suffix->element && range == std::string_view::npos && word.text[0] == 'f') place.end = place.begin + size;
  return place;
}

}  // namespace

Result<std::uint64_t> read_number(DirectiveLine& line, std::string_view what, std::uint64_t limit) {
  const DirectiveWord word = line.next();
  const auto number = assembly::parse_element(Type::uq, word.text);
  if (!number || word.quoted || word.text.starts_with('-'))
    return wrong(line, word, fmt::format("{} must be a number, not '{}'", what, word.text));
  if (*number > limit) return wrong(line, word, fmt::format("{} must be at most {}", what, limit));
  return *number;
}

Result<Place> read_place(DirectiveLine& line, const ProgramKind& kind) {
  std::optional<unsigned> thread;
  const DirectiveWord start = line.peek();
  if (line.accept("thread")) {
    const auto number = read_number(line, "the thread", 0xFFFF);
    if (!number) return forward_error(number);
    thread = static_cast<unsigned>(*number);
  }
  const DirectiveWord name = line.next();
  if (name.length == 0) return wrong(line, name, "a register or memory is missing", std::string(kRegisterHint));
  Result<Place> place = Place{};
  if (name.text == "mem" || name.text == "slm" || name.text == "urb") {
    const DirectiveWord word = line.next();
    const auto suffix = split(line, word);
    if (!suffix) return forward_error(suffix);
    const auto address = assembly::parse_element(Type::uq, suffix->name);
    if (!address || suffix->element) return wrong(line, word, fmt::format("'{}' is not an address", word.text));
    place->type = suffix->type.value_or(Type::ud);
    place->begin = *address;
    place->kind = name.text == "mem" ? Place::Kind::memory : Place::Kind::local_memory;
    place->end = name.text == "mem" ? memory::kAddressMask + 1 : std::uint64_t{64} * 1024;
    if (name.text == "urb") {
      place->kind = Place::Kind::urb;
      place->end = std::uint64_t{functions::Urb::kGt1Rows} * eu::kGrfBytes;
      if (*address >= functions::Urb::kGt1Rows)
        return wrong(line, word, "the row must be 0 to 1023: the URB has 1024 rows");
      place->begin = *address * eu::kGrfBytes;
    }
    if (place->begin >= place->end) return wrong(line, word, fmt::format("{} is past the last address", word.text));
    if (line.accept("size")) {
      const auto bytes = read_number(line, "the size", std::uint64_t{1} << 24);
      if (!bytes) return forward_error(bytes);
      place->end = std::min(place->end, place->begin + *bytes);
      place->is_sized = true;
    }
  } else {
    place = read_register(line, name, kind);
  }
  if (!place) return place;
  if (thread && !place->of_threads()) return wrong(line, start, "memory is not part of a thread: omit 'thread'");
  place->thread = thread;
  const DirectiveWord& end = line.peek();
  place->text = std::string(line.between(start, end));
  return place;
}

}  // namespace eugene::script
