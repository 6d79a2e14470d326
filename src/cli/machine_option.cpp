#include "machine_option.h"

#include <CLI/CLI.hpp>

#include "gpu/device.h"
#include "gpu_options.h"

namespace eugene::cli {

// Each GPU of a family executes the same code.
static_assert([] {
  for (const gpu::Device& device : gpu::kDevices) {
    const isa::Machine* machine = isa::find_machine(device.family);
    if (machine == nullptr || machine->gen->id != device.gen->id) return false;
  }
  return true;
}());

CLI::Option* add_machine_option(CLI::App& command, std::string& gpu, const std::string& help) {
  return command.add_option("--gpu", gpu, help)->check(CLI::IsMember(gpu_names()));
}

const isa::Machine* machine_of_gpu(std::string_view gpu) {
  const gpu::Device* device = gpu::find_device(gpu);
  return device == nullptr ? nullptr : isa::find_machine(device->family);
}

}  // namespace eugene::cli
