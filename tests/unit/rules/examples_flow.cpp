// Examples for sends, messages, flow control and whole programs.
#include "examples.h"

namespace eugene::rules::examples {
namespace {

using enum Opcode;

// A plain message and the payload register, by generation.
Inst gen6(const Message& message) { return send_op(message.response != 0 ? r(20) : null(), m(2), message); }
Inst gen9(const Message& message) { return send_op(message.response != 0 ? r(20) : null(), r(112), message); }

constexpr std::uint32_t kAcknowledge = 1U << 14;
constexpr std::uint32_t kAllocate = 1U << 13;

Message gateway(std::uint32_t control, unsigned response = 0) {
  return {.function = Sfid::gateway, .length = 1, .response = response, .control = control};
}
Message urb(unsigned length, std::uint32_t control, unsigned response = 0, bool eot = false) {
  return {
      .function = Sfid::urb, .length = length, .response = response, .header = true, .control = control, .eot = eot};
}

// SIMD8 dword scattered messages of Gen6, and untyped surface messages of Gen9 with all four components.
Message dwords_written(unsigned length) {
  return {.function = Sfid::dp_render, .length = length, .header = true, .control = 11U << 13 | 2U << 8};
}
Message dwords_read(unsigned response) {
  return {.function = Sfid::dp_sampler_or_dc2,
          .length = 2,
          .response = response,
          .header = true,
          .control = 6U << 13 | 2U << 8};
}
Message untyped_write(unsigned length) {
  return {.function = Sfid::dp_data1, .length = length, .control = 9U << 14 | 2U << 12};
}
Message untyped_read(unsigned response) {
  return {.function = Sfid::dp_data1, .length = 1, .response = response, .control = 1U << 14 | 2U << 12};
}

Message spawner_end() { return {.function = Sfid::spawner, .length = 1, .control = 0, .eot = true}; }

}  // namespace

std::vector<Example> send_examples() {
  const GenId g6 = GenId::gen6;
  const GenId g9 = GenId::gen9;
  const Message plain{};
  const auto change = [](const Inst& inst, auto&& function) { return inst.with(function); };
  const Message answered{.length = 1, .response = 2};
  const Message block_read{
      .function = Sfid::dp_sampler_or_dc2, .length = 1, .response = 1, .header = true, .control = 2U << 8};
  const auto from_a0 = [&](const Inst& inst, unsigned width) {
    return change(inst, [&](Instruction& i) {
      i.send.descriptor_in_a0 = true;
      i.send.descriptor = 0;
      i.src[1] = (width == 1 ? arf(Arf::a).ud().scalar() : arf(Arf::a).ud().region(width, width, 1))
                     .as_source(8, AccessMode::align1);
    });
  };
  return {
      {"send.payload_mrf", gen6(plain), send_op(null(), r(2))},
      {"send.payload_grf", gen9(plain), send_op(null(), imm(0))},
      {"send.payload_direct", gen6(plain), send_op(null(), m(2).with([](Operand& o) { o.indirect = true; })), g6},
      {"send.payload_direct", gen9(plain), send_op(null(), indirect()), g9},
      {"send.payload_alignment", gen6(plain), send_op(null(), m(2).at(16)), g6},
      {"send.payload_alignment", gen9(plain), send_op(null(), r(112).at(16)), g9},
      {"send.payload_range", send_op(null(), m(22), plain), send_op(null(), m(23), plain), g6},
      {"send.payload_range", send_op(null(), r(126), plain), send_op(null(), r(127), plain), g9},
      {"send.message_length", gen6(plain), gen6({.length = 0}), g6},
      {"send.message_length", gen9(plain), gen9({.length = 0}), g9},
      {"send.response_length", gen6({.response = 16}), gen6({.response = 17}), g6},
      {"send.response_length", gen9({.response = 16}), gen9({.response = 17}), g9},
      {"send.descriptor_reserved", gen6(plain),
       change(gen6(plain), [](Instruction& i) { i.send.descriptor |= 1U << 30; })},
      {"send.response_null", gen6(plain), send_op(null(), m(2), answered), g6},
      {"send.response_null", gen9(plain), send_op(null(), r(112), answered), g9},
      {"send.response_missing", gen6(plain), send_op(r(20), m(2), plain)},
      {"send.destination_file", gen6(plain), send_op(acc(), m(2), plain), g6},
      {"send.destination_file", gen9(plain), send_op(acc(), r(112), plain), g9},
      {"eot.destination_accumulator", gen6(spawner_end()), send_op(acc(), m(2), spawner_end()), g6},
      {"eot.destination_accumulator", gen9(spawner_end()), send_op(acc(), r(112), spawner_end()), g9},
      {"send.destination_r0", send_op(r(1), m(2), answered), send_op(r(0), m(2), answered)},
      {"send.destination_range", send_op(r(126), m(2), answered), send_op(r(127), m(2), answered), g6},
      {"send.destination_range", send_op(r(126), r(2), answered), send_op(r(127), r(2), answered), g9},
      {"send.destination_region", send_op(r(20), m(2), answered),
       change(send_op(r(20), m(2), answered), [](Instruction& i) { i.exec_size = 16; })},
      {"send.destination_block", send_op(r(20), m(2), block_read),
       change(send_op(r(20), m(2), block_read), [](Instruction& i) { i.exec_size = 16; })},
      {"send.descriptor_region", from_a0(gen6(plain), 1), from_a0(gen6(plain), 8), g6},
      {"send.descriptor_region", from_a0(gen9(plain), 1), from_a0(gen9(plain), 8), g9},
      {"send.exec_size", gen6(plain),
       change(gen6(plain),
              [](Instruction& i) {
                i.exec_size = 32;
                i.dst.type = Type::ub;
              })},
      {"send.saturate", gen6(plain), gen6(plain).saturate(), g6},
      {"send.saturate", gen9(plain), gen9(plain).saturate(), g9},
      {"send.accumulator", gen6(plain), gen6(plain).acc_wr_en(), g6},
      {"send.accumulator", gen9(plain), gen9(plain).acc_wr_en(), g9},
      {"send.thread_control", gen6(plain), gen6(plain).switched()},
      {"send.dependency_check", gen6(plain), change(gen6(plain), [](Instruction& i) { i.no_dd_chk = true; }), g6},
      {"send.dependency_check", gen9(plain), change(gen9(plain), [](Instruction& i) { i.no_dd_chk = true; }), g9},
      {"send.shared_function", gen6(plain), gen6({.function = Sfid::dp_data0}), g6},
      {"send.shared_function", gen9(plain), gen9({.function = static_cast<Sfid>(14)}), g9},
      {"message.descriptor", gen6(plain), gen6({.function = Sfid::dp_render, .header = true, .control = 0x1E000}), g6},
      {"message.descriptor", gen9(plain), gen9({.function = Sfid::dp_data1, .control = 0x7C000}), g9},
      {"message.payload_length", gen6(dwords_written(3)), gen6(dwords_written(2)), g6},
      {"message.payload_length", gen9(untyped_write(5)), gen9(untyped_write(4)), g9},
      {"message.response_length", gen6(dwords_read(1)), gen6(dwords_read(2)), g6},
      {"message.response_length", gen9(untyped_read(4)), gen9(untyped_read(3)), g9},
      {"eot.destination", gen6(spawner_end()),
       send_op(r(20), m(2), {.function = Sfid::spawner, .length = 1, .response = 1, .control = 0, .eot = true}), g6},
      {"eot.destination", gen9(spawner_end()),
       send_op(r(20), r(112), {.function = Sfid::spawner, .length = 1, .response = 1, .control = 0, .eot = true}), g9},
      {"preemption.sampler_header", gen9({.length = 3, .header = true}), gen9(plain)},
      {"eot.sampler", gen6(spawner_end()), gen6({.function = Sfid::sampler, .eot = true})},
      {"eot.null_function", gen6(spawner_end()), gen6({.function = Sfid::null, .eot = true}), g6},
      {"eot.null_function", gen9(spawner_end()), gen9({.function = Sfid::null, .eot = true}), g9},
      {"eot.payload", gen9(spawner_end()), send_op(null(), r(111), spawner_end())},
      {"send.r127_return", send_op(r(126), r(120), {.length = 6, .response = 2}),
       send_op(r(126), r(120), {.length = 8, .response = 2})},
      {"sends.payload_file", sends_op(null(), r(10), r(12), 2), sends_op(null(), r(10), acc(), 2)},
      {"sends.overlap", sends_op(null(), r(10), r(12), 2), sends_op(null(), r(10), r(11), 2)},
      {"sends.payload_range", sends_op(null(), r(10), r(126), 2), sends_op(null(), r(10), r(127), 2)},
      {"sends.null_length", sends_op(null(), r(10), null(), 0), sends_op(null(), r(10), null(), 1)},
  };
}

std::vector<Example> message_examples() {
  const GenId g6 = GenId::gen6;
  const GenId g9 = GenId::gen9;
  const Message barrier = gateway(4);
  Message headed = barrier;
  headed.header = true;
  Message bare = urb(2, 0);
  bare.header = false;
  Message longer = barrier;
  longer.length = 2;
  Message close = gateway(1);
  close.eot = true;
  Message asked = close;
  asked.control |= kAcknowledge;
  return {
      {"gateway.header", gen6(barrier), gen6(headed)},
      {"gateway.function", gen6(barrier), gen6(gateway(7)), g6},
      {"gateway.function", gen9(barrier), gen9(gateway(7)), g9},
      {"gateway.length", gen6(barrier), gen6(longer), g6},
      {"gateway.length", gen9(barrier), gen9(longer), g9},
      {"gateway.notify", gen6(gateway(2 | 1U << 15)), gen6(gateway(2 | 3U << 15))},
      {"gateway.reserved", gen6(barrier), gen6(gateway(4 | 1U << 8))},
      {"gateway.acknowledge", gen6(gateway(kAcknowledge, 1)), gen6(gateway(0, 1))},
      {"gateway.acknowledge", gen6(gateway(0)), gen6(gateway(kAcknowledge))},
      {"gateway.acknowledge_eot", gen6(close), gen6(asked)},
      {"gateway.time_stamp", gen6(gateway(3 | kAcknowledge, 1)), gen6(gateway(3))},
      {"urb.header", gen6(urb(2, 0)), gen6(bare), g6},
      {"urb.header", gen9(urb(2, 0)), gen9(bare), g9},
      {"urb.opcode", gen6(urb(1, 1)), gen6(urb(2, 2))},
      {"urb.opcode_gen8", gen9(urb(2, 7)), gen9(urb(2, 9))},
      {"urb.simd8_read", gen9(urb(1, 8, 4)), gen9(urb(1, 8))},
      {"urb.swizzle", gen6(urb(3, 1U << 10)), gen6(urb(3, 3U << 10))},
      {"urb.interleaved_length", gen6(urb(5, 1U << 10)), gen6(urb(4, 1U << 10))},
      {"urb.transpose_length", gen6(urb(7, 2U << 10)), gen6(urb(6, 2U << 10))},
      {"urb.transpose_offset", gen6(urb(4, 2U << 10 | 2U << 4)), gen6(urb(4, 2U << 10 | 1U << 4))},
      {"urb.allocate_response", gen6(urb(2, kAllocate, 1)), gen6(urb(2, kAllocate))},
      {"urb.allocate_eot", gen6(urb(2, 3U << 14, 0, true)), gen6(urb(2, kAllocate, 0, true))},
      {"ff_sync.offset", gen6(urb(1, 1)), gen6(urb(1, 1 | 1U << 4))},
      {"ff_sync.swizzle", gen6(urb(1, 1)), gen6(urb(1, 1 | 1U << 10))},
      {"ff_sync.used", gen6(urb(1, 1)), gen6(urb(1, 1 | 1U << 14))},
      {"ff_sync.complete", gen6(urb(1, 1)), gen6(urb(1, 1 | 1U << 15))},
      {"ff_sync.response", gen6(urb(1, 1, 1)), gen6(urb(1, 1, 2))},
  };
}

std::vector<Example> flow_examples() {
  const Inst if8 = branch(if_, 32, 32);
  const Inst loop = branch(while_, -32);
  const auto called = [](const Reg& dst) { return op(call, 2, dst, {null().d().region(2, 2, 1)}).jump(32); };
  const Inst returned = op(ret, 8, null(), {r(10).d().region(2, 2, 1)});
  const Inst stopped = op(mov, 8, r(10), {r(11)}).with([](Instruction& i) { i.breakpoint = true; });
  const auto forked = [](const Reg& mask) { return op(fork, 16, null(), {mask}).jump(32); };
  const auto wait_on = [](const Reg& n) { return op(wait, 1, n, {n.scalar()}); };
  const Reg notification = arf(Arf::n);
  const auto compares = [&](const Reg& dst) {
    return op(while_, 8, dst, {r(10).d(), r(11).d()}).cond(CondMod::z).jump(-32);
  };
  const Reg ip = arf(Arf::ip);
  const auto jump_to = [&](const Reg& index) { return op(jmpi, 1, ip, {ip.scalar(), index}).no_mask(); };
  const auto size = [](const Inst& inst, unsigned channels) {
    return inst.with([&](Instruction& i) { i.exec_size = static_cast<std::uint8_t>(channels); });
  };
  return {
      {"flow.accumulator", returned, op(ret, 8, null(), {acc().d().region(2, 2, 1)})},
      {"flow.distance", if8, branch(if_, 20, 32)},
      {"flow.distance", jmpi_op(-32), jmpi_op(-30)},
      {"flow.range", branch(while_, -0x8000 * 8), branch(while_, -0x8001 * 8)},
      {"flow.register_target", loop, op(while_, 8, null(), {null(), r(10).d()}).jump(-32)},
      {"flow.register_target", called(r(10).d()), op(call, 2, r(10).d(), {null().d().region(2, 2, 1), r(12).d()}),
       GenId::gen6},
      {"flow.exec_size", size(loop, 16), size(loop, 32)},
      {"flow.dependency_control", if8, if8.with([](Instruction& i) { i.no_dd_clr = true; })},
      {"flow.compare_size", compares(null().d()), compares(null().w())},
      {"flow.compare_stride", compares(null().d()), compares(null().d().stride(2))},
      {"halt.operands", branch(halt, 16, 16),
       branch(halt, 16, 16).with([](Instruction& i) { i.dst = r(10).as_destination(); })},
      {"while.backward", loop, branch(while_, 32)},
      {"while.itself", loop, branch(while_, 0)},
      {"else.forward", branch(else_, 32, 32), branch(else_, -32, 32)},
      {"break.order", branch(break_, 16, 32), branch(break_, 32, 16)},
      {"break.order", branch(halt, 16, 16), branch(halt, -16, -16)},
      {"fork.source", forked(arf(Arf::sr).ud().at(8).scalar()), forked(r(10).ud().scalar())},
      {"fork.source", forked(null().ud().scalar()), forked(arf(Arf::sr).ud().scalar())},
      {"encoding.dependency_breakpoint", stopped, stopped.with([](Instruction& i) { i.no_dd_chk = true; }),
       GenId::gen6},
      {"encoding.compressed", if8, if8.with([](Instruction& i) { i.compressed = true; }), GenId::gen6},
      {"encoding.compressed", math_op(MathFunction::inv, 8, r(10), {r(11)}),
       math_op(MathFunction::inv, 8, r(10), {r(11)}).with([](Instruction& i) { i.compressed = true; }), GenId::gen6},
      {"jmpi.exec_size", jmpi_op(32), size(jmpi_op(32), 8)},
      {"jmpi.no_mask", jmpi_op(32), jmpi_op(32).with([](Instruction& i) { i.no_mask = false; })},
      {"jmpi.type", jump_to(r(10).d().scalar()), jump_to(r(10).scalar())},
      {"jmpi.scalar", jump_to(r(10).d().scalar()), jump_to(r(10).d().region(8, 8, 1))},
      {"jmpi.ip_operands", jmpi_op(32), jmpi_op(32).with([](Instruction& i) { i.dst = null().d().as_destination(); })},
      {"call.exec_size", called(r(10).d()), size(called(r(10).d()), 8)},
      {"call.destination_type", called(r(10).ud()), called(r(10))},
      {"call.source_type", called(r(10).d()), op(call, 2, r(10).d(), {null().uw().region(2, 2, 1)}).jump(32)},
      {"call.destination_alignment", called(r(10).d().at(8)), called(r(10).d().at(4))},
      {"call.destination_file", called(r(10).d()), called(null().d())},
      {"call.source_region", called(r(10).d()), op(call, 2, r(10).d(), {}).jump(32)},
      {"call.quarter", called(r(10).d()), called(r(10).d()).channels_from(8)},
      {"ret.type", returned, op(ret, 8, null(), {r(10).region(2, 2, 1)})},
      {"ret.register", returned, op(ret, 8, null(), {r(10).d().region(2, 2, 1), imm(0)})},
      {"ret.destination", returned, op(ret, 8, r(12).d(), {r(10).d().region(2, 2, 1)})},
      {"wait.register", wait_on(notification), op(wait, 1, notification, {r(10).ud().scalar()})},
      {"wait.destination", wait_on(notification), op(wait, 1, null(), {notification.scalar()})},
      {"wait.exec_size", wait_on(notification), size(wait_on(notification), 8)},
  };
}

std::vector<ProgramExample> program_examples() {
  const GenId g6 = GenId::gen6;
  const GenId g9 = GenId::gen9;
  const Inst end6 = gen6(spawner_end());
  const Inst end9 = gen9(spawner_end());
  const Inst move = op(mov, 8, r(10), {r(11)});
  const Inst notification = op(wait, 1, arf(Arf::n), {arf(Arf::n).scalar()});
  const Inst pause = op(nop, 1, null(), {});
  const Inst logic = op(xor_, 8, acc().ud(), {r(10).ud(), r(11).ud()});
  const Inst read = op(mov, 8, r(12).ud(), {acc().ud()});
  const Inst sum = op(add, 8, r(12).ud(), {acc().ud(), r(13).ud()});
  const Inst gather = op(mov, 8, m(2), {indirect()});
  const Inst called = op(call, 2, r(10).d(), {null().d().region(2, 2, 1)}).jump(16);
  const Inst cases = branch(case_, 32);
  const auto both = [&](std::string_view rule, std::vector<Instruction> good, std::vector<Instruction> bad,
                        std::vector<ProgramExample>& rows) {
    for (const auto& [gen, end] : {std::pair{g6, end6}, std::pair{g9, end9}}) {
      std::vector<Instruction> with_end = good, bad_with_end = bad;
      with_end.push_back(end);
      bad_with_end.push_back(end);
      rows.push_back({rule, std::move(with_end), std::move(bad_with_end), gen});
    }
  };
  std::vector<ProgramExample> rows = {
      {"program.end_of_thread", {move, end6}, {move, jmpi_op(-32)}, g6},
      {"program.end_of_thread", {move, end9}, {move, jmpi_op(-32)}, g9},
      {"program.falls_off", {move, end6}, {end6, move}, g6},
      {"program.falls_off", {move, end9}, {end9, move}, g9},
      {"program.two_waits", {notification, pause, notification, end6}, {notification, notification, end6}, g6},
      {"program.indirect_to_mrf", {gather.switched(), gen6({}), end6}, {gather, gen6({}), end6}, g6},
      {"program.case_break", {cases, branch(break_, 16, 16), end6}, {cases, move, end6}, g6},
      {"program.predicated_call",
       {branch(if_, 32, 32), called.predicated(), branch(endif, 16), end6},
       {called.predicated(), end6},
       g6},
  };
  const Inst if8 = branch(if_, 32, 32);
  const Inst endif8 = branch(endif, 16);
  const Inst else8 = branch(else_, 32, 32);
  const auto only6 = [&](std::string_view rule, std::vector<Instruction> good, std::vector<Instruction> bad) {
    good.push_back(end6);
    bad.push_back(end6);
    rows.push_back({rule, std::move(good), std::move(bad), g6});
  };
  only6("program.if_target", {if8, else8, move, endif8}, {branch(if_, 48, 48), else8, move, endif8});
  only6("program.if_target", {if8, move, endif8}, {branch(if_, 16, 16), move, endif8});
  only6("program.else_target", {if8, else8, move, endif8}, {if8, branch(else_, 16, 16), move, endif8});
  only6("program.halt_target", {branch(halt, 32, 32), move}, {branch(halt, 16, 32), move});
  only6("program.halt_target", {if8, branch(halt, 16, 32), endif8, move}, {if8, branch(halt, 16, 16), endif8, move});
  const Inst forked = op(fork, 16, null(), {arf(Arf::sr).ud().at(8).scalar()}).jump(16);
  only6("program.fork_scope", {if8, move, endif8, forked}, {if8, forked, endif8});
  only6("program.case_last_break", {branch(case_, 48), branch(break_, 16, 16).predicated(), branch(break_, 16, 16)},
        {branch(case_, 48), branch(break_, 16, 16), branch(break_, 16, 16).predicated()});
  const Reg control = arf(Arf::cr).ud();
  const Inst returned = op(and_, 1, control, {control.scalar(), imm(0x7FFF'FFFF).ud()}).no_mask().switched();
  only6("program.exception_return", {returned, op(nop, 16, null(), {})}, {returned, op(nop, 8, null(), {})});
  const Reg a0 = arf(Arf::a).uw();
  const auto load_address = [&](std::uint64_t bytes) {
    return op(mov, 1, a0, {imm(bytes << 16 | bytes).uw()}).no_mask();
  };
  const auto bump = [&](std::uint64_t bytes) {
    return op(add, 1, a0, {a0.scalar(), imm(bytes << 16 | bytes).uw()}).no_mask();
  };
  const Inst reach = op(mov, 8, r(10), {indirect()});
  rows.push_back({"indirect.range", {load_address(127 * 32), reach, end9}, {load_address(128 * 32), reach, end9}, g9});
  both("indirect.range", {load_address(32), op(mov, 8, r(10), {indirect(0, -32)})},
       {load_address(32), op(mov, 8, r(10), {indirect(0, -64)})}, rows);
  rows.push_back({"indirect.range",
                  {load_address(126 * 32), bump(32), reach, end9},
                  {load_address(126 * 32), bump(64), reach, end9},
                  g9});
  const unsigned last_half = 127 * 32 + 16;
  both("indirect.range", {load_address(last_half), jmpi_op(0), reach},
       {load_address(last_half), op(mov, 8, indirect(), {r(10)})}, rows);
  // Gen6 uses twelve of the 16 bits (SNB table 5-7).
  rows.push_back({"indirect.range",
                  {load_address(0x1000 + 127 * 32), op(mov, 8, indirect(), {r(10)}), end6},
                  {load_address(0x1000 + last_half), op(mov, 8, indirect(), {r(10)}), end6},
                  g6});
  both("indirect.row_crosses", {load_address(48), op(mov, 8, r(10), {indirect().region(4, 4, 1)})},
       {load_address(48), reach}, rows);
  both("indirect.row_crosses",
       {op(mov, 2, a0, {imm(0x80).type(Type::v)}).with([](Instruction& i) { i.exec_size = 1; }), reach},
       {load_address(24), op(mov, 4, r(10), {indirect().rows(4, 1)})}, rows);
  both("program.branch_range", {jmpi_op(0), move}, {jmpi_op(0x100), move}, rows);
  both("program.branch_range", {move, branch(while_, -16)}, {move, branch(while_, -32)}, rows);
  both("program.branch_boundary", {jmpi_op(16), move}, {jmpi_op(8), move}, rows);
  both("program.open_if", {if8, move, endif8}, {if8, move}, rows);
  both("program.lone_else", {if8, branch(else_, 16, 16), endif8}, {move, branch(else_, 16, 16), move}, rows);
  both("program.lone_endif", {if8, move, endif8}, {move, endif8}, rows);
  both("program.second_else", {if8, branch(else_, 16, 16), endif8},
       {if8, branch(else_, 16, 16), branch(else_, 16, 16), endif8}, rows);
  both("program.loose_break", {move, branch(break_, 16, 32), branch(while_, -32)}, {move, branch(break_, 16, 32), move},
       rows);
  both("program.loose_break", {move, branch(cont, 16, 16), branch(while_, -32)},
       {branch(cont, 16, 16), move, branch(while_, -16)}, rows);
  const Inst loop3 = branch(while_, -48);
  only6("program.leaves_block", {if8, branch(halt, 16, 32).predicated(), endif8},
        {if8, branch(halt, 32, 32).predicated(), endif8});
  only6("program.leaves_block", {if8, branch(break_, 16, 48).predicated(), endif8, loop3},
        {if8, branch(break_, 48, 48).predicated(), endif8, loop3});
  only6("program.break_target", {branch(break_, 16, 32).predicated(), branch(while_, -16), move},
        {branch(break_, 16, 16).predicated(), branch(while_, -16), move});
  only6("program.break_target", {branch(break_, 16, 32).predicated(), branch(while_, -16), move},
        {branch(break_, 16, 48).predicated(), branch(while_, -16), move});
  only6("program.case_target", {cases, branch(break_, 16, 16)}, {cases, move, branch(break_, 16, 16)});
  // A switch within a case.
  only6("program.case_last_break",
        {branch(case_, 80), branch(case_, 32), branch(break_, 16, 16), move, branch(break_, 16, 16)},
        {branch(case_, 80), branch(case_, 32), branch(break_, 16, 16), move, branch(break_, 16, 16).predicated()});
  only6("program.case_early_break", {branch(case_, 48), branch(break_, 16, 32).predicated(), branch(break_, 16, 16)},
        {branch(case_, 48), branch(break_, 32, 32).predicated(), branch(break_, 16, 16)});
  both("program.cont_target", {move, branch(cont, 16, 16), branch(while_, -32)},
       {move, branch(cont, 16, 32), branch(while_, -32)}, rows);
  const Inst single = op(fork, 16, null(), {null().ud().scalar()}).jump(48);
  const Inst both_halves = op(mov, 16, r(10), {r(12)});
  only6("program.single_flow_channels", {single, both_halves.channels_from(16), move},
        {single, move.channels_from(8), move});
  only6("program.single_flow_ip", {single, jmpi_op(0), move},
        {single, op(add, 1, arf(Arf::ip), {arf(Arf::ip).scalar(), imm(32).ud()}), move});
  const Inst single_here = op(fork, 16, null(), {null().ud().scalar()}).jump(16);  // as the assembler needs a label
  only6("program.single_flow_channels", {single_here, move}, {single_here, move.channels_from(8)});
  const Inst product = op(mach, 8, r(10).d(), {r(11).d(), r(12).d()}).acc_wr_en();
  const Inst low_half = op(mov, 8, r(13).d(), {acc().d()});
  only6("program.mach_saturate", {product, low_half}, {product, low_half.saturate()});
  const auto load_addresses = [&](std::uint64_t bytes) { return op(mov, 8, a0, {imm(bytes).type(Type::v)}).no_mask(); };
  const Inst gather_bytes = op(movi, 8, r(10).ub().stride(1), {indirect(0, 32).ub()});
  const Inst one_elsewhere = op(mov, 1, a0.at(6), {imm(0x00200020).uw()}).no_mask();
  const Inst spread = op(movi, 8, indirect(4, 0).ub(), {indirect(0, 32).ub()});
  const auto lead_to = [&](unsigned byte) { return op(mov, 1, a0.at(8), {imm(byte * 0x10001).uw()}).no_mask(); };
  both("movi.indirect_alignment", {lead_to(336), spread}, {lead_to(328), spread}, rows);
  both("movi.one_register", {load_addresses(0x01234567), gather_bytes},
       {load_addresses(0x01234567), one_elsewhere, gather_bytes}, rows);
  both("program.cont_target", {move, branch(cont, 16, 16), branch(while_, -32)},
       {move, branch(cont, 16, -16), branch(while_, -32)}, rows);
  const auto to_accumulator = [](const Reg& type) {
    return op(mov, 8, type, {r(11).type(type.as_destination().type)});
  };
  rows.push_back({"program.accumulator_type",
                  {to_accumulator(acc().d()), op(mov, 8, r(10).ud(), {acc().ud()}), end9},
                  {to_accumulator(acc().d()), op(mov, 8, r(10), {acc()}), end9},
                  g9});
  both("program.logic_accumulator", {logic, read}, {logic, sum}, rows);
  const Inst compared = op(cmp, 8, null().ud(), {acc().ud(), r(12).ud()}).cond(CondMod::ge);
  rows.push_back({"program.logic_accumulator_compare", {logic, read, end9}, {logic, compared, end9}, g9});
  return rows;
}

}  // namespace eugene::rules::examples
