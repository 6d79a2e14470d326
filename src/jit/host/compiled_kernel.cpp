#include "jit/host/compiled_kernel.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "jit/pass/pipeline.h"
#include "jit/record/control_modes.h"
#include "jit/record/thread_loop.h"
#include "jit/record_kernel.h"

namespace eugene::jit {

void define_runtime(HostCompiler& compiler) {
  compiler.define(kExecuteOne, reinterpret_cast<void*>(&execute_one));
  compiler.define(kExecuteMessage, reinterpret_cast<void*>(&execute_message));
  compiler.define(kExecuteBarrier, reinterpret_cast<void*>(&execute_barrier));
  compiler.define(kSendMessage, reinterpret_cast<void*>(&send_message));
  compiler.define(kSendMemoryMessage, reinterpret_cast<void*>(&send_memory_message));
  compiler.define(kReachedLanes, reinterpret_cast<void*>(&reached_lanes));
  compiler.define(kStopInMessage, reinterpret_cast<void*>(&stop_in_message));
  compiler.define(kStartThread, reinterpret_cast<void*>(&start_thread));
  // LLVM generates calls of these: for large memory operations, and for fused products if the host has no FMA.
  compiler.define("fma", reinterpret_cast<void*>(static_cast<double (*)(double, double, double)>(&std::fma)));
  compiler.define("fmaf", reinterpret_cast<void*>(static_cast<float (*)(float, float, float)>(&std::fma)));
  compiler.define("memset", reinterpret_cast<void*>(&std::memset));
}

namespace {

std::vector<std::uint32_t> find_left_out(const Assumptions& assumptions) {
  std::vector<std::uint32_t> found;
  if (assumptions.only == nullptr) return found;
  for (std::uint32_t index = 0; index < assumptions.only->size(); ++index)
    if (!(*assumptions.only)[index]) found.push_back(index);
  return found;
}

}  // namespace

Result<KernelObject> compile_object(HostCompiler& compiler, const eu::Kernel& kernel, const Assumptions& assumptions,
                                    const std::string& name, const Inspection& inspect, Effort effort) {
  Recorded recorded = record_kernel(kernel, assumptions, compiler, name);
  optimise_thread(*recorded.unit.module->getFunction(name));
  if (runs_in_batches(kernel) && assumptions.observed.allow_batches()) {
    const std::string direct = record_direct_threads(kernel, assumptions, compiler, name, recorded);
    add_thread_loop(recorded.unit, compiler, kernel, name, direct, assumptions.observed.digests);
  }
  auto object = compiler.compile(std::move(recorded.unit), inspect, effort);
  if (!object) return forward_error(object);
  return KernelObject{.name = name,
                      .object = std::move(object->bytes),
                      .entries = std::move(recorded.entries),
                      .joins = std::move(recorded.joins),
                      .left_out = find_left_out(assumptions),
                      .is_optimised = object->is_optimised};
}

namespace {

std::span<const std::byte> find_extent(const std::vector<LoadedCode::Function>& functions) {
  if (functions.empty()) return {};
  const std::byte* begin = functions.front().address;
  const std::byte* end = begin;
  for (const LoadedCode::Function& each : functions) {
    begin = std::min(begin, each.address);
    end = std::max(end, each.address + each.bytes);
  }
  return {begin, end};
}

}  // namespace

Result<CompiledKernel> load(HostCompiler& compiler, const eu::Kernel& kernel, const Assumptions& assumptions,
                            const KernelObject& object) {
  auto loaded = compiler.load(object.object, object.name);
  if (!loaded) return forward_error(loaded);
  const auto modes = control_before(kernel, assumptions.control);
  CompiledKernel compiled{.kernel = kernel,
                          .loaded = {},
                          .code = reinterpret_cast<Code>(loaded->address()),
                          .machine_code = {},
                          .entry_control = {},
                          .is_entry = {},
                          .joins = object.joins,
                          .left_out = object.left_out,
                          .in_batches = runs_in_batches(kernel) && assumptions.observed.allow_batches(),
                          .is_optimised = object.is_optimised};
  compiled.loaded = std::move(*loaded);
  compiled.machine_code = find_extent(compiled.loaded.functions());
  if (!compiled.left_out.empty() && compiled.left_out.back() >= kernel.prepared().ops.size())
    return fail("an instruction that is left out is past the kernel's end");
  compiled.is_entry.resize(kernel.prepared().ops.size() + 1);
  compiled.entry_control.resize(kernel.prepared().ops.size(), CompiledKernel::kNoEntry);
  for (const std::uint32_t entry : object.entries) {
    if (entry >= modes.size()) return fail("an entry is past the kernel's end");
    compiled.is_entry[entry] = modes[entry].has_value();
    if (modes[entry]) compiled.entry_control[entry] = *modes[entry];
  }
  return compiled;
}

Result<CompiledKernel> compile(HostCompiler& compiler, const eu::Kernel& kernel, const Assumptions& assumptions) {
  const auto object = compile_object(compiler, kernel, assumptions, "gpu_kernel");
  if (!object) return forward_error(object);
  return load(compiler, kernel, assumptions, *object);
}

}  // namespace eugene::jit
