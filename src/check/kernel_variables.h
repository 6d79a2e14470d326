// Collects the variables of a kernel from its debug data, code and text, for the check `memory`.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/source_lines.h"
#include "binary/device_binary.h"
#include "check/memory/launch_memory.h"
#include "check/memory/private_rules.h"
#include "eu/kernel.h"
#include "gpu/schedule/work/work.h"

namespace eugene::check {

struct KernelVariables {
  std::vector<ArgumentMemory> local;                  // variables that the kernel declares in local memory, by offset
  std::shared_ptr<const PrivateRules> private_rules;  // null: the kernel was optimised
  // For the element that an argument points to, by the argument's name: true for bytes of padding, such as the fourth
  // part of a vector of three. Missing if the padding is unknown, or the text may use the pointer as a pointer to
  // another type.
  std::map<std::string, std::vector<bool>> padding;
  std::vector<std::uint32_t> alignments;  // LaunchMemory::alignments
  std::string private_index;              // where an optimised kernel indexes a private array: "k.cl:3"; empty: nowhere
};

KernelVariables kernel_variables(const binary::DeviceKernel& described, const eu::Kernel& kernel,
                                 const SourceLines& lines, const gpu::Work& work);

}  // namespace eugene::check
