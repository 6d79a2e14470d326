// Where an operand's register lies in a Thread: SNB PRM vol4 part2 5.3.1 to 5.3.4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/diagnostic.h"
#include "eu/thread.h"
#include "isa/operand.h"
#include "isa/program.h"

namespace eugene::eu {

// A register file, or the part of it that an operand can reach: bytes [begin, end) of a Thread.
struct RegisterSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  // Side effects of accesses:
  bool refreshed_before_read = false;  // tm0, ip, ce0: the value is made by the read
  bool acts_when_written = false;      // cr0, ip, a0 (unpopulated bits), read-only registers
  bool read_only = false;              // writes are dropped
  bool has_entries = false;            // fc0 to fc4: a subregister number counts entries, each as wide as a register
};

// Returns the register address in a0.`subregister`. Generations with narrow addresses use only 12 of its 16 bits (SNB
// PRM vol4 part2 table 5-7).
inline int register_address(const isa::Gen& gen, const Thread& thread, unsigned subregister) {
  return thread.address[subregister] & (gen.has_narrow_addresses ? 0xFFF : 0xFFFF);
}

inline const std::byte* raw_bytes(const Thread& thread) { return reinterpret_cast<const std::byte*>(&thread); }
inline std::byte* raw_bytes(Thread& thread) { return reinterpret_cast<std::byte*>(&thread); }

// Returns the file of a direct operand that is not immediate, null or accumulator; an error if the machine does not
// have the register. If a program is given, its variables are registers too.
Result<RegisterSpan> register_span(const isa::Gen& gen, const isa::Operand& operand);
Result<RegisterSpan> register_span(const isa::Program& program, const isa::Operand& operand);

// True if the element of `bytes` bytes at `offset` in a direct operand exists. Architecture registers may be smaller
// than the 32 bytes that subregister numbers can address (5.3.4.2).
constexpr bool is_populated(const RegisterSpan& file, const isa::Operand& operand, unsigned offset, unsigned bytes) {
  return operand.file != isa::RegFile::arf || file.begin + operand.subnr + offset + bytes <= file.end;
}

// Returns the register file of indirect operands, in which address 0 is the first byte: the whole GRF, or the variables
// of a vISA program.
RegisterSpan grf_span(const isa::Program& program);

// Byte offset of general register `number` in a Thread. Registers of vISA variables follow the Thread in memory
// (thread_block.h), so that they do not enlarge the Threads of native code.
constexpr std::uint32_t grf_offset(std::uint32_t number) {
  return static_cast<std::uint32_t>(number < kGrfCount ? offsetof(Thread, grf)
                                                       : sizeof(Thread) - kGrfCount * kGrfBytes) +
         number * kGrfBytes;
}

// Returns the end of the registers that a message may use together with general register `first`: the GRF's or the
// variables'.
constexpr unsigned general_register_end(const isa::Program& program, unsigned first) {
  return first < kGrfCount ? kGrfCount : kGrfCount + program.variable_registers;
}

// Returns `count` general registers of `thread` from `first` on; nothing if one of them does not exist.
std::optional<std::span<Grf>> general_registers(const isa::Program& program, Thread& thread, unsigned first,
                                                unsigned count);

}  // namespace eugene::eu
