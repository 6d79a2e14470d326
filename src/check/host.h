// The process whose launches are checked: the facts that it has, and the calls that it receives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "binary/compute_shader.h"
#include "binary/device_binary.h"
#include "binary/kernel_origin.h"
#include "check/finding/fidelity.h"
#include "check/finding/finding.h"
#include "check/init/results.h"
#include "check/launch.h"
#include "check/race/overlaps.h"

namespace eugene::check {

using DeviceKernels = std::vector<std::shared_ptr<const binary::DeviceKernel>>;

// Whether a dispatch without a launch is a compute shader of Mesa's drivers, and of which API.
enum class Shaders : std::uint8_t { none, opengl, vulkan };

struct Host {
  LaunchSource* launches = nullptr;
  InitResults* init_results = nullptr;
  InitResults* inexact_results = nullptr;  // the same for inexact values
  Overlaps* overlaps = nullptr;            // null: launches are not compared with each other
  // Returns the kernels with that code: the known ones, or (`again`) those that exist now.
  std::function<DeviceKernels(std::span<const std::byte> code, bool again)> list_kernels;
  std::function<binary::KernelOrigin(std::span<const std::byte> code, const std::string& name)> find_origin;
  std::function<void(const std::string& kernel)> has_no_lines;
  std::function<void(Finding&&)> found;                                             // called from any thread
  std::function<void(const KernelFidelity&, std::uint64_t launch)> executed;        // for the check `fidelity`
  std::function<void(const std::string& kernel, std::uint64_t launch)> incomplete;  // not all races were looked for
  // Called for a kernel that cannot be checked completely. Such a kernel is not a finding. Empty: disabled.
  std::function<void(const std::string& kernel, const std::string& text)> hint = {};
  // Notifies a debugger while the thread is at the instruction, on the thread's host thread. Empty: without
  // a debugger.
  std::function<void(const Finding&)> seen;
  // Returns the kind of a dispatch that belongs to no launch. Empty: no dispatch is a shader.
  std::function<Shaders()> shaders;
  // Returns the facts known of the shader with this code, whose groups have that many invocations. Empty: no facts
  // are known.
  std::function<binary::ComputeShader(std::span<const std::byte> code, std::uint64_t invocations)> find_shader;
  // Whether to check the next dispatch, if kernels are not compiled for checks. Empty: every dispatch is checked.
  std::function<bool()> is_wanted;
};

}  // namespace eugene::check
