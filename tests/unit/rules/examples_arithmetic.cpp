// Examples for the accumulator and for single arithmetic instructions.
#include "examples.h"

namespace eugene::rules::examples {
namespace {

using enum Opcode;

Inst with_target(const Inst& instruction, const Reg& dst) {
  return instruction.with([&](Instruction& i) { i.dst = dst.as_destination(); });
}

}  // namespace

std::vector<Example> accumulator_examples() {
  const Inst sum = op(add, 8, r(10), {acc(), r(12)});
  const Inst product = op(mul, 8, acc().ud(), {r(11).ud(), r(12).ud()});
  const auto compare = [](const Reg& first) {
    return op(cmp, 8, null().f(), {first, r(12).type(first.as_source(8, AccessMode::align1).type)}).cond(CondMod::z);
  };
  const Inst mach_d = op(mach, 8, r(10).d(), {r(11).d(), r(12).d()});
  const Inst mach_16 = op16(mach, 8, r(10).d(), {r(11).d(), r(12).d()}).acc_wr_en();
  const Inst special = op(mov, 8, r(10).ud(), {arf(Arf::acc, 2)});
  return {
      {"acc.same_register", with_target(sum, acc()), with_target(sum, acc(1))},
      {"acc.first_source", sum, op(add, 8, r(10), {r(11), acc()})},
      {"acc.simd16", op(add, 16, r(10), {acc(), r(12)}), op(add, 16, r(10), {acc(1), r(12)})},
      {"acc.dword_acc1", op(mov, 8, r(10).d(), {acc().d()}), op(mov, 8, r(10).d(), {acc(1).d()})},
      {"acc.word_acc1", op(mov, 8, r(10).w(), {acc().w()}), op(mov, 8, r(10).w(), {acc(1).w()})},
      {"acc.word_odd", op(mov, 8, acc().w().stride(2), {r(11).w()}),
       op(mov, 4, acc().w().stride(2).at(2), {r(11).w()})},
      {"acc.region", sum, op(add, 4, r(10), {acc().region(8, 4, 2), r(12)})},
      {"acc.swizzle", op16(add, 8, r(10), {acc(), r(12)}), op16(add, 8, r(10), {acc().swizzled(0), r(12)})},
      {"acc.implicit_swizzle", mach_16, op16(mach, 8, r(10).d(), {r(11).d(), r(12).d().swizzled(0)}).acc_wr_en()},
      {"acc.byte", op(mov, 8, acc().w(), {r(11).w()}), op(mov, 8, acc().b().stride(2), {r(11).b()})},
      {"acc.implicit_byte", with_target(sum, r(10).stride(1)).acc_wr_en(),
       op(add, 8, r(10).b().stride(2), {r(11).w(), r(12).w()}).acc_wr_en()},
      {"acc.crosses", op(mov, 16, r(10), {acc()}), op(mov, 8, r(10).stride(1), {acc().at(16).region(4, 4, 1)})},
      {"acc.source", op(mov, 8, r(10), {acc()}), op(mul, 8, r(10), {acc(), r(12)})},
      {"acc.source", op(rndu, 8, r(10), {acc()}), op(rndd, 8, r(10), {acc()})},
      {"acc.source", op(rnde, 8, r(10), {acc()}), op(frc, 8, r(10), {acc()})},
      {"acc.source", op(rndz, 8, r(10), {acc()}), op(frc, 8, r(10), {acc()})},
      {"acc.source", op(dp4, 8, r(10), {r(11), r(12)}), op(dp4, 8, r(10), {acc(), r(12)})},
      {"acc.implicit_source", op(mac, 8, r(10), {r(11), r(12)}), op(mac, 8, r(10), {acc(), r(12)})},
      {"acc.destination", op(frc, 8, r(10), {r(11)}), op(frc, 8, acc(), {r(11)})},
      {"acc.destination", op(sel, 8, r(10), {r(11), r(12)}).predicated(),
       op(sel, 8, acc(), {r(11), r(12)}).predicated()},
      {"acc.compare_destination", compare(r(11)), with_target(compare(r(11)), acc())},
      {"acc.compare_integer", compare(acc()), with_target(compare(acc().d()), null().d())},
      {"acc.compare_unsigned", compare(acc()), with_target(compare(acc().ud()), null().d())},
      {"acc.compare_modifier", compare(acc()), compare(acc().negated())},
      {"acc.mov_both", op(mov, 8, r(10), {acc()}), op(mov, 8, acc(), {acc()})},
      {"acc.logic_modifier", op(not_, 8, r(10).ud(), {acc().ud()}), op(not_, 8, r(10).ud(), {acc().ud().negated()})},
      {"acc.negated_ud", op(mac, 8, r(10).w(), {r(11).uw(), r(12).uw()}).acc_wr_en(),
       op(mach, 8, r(10).ud(), {r(11).ud().negated(), r(12).ud()}).acc_wr_en(), GenId::gen9},
      {"acc.negated_ud", product, op(mul, 8, acc().ud(), {r(11).ud().negated(), r(12).ud()}), GenId::gen6},
      {"acc.write_enable", sum.acc_wr_en(), op(mov, 8, r(10), {r(11)}).acc_wr_en()},
      {"acc.mach_write_enable", mach_d.acc_wr_en(), mach_d},
      {"acc.special", special, special.saturate()},
  };
}

std::vector<Example> arithmetic_examples() {
  const Reg word = r(11).w();
  const Reg dword = r(12).d();
  const auto multiply = [](const Reg& dst, const Reg& a, const Reg& b) { return op(mul, 8, dst, {a, b}); };
  const Inst gen6_product = multiply(r(10).d(), word, dword);
  const Inst gen9_product = multiply(r(10).d(), dword, word);
  const Inst mac_word = op(mac, 8, r(10).w(), {r(11).w(), r(12).w()});
  const auto high = [](const Reg& dst, const Reg& a) { return op(mach, 8, dst, {a, a}).acc_wr_en(); };
  const auto sad = [](unsigned exec, const Reg& dst) { return op(sad2, exec, dst, {r(11).ub(), r(12).ub()}); };
  const Reg pairs = r(10).uw().stride(2);
  const auto leading = [](const Reg& dst, const Reg& source) { return op(lzd, 8, dst, {source}); };
  const auto select = [](const Reg& dst, const Reg& b) { return op(sel, 8, dst, {r(11), b}).predicated(); };
  const auto bytes = [](unsigned at) {
    return op(sel, 8, r(10).ub().stride(2).at(at), {r(11).ub(), r(12).ub()}).predicated();
  };
  const auto shift = [](const Reg& source) { return op(shr, 8, r(10).ud(), {source, imm(3).ud()}); };
  return {
      {"mul.word_times_dword", gen6_product, gen9_product},
      {"mul.dword_times_word", gen9_product, gen6_product},
      {"mul.dword_to_float", multiply(r(10), word, r(12).w()), multiply(r(10), word, dword), GenId::gen6},
      {"mul.dword_to_float", multiply(r(10), r(11), r(12)), multiply(r(10), dword, word), GenId::gen9},
      {"mul.dword_modifiers", multiply(r(10).w(), word, r(12).w()).saturate(), gen6_product.saturate(), GenId::gen6},
      {"mul.dword_modifiers", gen9_product, gen9_product.cond(CondMod::z), GenId::gen9},
      {"mac.dword", mac_word, op(mac, 8, r(10).d(), {r(11).d(), r(12).d()})},
      {"mach.dword_destination", high(r(10).d(), r(11).d()), high(r(10).w().stride(2), r(11).d())},
      {"mach.signedness", high(r(10).ud(), r(11).d().absolute()), high(r(10).ud(), r(11).d())},
      {"mach.signedness", high(r(10).d(), r(11).d()), high(r(10).d(), r(11).ud())},
      {"sad.exec_size", sad(8, pairs), sad(1, pairs)},
      {"sad.destination_type", sad(8, pairs), sad(8, r(10).ud())},
      {"sad.destination_region", sad(8, pairs), sad(8, pairs.at(2))},
      {"sad.destination_region", sad(8, r(10).uw()), sad(4, r(10).uw().stride(4))},
      {"lzd.source", leading(r(10).ud(), r(11).d().absolute()), leading(r(10).ud(), r(11).d())},
      {"lzd.source", leading(r(10).ud(), r(11).ud()), leading(r(10).ud(), r(11).d().absolute().negated())},
      {"lzd.destination", leading(r(10).ud(), r(11).ud()), leading(r(10).d(), r(11).ud())},
      {"sel.conversion", select(r(10), r(12)), op(sel, 8, r(10), {r(11).d(), r(12).d()}).predicated()},
      {"sel.odd_byte", bytes(0), bytes(1)},
      {"shr.signed_source", shift(r(11).d().absolute()), shift(r(11).d())},
      {"shr.signed_word", shift(r(11).d().absolute()), op(shr, 8, r(10).ud(), {r(11).w(), r(12).w()})},
      {"shr.signed_source", shift(r(11).ud()), shift(r(11).d().absolute().negated())},
      {"shr.unsigned_modifier", shift(r(11).ud()), shift(r(11).ud().negated())},
  };
}

std::vector<Example> interpolation_examples() {
  const auto dot = [](unsigned exec) { return op16(dp4, exec, r(10), {r(11), r(12)}); };
  const auto plane = [](const Reg& coefficients, const Reg& pair) { return op(pln, 8, r(10), {coefficients, pair}); };
  const Reg scalar = r(4).scalar();
  return {
      {"dot.exec_size", dot(4), dot(2)},
      {"dot.stride", op(dp3, 8, r(10), {r(11), r(12)}), op(dp3, 8, r(10), {r(11), r(12).region(0, 1, 0)})},
      {"dot.align16", dot(8), op(dp4, 8, r(10), {r(11), r(12)})},
      {"plane.exec_size", op(line, 16, r(10), {scalar, r(12)}), op(line, 4, r(10), {scalar, r(12)})},
      {"plane.scalar", plane(scalar, r(12)), plane(r(4).region(4, 4, 1), r(12))},
      {"plane.subregister", plane(r(4).at(16).scalar(), r(12)), plane(r(4).at(4).scalar(), r(12))},
      {"line.float", op(line, 8, r(10), {scalar, r(12)}), op(line, 8, r(10).d(), {scalar.d(), r(12).d()})},
      {"plane.even_register", plane(scalar, r(12)), plane(scalar, r(13))},
      {"plane.range", plane(scalar, r(126)), plane(scalar, r(127)), GenId::gen9},
      {"plane.range", op(pln, 16, r(10), {scalar, r(124)}), op(pln, 16, r(10), {scalar, r(126)})},
      {"plane.immediate", plane(scalar, r(12)), plane(scalar, imm(0x3F800000).f())},
  };
}

std::vector<Example> move_examples() {
  const Reg bytes = r(10).ub().stride(1);
  const auto moved = [](const Reg& dst, const Reg& source) { return op(movi, 8, dst, {source}); };
  const Reg source = indirect().ub();
  return {
      {"movi.source", moved(bytes, source), moved(bytes, r(11).ub())},
      {"movi.types", moved(bytes, source), moved(r(10).uw().stride(1), source)},
      {"movi.exec_size", moved(bytes, source), op(movi, 16, bytes, {source})},
      {"movi.address_base", moved(bytes, source), moved(bytes, indirect(2).ub())},
      {"movi.destination_alignment", moved(bytes.at(16), source), moved(bytes.at(8), source)},
      {"movi.destination_stride", moved(r(10).uw(), indirect().uw()), moved(r(10).uw().stride(2), indirect().uw())},
      {"movi.align16", moved(bytes, source), op16(movi, 8, r(10), {indirect()})},
      {"movi.region", moved(bytes, source), moved(bytes, source.rows(1, 0))},
  };
}

std::vector<Example> math_examples() {
  using enum MathFunction;
  const auto unary = [](MathFunction function, const Reg& source) { return math_op(function, 8, r(10), {source}); };
  const auto divide = [](const Reg& a, const Reg& b) { return math_op(iqot, 8, r(10).d(), {a, b}); };
  const Reg d = r(11).d();
  const Inst macro =
      Inst(Opcode::math, 8, r(10), {r(11)}, AccessMode::align16).with([](Instruction& i) { i.math = rsqtm; });
  return {
      {"math.function", unary(inv, r(11)), unary(sincos, r(11))},
      {"math.function", unary(sqt, r(11)), unary(MathFunction::none, r(11))},
      {"math.function_gen8", unary(inv, r(11)), unary(sincos, r(11))},
      {"math.register_file", unary(rsq, r(11)), math_op(rsq, 8, m(3), {r(11)})},
      {"math.register_file", math_op(pow, 8, r(10), {r(11), r(12)}), math_op(pow, 8, r(10), {r(11), imm(0).f()})},
      {"math.indirect", unary(cos, r(11)), unary(cos, indirect().region(8, 8, 1))},
      {"math.exec_size", unary(exp, r(11)), math_op(exp, 16, r(10), {r(12)})},
      {"math.division_exec_size", divide(d, d), math_op(irem, 16, r(10).d(), {r(12).d(), r(14).d()})},
      {"math.half_exec_size", math_op(inv, 8, r(10).hf(), {r(12).hf()}), math_op(inv, 16, r(10).hf(), {r(12).hf()})},
      {"math.thread_control", unary(cos, r(11)), unary(cos, r(11)).switched()},
      {"math.stride", unary(sin, r(11).scalar()), math_op(sin, 4, r(10).stride(2), {r(11)})},
      {"math.stride", unary(sin, r(11)), math_op(sin, 4, r(10), {r(11).region(8, 4, 2)})},
      {"math.width", unary(log, r(11).region(4, 4, 1)), unary(log, r(11).region(0, 4, 1))},
      {"math.offset", math_op(log, 4, r(10).at(16), {r(11).at(16)}), math_op(log, 4, r(10).at(16), {r(11)})},
      {"math.float_types", unary(log, r(11)), unary(log, r(11).d())},
      {"math.division_types", divide(d, d), math_op(iqot, 8, r(10).d(), {r(11), r(12)})},
      {"math.division_mixed", divide(d, d), divide(d, r(12).ud())},
      {"math.division_modifiers", divide(d, d), divide(d.negated(), d)},
      {"math.remainder_range", math_op(idiv, 8, r(126).d(), {d, d}), math_op(idiv, 8, r(127).d(), {d, d})},
      {"math.macro_align16", macro, macro.with([](Instruction& i) {
         i.access_mode = AccessMode::align1;
         i.src[0].region = {8, 8, 1};
       })},
  };
}

std::vector<Example> three_source_examples() {
  const auto fused = [](const Reg& dst, const Reg& second) { return op16(mad, 8, dst, {r(11), second, r(13)}); };
  const Inst plain = fused(r(10), r(12));
  const auto halves = [](const Reg& first) { return op16(mad, 8, r(10).hf(), {first, r(13).hf(), r(14).hf()}); };
  return {
      {"three_source.align16", plain, plain.with([](Instruction& i) { i.access_mode = AccessMode::align1; })},
      {"three_source.source_file", plain, fused(r(10), imm(0).f().region(0, 1, 0))},
      {"three_source.destination_file", plain, fused(acc(), r(12))},
      {"three_source.indirect", plain, fused(r(10), indirect())},
      {"three_source.subregister", fused(r(10), r(12).at(4).scalar()), fused(r(10), r(12).at(2).scalar())},
      {"three_source.subregister", halves(r(12).hf().at(6).scalar()), halves(r(12).hf().at(2)), GenId::gen9},
      {"three_source.region", plain, fused(r(10), r(12).region(0, 2, 1))},
      {"three_source.type", plain, op16(mad, 8, r(10).d(), {r(11).d(), r(12).d(), r(13).d()}), GenId::gen6},
      {"three_source.type", plain, op16(mad, 8, r(10).w(), {r(11).w(), r(12).w(), r(13).w()}), GenId::gen9},
      {"three_source.types", op16(mad, 8, r(10), {r(11).hf(), r(12), r(13)}),
       op16(mad, 8, r(10), {r(11).d(), r(12).d(), r(13).d()}), GenId::gen9},
      {"three_source.mixed_simd8", op16(mad, 8, r(10).hf(), {r(12), r(14), r(16)}),
       op16(mad, 16, r(10).hf(), {r(12), r(14), r(16)})},
  };
}

}  // namespace eugene::rules::examples
