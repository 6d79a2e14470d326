// Reads places in directives: r2.4:f, r2..r5, acc0:q, mem 0x1000:d, slm 0, urb 3.
#pragma once

#include "isa/gen.h"
#include "script/directive_line.h"
#include "script/place.h"

namespace eugene::script {

// The kind of the programs in a script, which determines the names of registers and variables.
struct ProgramKind {
  const isa::Gen& gen;
  bool is_visa = false;
};

// Reads a place with an optional `thread N`, and for memory an optional `size N`, without which it has no end.
Result<Place> read_place(DirectiveLine& line, const ProgramKind& kind);

// Reads the next word as a decimal or hexadecimal number of at most `limit`.
Result<std::uint64_t> read_number(DirectiveLine& line, std::string_view what, std::uint64_t limit = ~std::uint64_t{0});

}  // namespace eugene::script
