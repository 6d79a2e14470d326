// The OpenCL calls that the layer takes part in, as functions generated from their types.
#pragma once

#include <CL/cl_layer.h>

#include <cstdint>
#include <tuple>
#include <type_traits>

#include "shared_memory.h"

namespace eugene::opencl_layer {

// The driver's side: set once, before any other call.
extern cl_icd_dispatch next;

std::uint64_t host_time();  // CLOCK_MONOTONIC_RAW, nanoseconds

// What was before a command was given to the driver.
struct Moment {
  std::uint64_t time = 0;      // host_time()
  std::uint64_t failures = 0;  // reports of faults
};
Moment current_moment();

// A command was given to the driver at `moment`; `event` is null or what the program got for it.
void note_enqueued(const cl_event* event, const Moment& moment);
// What a call that has waited for `queue` returns where the driver says `result`: `failure` if the driver does not know
// that something has failed.
cl_int after_wait(cl_command_queue queue, cl_int result, cl_int failure);

// Whether a call waits: the position of its cl_bool parameter behind the queue, if it has one.
inline constexpr int kNeverWaits = -1;

namespace detail {

// A command's event is its last parameter, or the last but one where an error code follows.
template <class... Args>
const cl_event* event_of(const std::tuple<Args...>& arguments) {
  constexpr std::size_t kCount = sizeof...(Args);
  if constexpr (std::is_same_v<std::tuple_element_t<kCount - 1, std::tuple<Args...>>, cl_event*>) {
    return std::get<kCount - 1>(arguments);
  } else {
    return std::get<kCount - 2>(arguments);
  }
}

}  // namespace detail

template <auto Member, int Blocking, class Function>
struct Enqueue;

template <auto Member, int Blocking, class Result, class... Args>
struct Enqueue<Member, Blocking, Result (*)(cl_command_queue, Args...)> {
  static Result call(cl_command_queue queue, Args... args) {
    await_commands_before(queue);
    const Moment moment = current_moment();
    Result result = (next.*Member)(queue, args...);
    const std::tuple<Args...> arguments(args...);
    constexpr bool kReturnsCode = std::is_same_v<Result, cl_int>;
    bool done = false;
    if constexpr (kReturnsCode) {
      done = result == CL_SUCCESS;
    } else {
      done = result != nullptr;
    }
    if (!done) return result;
    note_enqueued(detail::event_of(arguments), moment);
    if constexpr (Blocking != kNeverWaits) {
      if (!std::get<static_cast<std::size_t>(Blocking)>(arguments)) return result;
      // Not CL_OUT_OF_RESOURCES: PyOpenCL takes that for a lack of memory, which it has a second try at.
      const cl_int code = after_wait(queue, CL_SUCCESS, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
      if constexpr (kReturnsCode) {
        return code;
      } else {
        // A mapping that the program has got it must be able to give back: only the code tells.
        cl_int* error = std::get<sizeof...(Args) - 1>(arguments);
        if (error != nullptr) *error = code;
      }
    }
    return result;
  }
};

// Replaces the entry `Member` of `table` by the wrapper, unless the driver lacks it.
template <auto Member, int Blocking = kNeverWaits>
void wrap(cl_icd_dispatch& table) {
  using Function = std::remove_reference_t<decltype(table.*Member)>;
  if (table.*Member != nullptr) table.*Member = &Enqueue<Member, Blocking, Function>::call;
}

}  // namespace eugene::opencl_layer
