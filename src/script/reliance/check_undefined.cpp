// Instructions with undefined results whatever their sources are. docs/record/undefined.md describes Eugene's results.
#include "isa/region.h"
#include "script/reliance/check_places.h"
#include "script/reliance/checker.h"

namespace eugene::script::reliance {
namespace {

using isa::CondMod;
using isa::Instruction;
using isa::Opcode;
using isa::Operand;

constexpr unsigned kReservedControl = 12;  // offset of cr0.3, which has a subregister number but does not exist

bool is_dword(const Operand& operand) { return isa::byte_size(operand.type) == 4 && !isa::is_float(operand.type); }

// Whether the first half of the channels writes elements that the second half reads: hardware splits an instruction
// that writes two registers.
bool halves_collide(const Instruction& i, const Operand& source) {
  if (!i.dst.is_grf() || i.dst.indirect || !source.is_grf() || source.indirect || i.exec_size < 2) return false;
  const auto to = isa::destination_offsets(i), from = isa::source_offsets(i, source);
  constexpr int kGrf = eu::kGrfBytes;
  const int half = i.exec_size / 2;
  const int dst = i.dst.nr * kGrf + i.dst.subnr, src = source.nr * kGrf + source.subnr;
  const int size = static_cast<int>(isa::byte_size(i.dst.type)), read = static_cast<int>(isa::byte_size(source.type));
  if (dst % kGrf + to[static_cast<unsigned>(i.exec_size - 1)] + size <= kGrf) return false;  // only one register
  for (int write = 0; write < half; ++write) {
    for (int channel = half; channel < i.exec_size; ++channel) {
      const int at = dst + to[static_cast<unsigned>(write)], by = src + from[static_cast<unsigned>(channel)];
      if (at < by + read && by < at + size) return true;
    }
  }
  return false;
}

// Whether a channel of a region accesses a subregister that does not exist (5.3.4.2).
bool leaves_populated(const isa::Gen& gen, const Instruction& i, const Operand& operand, bool is_destination) {
  if (operand.is_imm() || operand.indirect) return false;
  const auto offsets = is_destination ? isa::destination_offsets(i) : isa::source_offsets(i, operand);
  for (unsigned channel = 0; channel < i.exec_size; ++channel) {
    if (operand.is_arf(isa::Arf::cr) && operand.subnr + offsets[channel] >= kReservedControl) return true;
    if (!is_populated(gen, operand, offsets[channel], isa::byte_size(operand.type))) return true;
  }
  return false;
}

bool mixes_floats_and_integers(const Instruction& i) {
  if (i.row().format != isa::Format::two_source || i.row().lane_sources() != 2) return false;
  const auto packed = [](const Operand& o) { return o.is_imm() && isa::info(o.type).is_vector; };
  if (packed(i.src[0]) || packed(i.src[1])) return false;  // 9.2.1.1 multiplies floats by V
  return isa::is_float(i.src[0].type) != isa::is_float(i.src[1].type);
}

}  // namespace

void find_undefined_forms(const isa::Gen& gen, const Instruction& i, std::vector<Suspicion>& found) {
  const auto add = [&](bool holds, Cause cause) {
    if (holds) found.push_back({.cause = cause, .what = std::string(info(cause).what)});
  };
  const auto is = [&](auto... opcodes) { return ((i.opcode == opcodes) || ...); };
  const bool logic = i.row().has(isa::kLogic);
  const bool waits = i.row().action == isa::Action::wait;
  const bool conditional = i.cond_mod != CondMod::none;
  const bool integer_product = is(Opcode::mul, Opcode::mac, Opcode::mach) && !isa::is_float(i.dst.type);
  const auto source = [&](auto holds) {
    for (unsigned n = 0; n < i.row().sources; ++n) {
      if (holds(i.src[n])) return true;
    }
    return false;
  };
  add(i.row().action == isa::Action::select && !conditional && i.pred_control == isa::PredControl::none,
      Cause::sel_without_condition);
  add(logic && ((conditional && i.cond_mod != CondMod::z && i.cond_mod != CondMod::nz) || i.saturate),
      Cause::logic_condition);
  add(is(Opcode::shl) && i.saturate && is_dword(i.src[0]), Cause::shift_saturation);
  add(is(Opcode::mul) && integer_product && (is_dword(i.src[0]) || is_dword(i.src[1])) &&
          (i.saturate || i.cond_mod == CondMod::o),
      Cause::dword_product);
  add(integer_product && source([](const Operand& o) { return o.type == isa::Type::ud && o.negate && !o.is_imm(); }),
      Cause::negated_ud_product);
  add(i.dst.is_arf(isa::Arf::acc) && i.row().sources != 0 && i.src[0].is_arf(isa::Arf::acc) && i.dst.nr != i.src[0].nr,
      Cause::accumulator_pair);
  add(i.row().format == isa::Format::two_source && !waits &&
          source([](const Operand& o) { return o.is_null() && !o.is_imm(); }),
      Cause::null_source);
  add(mixes_floats_and_integers(i), Cause::mixed_sources);
  add(source([&](const Operand& o) { return halves_collide(i, o); }), Cause::overlap);
  add(!waits && i.row().has_destination && i.dst.is_arf(isa::Arf::n) && !gen.has_writable_state, Cause::read_only);
  add(gen.files.dword_accumulators == 1 && i.dst.is_arf(isa::Arf::acc) && i.dst.arf_nr() == 1 && is_dword(i.dst),
      Cause::acc1_dwords);
  if (i.row().format != isa::Format::two_source || waits) return;
  add(source([&](const Operand& o) { return leaves_populated(gen, i, o, false); }), Cause::reserved_register);
  if (i.row().has_destination && leaves_populated(gen, i, i.dst, true))
    found.push_back({.cause = Cause::reserved_register, .what = "writes a subregister that does not exist"});
}

}  // namespace eugene::script::reliance
