// Examples for encoding, modifiers, types and registers.
#include "examples.h"

namespace eugene::rules::examples {
namespace {

using enum Opcode;

const Inst kAdd = op(add, 8, r(10), {r(11), r(12)});
const Inst kMov = op(mov, 8, r(10), {r(11)});
const Inst kAnd = op(and_, 8, r(10).ud(), {r(11).ud(), r(12).ud()});

Inst compare(CondMod condition) { return op(cmp, 8, null().f(), {r(11), r(12)}).cond(condition); }

Inst compacted(const Inst& instruction) {
  return instruction.with([](Instruction& i) { i.compacted = true; });
}

Inst vector(Type type, std::uint64_t bits, const Reg& dst) { return op(mov, 8, dst, {imm(bits).type(type)}); }

Inst options(const Inst& instruction, bool no_dd_clr) {
  return instruction.with([&](Instruction& i) { i.no_dd_clr = no_dd_clr; });
}

}  // namespace

std::vector<Example> encoding_examples() {
  const Inst reserved_thread = kMov.with([](Instruction& i) { i.thread_control = ThreadControl::reserved; });
  return {
      {"encoding.opcode", kAdd, op(addc, 8, r(10).ud(), {r(11).ud(), r(12).ud()}), GenId::gen6},
      {"encoding.opcode", kAdd, branch(fork, 16), GenId::gen9},
      {"encoding.illegal", op(nop, 1, null(), {}), op(illegal, 1, null(), {})},
      {"encoding.exec_size", kMov, op(mov, 3, r(10), {r(11).scalar()})},
      {"encoding.channel_offset", kMov.channels_from(8), kMov.channels_from(4)},
      {"encoding.nibble", op(mov, 4, r(10), {r(11)}).channels_from(8), op(mov, 4, r(10), {r(11)}).channels_from(4)},
      {"encoding.thread_control", kMov.switched(), reserved_thread},
      {"encoding.dependency_control_arf", options(kMov, true), options(op(mov, 8, acc(), {r(11)}), true)},
      {"encoding.nop", op(nop, 1, null(), {}), op(nop, 1, null(), {}).predicated()},
      {"encoding.compacted_branch", compacted(branch(while_, -4096 * 8)), compacted(branch(while_, -4097 * 8)),
       GenId::gen6},
      {"encoding.compacted_branch", compacted(branch(while_, -4096)), compacted(branch(while_, -4104)), GenId::gen9},
  };
}

std::vector<Example> modifier_examples() {
  const Inst select = op(sel, 8, r(10), {r(11), r(12)});
  const Inst choose = op16(csel, 8, r(10), {r(11), r(12), r(13)});
  const Inst if8 = branch(if_, 32, 32);
  const Inst wrong_flag = kAdd.with([](Instruction& i) { i.flag_nr = 2; });
  const Inst shift = op(shl, 8, r(10).w(), {r(11).w(), imm(0x00010001).w()});
  return {
      {"predicate.instruction", branch(else_, 32, 32), branch(else_, 32, 32).predicated()},
      {"predicate.instruction", branch(endif, 16), branch(endif, 16).predicated()},
      {"predicate.access_mode", kAdd.predicated(PredControl::any4h), kAdd.predicated(PredControl::rep_x)},
      {"predicate.access_mode", op16(add, 8, r(10), {r(11), r(12)}).predicated(PredControl::all4h_a16),
       op16(add, 8, r(10), {r(11), r(12)}).predicated(PredControl::anyv)},
      {"predicate.any32h", kAdd.predicated(PredControl::any16h), kAdd.predicated(PredControl::any32h)},
      {"flag.register", kAdd.cond(CondMod::z), wrong_flag},
      {"condition.instruction", branch(halt, 16, 16), branch(halt, 16, 16).cond(CondMod::z)},
      {"condition.instruction", op(movi, 8, r(10).ub().stride(1), {indirect().ub()}),
       op(movi, 8, r(10).ub().stride(1), {indirect().ub()}).cond(CondMod::nz)},
      {"condition.branch", if8.predicated(), if8.cond(CondMod::z)},
      {"condition.reserved", kAdd.cond(CondMod::g), kAdd.cond(static_cast<CondMod>(7))},
      {"condition.mov", kMov, kMov.cond(CondMod::nz)},
      {"condition.cmp", compare(CondMod::ge), compare(CondMod::none)},
      {"condition.cmp", choose.cond(CondMod::ge), choose, GenId::gen9},
      {"condition.cmpn", op(cmpn, 8, null().f(), {r(11), r(12)}).cond(CondMod::ge),
       op(cmpn, 8, null().f(), {r(11), r(12)}).cond(CondMod::g)},
      {"condition.cmp_result", compare(CondMod::le), compare(CondMod::u)},
      {"condition.cmp_result", op(cmpn, 8, null().f(), {r(11), r(12)}).cond(CondMod::l),
       op(cmpn, 8, null().f(), {r(11), r(12)}).cond(CondMod::o), GenId::gen9},
      {"condition.cmp_result", select.cond(CondMod::nz), select.cond(CondMod::o)},
      {"condition.cmp_result", choose.cond(CondMod::nz), choose.cond(CondMod::u), GenId::gen9},
      {"condition.select", select.predicated(), select},
      {"condition.select", select.cond(CondMod::l), select.cond(CondMod::l).predicated()},
      {"condition.embedded_compare", if8.cond(CondMod::z), if8.cond(CondMod::z).predicated()},
      {"condition.logic", kAnd.cond(CondMod::nz), kAnd.cond(CondMod::g)},
      {"condition.lrp", op16(lrp, 8, r(10), {r(11), r(12), r(13)}).cond(CondMod::z),
       op16(lrp, 8, r(10), {r(11), r(12), r(13)}).cond(CondMod::o)},
      {"saturate.instruction", kAdd.saturate(), kAnd.saturate()},
      {"saturate.instruction", op(frc, 8, r(10), {r(11)}), op(frc, 8, r(10), {r(11)}).saturate()},
      {"saturate.shl", shift.saturate(), op(shl, 8, r(10).d(), {r(11).d(), imm(1)}).saturate()},
      {"saturate.mach", op(mach, 8, r(10).d(), {r(11).d(), r(12).d()}).acc_wr_en(),
       op(mach, 8, r(10).d(), {r(11).d(), r(12).d()}).acc_wr_en().saturate()},
      {"modifier.instruction", op(add, 8, r(10), {r(11).negated(), r(12).absolute()}),
       op(movi, 8, r(10).ub().stride(1), {indirect().ub().negated()})},
      {"modifier.immediate", op(add, 8, r(10).d(), {r(11).d(), imm(0xFFFFFFFF)}),
       op(add, 8, r(10).d(), {r(11).d(), imm(1).negated()})},
      {"modifier.logic_absolute", op(or_, 8, r(10).d(), {r(11).d().negated(), r(12).d()}),
       op(or_, 8, r(10).d(), {r(11).d().absolute(), r(12).d()})},
  };
}

std::vector<Example> type_examples() {
  const Reg words = r(10).w();
  const Inst to_half = op(mov, 8, r(10).hf().stride(2), {r(11)});
  return {
      {"type.source", kAnd, op(and_, 8, r(10).ud(), {r(11), r(12)})},
      {"type.source", op(frc, 8, r(10), {r(11)}), op(frc, 8, r(10), {r(11).d()})},
      {"type.source", op(shr, 8, r(10).ud(), {r(11).ud(), imm(3)}), op(asr, 8, r(10).ud(), {r(11), r(12)})},
      {"type.source_word", op(fbl, 1, r(10).ud(), {r(11).ud().scalar()}),
       op(fbl, 1, r(10).ud(), {r(11).ub().scalar()})},
      {"encoding.reserved_bit", kMov, kMov.with([](Instruction& i) { i.kept.reserved = {0, 1U << 20}; })},
      {"type.source_word", op(fbl, 1, r(10).ud(), {r(11).ud().scalar()}),
       op(fbl, 1, r(10).ud(), {r(11).uw().scalar()})},
      {"type.source_word", op(lzd, 8, r(10).ud(), {r(11).ud()}), op(lzd, 8, r(10).ud(), {r(11).uw()})},
      {"type.source", op(lzd, 8, r(10).ud(), {r(11).ud()}), op(lzd, 8, r(10).ud(), {r(11).uw()}), GenId::gen6},
      {"type.source_float", op(bfrev, 8, r(10).d(), {r(11).d()}), op(bfrev, 8, r(10).d(), {r(11)})},
      {"type.destination", kAnd, op(and_, 8, r(10), {r(11).ud(), r(12).ud()})},
      {"type.destination", op(rndd, 8, r(10), {r(11)}), op(rndd, 8, r(10).d(), {r(11)})},
      {"type.generation", kMov, op(mov, 8, r(10).hf(), {r(11).hf()}), GenId::gen6},
      {"type.vector_register", vector(Type::vf, 0x30, r(10)), op(mov, 4, r(10), {r(11).type(Type::vf)})},
      {"type.byte_immediate", op(mov, 8, r(10).w(), {imm(0x00050005).w()}), op(mov, 8, r(10).w(), {imm(5).b()})},
      {"type.qword_immediate", op(mov, 1, r(10).q(), {imm(5).q()}), op(add, 1, r(10).q(), {r(11).q(), imm(5).q()})},
      {"immediate.last_source", op(add, 8, r(10).d(), {r(11).d(), imm(1)}), op(add, 8, r(10).d(), {imm(1), r(11).d()})},
      {"immediate.replicated_word", op(add, 8, words, {r(11).w(), imm(0x00070007).w()}),
       op(add, 8, words, {r(11).w(), imm(7).w()})},
      {"immediate.vector_alignment", vector(Type::v, 0x76543210, r(10).w().at(16)),
       vector(Type::v, 0x76543210, r(10).w().at(8))},
      {"immediate.v_stride", vector(Type::v, 0x76543210, words), vector(Type::v, 0x76543210, r(10).w().stride(2))},
      {"immediate.v_stride", vector(Type::uv, 0x76543210, words), vector(Type::uv, 0x76543210, r(10).d())},
      {"immediate.uv_dwords", vector(Type::uv, 0x76543210, words), vector(Type::uv, 0x76543210, r(10).ud())},
      {"immediate.vf_stride", op(mov, 4, r(10), {imm(0x30).type(Type::vf)}),
       op(mov, 4, r(10).stride(2), {imm(0x30).type(Type::vf)})},
      {"immediate.v_word_mode", op(add, 8, words, {r(11).w(), imm(0x76543210).type(Type::v)}),
       op(add, 1, words, {r(11).d().scalar(), imm(0x76543210).type(Type::v)})},
      {"type.mixed_sources", kAdd, op(add, 8, r(10), {r(11), r(12).d()})},
      {"type.cmp_destination", op(cmp, 8, r(10).d(), {r(11).d(), r(12).d()}).cond(CondMod::z),
       op(cmp, 8, r(10), {r(11).d(), r(12).d()}).cond(CondMod::z)},
      {"type.float_result", kAdd, op(add, 8, r(10).d(), {r(11), r(12)})},
      {"type.float_result", compare(CondMod::ge), op(cmp, 8, r(10).d(), {r(11), r(12)}).cond(CondMod::ge)},
      {"type.integer_result", op(mac, 8, r(10).w(), {r(11).w(), r(12).w()}), op(mac, 8, r(10), {r(11).w(), r(12).w()})},
      {"convert.byte_qword", op(mov, 1, r(10).df(), {r(11).d()}), op(mov, 1, r(10).df(), {r(11).b()})},
      {"convert.byte_qword", op(mov, 1, r(10).d(), {r(11).q()}), op(mov, 1, r(10).b(), {r(11).q()})},
      {"convert.byte_to_qword", op(mov, 4, r(10).q(), {r(11).d().region(8, 4, 2)}), op(mov, 1, r(10).q(), {r(11).b()})},
      {"convert.widened_byte", op(mov, 8, r(10).q(), {r(12).d()}), op(mov, 8, r(10).q(), {r(12).b()})},
      {"convert.widened_byte", op(add, 8, r(10).q(), {r(12).uw(), imm(0x00010001).w()}),
       op(add, 8, r(10).q(), {r(12).ub(), imm(0x00010001).w()})},
      {"convert.half_qword", op(mov, 1, r(10).df(), {r(11)}), op(mov, 1, r(10).df(), {r(11).hf()})},
      {"convert.half_integer_stride", op(mov, 8, r(10).hf().stride(2), {r(11).w()}),
       op(mov, 8, r(10).hf(), {r(11).w()})},
      {"convert.half_integer_alignment", op(mov, 8, r(10).hf().stride(2), {r(11).w()}),
       op(mov, 8, r(10).hf().stride(2).at(2), {r(11).w()})},
      {"convert.half_to_second_byte", op(mov, 8, r(10).b().stride(4), {r(11).hf()}),
       op(mov, 8, r(10).b().at(1).stride(4), {r(11).hf()})},
      {"convert.half_destination", to_half, op(mov, 4, r(10).hf().stride(4), {r(11)})},
  };
}

std::vector<Example> register_examples() {
  const Reg ip = arf(Arf::ip);
  const Reg notification = arf(Arf::n);
  const auto jump_by = [&](std::uint64_t bytes) { return op(add, 1, ip, {ip.scalar(), imm(bytes).ud()}); };
  const Inst absent = kMov.with([](Instruction& i) { i.src[1] = r(3).as_source(8, AccessMode::align1); });
  const Reg address = arf(Arf::a).uw();
  const auto set_control = [](unsigned byte, std::uint64_t bits) {
    const Reg control = arf(Arf::cr).at(byte);
    return op(or_, 1, control, {control.scalar(), imm(bits).ud()}).switched();
  };
  return {
      {"immediate.destination", kMov, op(mov, 8, imm(0), {r(11).d()})},
      {"register.file", kMov, op(mov, 8, m(5), {r(11)})},
      {"register.grf_range", op(mov, 16, r(126), {r(10)}), op(mov, 16, r(127), {r(10)})},
      {"register.grf_range", op(mov, 16, r(10), {r(126)}), op(mov, 16, r(10), {r(127)})},
      {"register.grf_range", op16(mad, 8, r(10), {r(127), r(12), r(13)}), op16(mad, 16, r(10), {r(12), r(127), r(14)})},
      {"register.mrf_range", op(mov, 8, m(23), {r(11)}), op(mov, 8, m(24), {r(11)})},
      {"register.mrf_range", op(mov, 16, m(0x80 + 19), {r(10)}), op(mov, 16, m(0x80 + 20), {r(10)})},
      {"register.mrf_source", op(mov, 8, m(3), {r(11)}), op(mov, 8, r(11), {m(3)})},
      {"register.null_source", kAdd, op(add, 8, r(10), {r(11), null().f()})},
      {"register.absent_source", kMov, absent},
      {"arf.kind", kMov, op(mov, 1, r(10).ud(), {arf(Arf::tm).scalar()}), GenId::gen6},
      {"arf.kind", op(mov, 1, r(10).ud(), {arf(Arf::tm).scalar()}),
       op(mov, 1, r(10).ud(), {arf(static_cast<Arf>(0xE)).scalar()}), GenId::gen9},
      {"arf.number", op(mov, 1, arf(Arf::f).uw(), {r(11).uw()}), op(mov, 1, arf(Arf::f, 2).uw(), {r(11).uw()})},
      {"arf.number", op(mov, 8, r(10), {acc(1)}), op(mov, 8, r(10), {acc(12)})},
      {"arf.subregister", op(mov, 1, arf(Arf::f).uw().at(2), {r(11).uw()}),
       op(mov, 1, arf(Arf::f).uw().at(4), {r(11).uw()})},
      {"arf.subregister", op(mov, 1, r(10).ud(), {arf(Arf::sr).at(8).scalar()}),
       op(mov, 1, r(10).ud(), {arf(Arf::sr).at(16).scalar()})},
      {"arf.subregister", op(mov, 1, r(10).ud(), {arf(Arf::n).at(8).scalar()}),
       op(mov, 1, r(10).ud(), {arf(Arf::n).at(12).scalar()})},
      {"arf.notification", op(mov, 1, r(10).ud(), {arf(Arf::n).at(8).scalar()}),
       op(mov, 1, r(10).ud(), {arf(Arf::n, 1).scalar()})},
      {"arf.address_range", op(mov, 4, address.at(8), {r(11).uw()}), op(mov, 8, address.at(8), {r(11).uw()}),
       GenId::gen6},
      {"arf.address_range", op(mov, 8, address.at(8), {r(11).uw()}), op(mov, 16, address.at(8), {r(11).uw()}),
       GenId::gen9},
      {"arf.read_only", op(mov, 1, r(10).ud(), {arf(Arf::sr).scalar()}), op(mov, 1, arf(Arf::sr), {r(10).ud()})},
      {"arf.read_only", op(wait, 1, notification, {notification.scalar()}), op(mov, 1, notification, {r(10).ud()}),
       GenId::gen6},
      {"arf.indirect", op(mov, 8, r(10), {indirect()}),
       op(mov, 1, r(10), {acc().with([](Operand& o) { o.indirect = true; }).scalar()})},
      {"arf.control_switch", op(mov, 1, arf(Arf::cr), {r(10).ud()}).switched(), op(mov, 1, arf(Arf::cr), {r(10).ud()})},
      {"arf.control_switch_read", op(mov, 1, r(10).ud(), {arf(Arf::cr).scalar()}).switched(),
       op(mov, 1, r(10).ud(), {arf(Arf::cr).scalar()})},
      {"arf.control_spf", op(or_, 1, arf(Arf::cr), {arf(Arf::cr).scalar(), imm(3).ud()}).switched(),
       op(or_, 1, arf(Arf::cr), {arf(Arf::cr).scalar(), imm(4).ud()}).switched()},
      {"arf.control_spf", op(and_, 1, arf(Arf::cr), {arf(Arf::cr).scalar(), imm(0xFFFFFFFE).ud()}).switched(),
       op(and_, 1, arf(Arf::cr), {arf(Arf::cr).scalar(), imm(1).ud()}).switched()},
      {"arf.unpopulated", op(mov, 4, r(10).ud(), {arf(Arf::sr)}), op(mov, 8, r(10).ud(), {arf(Arf::sr)})},
      {"arf.crosses", op(mov, 8, arf(Arf::f).ud(), {r(10).ud()}), op(mov, 16, arf(Arf::f).ud(), {r(10).ud()})},
      {"arf.crosses", op(mov, 8, r(10).ud(), {arf(Arf::f).ud()}), op(mov, 16, r(10).ud(), {arf(Arf::f).ud()}),
       GenId::gen9},
      {"arf.unpopulated", op(mov, 2, r(10).uw(), {arf(Arf::f).uw()}), op(mov, 2, r(10).uw(), {arf(Arf::f).uw().at(2)})},
      {"arf.granularity", op(mov, 1, r(10).uw(), {arf(Arf::f).uw().scalar()}),
       op(mov, 1, r(10).ub(), {arf(Arf::f).ub().scalar()})},
      {"arf.granularity", op(mov, 1, r(10).ud(), {ip.scalar()}), op(mov, 1, r(10).uw(), {ip.uw().scalar()})},
      {"arf.ip_source", op(add, 1, r(10).ud(), {ip.scalar(), r(11).ud().scalar()}),
       op(add, 1, r(10).ud(), {r(11).ud().scalar(), ip.scalar()})},
      {"arf.control_reserved", set_control(0, 0x8000), set_control(0, 0x4000)},
      {"arf.control_reserved", set_control(4, 0x2000'0000), set_control(4, 0x0080'0000)},
      {"arf.control_reserved", set_control(8, 0x18), set_control(8, 0x14)},
      {"arf.ip_forward", jump_by(32), jump_by(16)},
  };
}

}  // namespace eugene::rules::examples
