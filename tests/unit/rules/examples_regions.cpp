// Examples for regions, destinations, Align16, indirect addressing, mixed floats and 64-bit types.
#include "examples.h"

namespace eugene::rules::examples {
namespace {

using enum Opcode;

Inst add8(const Reg& second) { return op(add, 8, r(10), {r(11), second}); }

}  // namespace

std::vector<Example> region_examples() {
  return {
      {"region.exec_size", op(cmp, 16, null().f(), {r(12).scalar(), r(13).scalar()}).cond(CondMod::z),
       op(cmp, 32, null().f(), {r(12).scalar(), r(13).scalar()}).cond(CondMod::z)},
      {"region.encoding", add8(r(12).region(8, 8, 1)), op(mov, 4, r(10), {r(12).region(3, 1, 0)})},
      {"region.wide_stride", op(mov, 8, r(10).w(), {r(12).w().region(16, 4, 1)}),
       op(mov, 8, r(10), {r(12).region(16, 8, 0)})},
      {"region.overlap", op(mov, 16, r(12), {r(10)}), op(mov, 16, r(11), {r(10)})},
      {"region.width", op(add, 4, r(10), {r(11), r(12)}), op(add, 4, r(10), {r(11), r(12).region(8, 8, 1)})},
      {"region.single_row_repeated", add8(r(12).region(8, 8, 1)), add8(r(12).region(0, 8, 1))},
      {"region.single_row", add8(r(12).region(8, 8, 1)), add8(r(12).region(4, 8, 1))},
      {"region.single_column", add8(r(12).region(1, 1, 0)), add8(r(12).region(1, 1, 1))},
      {"region.repeated_stride", op(mov, 4, r(10).q(), {r(12).q()}),
       op(mov, 2, r(10).q().stride(4), {r(12).q().region(4, 1, 4)})},
      {"region.scalar", op(mov, 1, r(10), {r(11).scalar()}), op(mov, 1, r(10), {r(11).region(1, 1, 0)})},
      {"region.scalar_stride", op(mov, 1, r(10), {r(11).scalar()}), op(mov, 1, r(10), {r(11).region(1, 1, 0)})},
      {"region.replicated", add8(r(12).scalar()), add8(r(12).region(0, 4, 0))},
      {"region.row_crosses", add8(r(12).at(16).region(4, 4, 1)), add8(r(12).at(16).region(8, 8, 1))},
      {"region.two_registers", add8(r(12).region(8, 4, 2)), add8(r(12).region(8, 2, 4))},
      {"region.alignment", op(mov, 1, r(10), {r(11).at(4).scalar()}), op(mov, 1, r(10), {r(11).at(2).scalar()})},
  };
}

std::vector<Example> destination_examples() {
  const Inst narrow = op(mov, 8, r(10).w().stride(2), {r(11).d()});
  const auto wide_add = [](const Reg& dst, const Reg& a, const Reg& b) { return op(add, 16, dst, {a, b}); };
  return {
      {"destination.stride_zero", op(mov, 1, r(10), {r(11)}), op(mov, 1, r(10).stride(0), {r(11)})},
      {"destination.stride", narrow, op(mov, 8, r(10).w(), {r(11).d()})},
      {"destination.wide_byte_stride", op(add, 8, r(10).b().stride(2), {r(12).b(), r(14).b()}),
       op(add, 8, r(10).b().stride(4), {r(12).b(), r(14).b()})},
      {"destination.alignment", narrow, op(mov, 8, r(10).w().stride(2).at(2), {r(11).d()})},
      {"destination.word_alignment", op(mov, 8, r(10).w().stride(2).at(2), {r(11).d()}),
       op(mov, 4, r(10).w().stride(4).at(4), {r(11).q().scalar()})},
      {"destination.word_alignment", op(mov, 8, r(10).uw().stride(2).at(2), {r(11)}),
       op(mov, 4, r(10).uw().stride(4).at(6), {r(11).q().scalar()})},
      {"destination.word_alignment", op(add, 8, r(10).uw().stride(2).at(2), {r(11).w(), r(12).ud()}),
       op(add, 4, r(10).w().stride(4).at(6), {r(12).d().scalar(), r(14).q().scalar()})},
      {"destination.dword_alignment", op(mov, 4, r(10).d().stride(2), {r(12).q()}),
       op(mov, 4, r(10).d().stride(2).at(4), {r(12).q().scalar()})},
      {"destination.byte_alignment", op(mov, 4, r(10).b().stride(4).at(1), {r(11).d()}),
       op(mov, 4, r(10).b().stride(4).at(2), {r(11).d()})},
      {"destination.packed_byte", op(mov, 8, r(10).ub(), {r(11).ub()}), op(mov, 8, r(10).ub(), {r(11).uw()})},
      {"destination.packed_byte_type", op(mov, 8, r(10).b(), {r(11).b()}), op(mov, 8, r(10).ub(), {r(11).b()})},
      {"destination.packed_byte", op(add, 8, r(10).ub().stride(2), {r(11).ub(), r(12).ub()}),
       op(add, 8, r(10).ub(), {r(11).ub(), r(12).ub()})},
      {"destination.packed_byte_predicate", op(mov, 8, r(10).ub(), {r(11).ub()}),
       op(mov, 8, r(10).ub(), {r(11).ub()}).predicated()},
      {"destination.two_registers", op(mov, 16, r(10), {r(12)}), op(mov, 8, r(10).stride(4), {r(12)}), GenId::gen9},
      {"destination.two_registers", op(mov, 16, r(10), {r(12)}), op(mov, 8, r(10).stride(4), {r(12).scalar()}),
       GenId::gen6},
      {"destination.one_register", op(mov, 16, r(10), {r(12)}), op(mov, 16, r(10).w().stride(2), {r(12).w().scalar()})},
      {"destination.one_oword", op(add, 4, r(10), {r(12).at(24).region(2, 2, 1), r(14)}),
       op(mov, 4, r(10).at(12), {r(12).at(24).region(2, 2, 1)})},
      {"destination.math_evenly_split", math_op(MathFunction::inv, 16, r(10), {r(12)}),
       math_op(MathFunction::inv, 8, r(10).at(16).with([](Operand& o) { o.subnr = 8; }), {r(12)})},
      {"destination.evenly_split", op(mov, 16, r(10), {r(12)}), op(mov, 8, r(10).at(4), {r(12).scalar()})},
      {"destination.one_source_register", wide_add(r(10), r(12), r(14)),
       op(mov, 16, r(10), {r(12).w().at(24).region(4, 4, 1)})},
      {"destination.same_offset", wide_add(r(10).d(), r(12).d(), r(14).d()),
       wide_add(r(10).d(), r(12).d(), r(14).w().at(16).region(8, 8, 1))},
      {"destination.needs_two", wide_add(r(10).d(), r(12).d(), r(14).w().region(8, 8, 1)),
       wide_add(r(10).d(), r(12).d(), r(14).d().region(0, 8, 1))},
  };
}

std::vector<Example> align16_examples() {
  const auto add16 = [](const Reg& dst, const Reg& second) { return op16(add, 8, dst, {r(11), second}); };
  const Inst flow = branch(endif, 16);
  const auto written = [](std::uint8_t mask) {
    return [mask](const Reg& dst) { return dst.with([mask](Operand& o) { o.write_mask = mask; }); };
  };
  const auto x = written(0x1), xy = written(0x3);
  return {
      {"align16.vertical_stride_4", add16(r(10), r(12).region(0, 4, 1)), add16(r(10), r(12).region(2, 4, 1))},
      {"align16.vertical_stride_2", op16(mov, 4, r(10).df(), {r(12).df().region(2, 4, 1)}),
       op16(mov, 4, r(10), {r(12).region(8, 4, 1)})},
      {"align16.destination_stride", add16(r(10), r(12)), add16(r(10).stride(2), r(12))},
      {"align16.alignment", op16(mov, 4, r(10).at(16), {r(12).at(16)}), op16(mov, 4, r(10).at(16), {r(12).at(8)})},
      {"align16.element_size", add16(r(10), r(12)), op16(add, 8, r(10).w(), {r(11).w(), r(12).w()})},
      {"align16.flow_control", flow, flow.with([](Instruction& i) { i.access_mode = AccessMode::align16; })},
      {"align16.conversion", op16(mov, 4, r(10), {r(12).w()}),
       op16(mov, 8, r(10).df(), {r(12)}).with([](Instruction& i) {
         i.exec_size = 2;
         i.dst.subnr = 16;
         i.src[0].subnr = 16;
         i.dst.type = Type::d;
         i.src[0].type = Type::q;
         i.src[0].region.vstride = 4;
         i.exec_size = 4;
       })},
      {"align16.scattered_source", op16(mov, 8, r(10), {r(12)}), op16(mov, 8, r(10), {r(12).at(16)})},
      {"align16.scattered_source", op16(mad, 8, r(10), {r(12).scalar(), r(14), r(16)}),
       op16(mad, 8, r(10), {r(12).scalar(), r(14).at(16), r(16)})},
      {"align16.scattered_source", op16(mad, 4, r(10).df(), {r(12).df().scalar(), r(14).df(), r(16).df()}),
       op16(mad, 4, r(10).df(), {r(12).df().scalar(), r(14).df().at(16), r(16).df()})},
      {"align16.qword_components", op16(mad, 2, r(10).df(), {r(12).df(), r(14).df().swizzled(0x44), r(16).df()}),
       op16(mad, 2, r(10).df(), {r(12).df(), r(14).df().swizzled(0x00), r(16).df()})},
      {"align16.qword_components", op16(mov, 2, xy(r(10).q()), {r(12).q().region(2, 4, 1).swizzled(0xEE)}),
       op16(mov, 2, x(r(10).q()), {r(12).q().region(2, 4, 1).swizzled(0xEE)})},
      {"align16.qword_size", op16(mov, 2, r(10).df(), {r(12)}), op16(mov, 4, r(10).df(), {r(12)})},
  };
}

std::vector<Example> indirect_examples() {
  const auto source = [](unsigned exec, const Reg& from) { return op(mov, exec, r(10).d(), {from.d()}); };
  const auto offset_add = [](int offset) { return op(mov, 8, r(10), {indirect(0, offset)}); };
  return {
      {"indirect.source1", op(add, 8, r(10), {r(11), indirect()}), op(add, 8, r(10), {r(11), indirect().rows(4, 1)})},
      {"indirect.destination", op(mov, 8, indirect(), {r(11)}), op(mov, 8, indirect().rows(1, 1), {r(11)})},
      {"indirect.rows_direct", source(8, indirect().rows(4, 1)), source(8, r(11).rows(4, 1))},
      {"indirect.channels", source(8, indirect().rows(1, 0)), source(16, indirect().rows(1, 0)), GenId::gen6},
      {"indirect.channels", source(16, indirect().rows(1, 0)), source(16, indirect(8).rows(1, 0)), GenId::gen9},
      {"indirect.exec_size_32", op(mov, 16, r(10).w(), {indirect().w().rows(4, 1)}),
       op(mov, 32, r(10).w(), {indirect().w().rows(4, 1)})},
      {"preemption.one_index", source(16, indirect().rows(4, 1)), source(16, indirect().rows(8, 1))},
      {"indirect.group_alignment", source(8, indirect(2).rows(4, 1)), source(8, indirect(3).rows(4, 1))},
      {"indirect.subregister", offset_add(0), op(mov, 8, r(10), {indirect(16)})},
      {"indirect.offset", offset_add(511), offset_add(512)},
  };
}

std::vector<Example> mixed_float_examples() {
  const Reg half = r(12).hf();
  const Inst packed = op(add, 8, half, {r(14), r(16).hf()});
  const auto align16 = [](const Reg& second) { return op16(add, 8, r(10), {r(11), second.hf()}); };
  return {
      {"mixed_float.indirect", op(mov, 8, r(10), {r(12).hf()}), op(mov, 8, r(10), {indirect().hf()})},
      {"mixed_float.float_simd8", op(add, 8, r(10), {r(12), r(14).hf()}), op(add, 16, r(10), {r(12), r(14).hf()})},
      {"mixed_float.packed_simd8", packed, op(add, 16, half, {r(14), r(16).hf()})},
      {"mixed_float.packed_alignment", op(add, 4, half.at(16), {r(14), r(16).hf()}),
       op(add, 1, half.at(8), {r(14), r(16).hf()})},
      {"mixed_float.align16_packed", align16(r(12)), align16(r(12).region(0, 4, 1))},
      {"mixed_float.align16_accumulator", align16(r(12)), op16(mac, 8, r(10), {r(11), r(12).hf()})},
      {"mixed_float.math_strided", math_op(MathFunction::fdiv, 8, r(10), {r(11), r(12).hf().region(16, 8, 2)}),
       math_op(MathFunction::fdiv, 8, r(10), {r(11), r(12).hf()})},
      {"mixed_float.accumulator_offset", op(mov, 8, half.stride(2), {acc()}),
       op(mov, 1, r(12).hf(), {acc().at(4).scalar()})},
      {"mixed_float.accumulator_stride", op(mac, 8, half.stride(2), {r(14), r(16)}), op(mac, 8, half, {r(14), r(16)})},
  };
}

std::vector<Example> qword_examples() {
  const auto move = [](const Reg& from) { return op(mov, 4, r(10).df(), {from}); };
  const Reg dwords = r(11).d().region(8, 4, 2);
  const auto multiply = [&](const Reg& second) { return op(mul, 4, r(10).d().stride(2), {dwords, second}); };
  const auto dependent = [](const Inst& inst) { return inst.with([](Instruction& i) { i.no_dd_clr = true; }); };
  return {
      {"qword.stride", move(r(11).df()), move(r(11).region(4, 4, 1))},
      {"qword.stride", multiply(dwords), multiply(r(12).d().region(4, 4, 1))},
      {"qword.vertical_stride", move(r(11).df().region(2, 2, 1)), move(r(11).df().region(4, 2, 1))},
      {"qword.offset", move(r(11).df().at(8).scalar()), op(mov, 2, r(10).df(), {r(11).df().at(8)})},
      {"qword.indirect", move(r(11).df()), op(mov, 1, r(10).df(), {indirect().df().scalar()})},
      {"qword.arf", move(r(11).df()), op(mov, 4, acc().df(), {r(11).df()})},
      {"qword.arf", multiply(dwords), multiply(dwords).acc_wr_en()},
      {"qword.dependency_control", move(r(11).df()), dependent(move(r(11).df()))},
  };
}

}  // namespace eugene::rules::examples
