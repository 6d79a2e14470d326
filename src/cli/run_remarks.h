// Remarks of `eugene run` after a program that has not done what its user expects.
#pragma once

#include <filesystem>
#include <string>

#include "gpu/device.h"

namespace eugene::i915 {
struct Stats;
}

namespace eugene::cli {

inline constexpr int kSignalBase = 128;  // exit status of a program that a signal ended: this and the signal

// One line, without its end, if a program that wanted work done has had the GPU run no kernel: it may have computed
// elsewhere. Else empty.
std::string remark_on_no_dispatch(const i915::Stats& stats);

// One line if a program has asked for OpenCL on a GPU for which Intel's driver has none.
void tell_of_no_opencl(const i915::Stats& stats, const gpu::Device& device);

// One line for --require-gpu: why nothing may have run on the GPU.
void tell_of_required_gpu(const i915::Stats& stats);

// What each process that has died in a dispatch has left as its last line about it, in the run's directory.
void tell_of_death_in_dispatch(const std::filesystem::path& directory);

// One line for each process that has died inside the driver's compiler, by its marks in the run's directory. `status`:
// of the program, as a shell would give it.
void tell_of_death_in_compiler(const std::filesystem::path& directory, const gpu::Device& device, int status);

}  // namespace eugene::cli
