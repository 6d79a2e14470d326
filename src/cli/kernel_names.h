// What programs that use a server call their kernels: the server sees their code alone, so an OpenCL layer in the
// program leaves its binaries in a directory (libraries/opencl_names).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "client_environment.h"
#include "gpu/report.h"
#include "load/kernel_origin.h"
#include "profile/counts.h"
#include "run_directory.h"
#include "serve/server.h"

namespace eugene::cli {

class KernelNames {
 public:
  static Result<KernelNames> create();

  // Has the programs that get `set` leave their binaries.
  void add_to(Variables& set) const;
  // For a server; this must live longer.
  serve::KernelNames functions() const;
  // Names and lines of what has been profiled.
  void complete(std::vector<profile::KernelCounts>& kernels) const;

 private:
  explicit KernelNames(RunDirectory directory) : directory_(std::move(directory)) {}
  load::KernelOrigin origin_of(std::span<const std::byte> code) const;
  void complete(gpu::Report& report) const;

  RunDirectory directory_;
};

}  // namespace eugene::cli
