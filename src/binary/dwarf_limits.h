// Detects debug data that would take many times its size in memory.
//
// elfutils' libdw allocates a structure for each row of a line table, and a row may take one byte in the file. libdw
// also writes the full path of each file of the table: a directory name of a megabyte and 100,000 file names of one
// letter would take 100 GB. Compressed sections (SHF_COMPRESSED) are unpacked as a whole. Compilers of kernels do not
// write such data, so Eugene refuses it.
#pragma once

#include <elfutils/libdw.h>

namespace eugene::binary {

bool is_within_limits(Elf* elf);

}  // namespace eugene::binary
