// The vISA of kernels, which Intel's compiler leaves beside their machine code where it is asked to
// (IGC_ShaderDumpEnable): NAME.visaasm and NAME.dat.
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
#include "gpu/substitute/substitute.h"
#include "isa/gen.h"

namespace eugene::i915 {

class VisaKernels {
 public:
  VisaKernels(const isa::Gen& gen, std::filesystem::path directory) : gen_(&gen), directory_(std::move(directory)) {}

  // The vISA from which `code` was made, ready to be executed. None: there is no such file, or it cannot be executed,
  // which `problems` then says. From any thread.
  std::shared_ptr<const gpu::Substitute> find(std::span<const std::byte> code, Diagnostics& problems);

 private:
  void read_new();

  const isa::Gen* gen_;
  std::filesystem::path directory_;
  std::mutex mutex_;
  std::map<std::filesystem::path, std::vector<std::byte>> machine_code_;  // by file
};

}  // namespace eugene::i915
