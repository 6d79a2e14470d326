// Reads the directives memory and surface.
#include <fmt/format.h>

#include "memory/format.h"
#include "script/directives.h"

namespace eugene::script {
namespace {

constexpr std::uint64_t kMaxMemory = std::uint64_t{1} << 32;

constexpr std::string_view kSurfaceExample =
    "surface 0 = 0x1000 size 256 raw; surface 1 = 0x2000 width 16 height 8 format R8G8B8A8_UNORM";

// Reads the size of a surface: `size N` bytes for a buffer, or `width W height H` in pixels.
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
  const DirectiveWord word = line.next();
  format = memory::find_format(word.text);
  if (format == nullptr) return wrong(line, word, fmt::format("'{}' is not a surface format", word.text));
  return std::nullopt;
}

// Makes the surface an append buffer and reads the address of its counter.
Error read_counter(DirectiveLine& line, memory::SurfaceState& state) {
  const DirectiveWord word = line.peek();
  state.auxiliary.mode = memory::AuxiliaryMode::append;
  if (Error error = take(line, "the counter's address", state.auxiliary.address, memory::kAddressMask)) return error;
  if (state.auxiliary.address % memory::kPageBytes != 0)
    return wrong(line, word, "the address of a counter must be a multiple of 4096");
  return std::nullopt;
}

// Reads the type of a surface (except two-dimensional), or its levels or slices. Returns false if the next word is
// something else.
bool accept_kind(DirectiveLine& line, memory::SurfaceState& state, Error& error) {
  constexpr unsigned kMaxSlices = 2048;
  const auto number = [&](std::string_view what, auto& into, unsigned limit) {
    error = take(line, what, into, limit);
    return true;
  };
  if (line.accept("1d")) {
    state.type = memory::SurfaceType::one_d;
  } else if (line.accept("3d")) {
    state.type = memory::SurfaceType::three_d;
  } else if (line.accept("cube")) {
    state.type = memory::SurfaceType::cube;
  } else if (line.accept("array")) {
    state.is_array = true;
  } else if (line.accept("depth")) {
    number("the depth", state.depth, kMaxSlices);
    if (!error && state.depth == 0) error = wrong(line, line.peek(), "the surface is empty");
  } else if (line.accept("element")) {
    number("the first array element", state.slices.first, kMaxSlices - 1);
  } else if (line.accept("levels")) {
    number("the number of levels", state.mips.count, 15);
    if (!error && state.mips.count-- == 0) error = wrong(line, line.peek(), "a surface must have at least one level");
  } else if (line.accept("min-level")) {
    number("the first level", state.mips.minimum_lod, 14);
  } else if (line.accept("qpitch")) {
    number("the distance between slices", state.qpitch, 0x1'FFFC);
  } else {
    return false;
  }
  return true;
}

Error read_tile(DirectiveLine& line, memory::TileMode& tile) {
  if (line.accept("x")) {
    tile = memory::TileMode::x;
  } else if (line.accept("y")) {
    tile = memory::TileMode::y;
  } else if (line.accept("w")) {
    tile = memory::TileMode::w;
  } else {
    return wrong(line, line.peek(), "the tile mode must be x, y or w");
  }
  return std::nullopt;
}

// Rejects values that the fields of a surface state would silently truncate.
Error check_rows(DirectiveLine& line, const memory::SurfaceState& state) {
  if (state.qpitch % 4 != 0) return wrong(line, line.peek(), "the distance between slices must be a multiple of 4");
  if (state.tile == memory::TileMode::linear) return std::nullopt;
  const std::uint32_t tile_width = state.tile == memory::TileMode::x ? 512 : 128;
  if (state.pitch % tile_width == 0) return std::nullopt;
  return wrong(line, line.peek(),
               fmt::format("the pitch of rows must be a multiple of {} with these tiles", tile_width));
}

}  // namespace

Error read_memory(DirectiveLine& line, const ProgramKind& /*kind*/, Case& into) {
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

Error read_surface(DirectiveLine& line, const ProgramKind& kind, Case& into) {
  SurfaceBinding surface{.where = line.at(line.peek())};
  memory::SurfaceState& state = surface.state;
  if (Error error = take(line, "the binding table index", surface.index, kind.gen.surface_indices - 1U)) return error;
  if (!line.accept("=")) return wrong(line, line.peek(), "'=' is missing", std::string(kSurfaceExample));
  if (Error error = take(line, "the address", state.base, memory::kAddressMask)) return error;
  std::uint64_t bytes = 0;
  if (Error error = read_extent(line, state, bytes)) return error;
  const memory::PixelFormat* format = nullptr;
  std::uint32_t pitch = 0;
  while (!line.at_end()) {
    Error error;
    if (line.accept("raw")) continue;
    if (accept_kind(line, state, error)) {
      if (error) return error;
      continue;
    }
    if (line.accept("pitch")) {
      error = take(line, "the pitch", pitch, 1 << 17);
    } else if (line.accept("format")) {
      error = read_format(line, format);
    } else if (line.accept("tile")) {
      error = read_tile(line, state.tile);
    } else if (line.accept("counter")) {
      error = read_counter(line, state);
    } else {
      break;
    }
    if (error) return error;
  }
  if (state.is_buffer()) {
    // Without a pitch, elements are bytes. Gen9 has a format for raw bytes.
    state.pitch = pitch != 0 ? pitch : format != nullptr ? format->bytes : 1;
    state.elements = bytes / state.pitch;
    state.format = format != nullptr ? format->code : memory::kFormatRaw;
    if (state.elements == 0) return wrong(line, line.peek(), "the surface is smaller than one element");
  } else {
    if (format == nullptr) return wrong(line, line.peek(), "the format is missing", std::string(kSurfaceExample));
    state.format = format->code;
    state.slices.extent = static_cast<std::uint16_t>(state.depth);
    state.pitch = pitch != 0 ? pitch : state.width * format->bytes;
    if (Error error = check_rows(line, state)) return error;
  }
  into.surfaces.push_back(std::move(surface));
  return std::nullopt;
}

}  // namespace eugene::script
