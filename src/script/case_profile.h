// Counts what the threads of a case execute, for `exec --profile`. The machine is the default one of the case's
// generation.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "gpu/device.h"
#include "profile/parameters.h"
#include "profile/profiler.h"
#include "profile/recorder.h"
#include "script/case_program.h"

namespace eugene::script {

// The machine that is used to profile cases of `gen`.
const gpu::Device& profiled_device(const isa::Gen& gen);

class CaseProfile {
 public:
  // `file` is the file of the case.
  CaseProfile(const Case& one, const CaseProgram& program, const std::string& file,
              const profile::Parameters& parameters = {});

  eu::Observer& recorder() { return *recorder_; }
  // Call this once, when all groups have ended. Returns the counts of `threads` threads.
  profile::KernelCounts end(std::uint64_t threads);

 private:
  const CaseProgram& program_;
  std::string file_;
  profile::Profiler profiler_;  // separate, so that the L3 starts without lines of other cases
  std::unique_ptr<profile::DispatchRecord> record_;
  std::optional<profile::Recorder> recorder_;
};

}  // namespace eugene::script
