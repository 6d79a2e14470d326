// The vISA of kernels, from files that Intel's compiler writes beside their machine code on request
// (IGC_ShaderDumpEnable): NAME.visaasm and NAME.dat, and the functions that they call as NAME_f0.visaasm and so on.
// A zebin may hold the text beside the machine code: it is found in the binaries that programs leave for reports.
// Kernels in containers of C-for-Media are in a separate directory as NAME.isa, with machine code inside, or beside it
// as NAME_0.dat and so on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "gpu/substitute/substitute.h"
#include "isa/gen.h"
#include "load/kernel_origin.h"

namespace eugene::i915 {

class VisaKernels {
 public:
  VisaKernels(const isa::Gen& gen, std::filesystem::path directory) : gen_(&gen), directory_(std::move(directory)) {}

  // The vISA from which the compiler made `compiled`, ready to be executed. Null: there is no such file, or it cannot
  // be executed for the reason added to `problems`. From any thread.
  std::shared_ptr<const gpu::Substitute> find(const load::CompiledCode& compiled, Diagnostics& problems);

 private:
  // Machine code, and the kernel of a file that it was made from.
  struct Source {
    std::filesystem::path file;
    std::size_t kernel = 0;
    std::vector<std::byte> code;
    std::string text;  // in place of the file's; empty: the file is to be read
  };
  void read_new();
  void add_program(const std::filesystem::path& path);
  Source find_source(std::span<const std::byte> code);
  void add_container(const std::filesystem::path& path);

  const isa::Gen* gen_;
  std::filesystem::path directory_;
  std::mutex mutex_;
  std::set<std::filesystem::path> known_;  // files that have been read
  std::vector<Source> sources_;
};

}  // namespace eugene::i915
