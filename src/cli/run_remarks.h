// Remarks of `eugene run` after a program that did not do what its user expects.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gpu/device.h"

namespace eugene::i915 {
struct Stats;
}

namespace eugene::cli {

inline constexpr int kSignalBase = 128;  // a program ended by signal N has exit status kSignalBase + N

// Returns a line, without its end, if a program requested work but the GPU ran no kernel: the program may have computed
// elsewhere. Else empty.
std::string remark_on_no_dispatch(const i915::Stats& stats);

// Below, `command` is the command of `eugene` that a line begins with: run, profile or debug.

// Prints a line if a program asks for OpenCL on a GPU that Intel's OpenCL driver does not support.
void tell_of_no_opencl(std::string_view command, const i915::Stats& stats, const gpu::Device& device);

// Prints a line for --require-gpu: why nothing may have run on the GPU.
void tell_of_required_gpu(std::string_view command, const i915::Stats& stats);

// Prints, for each process that died in a dispatch, the last line about the dispatch from the run's directory.
void tell_of_death_in_dispatch(const std::filesystem::path& directory);

// Prints a line for each process that died inside the driver's compiler, according to its mark in the run's directory.
// `status` is the program's exit status, as from a shell.
void tell_of_death_in_compiler(std::string_view command, const std::filesystem::path& directory,
                               const gpu::Device& device, int status);

}  // namespace eugene::cli
