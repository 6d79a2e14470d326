// Handles of a program's objects. Like the kernel, add() assigns the lowest free handle.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

namespace eugene::i915 {

template <class T>
class Handles {
 public:
  explicit Handles(std::uint32_t first = 1) : first_(first) {}

  std::uint32_t add(std::shared_ptr<T> value) {
    std::uint32_t handle = lowest_;
    if (lowest_ < first_) handle = first_;
    while (values_.contains(handle)) ++handle;
    lowest_ = handle + 1;
    values_.emplace(handle, std::move(value));
    return handle;
  }
  void set(std::uint32_t handle, std::shared_ptr<T> value) { values_[handle] = std::move(value); }
  // find() and remove() return null if no such handle exists.
  std::shared_ptr<T> find(std::uint32_t handle) const {
    const auto found = values_.find(handle);
    return found == values_.end() ? nullptr : found->second;
  }
  std::shared_ptr<T> remove(std::uint32_t handle) {
    const auto found = values_.find(handle);
    if (found == values_.end()) return nullptr;
    std::shared_ptr<T> value = std::move(found->second);
    values_.erase(found);
    if (handle < lowest_) lowest_ = handle;
    return value;
  }
  const std::map<std::uint32_t, std::shared_ptr<T>>& all() const { return values_; }

 private:
  std::uint32_t first_;
  std::uint32_t lowest_ = 0;  // no handle below `lowest_` is free
  std::map<std::uint32_t, std::shared_ptr<T>> values_;
};

}  // namespace eugene::i915
