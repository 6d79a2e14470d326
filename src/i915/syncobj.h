// Synchronisation objects of the DRM core: a fence, or a timeline of fences with ascending values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "i915/fence.h"

namespace eugene::i915 {

// Used under the DrmDevice's lock.
class Syncobj {
 public:
  // Replaces all fences by `fence`. Null: leaves no fence.
  void replace(FencePtr fence) {
    points_.clear();
    if (fence != nullptr) points_.push_back({0, std::move(fence)});
  }
  // Adds a point to the end of the timeline.
  void add(std::uint64_t value, FencePtr fence) {
    forget();
    points_.push_back({value, std::move(fence)});
  }

  // Returns whether there is a fence that reaches `value` (0: any fence).
  bool is_submitted(std::uint64_t value) const { return !points_.empty() && points_.back().value >= value; }
  // Returns whether the point that reaches `value` and all points before it are done (0: all points).
  bool is_signalled(std::uint64_t value) const {
    for (const Point& point : points_) {
      if (!is_done(point.fence)) return false;
      if (value != 0 && point.value >= value) return true;
    }
    return is_submitted(value);
  }
  // Returns the fences that must be done to reach `value` (0: all fences).
  std::vector<FencePtr> fences(std::uint64_t value) const {
    std::vector<FencePtr> result;
    for (const Point& point : points_) {
      result.push_back(point.fence);
      if (value != 0 && point.value >= value) break;
    }
    return result;
  }
  std::uint64_t last_submitted() const { return points_.empty() ? 0 : points_.back().value; }
  std::uint64_t last_signalled() const {
    std::uint64_t value = 0;
    for (const Point& point : points_) {
      if (!is_done(point.fence)) break;
      value = point.value;
    }
    return value;
  }
  FencePtr last() const { return points_.empty() ? nullptr : points_.back().fence; }

 private:
  struct Point {
    std::uint64_t value;
    FencePtr fence;
  };
  // Removes finished points at the beginning, except the last of them.
  void forget() {
    while (points_.size() > 1 && is_done(points_[0].fence) && is_done(points_[1].fence)) points_.erase(points_.begin());
  }

  std::vector<Point> points_;  // ascending
};

}  // namespace eugene::i915
