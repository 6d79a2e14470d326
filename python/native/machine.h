// A machine of the C library, and its memory as arrays of NumPy.
//
// The library allows only one thread at a time to use a machine, and other Python threads run while a kernel runs. So a
// thread takes a Turn before it calls the library. All other data here is guarded by Python's lock. Python may drop an
// object's last reference anywhere, where a thread must not wait for a turn. So the object's destruction is noted, and
// done in the next turn.
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

// Returns the checks as text for the library: True means the default checks, False none.
std::optional<std::string> check_of(pybind11::handle value);

class Machine : public std::enable_shared_from_this<Machine> {
 public:
  // `options` are options of `eugene launch`, with _ in place of -.
  Machine(const std::string& gpu, const pybind11::dict& options);

  // While a Turn lives, the calling thread owns the machine, and not Python's lock.
  class Turn {
   public:
    // Throws Failure if called from a hook of the machine's launch, which waits for the hook.
    explicit Turn(Machine& machine);

   private:
    std::vector<eugene_launch*> launches_;  // launches and buffers to be destroyed
    std::vector<eugene_buffer> buffers_;
    pybind11::gil_scoped_release without_python_;
    std::unique_lock<std::mutex> lock_;
  };

  // While an InHook lives, the calling thread is in a hook of the machine's launch.
  class InHook {
   public:
    explicit InHook(const Machine& machine) { hooked_ = &machine; }
    ~InHook() { hooked_ = nullptr; }
    InHook(const InHook&) = delete;
    InHook& operator=(const InHook&) = delete;
  };

  // Records the running launch while this object lives, for interrupt().
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
  // Ends the running launch, if there is one. May be called from any thread.
  void interrupt() {
    const std::scoped_lock lock(running_mutex_);
    if (running_ != nullptr) eugene_launch_interrupt(running_);
  }

  eugene_machine* get() const { return machine_.get(); }
  const std::string& gpu() const { return gpu_; }
  // Default checks of launches; nothing: no checks.
  const std::optional<std::string>& check() const { return check_; }
  // Called with the findings of each launch that has findings; None: not called.
  pybind11::object collector = pybind11::none();

  struct Memory {
    eugene_buffer buffer = 0;
    std::byte* data = nullptr;
    std::size_t bytes = 0;
  };
  Memory allocate(std::size_t bytes);
  void release(const Memory& memory);
  void release(eugene_launch* launch) { old_launches_.push_back(launch); }
  // Returns the memory that contains `data`.
  std::optional<Memory> find(const void* data) const;

  // Makes an array of zeros in memory of the machine.
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
  std::map<const std::byte*, Memory> memory_;  // by address of the first byte
  std::vector<eugene_launch*> old_launches_;
  std::vector<eugene_buffer> old_buffers_;
};

}  // namespace eugene::python
