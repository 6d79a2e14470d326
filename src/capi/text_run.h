// Additional state of a launch of a text program: its directives, and its threads and memory after the run.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eu/thread_block.h"
#include "memory/flat_memory.h"
#include "script/script.h"

namespace eugene::capi {

// The state of a group when it ended.
struct KeptGroup {
  eu::ThreadBlock threads;
  std::vector<std::byte> local;
};

struct TextRun {
  static constexpr std::size_t kMaxThreads = 4096;  // max threads whose registers are kept

  std::vector<std::string> directives;   // directives in addition to the text's own
  std::optional<script::Script> script;  // the script with `directives`; nothing: not read yet
  std::unique_ptr<memory::FlatMemory> memory = std::make_unique<memory::FlatMemory>();  // memory of the last run
  std::vector<KeptGroup> groups;                                                        // groups of the last run
  std::size_t threads = 0;                                                              // number of threads in `groups`
  std::vector<std::uint64_t> lane_operations;                                           // of each group
};

}  // namespace eugene::capi
