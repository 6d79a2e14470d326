// Rules of instructions that machines have only after Gen9: products of matrices, conversions, named barriers.
#include <algorithm>

#include "visa/check/rule.h"

namespace eugene::visa {
namespace {

// Numbers of precisions in the binary form.
constexpr std::int64_t kS8 = 8, kBf = 9, kHf = 10, kBf8 = 11, kHf8 = 14;
constexpr std::uint8_t kFirstNoMask = 8;  // of execution masks

bool is_dpas(const Subject& s) { return s.form.page == "DPAS" || s.form.page == "DPASW"; }
bool is_integer(std::int64_t precision) { return precision >= 1 && precision <= kS8; }

bool dpas_shape(const Subject& s) {
  const std::int64_t value = number_of(s, Field::dpas), depth = value >> 16 & 0xff, repeat = value >> 24 & 0xff;
  return !is_dpas(s) || ((depth == 1 || depth == 2 || depth == 4 || depth == 8) && repeat >= 1 && repeat <= 8);
}

bool dpas_precisions(const Subject& s) {
  const std::int64_t value = number_of(s, Field::dpas), a = value & 0xff, b = value >> 8 & 0xff;
  const auto is_byte = [](std::int64_t p) { return p == kBf8 || p == kHf8; };
  return !is_dpas(s) || (is_integer(a) && is_integer(b)) || (is_byte(a) && is_byte(b)) || (a == b && a >= kBf);
}

bool dpas_lanes(const Subject& s) { return !is_dpas(s) || lanes_of(s) == 8 || lanes_of(s) == 16; }

// The type of operand `nth` among those that are `field`; none where it is null or has none.
std::optional<Type> type_at(const Subject& s, Field field, unsigned nth) {
  const Operand* operand = find(s, field, nth);
  if (operand == nullptr) return std::nullopt;
  if (const auto* raw = std::get_if<Raw>(operand); raw != nullptr && raw->variable == 0) return std::nullopt;
  return type_of(s.kernel, *operand);
}

// Integers are added up in D or UD, floats in F, and BF and HF in themselves too; words are BF of old compilers.
bool dpas_accumulators(const Subject& s) {
  if (!is_dpas(s)) return true;
  const std::int64_t weights = number_of(s, Field::dpas) & 0xff;
  for (unsigned n = 0; n < 2; ++n) {
    const auto type = type_at(s, Field::raw, n);
    if (!type) continue;
    const bool is_word = *type == Type::w || *type == Type::uw || *type == Type::bf;
    const bool fits = is_integer(weights)
                          ? *type == Type::d || *type == Type::ud
                          : *type == Type::f || (weights == kBf && is_word) || (weights == kHf && *type == Type::hf);
    if (!fits) return false;
  }
  return true;
}

bool dpas_matrices(const Subject& s) {
  if (!is_dpas(s)) return true;
  for (const auto& type : {type_at(s, Field::raw, 2), type_at(s, Field::plain_source, 0)}) {
    if (type && *type != Type::d && *type != Type::ud) return false;
  }
  return true;
}

bool fcvt_types(const Subject& s) {
  if (s.form.page != "FCVT") return true;
  const auto to = type_at(s, Field::destination, 0), from = type_at(s, Field::source, 0);
  if (!to || !from) return true;
  const auto pair = [&](Type a, Type b) { return (*to == a && *from == b) || (*to == b && *from == a); };
  return pair(Type::hf, Type::ub) || pair(Type::hf, Type::b) || pair(Type::f, Type::ud);
}

bool is_masked(const Subject& s) {
  const Operand* operand = find(s, Field::execution);
  const auto* execution = operand != nullptr ? std::get_if<Execution>(operand) : nullptr;
  return execution != nullptr && execution->mask < kFirstNoMask;
}

bool fcvt_mask(const Subject& s) {
  if (s.form.page != "FCVT" || !is_masked(s)) return true;
  const auto to = type_at(s, Field::destination, 0);
  return !to || bytes_of(*to) != 1;
}

bool srnd_types(const Subject& s) {
  if (s.form.page != "SRND") return true;
  const auto to = type_at(s, Field::destination, 0), from = type_at(s, Field::source, 0);
  return !to || !from || (*to == Type::ub && *from == Type::hf) || (*to == Type::hf && *from == Type::f);
}

bool barrier_number(const Subject& s) {
  const Operand* id = s.form.page == "NBARRIER" ? find(s, Field::source) : nullptr;
  const auto* constant = id != nullptr ? std::get_if<Immediate>(id) : nullptr;
  return constant == nullptr || constant->bits < 32;
}

constexpr Rule kRules[] = {
    {"visa.dpas.shape", "the depth must be 1, 2, 4 or 8, the repeat count 1 to 8", "write .8.8", "DPAS", dpas_shape,
     "dpas.s8.s8.8.1 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)", "dpas.s8.s8.3.1 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)"},
    {"visa.dpas.precision", "both precisions must be integers, or the same kind of float",
     "convert one of the matrices", "DPAS", dpas_precisions, "dpas.bf8.hf8.8.1 (M1, 8) V34.0 V34.0 V32.0 V40(0,0)",
     "dpas.s8.hf.8.1 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)"},
    {"visa.dpas.lanes", "the execution size must be 8, or 16 on PVC", "write (M1, 8) or (M1, 16)", "DPAS", dpas_lanes,
     "dpas.s8.s8.8.1 (M1, 16) V32.0 V32.0 V32.0 V40(0,0)", "dpas.s8.s8.8.1 (M1, 4) V32.0 V32.0 V32.0 V40(0,0)"},
    {"visa.dpas.accumulator", "integers are added up in D or UD, floats in F, BF and HF also in themselves",
     "declare the destination and source 0 with such a type", "DPAS", dpas_accumulators,
     "dpas.bf.bf.8.1 (M1, 8) V34.0 %null.0 V32.0 V40(0,0)", "dpas.bf.bf.8.1 (M1, 8) V32.0 V34.0 V32.0 V40(0,0)"},
    {"visa.dpas.matrix", "sources 1 and 2 must have type D or UD", "declare an alias of type ud", "DPAS", dpas_matrices,
     "dpas.u4.s4.8.1 (M1, 8) V32.0 V32.0 V40.0 V40(0,0)", "dpas.hf.hf.8.1 (M1, 8) V34.0 V34.0 V34.0 V40(0,0)"},
    {"visa.fcvt.types", "converts between HF and UB or B, and between F and UD", "use mov for other types", "FCVT",
     fcvt_types, "fcvt (M1, 8) V40(0,0)<1> V34(0,0)<1;1,0>", "fcvt (M1, 8) V34(0,0)<1> V36(0,0)<1;1,0>"},
    {"visa.fcvt.mask", "a conversion to eight bits must not have a mask", "write (M1_NM, ...)", "FCVT", fcvt_mask,
     "fcvt (M1_NM, 8) V36(0,0)<1> V38(0,0)<1;1,0>", "fcvt (M1, 8) V36(0,0)<1> V38(0,0)<1;1,0>"},
    {"visa.srnd.types", "rounds HF to UB, or F to HF", "round in two steps", "SRND", srnd_types,
     "srnd (M1_NM, 8) V38(0,0)<1> V34(0,0)<1;1,0> 0x5:uw", "srnd (M1_NM, 8) V36(0,0)<1> V34(0,0)<1;1,0> 0x5:uw"},
    {"visa.nbarrier.number", "there are named barriers 0 to 31", "choose a lower number", "NBARRIER", barrier_number,
     "nbarrier.wait 0x1f:ub", "nbarrier.wait 0x20:ub"},
};

}  // namespace

std::span<const Rule> later_rules() { return kRules; }

}  // namespace eugene::visa
