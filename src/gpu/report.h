// Reports of errors and of slow work on the GPU, as values. format() makes text for users.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/site.h"
#include "base/stage.h"
#include "eu/port.h"

namespace eugene::gpu {

// A kernel's fault: what went wrong, where in the program, and in which thread.
struct KernelFault {
  eu::Fault fault;
  std::uint64_t kernel_address = 0;
  std::vector<std::byte> code;  // the kernel's machine code
  std::string kernel;           // the kernel's name; empty: unknown
  Site site;                    // of the faulting instruction
  std::string null_arguments;   // kernel arguments that were null pointers in this launch; empty: none known
  std::string hint;
  std::string_view effect = {};  // effect of the access, if the thread continued: "gives zeros"
};

// An event that stops work: a kernel's fault, or malformed commands. Or a wrong access after which the kernel
// continued.
struct Report {
  std::optional<KernelFault> kernel;
  std::optional<Diagnostic> commands;
  bool executed = false;   // the commands are wrong but were executed: --check
  bool not_drawn = false;  // the commands are right, but one is a draw that is not supported
  bool lost = false;       // the context is dead: it executes no more work
  std::string remark;      // one line that replaces all other text
  bool told = false;       // already reported in other words

  // True if the kernel or the commands continued, so that no work is lost.
  bool is_warning() const {
    return executed || (kernel && !kernel->effect.empty()) || (!remark.empty() && !kernel && !commands);
  }
};

// Progress of a long dispatch, or of a long draw.
struct Progress {
  Stage stage = Stage::compute;
  std::uint64_t kernel_address = 0;
  std::span<const std::byte> code = {};  // the kernel's machine code
  std::uint64_t groups_done = 0;         // of a draw: vertices
  std::uint64_t groups = 0;
  std::uint64_t instructions = 0;
  std::chrono::nanoseconds time{0};  // time since the dispatch began
  bool is_compiling = false;         // the kernel is being compiled, or waits for the compiler
  bool is_watched = false;           // a check tracks the kernel's values, so one host thread interprets it
  bool is_interrupted = false;       // the dispatch ends here because its program ends, for example by Ctrl-C
  bool is_draw = false;              // of a whole draw, with several dispatches
};

// Describes the shader and the vertex or pixel of a draw: "pixel shader, pixel (3, 2), layer 0".
std::string item_of_draw(const WorkItem& item);
// Formats a report as one line that says what happened and indented lines that say where. Ends with a newline.
std::string format(const Report& report);
// Formats progress as one line. `kernel` is the kernel's name; empty if unknown.
std::string format(const Progress& progress, const std::string& kernel);

}  // namespace eugene::gpu
