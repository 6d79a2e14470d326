// --gpu for commands that run no GPU: selects the machine that code is meant for.
#pragma once

#include <string>
#include <string_view>

#include "isa/machine.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace eugene::cli {

// Adds --gpu, which takes the names that `eugene run --gpu` takes.
CLI::Option* add_machine_option(CLI::App& command, std::string& gpu, const std::string& help);

// Returns the machine of the GPU named `gpu`; null for an empty name.
const isa::Machine* machine_of_gpu(std::string_view gpu);

}  // namespace eugene::cli
