// Facts about a dispatch that are known before it runs, for the checks of all kinds.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "binary/device_binary.h"
#include "check/host.h"
#include "check/kernel_variables.h"
#include "check/launch.h"
#include "check/source_order.h"
#include "eu/observer.h"
#include "gpu/schedule/observe/observation.h"

namespace eugene::check {

// Facts about kernels, found once for each kernel. The references that the functions return stay valid. Thread-safe.
class KernelFacts {
 public:
  explicit KernelFacts(const Host& host) : host_(&host) {}

  const KernelVariables& variables(const binary::DeviceKernel& kernel, const gpu::ObservedDispatch& dispatch);
  const SourceOrder& order(const binary::DeviceKernel& kernel, const gpu::ObservedDispatch& dispatch);

 private:
  const Host* host_;
  std::mutex mutex_;
  std::map<std::string, KernelVariables> variables_;  // by name and machine code
  std::map<std::string, SourceOrder> orders_;         // by name and machine code
};

struct DispatchFacts {
  const Host& host;
  const gpu::ObservedDispatch& dispatch;
  KernelFacts& kernels;
  eu::Interest compiled;                         // events that compiled code reports
  const ProgramLaunch* launch = nullptr;         // null: the dispatch is of a compute shader
  const binary::DeviceKernel* kernel = nullptr;  // the kernel's description in its binary; null if `launch` is

  // The following two functions are for dispatches of launches.
  const KernelVariables& variables() const { return kernels.variables(*kernel, dispatch); }
  const SourceOrder& order() const { return kernels.order(*kernel, dispatch); }
  // Whether compiled code reports these events. If not, an observer of the events needs the interpreter.
  bool are_compiled(const eu::Interest& events) const {
    eu::Interest all = compiled;
    return (all |= events) == compiled;
  }
};

}  // namespace eugene::check
