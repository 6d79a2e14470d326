// State that a process does not share with the child of a fork. The child has a copy of the memory, but only the thread
// that called fork(). A lock in that memory may be held by a missing thread, a condition variable may count that thread
// as waiting, and the destructor of a thread pool would wait for it forever. So the child can neither use such an
// object nor destroy it: it leaks the copy on purpose and makes a new object.
//
// A plain member survives the fork; a PerProcess does not.
#pragma once

#include <memory>
#include <utility>

namespace eugene {

// Leaves the object to the process that created it: the pointer becomes null, and the object is never destroyed.
template <class T>
void abandon(std::unique_ptr<T>& object) {
  (void)object.release();
}

template <class T>
class PerProcess {
 public:
  template <class... Arguments>
  explicit PerProcess(Arguments&&... arguments) : object_(std::make_unique<T>(std::forward<Arguments>(arguments)...)) {}
  PerProcess(const PerProcess&) = delete;
  PerProcess& operator=(const PerProcess&) = delete;

  // Call this in the child. References to the previous object must not be used afterwards.
  template <class... Arguments>
  void begin_again(Arguments&&... arguments) {
    auto own = std::make_unique<T>(std::forward<Arguments>(arguments)...);
    abandon(object_);
    object_ = std::move(own);
  }

  T& operator*() { return *object_; }
  const T& operator*() const { return *object_; }
  T* operator->() { return object_.get(); }
  const T* operator->() const { return object_.get(); }

 private:
  std::unique_ptr<T> object_;
};

}  // namespace eugene
