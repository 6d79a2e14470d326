// Describes what checks find in a dispatch in the program's words: kernel, work-items, source lines and arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "binary/kernel_origin.h"
#include "check/finding/finding.h"
#include "check/host.h"
#include "check/memory/memory.h"
#include "check/raw_finding.h"
#include "gpu/media/work_items.h"
#include "gpu/schedule/observe/observation.h"

namespace eugene::check {

class Describer {
 public:
  Describer(const Host& host, const gpu::ObservedDispatch& dispatch, std::shared_ptr<const MemoryRules> rules,
            const gpu::WorkItems& items);

  const std::shared_ptr<const MemoryRules>& rules() const { return rules_; }
  const std::string& kernel() const { return rules_->memory().kernel; }
  std::uint64_t launch() const { return rules_->memory().launch; }
  std::span<const std::byte> code() const { return code_; }

  // Describes a finding while the dispatch runs. May be called from several threads at a time.
  Finding seen(const RawFinding& found) const;
  // Both must be called only when all workers have ended.
  Finding finding(const RawFinding& found);
  Site site_at(std::uint32_t instruction);

 private:
  const binary::KernelOrigin& origin();
  Finding make_finding(const RawFinding& found, const binary::KernelOrigin& origin) const;
  // Returns Finding::joined_by. Empty if the finding is not a race between work-items of this launch, or its
  // memory is unknown.
  std::string joined_by(const RawFinding& found, const binary::KernelOrigin& origin) const;
  Site make_site(const AccessSite& side, const binary::KernelOrigin& origin) const;
  Site site_at(std::uint32_t instruction, const binary::KernelOrigin& origin) const;

  const Host* host_;
  std::shared_ptr<const MemoryRules> rules_;
  const isa::Program* program_;
  const gpu::Work* work_;
  std::vector<std::byte> code_;
  gpu::WorkItems items_;
  std::optional<binary::KernelOrigin> origin_;
  bool has_reported_missing_lines_ = false;
};

}  // namespace eugene::check
