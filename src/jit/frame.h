// What compiled code and the EU's runtime hand each other.
#pragma once

#include <cstdint>

#include "eu/machine.h"

namespace eugene::jit {

// One run of a thread. Compiled code reaches its members by offset.
struct Frame {
  eu::Thread* thread = nullptr;
  eu::Machine* machine = nullptr;
  std::uint32_t* waiting = nullptr;  // channels parked at instruction i
  std::uint64_t budget = 0;          // value of thread->instructions_executed at which to stop
};

// Why compiled code returned: a Stop, or that the interpreter shall go on at thread->ip.
inline constexpr std::uint32_t kInterpret = 0xFF;

// Compiled code of a kernel: enters before instruction `entry`, which must be one of its entries.
using Code = std::uint32_t (*)(Frame* frame, eu::Thread* thread, std::uint32_t entry);

// Called by compiled code, with what the instruction reads saved in the Thread.
// Executes one ALU instruction as the interpreter does; true if it faulted.
bool execute_one(Frame* frame, std::uint32_t index);
// Executes one send; a SendStatus.
std::uint32_t execute_message(Frame* frame, std::uint32_t index);
// Executes one wait; true if the thread has to wait.
bool execute_wait(Frame* frame, std::uint32_t index);

inline constexpr const char* kExecuteOne = "eugene_execute_one";
inline constexpr const char* kExecuteMessage = "eugene_execute_message";
inline constexpr const char* kExecuteWait = "eugene_execute_wait";

}  // namespace eugene::jit
