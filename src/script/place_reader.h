// Places as directives name them: r2.4:f, r2..r5, acc0:q, mem 0x1000:d, slm 0, urb 3.
#pragma once

#include "isa/gen.h"
#include "script/directive_line.h"
#include "script/place.h"

namespace eugene::script {

// The programs of a script: what the names of registers and variables mean.
struct ProgramKind {
  const isa::Gen& gen;
  bool is_visa = false;
};

// Reads a place with its optional `thread N`. `with_size` allows `size N` after memory, which otherwise has no end.
Result<Place> read_place(DirectiveLine& line, const ProgramKind& kind);

// A decimal or hexadecimal number that is the whole of the next word, at most `limit`.
Result<std::uint64_t> read_number(DirectiveLine& line, std::string_view what, std::uint64_t limit = ~std::uint64_t{0});

}  // namespace eugene::script
