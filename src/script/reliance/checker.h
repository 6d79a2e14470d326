// --check: observes a thread instruction by instruction for errors that hardware does not report. Without it there is
// no cost: threads then run whole slices instead of single steps.
//
// A simulator gives every program some result, even a program that depends on something undefined. So the checker keeps
// a bit for each byte of a thread's registers (was it written, with a defined value?). Before each instruction
// executes, it compares the instruction's reads, form, source values and running channels with the documents. It uses
// only the architectural state and never changes it, so results are the same with and without it. Checks in the
// executors would be faster, but would make those harder to read.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "eu/port.h"
#include "eu/thread.h"
#include "isa/message/message.h"
#include "isa/open_accesses.h"
#include "isa/program.h"
#include "lower/uses.h"
#include "script/reliance/cause.h"

namespace eugene::script::reliance {

struct Suspicion {
  Cause cause = Cause::never_written;
  std::string what;
  std::size_t instruction = 0;  // index in the program
};

// Find uses of undefined results: from the instruction alone, or from the values of its sources. `channels` are the
// instruction's running channels.
void find_undefined_forms(const isa::Gen& gen, const isa::Instruction& instruction, std::vector<Suspicion>& found);
void find_undefined_values(const isa::Instruction& instruction, const eu::Thread& thread, std::uint32_t channels,
                           std::vector<Suspicion>& found);

// Returns the channels of the instruction that its masks enable, from bit 0 on, including channels that join at it.
std::uint32_t eligible_channels(const isa::Instruction& instruction, const eu::Thread& thread);
// The same with the predicate applied, except for sel, whose predicate only selects a source.
std::uint32_t enabled_channels(const isa::Gen& gen, const isa::Instruction& instruction, const eu::Thread& thread);

// State shared by the checkers of a group's threads.
struct GroupMemory {
  std::vector<bool> local_written;                 // indexed by byte of shared local memory
  std::array<std::uint64_t, 256> surface_bytes{};  // indexed by binding table index; 0: no surface
};

// How an instruction uses a value, such as "source 0 reads". The text is only composed for a report.
struct Role {
  std::string_view subject;  // empty: the instruction itself
  std::string_view verb;
  std::string text() const {
    return subject.empty() ? std::string(verb) : std::string(subject) + ' ' + std::string(verb);
  }
};

// Each thread has one.
class Checker {
 public:
  // `uses` is set for a vISA kernel: its native instructions are then checked by the uses of their statements. Null:
  // machine code.
  Checker(const isa::Program& program, GroupMemory& memory, const lower::Uses* uses = nullptr);

  // Continues from the state of `kept`, which checked the same thread in another run of the program.
  void resume(const Checker& kept);
  // Marks bytes [begin, end) of the Thread as defined: the payload, or values that a test sets.
  void mark_written(std::size_t begin, std::size_t end);
  // Checks the instruction at thread.ip. Call it before the instruction executes.
  void look(const eu::Thread& thread);
  // Call these before and after the message of that instruction.
  void before_message(const eu::SendRequest& request);
  void after_message(const eu::SendRequest& request);
  // Records a finding for that instruction. Each cause is reported once for an instruction.
  void suspect(Cause cause, std::string what = {});
  // Returns the findings since the last call.
  std::vector<Suspicion> take_found() { return std::exchange(found_, {}); }

 private:
  // An instruction that is about to execute.
  struct Step {
    const isa::Instruction& instruction;
    const eu::Thread& thread;
    std::size_t index;       // in the program
    std::uint32_t channels;  // running channels, with the predicate applied
  };
  // --- check_reads.cpp ---
  void read_flags(const Step& step);
  void read_sources(const Step& step);
  void read_implied(const Step& step);
  void read(const Step& step, const isa::Operand& source, unsigned number);
  void read_address(const Step& step, const isa::Operand& operand, std::string_view name);
  void read_accumulator(const Step& step, Role role);
  void read_payload(const Step& step);
  void read_registers(const isa::Operand& payload, unsigned registers);
  // Whether [begin, begin + size) of the Thread may be read as `role`. If not, reports why.
  bool readable(std::size_t begin, std::size_t size, Role role);
  // --- check_state.cpp ---
  void check_scoreboard(const Step& step);
  void check_jump(const Step& step);
  void check_control(const Step& step);
  void check_half(const Step& step);
  void check_scalar_branch(const Step& step);
  void check_indices(const Step& step);
  // --- check_messages.cpp ---
  void check_descriptor(const eu::SendRequest& request);
  void check_gateway(const eu::SendRequest& request, const isa::Gateway& message);
  // --- check_variables.cpp: vISA ---
  void look_at_visa(const Step& step);
  void mark_start();
  void check_uses(const eu::Thread& thread, const lower::Statement& statement);
  void copy_state(const lower::Statement& statement, std::uint32_t channels);
  void read_predicate(const eu::Thread& thread, const lower::Statement& statement);
  void check_use(const eu::Thread& thread, const lower::Statement& statement, const lower::Use& use,
                 std::uint32_t channels);
  void check_region(const lower::Statement& statement, const lower::Use& use, std::uint32_t channels);
  void check_addressed(const eu::Thread& thread, const lower::Statement& statement, const lower::Use& use,
                       std::uint32_t channels);
  void check_registers(const lower::Use& use);
  void check_predicate(std::string_view name, std::uint32_t byte, std::uint32_t bits);
  void check_life(std::string_view name, std::uint32_t byte, std::uint32_t end);
  bool is_written(std::string_view name, std::uint32_t byte, unsigned bytes);
  void mark_registers(std::uint32_t byte, std::uint32_t bytes);
  // --- checker.cpp ---
  void write(const Step& step);
  void write_accumulators(const Step& step);
  void write_registers(const Step& step, unsigned first, unsigned last);
  void leave_undefined(const Step& step);
  void check_channels(const Step& step);
  void use_local_memory(std::uint64_t begin, std::uint64_t size, bool writes);
  void mark_undefined(std::size_t begin, std::size_t end);

  const isa::Program* program_;
  GroupMemory* memory_;
  std::size_t index_ = 0;  // of the last checked instruction
  const lower::Uses* uses_;
  bool has_started_ = false;
  std::vector<bool> forms_found_;                      // indexed by instruction: find_undefined_forms() was called
  std::set<std::uint32_t> lifeless_;                   // variables outside their LIFETIME, by lower::Uses::find_life()
  std::map<std::uint32_t, std::uint32_t> predicates_;  // byte -> written bits of vISA predicates
  // Indexed by byte of the Thread, followed by the vISA variables:
  std::vector<bool> written_;
  std::vector<bool> undefined_;                 // written with a value that the documents call undefined
  std::vector<bool> flag_only_;                 // written by a comparison, which only defines the lowest bit (8.3.8)
  std::bitset<eu::kGrfCount> uncleared_;        // last written with {NoDDClr}
  std::bitset<eu::kGrfCount> in_flight_;        // has a response that nothing has waited for
  isa::OpenAccesses open_;                      // on Gen12, which leaves dependencies to the scoreboard's bytes
  std::uint32_t message_channels_ = 0;          // of the message being sent; its header may mask some
  bool logic_in_accumulator_ = false;           // its bits beyond the type are undefined (8.3.2)
  std::uint64_t executed_ = ~std::uint64_t{0};  // instruction count at the last check, to recognise a waiting thread
  std::optional<std::size_t> allocated_;        // register for the handle of the last requested URB entry
  bool carries_flag_ = false;                   // the instruction copies flag_only_ bits
  bool in_system_routine_ = false;
  bool waited_ = false;  // the previous instruction was a wait
  std::vector<Suspicion> found_;
  std::vector<std::string> known_;  // already reported: instruction and text
};

}  // namespace eugene::script::reliance
