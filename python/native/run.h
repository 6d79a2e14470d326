// The results of a launch.
#pragma once

#include <eugene.h>
#include <pybind11/numpy.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "findings.h"
#include "launch_state.h"
#include "thread_registers.h"
#include "trace.h"

namespace eugene::python {

// Counts of an instruction, with its place: a row of Run.profile.
struct ProfileRow {
  std::uint32_t offset, line;
  std::uint64_t executions, channels, issue, stalled, blamed, bytes, lines, hits;
};

struct Run {
  // Collects the results of a launch that has ended. Throws `error` unless `status` is EUGENE_OK.
  void end(const std::shared_ptr<LaunchState>& state, eugene_status status, const std::string& error);

  // Returns the registers of thread `number`, counted over all groups. Only for assembly and vISA.
  std::shared_ptr<ThreadRegisters> thread(std::size_t number) const;
  // Returns `bytes` bytes of memory at the end. Only for assembly and vISA.
  pybind11::bytes memory(std::uint64_t address, std::size_t bytes) const;

  eugene_statistics statistics{};
  std::size_t copied = 0;
  Trace trace;
  std::vector<Finding> findings;
  std::vector<ProfileRow> profile;
  double cycles = 0;
  std::string limit, output;
  std::shared_ptr<LaunchState> state;  // owns the registers and memory that are kept; null: none are kept
};

}  // namespace eugene::python
