// vISA in the subcommands. vISA is recognised by its content, as text (.version) or binary (CISA). docs/user/visa.md.
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

// The subcommands `asm`, `dis` and `info` for vISA. They return the exit statuses of commands.h.
int assemble_visa(std::span<const std::byte> bytes, const std::string& file, const std::string& output);
int disassemble_visa(std::span<const std::byte> bytes, const std::string& file, const std::string& output);
// Returns the findings of `check`. `platforms` are the platforms that the kernels are for (bits by visa::Platform). If
// there are none, the text names the platform (`platform: pvc`, docs/user/exec.md), or else all platforms count.
CheckReport check_visa(std::span<const std::byte> bytes, const std::string& file,
                       std::optional<std::uint16_t> platforms);
int list_visa(std::span<const std::byte> bytes, const std::string& file, bool as_json);

}  // namespace eugene::cli
