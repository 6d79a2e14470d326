// Rules on instructions newer than Gen9: matrix products, conversions, named barriers.
#include <algorithm>

#include "visa/check/rule.h"
#include "visa/lsc.h"
#include "visa/predefined.h"

namespace eugene::visa {
namespace {

// Precisions, as numbered in the binary form.
constexpr std::int64_t kS8 = 8, kBf = 9, kHf = 10, kBf8 = 11, kHf8 = 14;
constexpr std::uint8_t kFirstNoMask = 8;  // execution masks from here on

bool is_dpas(const Subject& s) { return s.form.page == Page::dpas || s.form.page == Page::dpasw; }
bool is_integer(std::int64_t precision) { return precision >= 1 && precision <= kS8; }

bool dpas_shape(const Subject& s) {
  const std::int64_t value = read_number(s, Field::dpas), depth = value >> 16 & 0xff, repeat = value >> 24 & 0xff;
  return !is_dpas(s) || ((depth == 1 || depth == 2 || depth == 4 || depth == 8) && repeat >= 1 && repeat <= 8);
}

bool dpas_precisions(const Subject& s) {
  const std::int64_t value = read_number(s, Field::dpas), a = value & 0xff, b = value >> 8 & 0xff;
  const auto is_byte = [](std::int64_t p) { return p == kBf8 || p == kHf8; };
  return !is_dpas(s) || (is_integer(a) && is_integer(b)) || (is_byte(a) && is_byte(b)) || (a == b && a >= kBf);
}

bool dpas_lanes(const Subject& s) {
  return !is_dpas(s) || (count_lanes(s) == 8 && may_be(s, kXehp | kDg2)) || (count_lanes(s) == 16 && may_be(s, kPvc));
}

unsigned count_bits(std::int64_t precision) {
  if (precision <= 0) return 0;
  if (precision <= kS8) return 1U << (precision - 1) / 2;  // u1, s1, u2, s2, u4, ...
  constexpr std::int64_t kTf32 = 12;
  return precision == kBf || precision == kHf ? 16 : precision == kTf32 ? 32 : 8;
}

// Returns the number of elements of each source that a channel multiplies in one step: OPS_PER_CHAN.
unsigned count_products(std::int64_t weights, std::int64_t activations) {
  const unsigned bits = std::max(count_bits(weights), count_bits(activations));
  return bits >= 16 ? 32 / bits : bits == 8 ? 4 : 8;
}

// Returns the bytes of source 2 that one repetition uses.
unsigned repeat_bytes(const Subject& s) {
  const std::int64_t value = read_number(s, Field::dpas), a = value & 0xff, b = value >> 8 & 0xff;
  return static_cast<unsigned>(value >> 16 & 0xff) * count_bits(b) * count_products(a, b) / 8;
}

// Returns the alignment of a variable, or, for an input, its offset in the payload.
unsigned find_alignment(const Subject& s, std::uint32_t variable) {
  const auto input = std::ranges::find_if(
      s.kernel.inputs, [&](const Input& i) { return i.kind == VariableKind::general && i.variable == variable; });
  if (input != s.kernel.inputs.end()) return static_cast<unsigned>(input->offset);
  return byte_size(s.kernel.variables.generals[variable - kFirstGeneral].align, register_width(s.platforms));
}

bool is_aligned(const Subject& s, std::uint32_t variable, unsigned offset, unsigned bytes) {
  const auto place = find_storage(s.kernel, variable);
  return !place || bytes == 0 || (find_alignment(s, place->root) % bytes == 0 && (place->offset + offset) % bytes == 0);
}

bool dpas_source2(const Subject& s) {
  const Operand* operand = is_dpas(s) ? find(s, Field::plain_source) : nullptr;
  const auto* source = std::get_if<General>(operand);
  const auto type = operand != nullptr ? operand_type(s.kernel, *operand) : std::nullopt;
  if (source == nullptr || !type) return true;
  const unsigned offset = source->row * register_width(s.platforms) + source->column * byte_size(*type);
  return is_aligned(s, source->variable, offset, repeat_bytes(s));
}

bool dpas_registers(const Subject& s) {
  return !is_dpas(s) || std::ranges::all_of(s.instruction.operands, [&](const Operand& operand) {
    const auto* raw = std::get_if<Raw>(&operand);
    return raw == nullptr || is_aligned(s, raw->variable, raw->offset, register_width(s.platforms));
  });
}

bool dpas_source2_is_there(const Subject& s) {
  const Operand* operand = is_dpas(s) ? find(s, Field::plain_source) : nullptr;
  return operand == nullptr || !is_null(*operand);
}

bool dpas_depth(const Subject& s) {
  return !is_dpas(s) || !dpas_shape(s) || (read_number(s, Field::dpas) >> 16 & 0xff) == 8;
}

bool dpasw_types(const Subject& s) {
  const auto to = type_at(s, Field::raw, 0);
  return s.form.page != Page::dpasw || !to || *to == Type::d || *to == Type::ud || *to == Type::f;
}

bool dpasw_source0(const Subject& s) {
  const auto to = type_at(s, Field::raw, 0), from = type_at(s, Field::raw, 1);
  return s.form.page != Page::dpasw || !to || !from || *to == *from;
}

// Two threads share the registers of source 2 in halves. A single register would belong to only one thread.
bool dpasw_shares(const Subject& s) {
  constexpr unsigned kRegisterBytes = 32;
  const auto repeats = static_cast<unsigned>(read_number(s, Field::dpas) >> 24 & 0xff);
  return s.form.page != Page::dpasw || repeats * repeat_bytes(s) > kRegisterBytes;
}

// Integers are summed in D or UD, floats in F; BF and HF also in their own type. Old compilers write words for BF.
bool dpas_accumulators(const Subject& s) {
  if (!is_dpas(s)) return true;
  const std::int64_t weights = read_number(s, Field::dpas) & 0xff;
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
  if (s.form.page != Page::fcvt) return true;
  const auto to = type_at(s, Field::destination, 0), from = type_at(s, Field::source, 0);
  if (!to || !from) return true;
  const auto pair = [&](Type a, Type b) { return (*to == a && *from == b) || (*to == b && *from == a); };
  return pair(Type::hf, Type::ub) || pair(Type::hf, Type::b) || pair(Type::f, Type::ud);
}

bool is_masked(const Subject& s) {
  const auto* execution = std::get_if<Execution>(find(s, Field::execution));
  return execution != nullptr && execution->mask < kFirstNoMask;
}

bool fcvt_mask(const Subject& s) {
  if (s.form.page != Page::fcvt || !is_masked(s)) return true;
  const auto to = type_at(s, Field::destination, 0);
  return !to || byte_size(*to) != 1;
}

bool srnd_types(const Subject& s) {
  if (s.form.page != Page::srnd) return true;
  const auto to = type_at(s, Field::destination, 0), from = type_at(s, Field::source, 0);
  return !to || !from || (*to == Type::ub && *from == Type::hf) || (*to == Type::hf && *from == Type::f);
}

// Returns operand `nth` of a named barrier, if it is a constant.
std::optional<std::uint64_t> read_constant(const Subject& s, unsigned nth) {
  const auto* constant = std::get_if<Immediate>(s.form.page == Page::nbarrier ? find(s, Field::source, nth) : nullptr);
  return constant != nullptr ? std::optional(constant->bits) : std::nullopt;
}

bool barrier_number(const Subject& s) { return read_constant(s, 0).value_or(0) < 32; }

bool is_general_signal(const Subject& s) { return find(s, Field::source, 3) != nullptr; }

bool barrier_kind(const Subject& s) {
  constexpr std::uint64_t kConsumer = 2;
  if (s.form.page != Page::nbarrier || !is_general_signal(s)) return true;
  const auto type = type_at(s, Field::source, 1);
  return read_constant(s, 1).value_or(0) <= kConsumer &&
         (!type || (!table_row(*type).is_float && byte_size(*type) <= 2));
}

// The short form has the number of threads in the place where the long form has the kind.
bool barrier_threads(const Subject& s) {
  if (s.form.page != Page::nbarrier) return true;
  if (is_general_signal(s)) return read_constant(s, 2).value_or(1) != 0 && read_constant(s, 3).value_or(1) != 0;
  const auto type = type_at(s, Field::source, 1);
  return read_constant(s, 1).value_or(1) != 0 && (!type || (!table_row(*type).is_float && byte_size(*type) == 1));
}

constexpr Rule kRules[] = {
    {"visa.dpas.shape", "the depth must be 1, 2, 4 or 8, the repeat count 1 to 8", "write .8.8", "DPAS", dpas_shape,
     "dpas.s8.s8.8.1 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)", "dpas.s8.s8.3.1 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)"},
    {"visa.dpas.precision", "both precisions must be integers, or the same kind of float",
     "convert one of the matrices", "DPAS", dpas_precisions, "dpas.bf8.hf8.8.1 (M1, 8) V34.0 V34.0 V32.0 V40(0,0)",
     "dpas.s8.hf.8.1 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)"},
    {"visa.dpas.lanes", "the execution size must be 16 on PVC and 8 on others", "write (M1, 8) or (M1, 16)", "DPAS",
     dpas_lanes, "dpas.s8.s8.8.1 (M1, 16) V32.0 V32.0 V32.0 V40(0,0)",
     "dpas.s8.s8.8.1 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)", Severity::error, kPvc},
    {"visa.dpas.source2", "source 2 must not be %null", "name a variable", "DPAS", dpas_source2_is_there,
     "dpas.s8.s8.8.1 (M1, 8) V32.0 %null.0 V32.0 V40(0,0)", "dpas.s8.s8.8.1 (M1, 8) V32.0 %null.0 V32.0 %null(0,0)"},
    {"visa.dpas.aligned", "source 2 must begin at a multiple of the size that one repetition uses",
     "use another element, or a variable with a larger alignment", "DPAS, Alignment", dpas_source2,
     "dpas.s8.s4.8.1 (M1, 8) V32.0 V32.0 V32.0 V40(0,4)", "dpas.s8.s8.8.1 (M1, 8) V32.0 V32.0 V32.0 V40(0,4)"},
    {"visa.dpas.registers", "destination, source 0 and source 1 must be aligned to registers",
     "declare the variable with align=GRF", "DPAS, Alignment", dpas_registers,
     "dpas.s8.s8.8.1 (M1, 8) V32.32 V32.0 V32.0 V40(0,0)", "dpas.s8.s8.8.1 (M1, 8) V41.0 V32.0 V32.0 V40(0,0)"},
    {"visa.dpas.depth", "the depth should be 8: machines have no other", "write .8", "DPAS, Systolic depth", dpas_depth,
     "dpas.s8.s8.8.1 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)", "dpas.s8.s8.4.1 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)",
     Severity::warning},
    {"visa.dpasw.types", "the destination must have type D, UD or F", "use dpas", "DPASW, Dst", dpasw_types,
     "dpasw.hf.hf.8.8 (M1, 8) V34.0 V34.0 V32.0 V40(0,0)", "dpasw.hf.hf.8.8 (M1, 8) V38.0 %null.0 V32.0 V40(0,0)"},
    {"visa.dpasw.source0", "source 0 should have the type of the destination", "declare an alias of that type",
     "DPASW, Src0", dpasw_source0, "dpasw.s8.s8.8.8 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)",
     "dpasw.s8.s8.8.8 (M1, 8) V32.0 V40.0 V32.0 V40(0,0)", Severity::warning},
    {"visa.dpasw.shared", "source 2 should need more than one register: otherwise the second thread has no share",
     "repeat it more often", "DPASW", dpasw_shares, "dpasw.s8.s8.8.2 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)",
     "dpasw.s8.s8.8.1 (M1, 8) V32.0 V32.0 V32.0 V40(0,0)", Severity::warning},
    {"visa.dpas.accumulator", "integers must be summed in D or UD, floats in F; BF and HF also in their own type",
     "declare the destination and source 0 with such a type", "DPAS", dpas_accumulators,
     "dpas.bf.bf.8.1 (M1, 8) V34.0 %null.0 V32.0 V40(0,0)", "dpas.bf.bf.8.1 (M1, 8) V32.0 V34.0 V32.0 V40(0,0)"},
    {"visa.dpas.matrix", "sources 1 and 2 must have type D or UD", "declare an alias of type ud", "DPAS", dpas_matrices,
     "dpas.u4.s4.8.1 (M1, 8) V32.0 V32.0 V40.0 V40(0,0)", "dpas.hf.hf.8.1 (M1, 8) V34.0 V34.0 V34.0 V40(0,0)"},
    {"visa.fcvt.types", "fcvt must convert between HF and UB or B, or between F and UD", "use mov for other types",
     "FCVT", fcvt_types, "fcvt (M1, 8) V40(0,0)<1> V34(0,0)<1;1,0>", "fcvt (M1, 8) V34(0,0)<1> V36(0,0)<1;1,0>"},
    {"visa.fcvt.mask", "a conversion to eight bits must not have a mask", "write (M1_NM, ...)", "FCVT", fcvt_mask,
     "fcvt (M1_NM, 8) V36(0,0)<1> V38(0,0)<1;1,0>", "fcvt (M1, 8) V36(0,0)<1> V38(0,0)<1;1,0>"},
    {"visa.srnd.types", "srnd must round HF to UB, or F to HF", "round in two steps", "SRND", srnd_types,
     "srnd (M1_NM, 8) V38(0,0)<1> V34(0,0)<1;1,0> 0x5:uw", "srnd (M1_NM, 8) V36(0,0)<1> V34(0,0)<1;1,0> 0x5:uw"},
    {"visa.nbarrier.number", "the number of a named barrier must be 0 to 31", "choose a lower number", "NBARRIER",
     barrier_number, "nbarrier.wait 0x1f:ub", "nbarrier.wait 0x20:ub"},
    {"visa.nbarrier.kind",
     "the type of a signal must be 0 (producer and consumer), 1 (producer) or 2 (consumer), as a word",
     "write 0x0:uw, 0x1:uw or 0x2:uw", "NBARRIER, Type", barrier_kind, "nbarrier.signal 0x1:ub 0x2:uw 0x8:ub 0x4:ub",
     "nbarrier.signal 0x1:ub 0x3:uw 0x8:ub 0x4:ub"},
    {"visa.nbarrier.threads", "the number of threads must be at least one, and have the type of a byte",
     "write 0x1:ub or more", "NBARRIER, Num_producers", barrier_threads, "nbarrier.signal 0x1:ub 0x8:ub",
     "nbarrier.signal 0x1:ub 0x0:ub"},
};

}  // namespace

std::span<const Rule> later_rules() { return kRules; }

}  // namespace eugene::visa
