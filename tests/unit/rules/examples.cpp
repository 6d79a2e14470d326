#include "examples.h"

#include <algorithm>

#include "support/build.h"

namespace eugene::rules::examples {

Reg Reg::region(unsigned vertical, unsigned width, unsigned horizontal) const {
  Reg copy = with([&](Operand& o) {
    o.region = {static_cast<std::uint8_t>(vertical), static_cast<std::uint8_t>(width),
                static_cast<std::uint8_t>(horizontal)};
  });
  copy.has_region_ = true;
  return copy;
}

Reg Reg::with(const std::function<void(Operand&)>& change) const {
  Reg copy = *this;
  change(copy.operand_);
  return copy;
}

Operand Reg::as_source(unsigned exec_size, AccessMode mode) const {
  Operand operand = operand_;
  if (has_region_ || operand.is_imm() || operand.is_null()) return operand;
  const auto width = static_cast<std::uint8_t>(std::min({exec_size, 8U, 32 / byte_size(operand.type)}));
  if (mode == AccessMode::align16) {
    operand.region = {4, 4, 1};
  } else if (exec_size > 1) {
    operand.region = {width, width, 1};
  }
  return operand;
}

Operand Reg::as_destination() const {
  Operand operand = operand_;
  if (!has_region_) operand.region.hstride = 1;
  return operand;
}

Reg r(unsigned number) { return Reg{test::src(number, Type::f, Region{})}; }
Reg m(unsigned number) {
  return r(number).with([](Operand& o) { o.file = RegFile::mrf; });
}
Reg arf(Arf kind, unsigned number) { return Reg{test::arf(kind, number, Type::ud, 0, Region{})}; }
Reg acc(unsigned number) { return arf(Arf::acc, number).f(); }
Reg null() { return arf(Arf::null); }

Reg indirect(unsigned address_subregister, int offset) {
  return r(0).with([&](Operand& o) {
    o.indirect = true;
    o.addr_subnr = static_cast<std::uint8_t>(address_subregister);
    o.addr_imm = static_cast<std::int16_t>(offset);
  });
}

Reg imm(std::uint64_t bits) { return Reg{test::imm(Type::d, bits)}; }

Inst::Inst(Opcode opcode, unsigned exec_size, const Reg& dst, std::initializer_list<Reg> sources, AccessMode mode)
    : instruction_(test::op(opcode, exec_size, dst.as_destination())) {
  instruction_.access_mode = mode;
  std::size_t n = 0;
  for (const Reg& source : sources) instruction_.src[n++] = source.as_source(exec_size, mode);
}

Inst math_op(MathFunction function, unsigned exec_size, const Reg& dst, std::initializer_list<Reg> sources) {
  return op(Opcode::math, exec_size, dst, sources).with([&](Instruction& i) { i.math = function; });
}

Inst branch(Opcode opcode, int jip, int uip) { return op(opcode, 8, null(), {}).jump(jip, uip); }

Inst jmpi_op(int distance) {
  const Reg ip = arf(Arf::ip);
  return op(Opcode::jmpi, 1, ip, {ip.scalar(), imm(0)}).jump(distance).no_mask();
}

namespace {

Inst described(const Inst& instruction, const Message& message) {
  return instruction.with([&](Instruction& i) {
    i.send.sfid = message.function;
    i.send.eot = message.eot;
    i.send.descriptor =
        message.length << 25 | message.response << 20 | (message.header ? 1U << 19 : 0U) | message.control;
  });
}

}  // namespace

Inst send_op(const Reg& dst, const Reg& payload, const Message& message) {
  return described(op(Opcode::send, 8, dst, {payload}), message);
}

Inst sends_op(const Reg& dst, const Reg& payload, const Reg& second, unsigned second_length, const Message& message) {
  return described(op(Opcode::sends, 8, dst, {payload, second}), message).with([&](Instruction& i) {
    i.send.extended_descriptor = second_length << 6;
  });
}

}  // namespace eugene::rules::examples
