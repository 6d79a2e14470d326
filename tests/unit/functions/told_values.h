// An observer that compares values of accesses with memory: reads got what memory held, memory holds what writes and
// atomics left, and each byte of an access is reported as often as it is moved.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "eu/observer.h"
#include "memory/view.h"

namespace eugene::functions {

class ToldValues final : public eu::Observer {
 public:
  explicit ToldValues(memory::View& view) : view_(&view) {}

  eu::Interest interest() const override { return {.accesses = true, .values = true}; }
  void message_begins(const eu::SendRequest& /*request*/) override { message_restarts(); }
  void message_restarts() override {
    holds_.clear();
    reached_.clear();
    moved_.clear();
  }
  void accessed(const eu::Access& access) override {
    for_each_byte(access, [&](Place place, std::size_t) {
      reached_.push_back(place);
      holds_.try_emplace(place, at(place));
    });
  }
  void transferred(const eu::Access& access, const eu::AccessValues& values) override {
    const bool is_atomic = access.kind == eu::AccessKind::atomic;
    ASSERT_EQ(values.moved.size(), access.offsets.size() * access.bytes);
    ASSERT_EQ(values.updated.size(), is_atomic ? values.moved.size() : 0);
    for_each_byte(access, [&](Place place, std::size_t n) {
      moved_.push_back(place);
      ASSERT_TRUE(holds_.contains(place)) << "not told of as accessed";
      if (access.kind != eu::AccessKind::write) {
        EXPECT_EQ(holds_[place], values.moved[n]);
      }
      if (access.kind != eu::AccessKind::read) holds_[place] = is_atomic ? values.updated[n] : values.moved[n];
    });
  }

  // Call after a message. Returns the number of bytes that the message has moved.
  std::size_t check() {
    std::ranges::sort(reached_);
    std::ranges::sort(moved_);
    EXPECT_EQ(reached_, moved_);
    for (const auto& [place, byte] : holds_) EXPECT_EQ(at(place), byte) << std::hex << place.second;
    return moved_.size();
  }

 private:
  using Place = std::pair<const std::byte*, std::uint64_t>;  // shared local memory, or null; offset or address in it

  template <class Body>
  static void for_each_byte(const eu::Access& access, Body body) {
    std::size_t n = 0;
    for (const std::uint64_t offset : access.offsets) {
      for (unsigned i = 0; i < access.bytes; ++i, ++n) body({access.space.local, access.space.base + offset + i}, n);
    }
  }
  std::byte at(const Place& place) const {
    if (place.first != nullptr) return place.first[place.second];
    std::byte byte{};
    return view_->read(place.second & memory::kAddressMask, {&byte, 1}) ? byte : std::byte{};
  }

  memory::View* view_;
  std::map<Place, std::byte> holds_;  // according to the values reported so far
  std::vector<Place> reached_, moved_;
};

}  // namespace eugene::functions
