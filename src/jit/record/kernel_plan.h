// Facts about a kernel that are computed before its code is recorded. They do not change afterwards.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "eu/analysis/digest_plan.h"
#include "eu/analysis/live_registers.h"
#include "eu/analysis/versions.h"
#include "eu/kernel.h"
#include "jit/frame.h"
#include "jit/record/control_flow.h"

namespace eugene::jit {

struct KernelPlan {
  using Op = eu::PreparedOp;

  KernelPlan(const eu::Kernel& kernel_to_record, const Assumptions& about_threads);

  // The instructions to record. If threads have one channel, the instructions only work on that channel.
  const std::vector<Op>& ops() const { return is_alone() ? alone : kernel.prepared().ops; }
  bool is_alone() const { return assumptions.thread_channels == eu::ThreadChannels::one; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(ops().size()); }
  const isa::Gen& gen() const { return *kernel.program().gen; }
  const isa::Instruction& instruction(const Op& op) const { return kernel.program().instructions[op.index]; }
  bool has(Version version) const { return version == kFull ? versions.full : versions.partial; }
  // Modes of `op`'s arithmetic. cr0.0 must be known there.
  sem::Mode mode(const Op& op) const;

  const eu::Kernel& kernel;
  const Assumptions assumptions;
  const eu::Versions versions;
  const std::vector<Op> alone;                              // if is_alone()
  const std::vector<std::optional<std::uint32_t>> control;  // cr0.0 before each instruction, if known
  ControlFlow flow;
  const std::shared_ptr<const eu::DigestPlan> digests;   // null if the code computes no digests
  std::array<std::optional<eu::LiveRegisters>, 2> live;  // indexed by version; none: the Thread must have all registers
};

}  // namespace eugene::jit
