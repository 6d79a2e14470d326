// Finds the names of kernels for a server. The server sees only their code, so an OpenCL layer in the client program
// writes its binaries to a directory (libraries/opencl_names).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "binary/kernel_origin.h"
#include "client_environment.h"
#include "gpu/report.h"
#include "profile/counts.h"
#include "run_directory.h"
#include "serve/server.h"

namespace eugene::cli {

class KernelNames {
 public:
  static Result<KernelNames> create();

  const std::filesystem::path& path() const { return directory_.path(); }
  // Makes programs that get `set` write their binaries.
  void add_to(Variables& set) const;
  // Returns functions for a server. This object must outlive the server.
  serve::KernelNames functions() const;
  // Fills in names and lines of profiled kernels.
  void complete(std::vector<profile::KernelCounts>& kernels) const;

 private:
  explicit KernelNames(RunDirectory directory) : directory_(std::move(directory)) {}
  binary::KernelOrigin find_origin(std::span<const std::byte> code) const;
  void complete(gpu::Report& report) const;

  RunDirectory directory_;
};

}  // namespace eugene::cli
