// What a launch of a text program has besides others: directives, and what threads and memory are like once it has run.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eu/thread_block.h"
#include "memory/flat_memory.h"
#include "script/script.h"

namespace eugene::library {

// A group at its end.
struct KeptGroup {
  eu::ThreadBlock threads;
  std::vector<std::byte> local;
};

struct TextRun {
  static constexpr std::size_t kMostThreads = 4096;  // whose registers are kept

  std::vector<std::string> directives;   // that were added to those of the text
  std::optional<script::Script> script;  // with them; nothing: it is to be read
  std::unique_ptr<memory::FlatMemory> memory = std::make_unique<memory::FlatMemory>();  // of the last run
  std::vector<KeptGroup> groups;                                                        // of the last run
  std::size_t threads = 0;                                                              // of the groups that are kept
};

}  // namespace eugene::library
