// How numbers are written.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "isa/type.h"

namespace eugene::debug {

// By gdb's letters.
enum class Format : char {
  plain = 0,  // by the type
  hexadecimal = 'x',
  address = 'a',
  decimal = 'd',
  natural = 'u',
  octal = 'o',
  binary = 't',
  character = 'c',
  floating = 'f',
  instruction = 'i',  // of code
};

// What is behind a command's /, as in x/8xw.
struct FormatChoice {
  std::optional<unsigned> count;
  Format format = Format::plain;
  unsigned bytes = 0;  // of an element; 0: not said
};
// Nothing: it is not understood.
std::optional<FormatChoice> parse_format(std::string_view text);
// The type of elements of so many bytes for a format. Nothing: there is none, as of floating-point numbers of one byte.
std::optional<isa::Type> type_of(Format format, unsigned bytes);

// The bits of an element of `type`, which `bytes` begins with. `pads`: hexadecimal and binary numbers have all digits.
std::string formatted(Format format, isa::Type type, std::span<const std::byte> bytes, bool pads = false);

}  // namespace eugene::debug
