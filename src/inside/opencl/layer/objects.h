// The objects of OpenCL that a program holds: contexts, queues, memory, programs and kernels. The layer counts
// only the program's references, because a driver holds further references while commands run. The layer is notified
// when an object begins, and when the program has released its last reference.
#pragma once

#include <CL/cl.h>

#include <mutex>
#include <optional>
#include <unordered_map>

namespace eugene::inside::opencl {

// Objects of one kind. Safe for several threads.
template <class Handle>
class References {
 public:
  // Adds a new object with one reference. Its handle may be the handle of a released object.
  void begin(Handle object) {
    const std::scoped_lock lock(mutex_);
    counts_[object] = 1;
  }
  void retain(Handle object) {
    const std::scoped_lock lock(mutex_);
    if (const auto found = counts_.find(object); found != counts_.end()) ++found->second;
  }
  // Returns true if this was the last reference. False for an object that was made in an unknown way.
  bool release(Handle object) {
    const std::scoped_lock lock(mutex_);
    const auto found = counts_.find(object);
    if (found == counts_.end() || --found->second != 0) return false;
    counts_.erase(found);
    return true;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<Handle, unsigned> counts_;
};

// Follows the objects of a program. begins() is called as soon as the driver has made the object, and ends() before
// the driver releases it: afterwards another thread may get a new object with the same handle.
class ObjectListener {
 public:
  virtual ~ObjectListener() = default;
  virtual void begins(cl_command_queue /*queue*/) {}
  virtual void begins(cl_context /*context*/) {}
  virtual void begins(cl_kernel /*kernel*/) {}
  virtual void begins(cl_mem /*memory*/) {}
  virtual void begins(cl_program /*program*/) {}
  virtual void ends(cl_command_queue /*queue*/) {}
  virtual void ends(cl_context /*context*/) {}
  virtual void ends(cl_kernel /*kernel*/) {}
  virtual void ends(cl_mem /*memory*/) {}
  // A program ends with the last of its kernels, or later.
  virtual void ends(cl_program /*program*/) {}
};

// Safe for several threads.
class Objects {
 public:
  explicit Objects(ObjectListener& listener) : listener_(&listener) {}

  template <class Handle>
  void begin(Handle object) {
    if (object == nullptr) return;
    references(object).begin(object);
    listener_->begins(object);
  }
  // Adds a kernel, which keeps its program.
  void begin(cl_kernel kernel, cl_program program);
  template <class Handle>
  void retain(Handle object) {
    references(object).retain(object);
  }
  template <class Handle>
  void release(Handle object) {
    if (references(object).release(object)) listener_->ends(object);
  }
  void release(cl_kernel kernel);
  // Returns the program of a kernel, or nothing if the kernel was made in an unknown way.
  std::optional<cl_program> program(cl_kernel kernel);

 private:
  References<cl_command_queue>& references(cl_command_queue /*kind*/) { return queues_; }
  References<cl_context>& references(cl_context /*kind*/) { return contexts_; }
  References<cl_kernel>& references(cl_kernel /*kind*/) { return kernels_; }
  References<cl_mem>& references(cl_mem /*kind*/) { return memory_; }
  References<cl_program>& references(cl_program /*kind*/) { return programs_; }

  ObjectListener* listener_;
  References<cl_command_queue> queues_;
  References<cl_context> contexts_;
  References<cl_kernel> kernels_;
  References<cl_mem> memory_;
  References<cl_program> programs_;
  std::mutex mutex_;  // guards `program_of_`
  std::unordered_map<cl_kernel, cl_program> program_of_;
};

}  // namespace eugene::inside::opencl
