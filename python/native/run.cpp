#include "run.h"

#include <pybind11/stl.h>

#include <utility>

#include "failure.h"

namespace py = pybind11;

namespace eugene::python {
namespace {

void keep_profile(const LaunchState& state, Run& run) {
  const std::size_t count = eugene_instruction_count(state.program, state.kernel);
  for (std::size_t i = 0; i < count; ++i) {
    eugene_profile profile{};
    eugene_instruction instruction{};
    require(eugene_profile_at(state.launch, i, &profile, sizeof(profile)));
    require(eugene_instruction_at(state.program, state.kernel, i, &instruction, sizeof(instruction)));
    run.profile.push_back({.offset = instruction.offset,
                           .line = instruction.line,
                           .executions = profile.executions,
                           .channels = profile.channels,
                           .issue = profile.issue,
                           .stalled = profile.stalled,
                           .blamed = profile.blamed,
                           .bytes = profile.bytes,
                           .lines = profile.lines,
                           .hits = profile.hits});
  }
  eugene_estimate estimate{};
  require(eugene_launch_estimate(state.launch, &estimate, sizeof(estimate)));
  run.cycles = estimate.cycles;
  run.limit = estimate.limit;
}

}  // namespace

void Run::end(const std::shared_ptr<LaunchState>& of, eugene_status status, const std::string& error) {
  eugene_launch_statistics(of->launch, &statistics, sizeof(statistics));
  of->memory.copy_back();
  findings = findings_of(of->launch);
  output = eugene_launch_output(of->launch);
  if (!findings.empty() && !of->machine->collector.is_none()) of->machine->collector(findings);
  trace.rethrow();
  if (status != EUGENE_OK) throw Failure{status, error};
  if (of->is_profiled) keep_profile(*of, *this);
  copied = of->memory.take_copied();
}

std::shared_ptr<ThreadRegisters> Run::thread(std::size_t number) const {
  if (state == nullptr)
    throw Failure{EUGENE_USAGE,
                  "registers are kept only for programs of assembly and vISA; stop other kernels with kernel.start()"};
  return std::make_shared<ThreadRegisters>(state, number);
}

py::bytes Run::memory(std::uint64_t address, std::size_t bytes) const {
  if (state == nullptr) throw Failure{EUGENE_USAGE, "memory is kept only for programs of assembly and vISA"};
  std::uint64_t there = 0;
  std::string contents;
  {
    const Machine::Turn turn(*state->machine);
    const void* data = eugene_launch_memory(state->launch, address, &there);
    if (data == nullptr) throw Failure{EUGENE_USAGE, eugene_error()};
    if (bytes > there) throw Failure{EUGENE_USAGE, "only " + std::to_string(there) + " bytes are there"};
    contents.assign(static_cast<const char*>(data), bytes);
  }
  return contents;
}

}  // namespace eugene::python
