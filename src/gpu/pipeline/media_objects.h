// The media threads that a context collects until their group is complete.
#pragma once

#include <cstdint>
#include <vector>

#include "eu/thread.h"

namespace eugene::gpu {

// Section of the documents that describes the commands of media threads, for reports.
inline constexpr const char* kMediaSection = "BXT PRM vol6 Media State and Primitive Commands";

// The place of one media thread: its scoreboard coordinates and colour, its index in the order of the walk, and its
// thread group's number.
struct MediaPlace {
  int x = 0;
  int y = 0;
  unsigned color = 0;
  std::uint32_t number = 0;
  std::uint32_t group = 0;
  bool operator==(const MediaPlace&) const = default;
};

// Threads of MEDIA_OBJECT_GRPID with one group identifier. Each thread has its own inline and indirect data.
struct ObjectGroup {
  struct Thread {
    MediaPlace place;
    std::vector<eu::Grf> data;  // inline and indirect data, in whole registers
  };
  unsigned descriptor = 0;
  std::vector<Thread> threads;
};

}  // namespace eugene::gpu
