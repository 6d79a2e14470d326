// Checks what kernels do that a program launches (layer `checks`), and says what is wrong in its words.
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

#include "checked/init_results.h"
#include "checked/kernel_variables.h"
#include "checked/launch.h"
#include "checked/overlaps.h"
#include "checked/source_order.h"
#include "checks/init.h"
#include "checks/memory.h"
#include "checks/own_memory.h"
#include "checks/race.h"
#include "findings/fidelity.h"
#include "findings/finding.h"
#include "gpu/check_kinds.h"
#include "gpu/schedule/observation.h"
#include "load/compute_shader.h"
#include "load/device_binary.h"
#include "load/kernel_origin.h"

namespace eugene::checked {

using DeviceKernels = std::vector<std::shared_ptr<const load::DeviceKernel>>;

// Whether a dispatch that is of no launch is a compute shader by Mesa's drivers, and of which API.
enum class Shaders : std::uint8_t { none, opengl, vulkan };

class CheckSource final : public gpu::ObserverSource {
 public:
  struct Host {
    LaunchSource* launches = nullptr;
    InitResults* init_results = nullptr;
    InitResults* inexact_results = nullptr;  // the same of inexact values
    Overlaps* overlaps = nullptr;            // null: launches are not compared with each other
    // Those of that code: that are known, or (`again`) that are there now.
    std::function<DeviceKernels(std::span<const std::byte> code, bool again)> kernels_of;
    std::function<load::KernelOrigin(std::span<const std::byte> code, const std::string& name)> origin_of;
    std::function<void(const std::string& kernel)> has_no_lines;
    std::function<void(findings::Finding&&)> found;                                       // from any thread
    std::function<void(const findings::KernelFidelity&, std::uint64_t launch)> executed;  // of the check `fidelity`
    std::function<void(const std::string& kernel, std::uint64_t launch)> incomplete;  // not all races were looked for
    // What no finding is: a kernel in which something cannot be looked for. Empty: nobody wants to know.
    std::function<void(const std::string& kernel, const std::string& text)> hint = {};
    // A debugger's. Empty: there is none. `seen`: while the thread is at the instruction, on its host thread.
    std::function<void(const findings::Finding&)> seen;
    // What a dispatch is that is of no launch. Empty: none is a shader.
    std::function<Shaders()> shaders;
    // What is known of the shader whose groups have so many invocations. Empty: nothing.
    std::function<load::ComputeShader(std::span<const std::byte> code, std::uint64_t invocations)> shader_of;
    // Whether the next dispatch is to be checked, where kernels are not compiled for checks. Empty: each is.
    std::function<bool()> is_wanted;
  };
  CheckSource(gpu::CheckKinds kinds, Host host) : kinds_(kinds), host_(std::move(host)) {}

  // Whether kernels must be watched for one of these.
  static bool has_any(const gpu::CheckKinds& kinds);
  eu::Interest interest() const override;
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& dispatch) override;

 private:
  struct Launched {
    Launch launch;
    std::shared_ptr<const load::DeviceKernel> kernel;
  };
  std::optional<Launched> launched(const gpu::ObservedDispatch& dispatch);
  std::unique_ptr<gpu::DispatchObserver> shader_begins(const gpu::ObservedDispatch& dispatch, Shaders shaders);
  // Whether the dispatch can meet nothing undefined.
  bool is_all_defined(const checks::InitFacts& facts, const gpu::ObservedDispatch& dispatch);
  checks::RaceFacts race_facts(const load::DeviceKernel& kernel, const SourceOrder& order,
                               const gpu::ObservedDispatch& dispatch) const;
  std::unique_ptr<RecordedLaunch> record(const Launch& launch, const checks::LaunchMemory& memory,
                                         const checks::RaceFacts& facts, const gpu::ObservedDispatch& dispatch) const;
  // Stays where it is.
  const SourceOrder& source_order(const load::DeviceKernel& kernel, const gpu::ObservedDispatch& dispatch);
  // The same.
  const KernelVariables& variables(const load::DeviceKernel& kernel, const gpu::ObservedDispatch& dispatch);
  checks::OwnMemory own_memory(const load::DeviceKernel& kernel, const KernelVariables& variables,
                               const gpu::ObservedDispatch& dispatch) const;

  gpu::CheckKinds kinds_;
  Host host_;
  std::shared_ptr<checks::Shadows> shadows_ = std::make_shared<checks::Shadows>();
  std::mutex mutex_;
  std::map<std::string, SourceOrder> orders_;         // by name and machine code
  std::map<std::string, KernelVariables> variables_;  // the same
  struct DefinedKernel {
    eu::Kernel kernel;  // so that no other gets its address
    bool are_registers_defined = false;
  };
  std::map<std::tuple<const isa::Program*, unsigned, bool>, DefinedKernel> defined_kernels_;
};

}  // namespace eugene::checked
