// Statistics of draws.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gpu/draw/pipeline_statistics.h"

namespace eugene::gpu {

class TieredKernel;

// The threads of a stage in a draw.
struct ShaderStats {
  std::shared_ptr<const TieredKernel> kernel;  // the last one; null: no thread has run, or read from a file
  std::string name;                            // of the kernel, or its file; empty: not looked up
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;
  std::chrono::nanoseconds time{0};

  void add_counts(const ShaderStats& more);
};

struct DrawStats {
  std::uint64_t number = 0;  // of the process's draws, from 0
  PipelineStatistics counts;
  ShaderStats vertex, pixel;
  std::chrono::nanoseconds time{0};
  std::string skipped;  // why the draw, or the rest of it, was not done; empty: it was done

  void add_counts(const DrawStats& more);
};

// The draws of a program.
struct DrawSummary {
  static constexpr std::size_t kLongest = 100;

  std::uint64_t draws = 0;                       // those that are skipped included
  DrawStats all;                                 // sums
  std::vector<DrawStats> longest;                // the first kLongest, longest first
  std::map<std::string, std::uint64_t> skipped;  // how many draws were not done, by reason

  // Adds a draw, and numbers it.
  void add(DrawStats draw);
  DrawSummary& operator+=(DrawSummary more);

 private:
  void keep(DrawStats draw);
};

}  // namespace eugene::gpu
