// vISA in the subcommands: told from other input by its content, as text (.version) or binary (CISA). docs/visa.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "check_report.h"
#include "visa/kernel.h"

namespace eugene::cli {

bool is_visa(std::span<const std::byte> bytes);

// Reads a module from `bytes`, the content of `file`.
std::expected<visa::Module, Diagnostics> read_visa(std::span<const std::byte> bytes, const std::string& file);

// The subcommands `asm`, `dis` and `info` for vISA. They return exit statuses of commands.h.
int assemble_visa(std::span<const std::byte> bytes, const std::string& file, const std::string& output);
int disassemble_visa(std::span<const std::byte> bytes, const std::string& file, const std::string& output);
// The findings of `check`. `platforms` are those that the kernels are for (bits by visa::Platform); none: as the text
// says
// (`platform: pvc`, docs/exec.md), else all.
CheckReport check_visa(std::span<const std::byte> bytes, const std::string& file,
                       std::optional<std::uint16_t> platforms);
int list_visa(std::span<const std::byte> bytes, const std::string& file, bool as_json);

}  // namespace eugene::cli
