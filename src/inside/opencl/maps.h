// Parts of buffers that a checked program has mapped.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "../driver_layers/host_writes.h"

namespace eugene::inside::opencl {

// The maps that the program holds, by the buffer's number (Buffers::find_object). Safe for several threads.
class Maps {
 public:
  struct Map {
    const void* memory = nullptr;
    Range range;
    bool writes = false;
  };
  void add(std::uint64_t buffer, const Map& map) {
    const std::scoped_lock lock(mutex_);
    if (buffer != 0) maps_[buffer].push_back(map);
  }
  void remove(std::uint64_t buffer, const void* memory) {
    const std::scoped_lock lock(mutex_);
    const auto found = maps_.find(buffer);
    if (found == maps_.end()) return;
    auto& maps = found->second;
    const auto map = std::ranges::find(maps, memory, &Map::memory);
    if (map != maps.end()) maps.erase(map);
    if (maps.empty()) maps_.erase(found);
  }
  template <class Predicate>
  bool any(std::uint64_t buffer, Predicate predicate) {
    const std::scoped_lock lock(mutex_);
    const auto found = maps_.find(buffer);
    return found != maps_.end() && std::ranges::any_of(found->second, predicate);
  }

 private:
  std::mutex mutex_;
  std::map<std::uint64_t, std::vector<Map>> maps_;
};

}  // namespace eugene::inside::opencl
