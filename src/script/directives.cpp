// The directives, one function each.
#include <fmt/format.h>

#include <array>
#include <vector>

#include "asm/element.h"
#include "asm/name_table.h"
#include "memory/format.h"
#include "script/place_reader.h"
#include "script/script_reader.h"

namespace eugene::script {
namespace {

using Error = std::optional<Diagnostic>;

constexpr std::uint64_t kMaxValues = 1 << 20;
constexpr unsigned kMaxThreads = 64;
constexpr std::uint64_t kMaxMemory = std::uint64_t{1} << 32;

Diagnostic wrong(const DirectiveLine& line, const Word& word, std::string message, std::string hint = {}) {
  return error_at(line.at(word), std::move(message), {}, {}, std::move(hint));
}

// Reads a number into `into`; an error if there is none.
template <class Number>
Error take(DirectiveLine& line, std::string_view what, Number& into, std::uint64_t limit) {
  line.accept("=");
  const auto number = read_number(line, what, limit);
  if (!number) return number.error();
  into = static_cast<Number>(*number);
  return std::nullopt;
}

Error read_set(DirectiveLine& line, const isa::Gen& gen, Case& into) {
  line.accept("all");
  Setting setting;
  setting.where = line.at(line.peek());
  auto place = read_place(line, gen);
  if (!place) return place.error();
  setting.place = std::move(*place);
  if (!line.accept("=")) return wrong(line, line.peek(), "'=' and values are missing");
  while (!line.at_end()) {
    const Word word = line.next();
    if (setting.fills) return wrong(line, word, "nothing may follow '...'");
    if (word.text == "..." && !setting.values.empty()) {
      setting.fills = true;
      continue;
    }
    const auto bits = assembly::parse_element(setting.place.type, word.text);
    if (!bits)
      return wrong(line, word,
                   fmt::format("'{}' is not a value of type {}", word.text, isa::info(setting.place.type).name));
    if (setting.values.size() == setting.place.count())
      return wrong(line, word, "more values than there are elements", "r2..r3 names two registers");
    setting.values.push_back(*bits);
  }
  if (setting.values.empty()) return wrong(line, line.peek(), "values are missing");
  if (setting.fills && setting.place.count() > kMaxValues)
    return wrong(line, line.peek(), "the size is missing: how far do the values go?",
                 "say so: set mem 0x1000:f size 64 = 1 ...");
  into.settings.push_back(std::move(setting));
  return std::nullopt;
}

Error read_expect(DirectiveLine& line, const isa::Gen& gen, Case& into) {
  Expectation expectation;
  expectation.where = line.at(line.peek());
  const bool report = line.accept("report");
  if (report || line.accept("fault")) {
    expectation.kind = report ? Expectation::Kind::report : Expectation::Kind::fault;
    into.check = into.check || report;
    const Word word = line.peek();
    if (!line.at_end() && !word.quoted) return wrong(line, word, "expected a part of the text, in quotes");
    expectation.text = std::string(line.next().text);
    into.expectations.push_back(std::move(expectation));
    return std::nullopt;
  }
  if (line.accept("breakpoint")) {
    expectation.kind = Expectation::Kind::breakpoint;
    into.expectations.push_back(std::move(expectation));
    return std::nullopt;
  }
  auto place = read_place(line, gen);
  if (!place) return place.error();
  expectation.place = std::move(*place);
  if (!line.accept("=")) return wrong(line, line.peek(), "'=' and values are missing");
  const isa::Type type = expectation.place.type;
  while (!line.at_end()) {
    const Word word = line.next();
    if (word.text == "within") {
      if (Error error = take(line, "the distance", expectation.ulps, 1 << 24)) return error;
      if (!line.accept("ulp") || !isa::is_float(type)) return wrong(line, word, "expected 'within N ulp', for floats");
      break;
    }
    if (expectation.fills) return wrong(line, word, "nothing may follow '...'");
    if (word.text == "..." && !expectation.values.empty()) {
      expectation.fills = true;
      continue;
    }
    if (expectation.values.size() == expectation.place.count())
      return wrong(line, word, "more values than there are elements", "r2..r3 names two registers");
    const auto bits = assembly::parse_element(type, word.text);
    if (!bits && word.text != "*")
      return wrong(line, word, fmt::format("'{}' is not a value of type {}", word.text, isa::info(type).name),
                   "* stands for any value");
    expectation.values.push_back(bits);
  }
  if (expectation.values.empty()) return wrong(line, line.peek(), "values are missing");
  const std::uint64_t elements = expectation.place.count();
  if (expectation.place.is_sized && !expectation.fills && expectation.values.size() < elements) {
    return wrong(line, line.peek(),
                 fmt::format("{} has {} elements, of which {} are given: the others would not be compared",
                             expectation.place.text, elements, expectation.values.size()),
                 "end with '...' to repeat the last value, write * for any value, or leave size away");
  }
  if (expectation.fills && expectation.place.count() > kMaxValues)
    return wrong(line, line.peek(), "the size is missing: how far do the values go?",
                 "say so: expect mem 0x1000:f size 64 = 1 ...");
  into.expectations.push_back(std::move(expectation));
  return std::nullopt;
}

Error read_print(DirectiveLine& line, const isa::Gen& gen, Case& into) {
  PrintRequest request;
  request.where = line.at(line.peek());
  auto place = read_place(line, gen);
  if (!place) return place.error();
  request.place = std::move(*place);
  if (request.place.kind == Place::Kind::memory && request.place.count() > kMaxValues) {
    std::uint64_t bytes = 64;
    if (!line.at_end()) {
      if (Error error = take(line, "the size", bytes, 1 << 24)) return error;
    }
    request.place.end = request.place.begin + bytes;
  }
  into.prints.push_back(std::move(request));
  return std::nullopt;
}

Error read_memory(DirectiveLine& line, const isa::Gen& /*gen*/, Case& into) {
  MemoryRegion region{.where = line.at(line.peek())};
  if (Error error = take(line, "the address", region.address, memory::kAddressMask)) return error;
  if (line.accept("size")) {
    if (Error error = take(line, "the size", region.bytes, kMaxMemory)) return error;
  }
  while (!line.at_end()) {
    if (line.accept("read-only")) {
      region.writable = false;
    } else if (line.accept("file") && line.peek().quoted) {
      region.file = std::string(line.next().text);
    } else {
      return wrong(line, line.peek(), "expected size N, read-only or file \"NAME\"");
    }
  }
  if (region.bytes == 0 && !region.file)
    return wrong(line, line.peek(), "the size is missing", "memory 0x1000 size 256");
  into.memory.push_back(std::move(region));
  return std::nullopt;
}

constexpr std::string_view kSurfaceExample =
    "surface 0 = 0x1000 size 256 raw; surface 1 = 0x2000 width 16 height 8 format R8G8B8A8_UNORM";

// How large a surface is: `size N` bytes of a buffer, or `width W height H` pixels.
Error read_extent(DirectiveLine& line, memory::SurfaceState& state, std::uint64_t& bytes) {
  if (line.accept("size")) {
    if (Error error = take(line, "the size", bytes, kMaxMemory)) return error;
    if (bytes == 0) return wrong(line, line.peek(), "the surface is empty");
    state.type = memory::SurfaceType::buffer;
    return std::nullopt;
  }
  constexpr unsigned kMaxExtent = 8192;
  state.type = memory::SurfaceType::two_d;
  if (!line.accept("width")) return wrong(line, line.peek(), "the size is missing", std::string(kSurfaceExample));
  if (Error error = take(line, "the width", state.width, kMaxExtent)) return error;
  if (!line.accept("height")) return wrong(line, line.peek(), "the height is missing", std::string(kSurfaceExample));
  if (Error error = take(line, "the height", state.height, kMaxExtent)) return error;
  if (state.width == 0 || state.height == 0) return wrong(line, line.peek(), "the surface is empty");
  return std::nullopt;
}

Error read_format(DirectiveLine& line, const memory::PixelFormat*& format) {
  const Word word = line.next();
  format = memory::find_format(word.text);
  if (format == nullptr) return wrong(line, word, fmt::format("'{}' is not a surface format", word.text));
  return std::nullopt;
}

Error read_tile(DirectiveLine& line, memory::TileMode& tile) {
  if (line.accept("x")) {
    tile = memory::TileMode::x;
  } else if (line.accept("y")) {
    tile = memory::TileMode::y;
  } else {
    return wrong(line, line.peek(), "a tile mode is x or y");
  }
  return std::nullopt;
}

Error read_surface(DirectiveLine& line, const isa::Gen& gen, Case& into) {
  SurfaceBinding surface{.where = line.at(line.peek())};
  memory::SurfaceState& state = surface.state;
  if (Error error = take(line, "the binding table index", surface.index, gen.surface_indices - 1U)) return error;
  if (!line.accept("=")) return wrong(line, line.peek(), "'=' is missing", std::string(kSurfaceExample));
  if (Error error = take(line, "the address", state.base, memory::kAddressMask)) return error;
  std::uint64_t bytes = 0;
  if (Error error = read_extent(line, state, bytes)) return error;
  const memory::PixelFormat* format = nullptr;
  std::uint32_t pitch = 0;
  while (!line.at_end()) {
    Error error;
    if (line.accept("raw")) continue;
    if (line.accept("pitch")) {
      error = take(line, "the pitch", pitch, 1 << 17);
    } else if (line.accept("format")) {
      error = read_format(line, format);
    } else if (line.accept("tile")) {
      error = read_tile(line, state.tile);
    } else {
      break;
    }
    if (error) return error;
  }
  if (state.is_buffer()) {
    // Without a pitch, bytes; those of Gen9 have a format of their own.
    state.pitch = pitch != 0 ? pitch : format != nullptr ? format->bytes : 1;
    state.elements = bytes / state.pitch;
    state.format = format != nullptr ? format->code : memory::kFormatRaw;
    if (state.elements == 0) return wrong(line, line.peek(), "the surface is smaller than one element");
  } else {
    if (format == nullptr) return wrong(line, line.peek(), "the format is missing", std::string(kSurfaceExample));
    state.format = format->code;
    state.pitch = pitch != 0 ? pitch : state.width * format->bytes;
  }
  into.surfaces.push_back(std::move(surface));
  return std::nullopt;
}

Error read_barrier(DirectiveLine& line, const isa::Gen& /*gen*/, Case& into) {
  BarrierSetting barrier;
  if (Error error = take(line, "the barrier", barrier.id, 15)) return error;
  if (!line.accept("threads")) return wrong(line, line.peek(), "the number of threads is missing");
  if (Error error = take(line, "the number of threads", barrier.threads, 255)) return error;
  if (line.accept("byte")) {
    if (Error error = take(line, "Barrier.Byte", barrier.byte, 255)) return error;
  }
  into.barriers.push_back(barrier);
  return std::nullopt;
}

Error read_urb_entries(DirectiveLine& line, UrbSetting& urb) {
  constexpr unsigned kRows = functions::Urb::kGt1Rows;
  if (Error error = take(line, "the number of entries", urb.entries, kRows)) return error;
  if (!line.accept("rows")) return wrong(line, line.peek(), "the rows of an entry are missing");
  if (Error error = take(line, "the rows of an entry", urb.entry_rows, kRows)) return error;
  if (line.accept("from")) return take(line, "the first row", urb.first, kRows - 1);
  return std::nullopt;
}

Error read_urb_function(DirectiveLine& line, UrbSetting& urb) {
  using enum functions::FixedFunction;
  constexpr std::array<std::pair<std::string_view, functions::FixedFunction>, 5> kFunctions{
      {{"vs", vertex_shader}, {"gs", geometry_shader}, {"clip", clipper}, {"sf", strips_fans}, {"other", other}}};
  const Word word = line.next();
  for (const auto& [name, function] : kFunctions) {
    if (name != word.text) continue;
    urb.function = function;
    return std::nullopt;
  }
  return wrong(line, word, fmt::format("'{}' is not a fixed function that starts threads", word.text),
               "vs, gs, clip, sf or other");
}

// The URB of Gen6: what it is divided into, and what threads know of it.
Error read_urb(DirectiveLine& line, const isa::Gen& /*gen*/, Case& into) {
  UrbSetting& urb = into.urb;
  urb.where = line.at(line.peek());
  if (line.accept("entries")) return read_urb_entries(line, urb);
  if (line.accept("function")) return read_urb_function(line, urb);
  if (line.accept("handles")) {
    while (!line.at_end()) {
      std::uint16_t handle = 0;
      if (Error error = take(line, "a handle", handle, 0xFFFF)) return error;
      urb.handles.push_back(handle);
    }
    return std::nullopt;
  }
  if (line.accept("indices")) {
    for (std::uint32_t& index : urb.indices) {
      if (Error error = take(line, "an index", index, 0xFFFF'FFFF)) return error;
    }
    return std::nullopt;
  }
  return wrong(line, line.peek(), "expected entries, function, handles or indices", "urb entries 4 rows 2 from 16");
}

Error read_mask(DirectiveLine& line, const isa::Gen& /*gen*/, Case& into) {
  std::uint32_t mask = 0;
  if (Error error = take(line, "the dispatch mask", mask, 0xFFFF'FFFF)) return error;
  into.mask = mask;
  return std::nullopt;
}

Error read_threads(DirectiveLine& line, const isa::Gen& /*gen*/, Case& into) {
  const Word word = line.peek();
  Error error = take(line, "the number of threads", into.threads, kMaxThreads);
  if (!error && into.threads == 0) error = wrong(line, word, "at least one thread is needed");
  return error;
}

Error read_groups(DirectiveLine& line, const isa::Gen& /*gen*/, Case& into) {
  const Word word = line.peek();
  Error error = take(line, "the number of groups", into.groups, 0x10000);
  if (!error && into.groups == 0) error = wrong(line, word, "at least one group is needed");
  return error;
}

Error read_local(DirectiveLine& line, const isa::Gen& /*gen*/, Case& into) {
  line.accept("size");
  return take(line, "the size of shared local memory", into.local_bytes, 64 * 1024);
}

Error read_gateway(DirectiveLine& line, const isa::Gen& /*gen*/, Case& into) {
  if (!line.accept("bypass")) return wrong(line, line.peek(), "expected 'bypass'");
  into.gateway_bypass = true;
  return std::nullopt;
}

Error read_sip(DirectiveLine& line, const isa::Gen& /*gen*/, Case& into) {
  line.accept("=");
  into.system_routine_where = line.at(line.peek());
  into.system_routine = std::string(line.next().text);
  if (into.system_routine.empty()) return wrong(line, line.peek(), "the label of the system routine is missing");
  return std::nullopt;
}

Error read_check(DirectiveLine& line, const isa::Gen& /*gen*/, Case& into) {
  (line.accept("bounds") ? into.reports_bounds : into.check) = true;
  return std::nullopt;
}

struct Row {
  std::string_view word;
  Error (*read)(DirectiveLine& line, const isa::Gen& gen, Case& into);
};
constexpr std::array kRows{
    Row{"set", read_set},       Row{"expect", read_expect},   Row{"print", read_print},
    Row{"memory", read_memory}, Row{"surface", read_surface}, Row{"barrier", read_barrier},
    Row{"mask", read_mask},     Row{"threads", read_threads}, Row{"groups", read_groups},
    Row{"slm", read_local},     Row{"gateway", read_gateway}, Row{"sip", read_sip},
    Row{"check", read_check},   Row{"urb", read_urb},
};

}  // namespace

bool is_directive(std::string_view word) {
  for (const Row& row : kRows) {
    if (row.word == word) return true;
  }
  return word == "gen" || word == "dialect" || word == "case";
}

std::string_view misspelt_directive(std::string_view word) {
  constexpr std::size_t kShortest = 5;  // shorter words are too near to those of prose
  if (word.size() < kShortest || word[0] < 'a' || is_directive(word)) return {};
  std::vector<std::string_view> names;
  for (const Row& row : kRows) {
    if (row.word.size() >= kShortest) names.push_back(row.word);
  }
  return assembly::nearest_name(word, names);
}

std::optional<Diagnostic> read_directive(DirectiveLine& line, const isa::Gen& gen, Case& into) {
  const Word word = line.next();
  for (const Row& row : kRows) {
    if (row.word != word.text) continue;
    if (Error error = row.read(line, gen, into)) return error;
    if (!line.at_end()) return wrong(line, line.peek(), fmt::format("'{}' does not belong here", line.peek().text));
    return std::nullopt;
  }
  return wrong(line, word, fmt::format("'{}' is not a directive", word.text),
               "set expect print memory surface barrier mask threads groups slm gateway sip check urb");
}

}  // namespace eugene::script
