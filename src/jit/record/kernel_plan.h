// Facts about a kernel that are computed before its code is recorded. They hold for every instruction and never change.
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

  // As they are recorded: of a thread with one channel, each works on that alone.
  const std::vector<Op>& ops() const { return is_alone() ? alone : kernel.prepared().ops; }
  bool is_alone() const { return assumptions.thread_channels == eu::ThreadChannels::one; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(ops().size()); }
  const isa::Gen& gen() const { return *kernel.program().gen; }
  const isa::Instruction& instruction(const Op& op) const { return kernel.program().instructions[op.index]; }
  bool has(Version version) const { return version == kFull ? versions.full : versions.partial; }
  // How `op` computes; cr0.0 must be known there.
  sem::Mode mode(const Op& op) const;

  const eu::Kernel& kernel;
  const Assumptions assumptions;
  const eu::Versions versions;
  const std::vector<Op> alone;                              // where is_alone()
  const std::vector<std::optional<std::uint32_t>> control;  // cr0.0 before each instruction, where it is known
  const ControlFlow flow;
  const std::shared_ptr<const eu::DigestPlan> digests;   // null: the code keeps none
  std::array<std::optional<eu::LiveRegisters>, 2> live;  // by version; none: every register must be in the Thread
};

}  // namespace eugene::jit
