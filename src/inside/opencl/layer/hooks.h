// Hooks: functions that stand between a program and its driver of OpenCL. Each function of OpenCL has a chain of hooks.
// The program's call enters the outermost hook. A hook gets the rest of its chain as `next`, which it calls like the
// function, with the program's arguments or others. What a hook does before and after that call is up to the hook.
//
// The hooks of one subject are a part. Parts are ordered: the hooks of a later part are further outside.
#pragma once

#include <CL/cl_icd.h>

#include <cstddef>
#include <vector>

namespace eugene::inside::opencl {

// A function of OpenCL, as the number of its entry in the loader's table.
using Entry = std::size_t;
inline constexpr Entry kEntries = sizeof(cl_icd_dispatch) / sizeof(void*);

template <auto Member>
Entry find_entry() {
  static const cl_icd_dispatch table{};
  const auto* const place = reinterpret_cast<const std::byte*>(&(table.*Member));
  return static_cast<Entry>(place - reinterpret_cast<const std::byte*>(&table)) / sizeof(void*);
}

// Any function. Only what knows the entry knows the type.
using Function = void (*)();

// The number of a part.
using Part = std::size_t;

template <auto Member>
class Next;

// The rest of a chain, from a part towards the driver: the hooks of earlier parts, and the driver.
class InnerHooks {
 public:
  explicit InnerHooks(Part part) : part_(part) {}

  template <auto Member, class... Arguments>
  auto call(Arguments... arguments) const {
    return Next<Member>(part_)(arguments...);
  }
  // Returns the rest of another function's chain.
  template <auto Member>
  Next<Member> other() const {
    return Next<Member>(part_);
  }

 protected:
  Part part() const { return part_; }

 private:
  Part part_;
};

// The result of find_hook().
struct OuterHook {
  Function hook = nullptr;  // null: the driver's function comes next
  Part part = 0;
};
// Returns the outermost hook of `entry` in the parts before `part`.
OuterHook find_hook(Entry entry, Part part);
// Returns the driver's functions.
const cl_icd_dispatch& driver();

// The rest of a chain.
template <class Result, class... Arguments, Result (CL_API_CALL* cl_icd_dispatch::*Member)(Arguments...)>
class Next<Member> : public InnerHooks {
 public:
  using InnerHooks::InnerHooks;

  Result operator()(Arguments... arguments) const {
    const OuterHook found = find_hook(find_entry<Member>(), part());
    if (found.hook == nullptr) return (driver().*Member)(arguments...);
    return reinterpret_cast<Result (*)(Next, Arguments...)>(found.hook)(Next(found.part), arguments...);
  }

  // The program's call.
  static Result CL_API_CALL enter(Arguments... arguments) { return Next(~Part{0})(arguments...); }
  // The type of this chain's hooks.
  using Hook = Result (*)(Next, Arguments...);
};

// One row of a part.
struct Hook {
  Entry entry = 0;
  Function function = nullptr;
  Function enter = nullptr;  // what the program calls
};
using Hooks = std::vector<Hook>;

template <auto Member, typename Next<Member>::Hook Function>
Hook hook() {
  return {.entry = find_entry<Member>(),
          .function = reinterpret_cast<opencl::Function>(Function),
          .enter = reinterpret_cast<opencl::Function>(&Next<Member>::enter)};
}

// Short for the names of members: &T::clFinish.
using T = cl_icd_dispatch;

}  // namespace eugene::inside::opencl
