// A machine of the C library, and its memory as arrays of NumPy.
//
// The library wants a machine to be used by one thread at a time, and Python's threads give way while a kernel runs:
// who calls the library takes a Turn. All else here is guarded by Python's lock. Nobody waits for a turn to take
// something away, since that happens wherever Python drops the last reference: it is noted, and done with the next
// turn.
#pragma once

#include <eugene.h>
#include <pybind11/numpy.h>

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "made.h"

namespace eugene::python {

// Kinds of mistakes as the library reads them: True stands for the usual ones, False for none.
std::optional<std::string> check_of(pybind11::handle value);

class Machine : public std::enable_shared_from_this<Machine> {
 public:
  // `options`: of `eugene launch`, with _ in place of -.
  Machine(const std::string& gpu, const pybind11::dict& options);

  // While it lives the calling thread has the machine, and not Python's lock.
  class Turn {
   public:
    // Throws Failure in a hook of a launch of the machine, which waits for the hook.
    explicit Turn(Machine& machine);

   private:
    std::vector<eugene_launch*> launches_;  // to be destroyed
    std::vector<eugene_buffer> buffers_;
    pybind11::gil_scoped_release without_python_;
    std::unique_lock<std::mutex> lock_;
  };

  // While it lives the calling thread is in a hook of a launch of the machine.
  class InHook {
   public:
    explicit InHook(const Machine& machine) { hooked_ = &machine; }
    ~InHook() { hooked_ = nullptr; }
    InHook(const InHook&) = delete;
    InHook& operator=(const InHook&) = delete;
  };

  // The launch that runs while it lives, for interrupt().
  class Running {
   public:
    Running(Machine& machine, eugene_launch* launch) : machine_(machine) { set(launch); }
    ~Running() { set(nullptr); }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

   private:
    void set(eugene_launch* launch) {
      const std::scoped_lock lock(machine_.running_mutex_);
      machine_.running_ = launch;
    }
    Machine& machine_;
  };
  // From any thread: ends the launch that runs, if one does.
  void interrupt() {
    const std::scoped_lock lock(running_mutex_);
    if (running_ != nullptr) eugene_launch_interrupt(running_);
  }

  eugene_machine* get() const { return machine_.get(); }
  const std::string& gpu() const { return gpu_; }
  // What launches are checked for unless they say; nothing: for no mistakes.
  const std::optional<std::string>& check() const { return check_; }
  // Called with the findings of each launch that has some; None: nobody.
  pybind11::object collector = pybind11::none();

  struct Memory {
    eugene_buffer buffer = 0;
    std::byte* data = nullptr;
    std::size_t bytes = 0;
  };
  Memory allocate(std::size_t bytes);
  void release(const Memory& memory);
  void release(eugene_launch* launch) { old_launches_.push_back(launch); }
  // The memory that `data` is in.
  std::optional<Memory> find(const void* data) const;

  // A new array of zeros, in memory of the machine.
  pybind11::array zeros(const std::vector<pybind11::ssize_t>& shape, const pybind11::dtype& type);

 private:
  static thread_local const Machine* hooked_;
  static void refuse_in_hook(const Machine& machine);

  struct Destroy {
    void operator()(eugene_machine* machine) const { eugene_machine_destroy(machine); }
  };
  std::string gpu_;
  std::optional<std::string> check_;
  std::unique_ptr<eugene_machine, Destroy> machine_;
  std::mutex mutex_;
  std::mutex running_mutex_;
  eugene_launch* running_ = nullptr;
  std::map<const std::byte*, Memory> memory_;  // by its first byte
  std::vector<eugene_launch*> old_launches_;
  std::vector<eugene_buffer> old_buffers_;
};

}  // namespace eugene::python
