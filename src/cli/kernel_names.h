// Finds the names of kernels for a server. The server sees only their code, so an OpenCL layer in the client program
// writes its binaries to a directory (inside/driver_layers).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "binary/program_binaries.h"
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
  explicit KernelNames(RunDirectory directory);
  void complete(gpu::Report& report) const;

  RunDirectory directory_;
  std::unique_ptr<binary::ProgramBinaries> kernels_;
};

}  // namespace eugene::cli
