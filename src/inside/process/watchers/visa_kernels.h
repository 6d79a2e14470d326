// Finds the vISA of kernels. Intel's compiler writes files beside their machine code on request (IGC_ShaderDumpEnable):
// NAME.visaasm and NAME.dat, and called functions as NAME_f0.visaasm and so on. A zebin may contain the text too: it is
// found in the binaries that programs leave for reports. Containers of C-for-Media are in a separate directory as
// NAME.isa, with machine code inside, or beside them as NAME_0.dat and so on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "binary/program_binaries.h"
#include "gpu/schedule/substitute/substitute.h"
#include "isa/gen.h"

namespace eugene::inside::process {

class VisaKernels {
 public:
  VisaKernels(const isa::Gen& gen, std::filesystem::path directory) : gen_(&gen), directory_(std::move(directory)) {}

  // Returns the vISA that `compiled` was made from, ready to be executed. Returns null if no such file exists. Also
  // returns null if the vISA cannot be executed, and adds the reason to `problems`. May be called from any thread.
  std::shared_ptr<const gpu::Substitute> find(const binary::CompiledCode& compiled, Diagnostics& problems);

 private:
  // Machine code, and the kernel in a file that the code was made from.
  struct Source {
    std::filesystem::path file;
    std::size_t kernel = 0;
    std::vector<std::byte> code;
    std::string text;             // of the kernel and its functions; empty: the file is a container
    bool is_of_compiler = false;  // else the text is from a zebin
  };
  // The state of a file when it was read.
  struct Stamp {
    std::filesystem::file_time_type written;
    std::uintmax_t bytes = 0;
    bool operator==(const Stamp&) const = default;
  };
  bool is_new(const std::filesystem::directory_entry& entry);
  void read_new();
  void add_program(const std::filesystem::path& path);
  Source find_source(std::span<const std::byte> code);
  void add_container(const std::filesystem::path& path);

  const isa::Gen* gen_;
  std::filesystem::path directory_;
  std::mutex mutex_;
  std::map<std::filesystem::path, Stamp> known_;  // files read so far
  std::vector<Source> sources_;
};

}  // namespace eugene::inside::process
