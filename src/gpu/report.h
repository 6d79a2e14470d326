// Reports of errors and of slow work on the GPU, as values that are formatted for users or read by tools.
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
#include "base/source_lines.h"
#include "eu/port.h"
#include "gpu/schedule/work.h"

namespace eugene::gpu {

// A kernel did something wrong: what, where in the program, and in which thread.
struct KernelFault {
  eu::Fault fault;
  std::uint64_t kernel_address = 0;
  std::vector<std::byte> code;       // the kernel's
  std::string kernel;                // its name, where known
  std::string instruction;           // its text
  std::optional<SourceLine> source;  // its line, if known,
  std::string source_text;           // and the text of that line
  GroupId group{};
  unsigned thread = 0;         // of the group
  std::string null_arguments;  // those that were null pointers in a launch of the kernel, for people; empty: none known
  std::string hint;
  std::string_view effect = {};  // what the access did instead, where the thread continued: "gives zeros"
};

// Anything that stops work: a kernel's fault, or commands that make no sense. Or an access that a kernel should not
// have made and has been let pass.
struct Report {
  std::optional<KernelFault> kernel;
  std::optional<Diagnostic> commands;
  bool executed = false;  // the commands were, although they are wrong: --check
  bool lost = false;      // the context is dead: nothing that it was given, or will be given, is executed
  std::string remark;     // one line, said in place of all else
  bool told = false;      // has been said already in other words

  // Whether kernel or commands continued, so that no work is lost.
  bool is_warning() const {
    return executed || (kernel && !kernel->effect.empty()) || (!remark.empty() && !kernel && !commands);
  }
};

// How far a dispatch that takes long has come.
struct Progress {
  std::uint64_t kernel_address = 0;
  std::span<const std::byte> code;  // the kernel's
  std::uint64_t groups_done = 0;
  std::uint64_t groups = 0;
  std::uint64_t instructions = 0;
  std::chrono::nanoseconds time{0};  // since the dispatch began
  bool is_compiling = false;         // meanwhile, or will be once the compiler is free
  bool is_watched = false;           // a check follows its values, and has it interpreted by one host thread
  bool is_interrupted = false;       // the dispatch ends here: its program does, by Ctrl-C for example
};

// One line that says what happened, then indented lines that say where; ends with a newline.
std::string format(const Report& report);
// One line; `kernel` is the kernel's name, where known.
std::string format(const Progress& progress, const std::string& kernel);

}  // namespace eugene::gpu
