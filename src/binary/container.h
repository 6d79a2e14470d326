// Finds the device programs in a file of ocloc or in a binary of clGetProgramInfo: a bare program, a program in an ELF
// file, or one program for each device in an `ar` archive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::binary {

inline constexpr std::uint32_t kProgramMagic = 0x494E5443;  // the first word of a patch-token program

// The two formats of Intel's compilers: patch tokens (device_binary.h), and since 2022 zebin (zebin.h).
enum class ProgramFormat : std::uint8_t { patch_tokens, zebin };

// One program inside a file.
struct ProgramImage {
  std::string name;  // of the archive member; empty without an archive
  ProgramFormat format = ProgramFormat::patch_tokens;
  // The program with patch tokens, or the whole ELF file of a zebin.
  std::span<const std::byte> bytes;
  std::size_t offset = 0;    // of `bytes` in the file
  std::string_view options;  // of the compiler; only with patch tokens
  // Debug data of a program with patch tokens (debug_data.h); empty if the program was built without debug data.
  std::span<const std::byte> debug;
  std::size_t debug_offset = 0;
};

// Returns whether `file` begins with a signature that find_programs() recognises.
bool looks_like_device_binary(std::span<const std::byte> file);

// Returns the programs of `file`, at least one. The spans point into `file`.
Result<std::vector<ProgramImage>> find_programs(std::span<const std::byte> file);

}  // namespace eugene::binary
