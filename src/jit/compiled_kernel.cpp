#include "jit/compiled_kernel.h"

#include <algorithm>
#include <atomic>
#include <bit>

#include <fmt/format.h>

#include "eu/host_rounding.h"
#include "jit/control_modes.h"
#include "jit/kernel_recorder.h"

namespace eugene::jit {
namespace {

// The instruction at byte `ip`; its number of instructions for what is just past the end.
std::uint32_t index_at(const eu::DecodedProgram& decoded, std::uint32_t ip) {
  if (ip % 8 != 0 || ip / 8 >= decoded.index_of.size()) return eu::DecodedProgram::kNoInstruction;
  return decoded.index_of[ip / 8];
}

// Channel IPs to masks by instruction; false if some channel waits where compiled code has no join point.
bool channels_to_masks(const eu::Thread& thread, const eu::DecodedProgram& decoded,
                       std::vector<std::uint32_t>& waiting) {
  for (std::uint32_t rest = thread.dispatched & ~thread.running; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint32_t index = index_at(decoded, thread.channel_ip[channel]);
    if (index >= decoded.ops.size()) continue;  // waits for what no instruction can bring
    if (!decoded.ops[index].rejoins) return false;
    waiting[index] |= 1U << channel;
  }
  return true;
}

void masks_to_channels(eu::Thread& thread, const eu::DecodedProgram& decoded, std::vector<std::uint32_t>& waiting) {
  for (const eu::DecodedOp& op : decoded.ops) {
    if (!op.rejoins) continue;
    for (std::uint32_t rest = waiting[op.index]; rest != 0; rest &= rest - 1)
      thread.channel_ip[static_cast<unsigned>(std::countr_zero(rest))] = op.ip;
    waiting[op.index] = 0;
  }
}

}  // namespace

bool execute_one(Frame* frame, std::uint32_t index) {
  eu::execute_alu(*frame->machine, frame->machine->decoded.ops[index]);
  return frame->machine->fault.has_value();
}

std::uint32_t execute_message(Frame* frame, std::uint32_t index) {
  return static_cast<std::uint32_t>(eu::execute_send(*frame->machine, frame->machine->decoded.ops[index]));
}

bool execute_wait(Frame* frame, std::uint32_t index) {
  std::uint32_t& count = frame->thread->notification[frame->machine->decoded.ops[index].destination.offset];
  if (count == 0) return true;
  --count;
  return false;
}

void define_runtime(HostCompiler& compiler) {
  compiler.define(kExecuteOne, reinterpret_cast<void*>(&execute_one));
  compiler.define(kExecuteMessage, reinterpret_cast<void*>(&execute_message));
  compiler.define(kExecuteWait, reinterpret_cast<void*>(&execute_wait));
}

Result<CompiledKernel> compile(HostCompiler& compiler, const eu::Kernel& kernel, std::uint32_t control,
                               const std::function<void(const llvm::Module&)>& inspect) {
  static std::atomic<unsigned> count = 0;
  if (const auto reason = KernelRecorder::refusal(kernel)) return fail(fmt::format("not compiled: {}", *reason));
  const auto modes = control_before(kernel, control);
  if (!modes) return fail("not compiled: cr0 cannot be known before it runs");
  const std::string name = fmt::format("eugene_kernel_{}", count++);
  Recorded recorded = KernelRecorder(kernel, *modes, compiler).record(name);
  const auto address = compiler.compile(std::move(recorded.unit), name, inspect);
  if (!address) return std::unexpected(address.error());
  CompiledKernel compiled{.kernel = kernel, .code = reinterpret_cast<Code>(*address), .control = control};
  compiled.is_entry.resize(kernel.decoded().ops.size() + 1);
  for (const std::uint32_t entry : recorded.entries) compiled.is_entry[entry] = true;
  return compiled;
}

eu::Outcome Runner::run(const CompiledKernel& compiled, eu::Thread& thread, eu::MessagePort& port,
                        const eu::RunLimits& limits) {
  const eu::DecodedProgram& decoded = compiled.kernel.decoded();
  const std::uint64_t start = thread.instructions_executed;
  if (waiting_.size() < decoded.ops.size() + 1) waiting_.resize(decoded.ops.size() + 1);
  const std::uint32_t index = index_at(decoded, thread.ip);
  const auto interpret = [&] {
    eu::RunLimits rest = limits;
    rest.instructions -= std::min(rest.instructions, thread.instructions_executed - start);
    return eu::run(compiled.kernel, thread, port, rest);
  };
  const bool enters = index < decoded.ops.size() && compiled.is_entry[index] &&
                      (index != 0 || thread.control[0] == compiled.control) &&
                      channels_to_masks(thread, decoded, waiting_);
  if (!enters) {
    std::ranges::fill(waiting_, 0);
    return interpret();
  }
  const eu::HostRounding rounding;
  eu::Machine machine(compiled.kernel, thread, port);
  Frame frame{.thread = &thread,
              .machine = &machine,
              .waiting = waiting_.data(),
              .budget = start + std::min(limits.instructions, ~std::uint64_t{0} - start)};
  const std::uint32_t why = compiled.code(&frame, &thread, index);
  masks_to_channels(thread, decoded, waiting_);
  if (why == kInterpret) return interpret();
  eu::Outcome outcome{.stop = static_cast<eu::Stop>(why), .fault = std::move(machine.fault)};
  if (outcome.stop == eu::Stop::waiting)
    outcome.notification = decoded.ops[index_at(decoded, thread.ip)].destination.offset;
  return outcome;
}

}  // namespace eugene::jit
