// Shows the result of a kernel that `eugene launch` has run: its buffers, printed or written to files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "binary/device_binary.h"
#include "gpu/stats.h"
#include "launch/machine.h"
#include "launch_arguments.h"

namespace eugene::cli {

// Keeps references to the constructor's arguments, which must outlive it.
class LaunchOutput {
 public:
  LaunchOutput(const binary::DeviceKernel& kernel, std::span<const GivenArgument> given, const launch::Machine& machine)
      : kernel_(&kernel), given_(given), machine_(&machine) {}

  // Reads the values of --save: "NAME=FILE" or "NUMBER=FILE". Fails if one does not name a buffer.
  Result<void> parse_saves(const std::vector<std::string>& texts);
  // Writes the buffers of --save, as arrays of NumPy if the file name ends in .npy.
  Result<void> save() const;
  // Prints the output of printf(), then the first `elements` of each buffer that the kernel may have written and that
  // is not saved.
  void print_text(std::uint64_t elements) const;
  // Prints all of this as JSON, with the cost of the launch on `device`.
  void print_json(const std::string& device, const gpu::DispatchStats& stats, std::uint64_t elements) const;

 private:
  std::string find_name(const GivenArgument& given) const;
  std::span<const std::byte> contents(const GivenArgument& given) const;

  const binary::DeviceKernel* kernel_;
  std::span<const GivenArgument> given_;
  const launch::Machine* machine_;
  std::vector<std::pair<std::size_t, std::string>> saves_;  // number of each argument to save, and its file
};

}  // namespace eugene::cli
