// Dependencies between instructions that Gen12's hardware does not track: which registers an instruction accesses, what
// the instruction waits for, and which pairs of instructions conflict unless the second one waits. The rules of `check`
// and the observer of `--check` both start from these functions. Sources: IGC's visa/LocalScheduler/SWSB_G4IR.cpp
// (G4_BB_SB::SBDDD, WARDepRequired, distanceHonourInstruction), and Mesa's brw_fs_scoreboard.cpp
// (gather_inst_dependencies, ordered_unit, ordered_dependency_swsb).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/program.h"

namespace eugene::isa {

// An instruction that ends in order has certainly written its result when so many later instructions of its pipe have
// begun: Mesa's ordered_dependency_swsb(), IGC's SWSB_MAX_ALU_DEPENDENCE_DISTANCE.
inline constexpr unsigned kMaxOpenDistance = 10;

// A set of bytes in general registers.
class RegisterBytes {
 public:
  // Adds `count` bytes from byte `first` on, counted from the start of r0. Bytes beyond the last register are left out.
  void add(std::size_t first, std::size_t count);
  bool empty() const { return parts_.empty(); }
  // Returns the number of the first register with bytes in both sets.
  std::optional<unsigned> find_common(const RegisterBytes& other) const;
  bool contains(const RegisterBytes& other) const;
  // Returns the bytes in register `nr` only.
  RegisterBytes in_register(unsigned nr) const;
  // Calls `visit` with the number of each register that has bytes in the set, in ascending order.
  template <class Visit>
  void each_register(Visit visit) const {
    for (const Part& part : parts_) visit(unsigned{part.nr});
  }

 private:
  struct Part {
    std::uint8_t nr = 0;      // register
    std::uint32_t bytes = 0;  // a bit for each byte
  };
  std::vector<Part> parts_;                   // ascending by register
  std::array<std::uint64_t, 2> registers_{};  // a bit for each register in `parts_`
};

// The bytes that an instruction reads and writes, except registers that an address register names. The lengths of a
// message are unknown if its descriptor is in a0; only the first register of each operand counts then.
struct Accesses {
  RegisterBytes read;
  RegisterBytes written;
};
Accesses find_accesses(const Gen& gen, const Instruction& instruction);

// Calls `visit` with the accesses to each register apart: first of the registers that are written, then of the others.
template <class Visit>
void each_register(const Accesses& all, Visit visit) {
  const auto visit_register = [&](unsigned nr) {
    visit(Accesses{.read = all.read.in_register(nr), .written = all.written.in_register(nr)});
  };
  all.written.each_register(visit_register);
  all.read.each_register([&](unsigned nr) {
    if (all.written.in_register(nr).empty()) visit_register(nr);
  });
}

// The waits of an instruction, before it reads a register.
struct Waits {
  std::uint8_t distance = 0;         // the in-order instruction so far back, and all before it; 0: none
  std::uint16_t read_tokens = 0;     // bit n: the instruction that set token n has read its sources
  std::uint16_t written_tokens = 0;  // bit n: it has written its result too
};
// An instruction that sets a token waits until the token is free.
Waits find_waits(const Instruction& instruction);

// Returns the token that `instruction` sets, if it sets one.
std::optional<unsigned> find_token(const Instruction& instruction);

// True if `instruction` counts in the distances of later instructions. Halt counts for Mesa only (ordered_unit), and
// not for IGC (distanceHonourInstruction). Here it counts, so that neither compiler's distances seem too large.
bool counts_in_distance(const Instruction& instruction);

enum class Hazard : std::uint8_t { read_after_write, write_after_write, write_after_read };

struct Conflict {
  Hazard hazard{};
  unsigned register_nr = 0;  // the first register that both access
};

// An earlier instruction, and what it may not have done yet.
struct OpenAccess {
  const Instruction& instruction;
  const Accesses& accesses;
  bool reads = true;   // it may still read its sources
  bool writes = true;  // it may not have written its result
};

// Returns how `later` conflicts with the open accesses of an earlier instruction. Two instructions in order conflict
// only if the later one reads what the earlier one writes.
std::optional<Conflict> find_conflict(const OpenAccess& earlier, const Instruction& later, const Accesses& accesses);

// True if `later` reads or overwrites everything that the earlier instruction reads, and certainly after it: both are
// in one pipe. A wait for `later` then covers these reads too.
bool takes_over(const OpenAccess& earlier, const Instruction& later, const Accesses& accesses);

// Returns the architecture register of `instruction` whose accesses are not tracked at all, as assembly text spells its
// kind: sr, cr, ip, sp, tm, dbg, and accumulators from acc2 on. Empty if there is none.
std::string_view find_untracked_register(const Instruction& instruction);

// Two instructions of a program that conflict, by their indices.
struct DependencyHazard {
  std::size_t earlier = 0;
  std::size_t later = 0;
  Conflict conflict;
  unsigned distance = 0;  // in-order instructions from `earlier` to `later`, both ends counted once
};
// Returns what both instructions do, such as "r5 is read, and send at 0x40 writes it".
std::string describe(const Program& program, const DependencyHazard& hazard);
// Returns what the later instruction has to wait for, such as "$3.dst" or "@2". Empty if the earlier instruction sets
// no token.
std::string find_missing_wait(const Program& program, const DependencyHazard& hazard);
// Returns describe(), followed by what to add to the program.
std::string describe_with_mend(const Program& program, const DependencyHazard& hazard);

// Whether kernels of `gen` say what instructions wait for.
bool has_scoreboard(const Gen& gen);

}  // namespace eugene::isa
