// What a launch has done.
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

// What an instruction has done, with its place: a row of Run.profile.
struct ProfileRow {
  std::uint32_t offset, line;
  std::uint64_t executions, channels, issue, stalled, blamed, bytes, lines, hits;
};

struct Run {
  // Of a launch that has ended with `status`, of which `error` tells: throws unless that is EUGENE_OK.
  void end(const std::shared_ptr<LaunchState>& state, eugene_status status, const std::string& error);

  // Of a program of assembly or vISA, after its end: thread `number`, counted over all groups.
  std::shared_ptr<ThreadRegisters> thread(std::size_t number) const;
  // `bytes` bytes of the memory that such a program had at an address.
  pybind11::bytes memory(std::uint64_t address, std::size_t bytes) const;

  eugene_statistics statistics{};
  std::size_t copied = 0;
  Trace trace;
  std::vector<Finding> findings;
  std::vector<ProfileRow> profile;
  double cycles = 0;
  std::string limit, output;
  std::shared_ptr<LaunchState> state;  // whose registers are kept; null: none are
};

}  // namespace eugene::python
