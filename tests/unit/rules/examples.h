// A good and a bad example of every rule of the validator, by subject, and the notation they are written in: it makes
// tests/support/build.h short enough for tables.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "isa/instruction.h"
#include "rules/rule.h"

namespace eugene::rules::examples {

// A rule with an instruction that keeps it and one that breaks it and nothing else. Holds in every
// generation that cites the rule, or in `only`.
struct Example {
  std::string_view rule;
  Instruction good;
  Instruction bad;
  std::optional<GenId> only = std::nullopt;
};

// The same for rules on programs: instructions in sequence, laid out from offset 0.
struct ProgramExample {
  std::string_view rule;
  std::vector<Instruction> good;
  std::vector<Instruction> bad;
  std::optional<GenId> only = std::nullopt;
};

// Builds an operand: r(10).f().region(8, 8, 1).
class Reg {
 public:
  explicit Reg(const Operand& operand) : operand_(operand) {}
  Reg type(Type t) const {
    return with([&](Operand& o) { o.type = t; });
  }
  Reg f() const { return type(Type::f); }
  Reg hf() const { return type(Type::hf); }
  Reg df() const { return type(Type::df); }
  Reg d() const { return type(Type::d); }
  Reg ud() const { return type(Type::ud); }
  Reg w() const { return type(Type::w); }
  Reg uw() const { return type(Type::uw); }
  Reg b() const { return type(Type::b); }
  Reg ub() const { return type(Type::ub); }
  Reg q() const { return type(Type::q); }
  Reg region(unsigned vertical, unsigned width, unsigned horizontal) const;
  Reg scalar() const { return region(0, 1, 0); }
  // Vx1 and VxH: an address for each row.
  Reg rows(unsigned width, unsigned horizontal) const { return region(Region::kPerRowAddress, width, horizontal); }
  Reg stride(unsigned horizontal) const { return region(0, 1, horizontal); }  // destinations
  Reg at(unsigned byte) const {
    return with([&](Operand& o) { o.subnr = static_cast<std::uint8_t>(byte); });
  }
  Reg negated() const {
    return with([](Operand& o) { o.negate = true; });
  }
  Reg absolute() const {
    return with([](Operand& o) { o.absolute = true; });
  }
  Reg swizzled(unsigned swizzle) const {
    return with([&](Operand& o) { o.swizzle = static_cast<std::uint8_t>(swizzle); });
  }
  Reg with(const std::function<void(Operand&)>& change) const;

  Operand as_source(unsigned exec_size, AccessMode mode) const;
  Operand as_destination() const;

 private:
  Operand operand_;
  bool has_region_ = false;
};

Reg r(unsigned number);  // general register, :f
Reg m(unsigned number);  // message register, :f
Reg arf(Arf kind, unsigned number = 0);
Reg acc(unsigned number = 0);
Reg null();
Reg indirect(unsigned address_subregister = 0, int offset = 0);  // general register through a0, :f
Reg imm(std::uint64_t bits);                                     // :d

// Builds an instruction: op(Opcode::add, 8, r(1), {r(2), r(3)}).saturate().
class Inst {
 public:
  Inst(Opcode opcode, unsigned exec_size, const Reg& dst, std::initializer_list<Reg> sources,
       AccessMode mode = AccessMode::align1);
  operator Instruction() const { return instruction_; }  // NOLINT: examples read as instructions
  Inst with(const std::function<void(Instruction&)>& change) const {
    Inst copy = *this;
    change(copy.instruction_);
    return copy;
  }
  Inst predicated(PredControl control = PredControl::normal) const {
    return with([&](Instruction& i) { i.pred_control = control; });
  }
  Inst cond(CondMod condition) const {
    return with([&](Instruction& i) { i.cond_mod = condition; });
  }
  Inst saturate() const {
    return with([](Instruction& i) { i.saturate = true; });
  }
  Inst no_mask() const {
    return with([](Instruction& i) { i.no_mask = true; });
  }
  Inst acc_wr_en() const {
    return with([](Instruction& i) { i.acc_wr_en = true; });
  }
  Inst switched() const {
    return with([](Instruction& i) { i.thread_control = ThreadControl::switch_; });
  }
  Inst channels_from(unsigned channel) const {
    return with([&](Instruction& i) { i.channel_offset = static_cast<std::uint8_t>(channel); });
  }
  Inst jump(int jip, int uip = 0) const {
    return with([&](Instruction& i) { i.jip = jip, i.uip = uip; });
  }

 private:
  Instruction instruction_;
};

inline Inst op(Opcode opcode, unsigned exec_size, const Reg& dst, std::initializer_list<Reg> sources) {
  return {opcode, exec_size, dst, sources};
}
inline Inst op16(Opcode opcode, unsigned exec_size, const Reg& dst, std::initializer_list<Reg> sources) {
  return {opcode, exec_size, dst, sources, AccessMode::align16};
}
Inst math_op(MathFunction function, unsigned exec_size, const Reg& dst, std::initializer_list<Reg> sources);
Inst branch(Opcode opcode, int jip, int uip = 0);
Inst jmpi_op(int distance);
// A message: to `function` with `length` payload and `response` registers and `control` bits 18:0.
struct Message {
  Sfid function = Sfid::sampler;
  unsigned length = 2;
  unsigned response = 0;
  bool header = false;
  std::uint32_t control = 0x20000;  // a sample
  bool eot = false;
};
Inst send_op(const Reg& dst, const Reg& payload, const Message& message = {});
Inst sends_op(const Reg& dst, const Reg& payload, const Reg& second, unsigned second_length,
              const Message& message = {});

std::vector<Example> encoding_examples();
std::vector<Example> modifier_examples();
std::vector<Example> type_examples();
std::vector<Example> register_examples();
std::vector<Example> region_examples();
std::vector<Example> destination_examples();
std::vector<Example> align16_examples();
std::vector<Example> indirect_examples();
std::vector<Example> accumulator_examples();
std::vector<Example> arithmetic_examples();
std::vector<Example> interpolation_examples();
std::vector<Example> move_examples();
std::vector<Example> mixed_float_examples();
std::vector<Example> qword_examples();
std::vector<Example> math_examples();
std::vector<Example> three_source_examples();
std::vector<Example> send_examples();
std::vector<Example> message_examples();
std::vector<Example> flow_examples();
std::vector<ProgramExample> program_examples();

}  // namespace eugene::rules::examples
