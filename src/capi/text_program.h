// Programs from assembly or vISA, run as by `eugene exec`, with directives (docs/user/exec.md).
//
// Functions that query a program see such a program as a binary whose kernels have no arguments. Each case of the text
// is a kernel; if the text has only one case, each of the case's kernels is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "binary/device_binary.h"
#include "gpu/device.h"
#include "instructions.h"
#include "script/case_program.h"
#include "script/script.h"

namespace eugene::capi {

struct TextKernel {
  std::size_t number = 0;  // index of its case
  std::string kernel;      // name of the kernel in the case; empty: the first
  script::CaseProgram program;
};

class TextProgram {
 public:
  // Reads text, or a binary of vISA, for `device`. `file` is the file's name in diagnostics.
  static std::expected<std::unique_ptr<TextProgram>, Diagnostics> read(std::span<const std::byte> contents,
                                                                       std::string file, const gpu::Device& device);

  const std::string& file() const { return file_; }
  const std::vector<TextKernel>& kernels() const { return kernels_; }
  const Diagnostics& warnings() const { return warnings_; }
  binary::DeviceBinary as_binary() const;
  Instructions instructions(std::size_t kernel) const;
  // Returns the script with additional directives, which apply to all cases.
  std::expected<script::Script, Diagnostics> script(const std::vector<std::string>& directives) const;

 private:
  TextProgram(std::string text, std::string file, const gpu::Device& device)
      : text_(std::move(text)), file_(std::move(file)), device_(&device) {}

  std::string text_;  // empty for a binary
  std::string file_;
  const gpu::Device* device_;
  std::shared_ptr<const visa::Module> visa_;  // only for a binary; else null
  std::vector<TextKernel> kernels_;
  Diagnostics warnings_;
};

}  // namespace eugene::capi
