// Where in a Thread an operand's register lies: SNB PRM vol4 part2 5.3.1 to 5.3.4.
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

// A register file, or the part of it that one operand may reach: bytes [begin, end) of a Thread.
struct RegisterSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  // Side effects of accesses:
  bool refreshed_before_read = false;  // tm0, ip, ce0: their value is made when it is read
  bool acts_when_written = false;      // cr0, ip, a0 (unpopulated bits), read-only registers
  bool read_only = false;              // writes are dropped
  bool has_entries = false;            // subregister numbers are of entries, each as wide as a register: fc0 to fc4
};

// The register address in a0.`subregister`. Generations with narrow addresses use 12 of its 16 bits (SNB PRM vol4 part2
// table 5-7).
inline int register_address(const isa::Gen& gen, const Thread& thread, unsigned subregister) {
  return thread.address[subregister] & (gen.has_narrow_addresses ? 0xFFF : 0xFFFF);
}

inline const std::byte* bytes_of(const Thread& thread) { return reinterpret_cast<const std::byte*>(&thread); }
inline std::byte* bytes_of(Thread& thread) { return reinterpret_cast<std::byte*>(&thread); }

// The file of a direct operand that is neither immediate nor null nor an accumulator; an error if the machine has no
// such register. With a program, its variables are registers too.
Result<RegisterSpan> register_span(const isa::Gen& gen, const isa::Operand& operand);
Result<RegisterSpan> register_span(const isa::Program& program, const isa::Operand& operand);

// Whether the element of `bytes` bytes at `offset` from the start of a direct operand is there. Architecture registers
// need not fill the 32 bytes that subregister numbers reach (5.3.4.2).
constexpr bool is_populated(const RegisterSpan& file, const isa::Operand& operand, unsigned offset, unsigned bytes) {
  return operand.file != isa::RegFile::arf || file.begin + operand.subnr + offset + bytes <= file.end;
}

// The register file of indirect operands, whose address 0 is its first byte: the whole GRF, or the variables of a
// program of vISA.
RegisterSpan grf_span(const isa::Program& program);

// Byte offset of general register `number` in a Thread. Registers that hold variables of vISA follow the Thread in
// memory (thread_block.h), so that a Thread of native code is no larger.
constexpr std::uint32_t grf_offset(std::uint32_t number) {
  return static_cast<std::uint32_t>(number < kGrfCount ? offsetof(Thread, grf)
                                                       : sizeof(Thread) - kGrfCount * kGrfBytes) +
         number * kGrfBytes;
}

// Where the registers end that a message may take together with general register `first`: the GRF, or the variables.
constexpr unsigned general_register_end(const isa::Program& program, unsigned first) {
  return first < kGrfCount ? kGrfCount : kGrfCount + program.variable_registers;
}

// `count` general registers of `thread` from `first` on; nothing where they do not exist.
std::optional<std::span<Grf>> general_registers(const isa::Program& program, Thread& thread, unsigned first,
                                                unsigned count);

}  // namespace eugene::eu
