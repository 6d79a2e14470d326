#include "machine_option.h"

#include <CLI/CLI.hpp>

#include "gpu/device.h"
#include "gpu_options.h"
#include "validators.h"

namespace eugene::cli {

CLI::Option* add_machine_option(CLI::App& command, std::string& gpu, const std::string& help) {
  return command.add_option("--gpu", gpu, help)->check(choice(gpu_names()));
}

const isa::Machine* machine_of_gpu(std::string_view gpu) {
  const gpu::Device* device = gpu::find_device(gpu);
  return device == nullptr ? nullptr : device->machine;
}

}  // namespace eugene::cli
