// Finds kernels by their machine code in the program binaries of a directory: name, source lines and arguments. Layers
// in front of the drivers leave the binaries there while the program runs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/code_map.h"
#include "binary/device_binary.h"
#include "binary/kernel_origin.h"

namespace eugene::binary {

// Prefixes of file names in the directory. Files of one program have the same suffix.
struct ProgramFiles {
  std::string_view binary;
  std::string_view source;  // the text that the compiler was given; there may be none
  // Files with the difference of the compiler's number of a program and the user's number. The compiler also counts
  // builds that were made only for checks. A program without this file has the same number for both.
  std::string_view shift;
};

// A kernel's code as the compiler made it, and the addresses that the driver has written into it, by symbol.
struct CompiledCode {
  std::vector<std::byte> code;
  std::map<std::string, std::uint64_t, std::less<>> addresses;
};

// Kernels of the same code, one for each name.
using SharedKernels = std::vector<std::shared_ptr<const DeviceKernel>>;

// Safe for several threads. Each binary is read once for its code; the binary that has a kernel's code is read again
// for debug data.
class ProgramBinaries {
 public:
  ProgramBinaries(std::filesystem::path directory, const ProgramFiles& files)
      : directory_(std::move(directory)), files_(files) {}

  // Returns an empty name if no binary has the code: for example, if the kernel is the driver's own.
  std::string name(std::span<const std::byte> code);
  // Returns the kernel's name and source lines. If several kernels have the code, prefers the kernel `name`.
  KernelOrigin origin(std::span<const std::byte> code, std::string_view name = {});
  // Returns the kernels as their binaries describe them, with debug data. known_kernels() returns what the last call
  // for the same code found, and reads nothing.
  SharedKernels find_kernels(std::span<const std::byte> code);
  SharedKernels known_kernels(std::span<const std::byte> code);
  // Returns nothing if the kernel is unknown or has no relocations.
  std::optional<CompiledCode> compiled(std::span<const std::byte> code);

 private:
  struct Known {
    std::string name;
    SharedKernels kernels;
  };

  void read_new();
  template <class Visit>
  void visit_kernels(std::span<const std::byte> code, Visit visit);

  std::filesystem::path directory_;
  ProgramFiles files_;
  std::mutex mutex_;
  std::map<std::string, std::vector<DeviceBinary>> read_;  // by file name, without debug data
  CodeMap<Known> known_;
};

}  // namespace eugene::binary
