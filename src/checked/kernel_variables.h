// Collects the variables of a kernel from its debug data, code and text, for the check `memory`.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/source_lines.h"
#include "checks/launch_memory.h"
#include "checks/private_rules.h"
#include "eu/kernel.h"
#include "gpu/schedule/work.h"
#include "load/device_binary.h"

namespace eugene::checked {

struct KernelVariables {
  std::vector<checks::ArgumentMemory> local;  // variables that the kernel declares in local memory, by offset
  std::shared_ptr<const checks::PrivateRules> private_rules;  // null: the kernel was optimised
  // For the element that an argument points to, by the argument's name: true for bytes of padding, such as the fourth
  // part of a vector of three. Missing if the padding is unknown, or the text may use the pointer as a pointer to
  // another type.
  std::map<std::string, std::vector<bool>> padding;
  std::vector<std::uint32_t> alignments;  // checks::LaunchMemory::alignments
  std::string private_index;              // where an optimised kernel indexes a private array: "k.cl:3"; empty: nowhere
};

KernelVariables kernel_variables(const load::DeviceKernel& described, const eu::Kernel& kernel,
                                 const SourceLines& lines, const gpu::Work& work);

}  // namespace eugene::checked
