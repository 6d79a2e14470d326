// Debug data that would take many times its own size in memory.
//
// elfutils' libdw makes a structure of each row of a line table, of which a byte of the file may make one, and writes
// the path of each file of the table, directory and name together: a directory's name of a megabyte and 100,000 files
// of one letter would be 100 GB. A section that is compressed (SHF_COMPRESSED) it unpacks as a whole. Compilers of
// kernels write nothing like that, so such data is not read at all.
#pragma once

#include <elfutils/libdw.h>

namespace eugene::load {

bool is_within_limits(Elf* elf);

}  // namespace eugene::load
