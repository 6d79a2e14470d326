// Number formats of the commands.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "isa/type.h"

namespace eugene::debug {

// Formats by gdb's letters.
enum class Format : char {
  plain = 0,  // the usual format of the type
  hexadecimal = 'x',
  address = 'a',
  decimal = 'd',
  natural = 'u',
  octal = 'o',
  binary = 't',
  character = 'c',
  floating = 'f',
  instruction = 'i',  // for code
};

// The text after a command's /, as in x/8xw.
struct FormatChoice {
  std::optional<unsigned> count;
  Format format = Format::plain;
  unsigned bytes = 0;  // size of an element; 0: not given
};
// Returns nothing if `text` is not a valid format.
std::optional<FormatChoice> parse_format(std::string_view text);
// Returns the type of elements of `bytes` bytes in a format. Returns nothing if no such type exists, for example a
// floating-point type of one byte.
std::optional<isa::Type> choose_type(Format format, unsigned bytes);

// Formats the element of `type` at the start of `bytes`. With `pads`, hexadecimal and binary numbers have all their
// digits.
std::string formatted(Format format, isa::Type type, std::span<const std::byte> bytes, bool pads = false);

}  // namespace eugene::debug
