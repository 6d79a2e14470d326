#include "jit/host/compiled_kernel.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "eu/thread_model.h"
#include "jit/pass/pipeline.h"
#include "jit/record/control_modes.h"
#include "jit/record/record_kernel.h"
#include "jit/record/thread_loop.h"

namespace eugene::jit {
namespace {

// The instruction at byte `ip`; its number of instructions for what is just past the end.
std::uint32_t index_at(const eu::PreparedProgram& prepared, std::uint32_t ip) {
  if (ip % 8 != 0 || ip / 8 >= prepared.index_of.size()) return eu::PreparedProgram::kNoInstruction;
  return prepared.index_of[ip / 8];
}

std::uint32_t ip_of(const eu::PreparedProgram& prepared, std::uint32_t index) {
  if (index < prepared.ops.size()) return prepared.ops[index].ip;
  return static_cast<std::uint32_t>((prepared.index_of.size() - 1) * 8);
}

// Channel IPs to masks by join point; false if some channel waits where compiled code has none.
bool channels_to_masks(const eu::Thread& thread, const CompiledKernel& compiled, std::vector<std::uint32_t>& waiting) {
  const eu::PreparedProgram& prepared = compiled.kernel.prepared();
  for (std::uint32_t rest = thread.dispatched & ~thread.running; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint32_t index = index_at(prepared, thread.channel_ip[channel]);
    const auto join = std::ranges::lower_bound(compiled.joins, index);
    if (join == compiled.joins.end() || *join != index) {
      if (index >= prepared.ops.size()) continue;  // waits for what no instruction can bring
      return false;
    }
    waiting[static_cast<std::size_t>(join - compiled.joins.begin())] |= 1U << channel;
  }
  return true;
}

std::uint64_t budget_of(const eu::Thread& thread, const eu::RunLimits& limits) {
  const std::uint64_t start = thread.instructions_executed;
  return start + std::min(limits.instructions, ~std::uint64_t{0} - start);
}

void masks_to_channels(eu::Thread& thread, const CompiledKernel& compiled, std::vector<std::uint32_t>& waiting) {
  for (std::size_t i = 0; i < compiled.joins.size(); ++i) {
    for (std::uint32_t rest = waiting[i]; rest != 0; rest &= rest - 1)
      thread.channel_ip[static_cast<unsigned>(std::countr_zero(rest))] =
          ip_of(compiled.kernel.prepared(), compiled.joins[i]);
    waiting[i] = 0;
  }
}

}  // namespace

Executed execute_one(Frame* frame, eu::Thread* thread, std::uint32_t index) {
  eu::Machine& machine = frame->get_machine();
  machine.follow_control();
  const eu::PreparedOp& op = machine.prepared.ops[index];
  const std::uint32_t next = eu::execute_alu(machine, op);
  if (machine.fault) return Executed::faulted;
  if (!op.destination.acts || (next == index + 1 && !machine.exception_pending)) return Executed::on;
  // A write of ip, the end of the system routine, or an exception before the next instruction.
  thread->ip = ip_of(machine.prepared, next);
  return Executed::elsewhere;
}

std::uint32_t execute_message(Frame* frame, eu::Thread*, std::uint32_t index) {
  eu::Machine& machine = frame->get_machine();
  return static_cast<std::uint32_t>(eu::execute_send(machine, machine.prepared.ops[index]));
}

void define_runtime(HostCompiler& compiler) {
  compiler.define(kExecuteOne, reinterpret_cast<void*>(&execute_one));
  compiler.define(kExecuteMessage, reinterpret_cast<void*>(&execute_message));
  compiler.define(kExecuteBarrier, reinterpret_cast<void*>(&execute_barrier));
  compiler.define(kSendMessage, reinterpret_cast<void*>(&send_message));
  compiler.define(kSendMemoryMessage, reinterpret_cast<void*>(&send_memory_message));
  compiler.define(kStopInMessage, reinterpret_cast<void*>(&stop_in_message));
}

Result<KernelObject> compile_object(HostCompiler& compiler, const eu::Kernel& kernel, const Assumptions& assumptions,
                                    const std::string& name, const Inspection& inspect) {
  Recorded recorded = record_kernel(kernel, assumptions, compiler, name);
  optimise_thread(*recorded.unit.module->getFunction(name));
  if (runs_in_batches(kernel)) add_thread_loop(recorded.unit, compiler, kernel, name);
  auto object = compiler.compile(std::move(recorded.unit), inspect);
  if (!object) return std::unexpected(object.error());
  return KernelObject{.name = name,
                      .object = std::move(*object),
                      .entries = std::move(recorded.entries),
                      .joins = std::move(recorded.joins)};
}

Result<CompiledKernel> load(HostCompiler& compiler, const eu::Kernel& kernel, std::uint32_t control,
                            const KernelObject& object) {
  auto loaded = compiler.load(object.object, object.name);
  if (!loaded) return std::unexpected(loaded.error());
  const auto modes = control_before(kernel, control);
  CompiledKernel compiled{.kernel = kernel,
                          .loaded = {},
                          .code = reinterpret_cast<Code>(loaded->address()),
                          .entry_control = {},
                          .is_entry = {},
                          .joins = object.joins,
                          .in_batches = runs_in_batches(kernel)};
  compiled.loaded = std::move(*loaded);
  compiled.is_entry.resize(kernel.prepared().ops.size() + 1);
  compiled.entry_control.resize(kernel.prepared().ops.size(), CompiledKernel::kNoEntry);
  for (const std::uint32_t entry : object.entries) {
    if (entry >= modes.size()) return fail("an entry beyond the kernel's end");
    compiled.is_entry[entry] = modes[entry].has_value();
    if (modes[entry]) compiled.entry_control[entry] = *modes[entry];
  }
  return compiled;
}

Result<CompiledKernel> compile(HostCompiler& compiler, const eu::Kernel& kernel, const Assumptions& assumptions) {
  const auto object = compile_object(compiler, kernel, assumptions, "gpu_kernel");
  if (!object) return std::unexpected(object.error());
  return load(compiler, kernel, assumptions.control, *object);
}

// What stays the same from thread to thread.
void Runner::attach(const CompiledKernel& compiled, eu::MessagePort& port) {
  machine_.attach(compiled.kernel, port);
  eu::WindowTable* windows = port.windows();
  frame_.windows = (windows != nullptr ? windows : &no_windows_)->of(reinterpret_cast<const void*>(compiled.code));
  frame_.barrier = port.barrier();
  if (waiting_.size() < compiled.joins.size()) waiting_.resize(compiled.joins.size());
}

// Calls compiled code; frame_.thread is afterwards the thread that ran last.
std::uint32_t Runner::call(const CompiledKernel& compiled, eu::Thread& thread, std::uint32_t entry) {
  const std::uint32_t why = compiled.code(&frame_, &thread, waiting_.data(), entry);
  const eu::Thread& last = *frame_.thread;
  if (last.running != last.dispatched) masks_to_channels(*frame_.thread, compiled, waiting_);
  return why;
}

// The Stop `why` of the thread that ran last.
void Runner::report(const CompiledKernel& compiled, std::uint32_t why, eu::Outcome& outcome) {
  const eu::PreparedProgram& prepared = compiled.kernel.prepared();
  outcome.stop = static_cast<eu::Stop>(why);
  outcome.notification = 0;
  outcome.fault.reset();
  if (frame_.has_machine != 0) outcome.fault = std::move(frame_.get_machine().fault);
  if (outcome.stop == eu::Stop::waiting)
    outcome.notification = prepared.ops[index_at(prepared, frame_.thread->ip)].notification;
}

// Resumes `thread`, if it is at an entry of compiled code: a Stop, or kInterpret where the interpreter has to continue.
// Inlined, since a turn between two barriers may be shorter than the call.
[[gnu::always_inline]] inline std::uint32_t Runner::enter(const CompiledKernel& compiled, eu::Thread& thread,
                                                          std::uint64_t budget) {
  const std::uint32_t index = index_at(compiled.kernel.prepared(), thread.ip);
  if (index >= compiled.entry_control.size() || compiled.entry_control[index] != thread.control[0]) return kInterpret;
  frame_.thread = &thread;
  // Only a Machine knows whether an exception is pending, and few threads have had any.
  if (eu::has_exceptions(thread) && frame_.get_machine().exception_pending) return kInterpret;
  if (thread.running != thread.dispatched && !channels_to_masks(thread, compiled, waiting_)) {
    std::ranges::fill(waiting_, 0);
    return kInterpret;
  }
  frame_.budget = budget;
  return call(compiled, thread, index);
}

// After enter(), which has returned `why`: enters again as often as it takes, in turn with the interpreter.
void Runner::finish(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port, std::uint64_t budget,
                    std::uint32_t why, eu::Outcome& outcome) {
  for (;;) {
    if (why != kInterpret) report(compiled, why, outcome);
    if (frame_.has_machine != 0) leave_machine();
    if (why != kInterpret) return;
    const eu::RunLimits rest{.instructions = budget - std::min(budget, thread.instructions_executed)};
    if (auto interpreted = eu::run_until(compiled.kernel, thread, port, rest, compiled.is_entry)) {
      outcome = *std::move(interpreted);
      return;
    }
    why = enter(compiled, thread, budget);
  }
}

void Runner::run_attached(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port,
                          const eu::RunLimits& limits, eu::Outcome& outcome) {
  const std::uint64_t budget = budget_of(thread, limits);
  const std::uint32_t why = enter(compiled, thread, budget);
  if (why == static_cast<std::uint32_t>(eu::Stop::waiting) && frame_.has_machine == 0) {
    outcome.stop = eu::Stop::waiting;
    outcome.fault.reset();
    return;
  }
  finish(compiled, thread, port, budget, why, outcome);
}

void Runner::run(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits,
                 eu::Outcome& outcome) {
  attach(compiled, port);
  const std::uint64_t budget = budget_of(thread, limits);
  finish(compiled, thread, port, budget, enter(compiled, thread, budget), outcome);
}

bool Runner::runs_batches(const CompiledKernel& compiled, const eu::Thread& model) {
  return compiled.in_batches && !compiled.entry_control.empty() && model.control[0] == compiled.entry_control[0] &&
         !eu::has_exceptions(model) && !model.has_system_routine;
}

void Runner::run_batch(const CompiledKernel& compiled, eu::Batch& batch, eu::MessagePort& port,
                       const eu::RunLimits& limits, eu::Outcome& outcome) {
  attach(compiled, port);
  frame_.budget = limits.instructions;  // a thread starts at none
  while (batch.can_start()) {
    frame_.batch = batch;
    const std::uint32_t why = call(compiled, *batch.threads, kNextThread);
    batch = frame_.batch;
    if (why != kInterpret) report(compiled, why, outcome);
    if (frame_.has_machine != 0) leave_machine();
    if (why == kInterpret) {
      eu::Thread& thread = *frame_.thread;
      const std::uint64_t left = limits.instructions - std::min(limits.instructions, thread.instructions_executed);
      run(compiled, thread, port, {.instructions = left}, outcome);
      if (outcome.stop == eu::Stop::end_of_thread) {
        const eu::Thread& model = batch.models[batch.thread];
        batch.end_thread();
        eu::restore_model(thread, model, compiled.kernel);
      }
    }
    if (outcome.stop != eu::Stop::end_of_thread) return;
  }
}

// Compiled code computes in the rounding mode that a host program starts in; a Machine may have set another.
void Runner::leave_machine() {
  machine_.detach();
  frame_.has_machine = 0;
  eu::Machine::set_host_rounding(sem::Rounding::nearest_even);
}

}  // namespace eugene::jit
