// What compiled code and the EU's runtime hand each other.
#pragma once

#include <cstdint>

#include "eu/machine.h"

namespace eugene::jit {

// One run of a thread. Compiled code reaches its members by offset.
struct Frame {
  eu::Machine* machine = nullptr;
  std::uint64_t budget = 0;  // value of thread->instructions_executed at which to stop
};

// Why compiled code returned: a Stop, or that the interpreter shall go on at thread->ip.
inline constexpr std::uint32_t kInterpret = 0xFF;

// Compiled code of a kernel. Enters before instruction `entry`, which must be one of its entries; waiting[i] are the
// channels parked at its i-th join point. The Thread is exact again when it returns.
using Code = std::uint32_t (*)(Frame* frame, eu::Thread* thread, std::uint32_t* waiting, std::uint32_t entry);

// Called by compiled code, with an exact Thread but for its ip and running channels' IPs. They are handed the Thread,
// so that LLVM knows what they change.
enum class Executed : std::uint32_t { on, faulted, elsewhere };  // elsewhere: the interpreter shall go on at thread->ip
// Executes one ALU instruction as the interpreter does.
Executed execute_one(Frame* frame, eu::Thread* thread, std::uint32_t index);
// Executes one send; a SendStatus.
std::uint32_t execute_message(Frame* frame, eu::Thread* thread, std::uint32_t index);

inline constexpr const char* kExecuteOne = "eugene_execute_one";
inline constexpr const char* kExecuteMessage = "eugene_execute_message";

}  // namespace eugene::jit
