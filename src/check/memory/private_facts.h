// The private variables of a kernel by name, for check/memory/private_rules.h, found from the kernel's code, debug data
// and text.
#pragma once

#include <memory>

#include "base/source_lines.h"
#include "base/source_variables.h"
#include "binary/device_binary.h"
#include "check/memory/private_rules.h"
#include "eu/kernel.h"
#include "gpu/schedule/work/work.h"

namespace eugene::check {

// `source`: the kernel's variables. Returns null if the kernel was optimised, or has no private variables in memory.
std::shared_ptr<const PrivateRules> make_private_rules(const binary::DeviceKernel& described, const eu::Kernel& kernel,
                                                       const SourceLines& lines, const gpu::Work& work,
                                                       SourceVariables source);

}  // namespace eugene::check
