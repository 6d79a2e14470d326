// Checks the kernels that a program launches (layer `checks`), and describes errors in the program's words.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "binary/compute_shader.h"
#include "binary/device_binary.h"
#include "binary/kernel_origin.h"
#include "check/finding/fidelity.h"
#include "check/finding/finding.h"
#include "check/init/init.h"
#include "check/init/results.h"
#include "check/kernel_variables.h"
#include "check/kinds.h"
#include "check/launch.h"
#include "check/memory/memory.h"
#include "check/memory/own_memory.h"
#include "check/race/overlaps.h"
#include "check/race/race.h"
#include "check/source_order.h"
#include "gpu/schedule/observe/observation.h"

namespace eugene::check {

using DeviceKernels = std::vector<std::shared_ptr<const binary::DeviceKernel>>;

// Whether a dispatch that belongs to no launch is a compute shader of Mesa's drivers, and of which API.
enum class Shaders : std::uint8_t { none, opengl, vulkan };

class CheckSource final : public gpu::ObserverSource {
 public:
  struct Host {
    LaunchSource* launches = nullptr;
    InitResults* init_results = nullptr;
    InitResults* inexact_results = nullptr;  // the same for inexact values
    Overlaps* overlaps = nullptr;            // null: launches are not compared with each other
    // Returns the kernels with that code: the known ones, or (`again`) those that exist now.
    std::function<DeviceKernels(std::span<const std::byte> code, bool again)> kernels_of;
    std::function<binary::KernelOrigin(std::span<const std::byte> code, const std::string& name)> origin_of;
    std::function<void(const std::string& kernel)> has_no_lines;
    std::function<void(Finding&&)> found;                                             // called from any thread
    std::function<void(const KernelFidelity&, std::uint64_t launch)> executed;        // for the check `fidelity`
    std::function<void(const std::string& kernel, std::uint64_t launch)> incomplete;  // not all races were looked for
    // Called for a kernel in which something cannot be checked, which is not a finding. Empty: disabled.
    std::function<void(const std::string& kernel, const std::string& text)> hint = {};
    // Notifies a debugger while the thread is at the instruction, on the thread's host thread. Empty: there is no
    // debugger.
    std::function<void(const Finding&)> seen;
    // Returns the kind of a dispatch that belongs to no launch. Empty: no dispatch is a shader.
    std::function<Shaders()> shaders;
    // Returns the facts known of the shader with this code, whose groups have that many invocations. Empty: no facts
    // are known.
    std::function<binary::ComputeShader(std::span<const std::byte> code, std::uint64_t invocations)> shader_of;
    // Whether to check the next dispatch, if kernels are not compiled for checks. Empty: every dispatch is checked.
    std::function<bool()> is_wanted;
  };
  CheckSource(CheckKinds kinds, Host host) : kinds_(kinds), host_(std::move(host)) {}

  // Whether kernels must be watched for any of these kinds.
  static bool has_any(const CheckKinds& kinds);
  eu::Interest interest() const override;
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& dispatch) override;

 private:
  struct Launched {
    Launch launch;
    std::shared_ptr<const binary::DeviceKernel> kernel;
  };
  std::optional<Launched> launched(const gpu::ObservedDispatch& dispatch);
  std::unique_ptr<gpu::DispatchObserver> shader_begins(const gpu::ObservedDispatch& dispatch, Shaders shaders);
  // Whether the dispatch cannot meet undefined values.
  bool is_all_defined(const InitFacts& facts, const gpu::ObservedDispatch& dispatch);
  RaceFacts race_facts(const binary::DeviceKernel& kernel, const SourceOrder& order,
                       const gpu::ObservedDispatch& dispatch) const;
  std::unique_ptr<RecordedLaunch> record(const Launch& launch, const LaunchMemory& memory, const RaceFacts& facts,
                                         const gpu::ObservedDispatch& dispatch) const;
  // The reference stays valid.
  const SourceOrder& source_order(const binary::DeviceKernel& kernel, const gpu::ObservedDispatch& dispatch);
  // The reference stays valid.
  const KernelVariables& variables(const binary::DeviceKernel& kernel, const gpu::ObservedDispatch& dispatch);
  OwnMemory own_memory(const binary::DeviceKernel& kernel, const KernelVariables& variables,
                       const gpu::ObservedDispatch& dispatch) const;

  CheckKinds kinds_;
  Host host_;
  std::shared_ptr<Shadows> shadows_ = std::make_shared<Shadows>();
  std::mutex mutex_;
  std::map<std::string, SourceOrder> orders_;         // by name and machine code
  std::map<std::string, KernelVariables> variables_;  // by name and machine code
  struct DefinedKernel {
    eu::Kernel kernel;  // kept so that no other kernel gets its address
    bool are_registers_defined = false;
  };
  std::map<std::tuple<const isa::Program*, unsigned, bool>, DefinedKernel> defined_kernels_;
};

}  // namespace eugene::check
