// Random programs that run for a while: random instructions, loops, and branches to each other.
#pragma once

#include <cstring>
#include <random>
#include <utility>

#include "eu/kernel.h"
#include "eu/prepared_op.h"
#include "isa/state_registers.h"
#include "support/build.h"
#include "support/environment.h"
#include "support/random_instruction.h"

namespace eugene::test {

// Returns how many instructions of each generation a test executes at least.
inline std::uint64_t instructions_wanted(std::uint64_t otherwise) {
  return number_from("EUGENE_RANDOM_INSTRUCTIONS", otherwise);
}
inline bool is_nightly() { return instructions_wanted(0) >= 1'000'000; }

class RandomPrograms {
 public:
  RandomPrograms(const isa::Gen& gen, std::uint64_t seed)
      : gen_(gen),
        instructions_(gen, seed),
        random_(seed),
        stays_together_(seed % 4 == 0),
        is_crowded_(seed % 3 == 0),
        is_by_address_(seed % 3 == 1),
        accumulates_(seed % 7 == 3),
        has_calls_(seed % 5 == 1 && !stays_together_),
        is_for_complete_(seed % 8 == 0),
        is_for_one_(seed % 5 == 2 && !is_for_complete_) {}

  // Returns a program of `length` instructions and an end of thread. Most instructions can be executed, and there are
  // loops. Every fourth generator makes programs whose channels stay together, every third makes programs of few
  // registers, every third makes programs with many register-indirect operands, every seventh makes programs
  // with many accumulators as operands, and every fifth makes programs that call functions.
  eu::Kernel next(std::size_t length) {
    isa::Program program{.gen = &gen_};
    is_aimed_.clear();
    calls_.clear();
    append_body(program.instructions, length);
    program.instructions.push_back(last());
    if (has_calls_) append_functions(program.instructions, length);
    const auto count = static_cast<std::uint32_t>(program.instructions.size());
    length_ = count;
    for (std::uint32_t i = 0; i < count; ++i) {
      aim(program.instructions[i], i, count);
      program.offsets.push_back(i * 16);
    }
    return *eu::prepare(std::move(program));
  }

  // Returns the threads that code for this program must support. All values occur for some seed; complete threads occur
  // only if channels stay together.
  eu::ThreadChannels thread_channels() const {
    if (is_for_one_) return eu::ThreadChannels::one;
    return is_for_complete_ ? eu::ThreadChannels::all : eu::ThreadChannels::any;
  }

  // Returns a thread with registers full of small numbers, floats, and anything, and with addresses that mostly lie in
  // the register file. Some threads take exceptions, in a system routine or without one.
  eu::Thread thread() {
    eu::Thread thread;
    const bool all = one_in(2) || (is_for_complete_ && !one_in(4));
    const std::uint32_t channels = all ? ~0U : static_cast<std::uint32_t>(random_());
    eu::start(thread, is_for_one_ && !one_in(8) ? 1U : channels);
    if (gen_.has_float_controls && one_in(2)) thread.control[0] |= 0x4C0;
    if (one_in(8)) thread.control[0] |= isa::cr0::kAccumulatorDisable;
    const auto fill = [&](eu::Grf& grf) {
      for (std::size_t i = 0; i < 8; ++i) {
        const float number = static_cast<float>(static_cast<std::int64_t>(random_() % 2000) - 1000) / 8;
        std::uint32_t bits = std::bit_cast<std::uint32_t>(number);
        if (one_in(3)) bits = static_cast<std::uint32_t>(random_() >> (random_() % 64));
        std::memcpy(grf.bytes.data() + i * 4, &bits, 4);
      }
    };
    for (eu::Grf& grf : thread.grf) fill(grf);
    for (std::uint16_t& address : thread.address)
      address = static_cast<std::uint16_t>(one_in(16) ? random_() : random_() % 3000);
    for (std::uint32_t& flag : thread.flag) flag = static_cast<std::uint32_t>(random_());
    if (one_in(4))
      thread.control[1] = isa::cr1::kBreakpointEnable | isa::cr1::kSoftwareEnable | isa::cr1::kIllegalOpcodeEnable;
    if (one_in(8)) {
      thread.has_system_routine = true;
      thread.system_ip = static_cast<std::uint32_t>(random_() % length_) * 16;
    }
    for (std::uint32_t& count : thread.notification) count = 1 + static_cast<std::uint32_t>(random_() % 4);
    return thread;
  }

  // Returns an instruction. Faults, ends of thread, changes of cr0 and breakpoints end the interesting part of a
  // program, so they are rare.
  isa::Instruction instruction() {
    for (;;) {
      isa::Instruction made = instructions_.next();
      if (is_crowded_) crowd(made);
      if (accumulates_) made = by_accumulator(made);
      if (is_by_address_) made = one_in(8) ? addresses() : one_in(8) ? scattered_move() : by_address(made);
      made.breakpoint = one_in(40);
      if (!one_in(40)) made.send.eot = false;
      if (made.dst.is_arf(isa::Arf::cr) && !one_in(20)) continue;
      const eu::Action action = action_of(made);
      if (action == eu::Action::branch && stays_together_) continue;
      if (one_in(200) || action != eu::Action::fault) return made;
    }
  }

 private:
  bool one_in(std::size_t n) { return random_() % n == 0; }

  eu::Action action_of(const isa::Instruction& instruction) const {
    isa::Program program{.gen = &gen_, .instructions = {instruction}, .offsets = {0}};
    aim(program.instructions[0], 0, 0);
    return eu::prepare(std::move(program))->prepared().ops[0].action;
  }

  // Moves operands into four registers, so that a register is often written in parts and then read as a whole.
  static void crowd(isa::Instruction& made) {
    if (isa::is_send(made.row().format)) return;
    for (isa::Operand* each : {&made.dst, &made.src[0], &made.src[1], &made.src[2]})
      if (each->file == isa::RegFile::grf) each->nr %= 4;
  }

  // Returns an instruction that writes address registers. Most of the addresses lie in the register file.
  isa::Instruction addresses() {
    const std::uint8_t max = gen_.files.address_subregisters;
    const std::uint8_t size = one_in(2) ? max : one_in(2) ? 1 : std::min<std::uint8_t>(8, max);
    isa::Instruction made{.opcode = isa::Opcode::and_, .exec_size = size, .no_mask = one_in(4)};
    made.dst = {.file = isa::RegFile::arf, .type = isa::Type::uw, .nr = 0x10, .region = {0, 1, 1}};
    if (size == 1) made.dst.subnr = static_cast<std::uint8_t>(random_() % max * 2);
    made.src[0] = grf(isa::Type::uw, size == 1 ? isa::Region{0, 1, 0} : isa::Region{size, size, 1});
    made.src[1] = {.file = isa::RegFile::imm, .type = isa::Type::uw};
    made.src[1].imm = (one_in(8) ? 0xFFFF : one_in(2) ? 0xFE0 : 0x3FC) * 0x10001U;
    return made;
  }

  // Returns a move of one value to a few channels of an address, as Intel's compiler writes them for each channel.
  isa::Instruction scattered_move() {
    if (!isa::Instruction{.opcode = isa::Opcode::smov}.row().in(gen_)) return addresses();
    isa::Instruction made{.opcode = isa::Opcode::smov, .exec_size = std::uint8_t(one_in(2) ? 16 : 8)};
    made.channel_offset = one_in(8) ? 8 : 0;
    made.src[0] = grf(isa::Type::d, {0, 1, 0});
    made.src[1] = {.file = isa::RegFile::imm, .type = isa::Type::uw};
    made.src[1].imm = (one_in(4) ? random_() & 0xFFFF : std::uint64_t{1} << random_() % made.exec_size) * 0x10001U;
    made.dst = by_address(isa::Type::d);
    return made;
  }

  // Makes registers of `made` accumulators.
  isa::Instruction by_accumulator(isa::Instruction made) {
    if (made.row().format != isa::Format::two_source || made.access_mode == isa::AccessMode::align16) return made;
    for (isa::Operand* each : {&made.dst, &made.src[0], &made.src[1]}) {
      if (each->file != isa::RegFile::grf || each->indirect || !one_in(2)) continue;
      each->file = isa::RegFile::arf;
      const std::size_t number = one_in(4) ? random_() % eu::kAccumulatorCount : random_() % 2;
      each->nr = static_cast<std::uint8_t>(static_cast<unsigned>(isa::Arf::acc) << 4 | number);
    }
    return made;
  }

  isa::Operand by_address(isa::Type type) {
    isa::Operand operand{.file = isa::RegFile::grf, .type = type, .indirect = true, .region = {0, 1, 1}};
    operand.addr_subnr = static_cast<std::uint8_t>(random_() % gen_.files.address_subregisters);
    operand.addr_imm = static_cast<std::int16_t>(static_cast<int>(random_() % 64) * 4 - (one_in(4) ? 64 : 0));
    return operand;
  }

  // Makes registers of `made` indirect operands.
  isa::Instruction by_address(isa::Instruction made) {
    const isa::Format format = made.row().format;
    if (format != isa::Format::two_source && format != isa::Format::math) return made;
    if (made.access_mode == isa::AccessMode::align16) return made;
    for (isa::Operand* each : {&made.dst, &made.src[0], &made.src[1]}) {
      if (each->file != isa::RegFile::grf || !one_in(3)) continue;
      const isa::Operand before = *each;
      *each = by_address(before.type);
      each->region = before.region;
      each->negate = before.negate;
      each->absolute = before.absolute;
      if (each != &made.dst && one_in(2)) {
        const std::uint8_t width = one_in(2) ? 1 : 4;
        each->region = {isa::Region::kPerRowAddress, width, std::uint8_t(width == 1 ? 0 : 1)};
        each->addr_subnr = one_in(2) ? 0 : each->addr_subnr;
      }
    }
    return made;
  }

  void append_body(std::vector<isa::Instruction>& program, std::size_t length) {
    for (const std::size_t end = program.size() + length; program.size() < end;) {
      if (has_calls_ && one_in(6))
        append_call(program, kOuter);
      else if (one_in(length))
        append_loop(program, length);
      else
        program.push_back(instruction());
    }
  }

  // Appends a call of a function. Its target is set once the function is there.
  void append_call(std::vector<isa::Instruction>& program, std::uint8_t function) {
    is_aimed_.push_back(program.size());
    calls_.emplace_back(program.size(), function);
    program.push_back({.opcode = isa::Opcode::call, .exec_size = size_of_flow()});
    isa::Instruction& made = program.back();
    made.dst = {.file = isa::RegFile::grf, .type = isa::Type::d, .nr = function, .region = {0, 1, 1}};
    made.src[0] = {.type = isa::Type::d, .region = {2, 2, 1}};
    made.src[1] = {.file = isa::RegFile::imm, .type = isa::Type::d};
    if (one_in(4)) made.pred_control = isa::PredControl::normal;
  }

  std::uint8_t size_of_flow() { return one_in(2) ? 16 : one_in(2) ? 32 : one_in(2) ? 8 : 2; }

  // Appends two functions, and points the calls at them. The first function calls the second.
  void append_functions(std::vector<isa::Instruction>& program, std::size_t length) {
    for (const std::uint8_t function : {kOuter, kInner}) {
      const std::size_t start = program.size();
      for (std::size_t i = random_() % (length / 4); i-- > 0;) program.push_back(instruction());
      if (function == kOuter) append_call(program, kInner);
      is_aimed_.push_back(program.size());
      program.push_back({.opcode = isa::Opcode::ret, .exec_size = size_of_flow()});
      program.back().src[0] = {.file = isa::RegFile::grf, .type = isa::Type::d, .nr = function, .region = {2, 2, 1}};
      for (const auto& [at, called] : calls_)
        if (called == function)
          program[at].jip = (static_cast<std::int32_t>(start) - static_cast<std::int32_t>(at)) * 16;
    }
  }

  // Appends a loop of arithmetic that continues as long as a comparison holds in some channel, or in the first.
  void append_loop(std::vector<isa::Instruction>& program, std::size_t length) {
    const auto start = static_cast<std::int32_t>(program.size());
    for (std::size_t i = random_() % length; i-- > 0;) {
      if (has_calls_ && one_in(8)) append_call(program, kOuter);
      if (!stays_together_ && one_in(6)) append_if(program, 2);
      append_computation(program);
    }
    const bool is_uniform = one_in(3);
    const std::uint8_t size = is_uniform && one_in(2) ? 32 : one_in(2) ? 16 : 8;
    append_comparison(program, size, is_uniform ? isa::Region{0, 1, 0} : isa::Region{8, 8, 1});
    program.push_back({.opcode = isa::Opcode::while_, .exec_size = size, .pred_control = isa::PredControl::normal});
    program.back().jip = (start - static_cast<std::int32_t>(program.size() - 1)) * 16;
    if (stays_together_ && size != 32) {
      program.back().opcode = isa::Opcode::jmpi;
      program.back().exec_size = 1;
      program.back().no_mask = true;
      program.back().jip -= 16;  // relative to the next instruction
    }
    is_aimed_.push_back(program.size() - 1);
  }

  // Appends a comparison of two registers, or of two scalars. 32 channels need an instruction for each half.
  void append_comparison(std::vector<isa::Instruction>& program, std::uint8_t size, isa::Region region) {
    isa::Instruction made{.opcode = isa::Opcode::cmp, .exec_size = size, .cond_mod = isa::CondMod::l};
    made.no_mask = one_in(2);
    made.src[0] = grf(isa::Type::f, region);
    made.src[1] = grf(isa::Type::f, region);
    made.dst = {.file = isa::RegFile::arf, .type = isa::Type::f, .region = {0, 1, 1}};
    if (size != 32) return program.push_back(made);
    made.exec_size = 16;
    program.push_back(made);
    if (one_in(4)) append_computation(program);
    made.channel_offset = 16;
    program.push_back(made);
  }

  void append_computation(std::vector<isa::Instruction>& program) {
    const isa::Instruction made = instruction();
    if (made.row().has_destination && made.row().format != isa::Format::branch_jip) program.push_back(made);
  }

  // Appends a few computations that some channels skip, with or without others that only those channels execute. Up to
  // `depth` such blocks are nested.
  void append_if(std::vector<isa::Instruction>& program, unsigned depth) {
    const std::uint8_t size = one_in(2) ? 32 : one_in(2) ? 16 : 8;
    const bool is_goto = isa::Instruction{.opcode = isa::Opcode::goto_}.row().in(gen_) && one_in(2);
    const auto append = [&](isa::Opcode opcode, isa::PredControl predicate) {
      program.push_back({.opcode = opcode, .exec_size = size, .pred_control = predicate});
      program.back().pred_inverse = one_in(2);
      return program.size() - 1;
    };
    if (one_in(3)) append_comparison(program, size, {0, 1, 0});
    const std::size_t start = append(is_goto ? isa::Opcode::goto_ : isa::Opcode::if_, isa::PredControl::normal);
    append_block(program, depth);
    const bool has_else = one_in(2);
    const std::size_t middle = program.size();
    if (has_else) {
      append(is_goto ? isa::Opcode::goto_ : isa::Opcode::else_, isa::PredControl::none);
      if (is_goto) append(isa::Opcode::join, isa::PredControl::none);
      append_block(program, depth);
    }
    const std::size_t end = append(is_goto ? isa::Opcode::join : isa::Opcode::endif, isa::PredControl::none);
    const std::size_t others = has_else ? middle + 1 : end;
    // A wrong JIP leaves channels behind.
    point(program, start, is_goto && one_in(8) ? end : others, is_goto ? others : end);
    if (has_else) point(program, middle, is_goto ? others : end, end);
    if (has_else && is_goto) point(program, others, end, end);
    point(program, end, end + 1, end + 1);
  }

  // Appends computations of an `if` or `else`: some are skipped by a jump of the thread.
  void append_block(std::vector<isa::Instruction>& program, unsigned depth) {
    for (std::size_t i = random_() % 4; i-- > 0;) append_computation(program);
    if (depth > 1 && one_in(3)) append_if(program, depth - 1);
    if (!one_in(3)) return;
    const std::size_t jump = program.size();
    program.push_back({.opcode = isa::Opcode::jmpi, .exec_size = 1, .no_mask = true});
    if (!one_in(4)) program.back().pred_control = isa::PredControl::normal;
    for (std::size_t i = random_() % 3; i-- > 0;) append_computation(program);
    point(program, jump, program.size(), program.size());
    program[jump].jip -= 16;  // relative to the next instruction
  }

  // Sets the targets of the branch at `from`.
  void point(std::vector<isa::Instruction>& program, std::size_t from, std::size_t jip, std::size_t uip) {
    const auto distance = [from](std::size_t to) {
      return (static_cast<std::int32_t>(to) - static_cast<std::int32_t>(from)) * 16;
    };
    program[from].jip = distance(jip);
    program[from].uip = distance(uip);
    is_aimed_.push_back(from);
  }

  isa::Operand grf(isa::Type type, isa::Region region) {
    return {
        .file = isa::RegFile::grf, .type = type, .nr = static_cast<std::uint8_t>(random_() % 120), .region = region};
  }

  // Returns the end of thread. Gen6 sends it from message registers; a generation may have sends of two payloads only.
  isa::Instruction last() const {
    return with(end_of_thread(), [this](isa::Instruction& made) {
      if (!made.row().in(gen_)) {
        made.opcode = isa::Opcode::sends;
        made.src[1] = {};
      }
      if (gen_.has_message_registers()) made.src[0] = {.file = isa::RegFile::mrf, .type = isa::Type::ud};
    });
  }

  // Points a branch at some instruction of the program, mostly forwards.
  void aim(isa::Instruction& instruction, std::uint32_t index, std::uint32_t count) const {
    const isa::Format format = instruction.row().format;
    const bool branches =
        format == isa::Format::jump || format == isa::Format::branch_jip || format == isa::Format::branch;
    if (!branches || instruction.row().sources == 1) {
      if (format != isa::Format::jump) return;
    }
    const auto target = [&](std::int32_t seed) {
      const std::uint32_t from = seed % 5 == 0 ? 0 : std::min(index + 1, count);
      const auto number = static_cast<std::uint32_t>(seed < 0 ? -seed : seed) / 8;
      return static_cast<std::int32_t>(from + number % (count - from + 1)) * 16;
    };
    std::int32_t base = static_cast<std::int32_t>(index) * 16;
    if (format == isa::Format::jump) base += 16;
    if (instruction.opcode == isa::Opcode::calla) base = 0;
    if (std::ranges::find(is_aimed_, index) != is_aimed_.end()) return;
    instruction.jip = target(instruction.jip) - base;
    instruction.uip = target(instruction.uip) - base;
  }

  const isa::Gen& gen_;
  RandomInstructions instructions_;
  std::mt19937_64 random_;
  bool stays_together_;
  bool is_crowded_;
  bool is_by_address_;
  bool accumulates_;
  bool has_calls_;
  bool is_for_complete_;
  bool is_for_one_;
  static constexpr std::uint8_t kOuter = 126;  // functions, by the register of their return address
  static constexpr std::uint8_t kInner = 127;
  std::vector<std::size_t> is_aimed_;                        // indices of branches whose targets are set
  std::vector<std::pair<std::size_t, std::uint8_t>> calls_;  // indices of calls, and the functions
  std::uint32_t length_ = 1;                                 // length of the last program
};

}  // namespace eugene::test
