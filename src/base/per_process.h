// State that a process does not hand on to the child of a fork. The child has a copy of the memory, but of the threads
// only the one that called fork(). A lock in that memory may be held by a thread that is not there, a condition
// variable may count it among those that wait, and the destructor of a thread pool would wait for it forever. So the
// child can neither go on with such an object nor destroy it: it leaves the copy as it is, which leaks it on purpose,
// and makes another.
//
// A plain member survives the fork; one that is a PerProcess does not.
#pragma once

#include <memory>
#include <utility>

namespace eugene {

// Leaves the object to the process that made it: null from now on, and never destroyed.
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

  // Call in the child. References to the object before are of no use from then on.
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
