// What can be written but has no encoding: refused where it stands, so that the encoder need not say it of bits.
// SNB PRM vol4 part2 5.3.5, 7.1.2 and 7.2.
#include <algorithm>

#include <fmt/format.h>

#include "asm/parser.h"
#include "isa/encoding/codes.h"

namespace eugene::assembly {
namespace {

using isa::AccessMode;
using isa::Region;
using Form = WrittenOperand::RegionForm;

}  // namespace

// Which groups of flags a predicate can take depends on the access mode (7.2.2 PredCtrl).
bool Parser::may_be_predicate(const Statement& s) {
  using isa::PredControl;
  const bool align16 = s.i.access_mode == AccessMode::align16;
  const PredControl control = s.i.pred_control;
  if (align16 && (control == PredControl::any4h || control == PredControl::all4h)) return true;
  const auto& table = align16 ? isa::kAlign16PredCodes : isa::kGenCodes[static_cast<std::size_t>(gen_.id)]->align1_pred;
  if (std::ranges::find(table.value, control) != table.value.end()) return true;
  const bool replicates =
      std::ranges::find(isa::kAlign16PredCodes.value, control) != isa::kAlign16PredCodes.value.end();
  return error(s.predicate,
               fmt::format("{} has no predicate control .{} in {}", gen_.full_name, s.predicate.text,
                           align16 ? "Align16" : "Align1"),
               "predicate.control", "SNB PRM vol4 part2 7.2.2 PredCtrl",
               replicates ? "add {Align16}"
               : align16  ? "in Align16 there are .x .y .z .w .any4h .all4h"
                          : "in Align1 there are .anyv .allv .any2h .all2h to .any16h .all16h");
}

// What the fields of an operand that is no immediate cannot say, whatever its value.
bool Parser::may_be_operand(const Statement& s, const WrittenOperand& written, bool is_destination) {
  const isa::Operand& op = written.op;
  if (written.has_tilde && !is_destination && !may_invert(written.at, s.i.row())) return false;
  const bool behind_immediate = &written == &s.src[1] && s.src[0].is_value;  // then it has an immediate's type (5.9)
  if (isa::info(op.type).is_vector && !behind_immediate) {
    return error(written.at, fmt::format("type {} is for immediates", isa::info(op.type).name), "type.register",
                 "SNB PRM vol4 part2 7.4.8", "give a register the type of its elements");
  }
  if (s.i.row().format != isa::Format::three_source) return true;
  constexpr std::string_view kTernary = "SNB PRM vol4 part2 7.2, 3-src instructions";
  if (op.indirect || !(op.is_grf() || (is_destination && op.is_mrf()))) {
    return error(written.at,
                 is_destination ? "the destination of three sources is a general or message register"
                                : "each of three sources is a general register",
                 "operand.three_source", std::string(kTernary), "mov it to a general register before");
  }
  const auto& types = isa::kGenCodes[static_cast<std::size_t>(gen_.id)]->ternary_type.value;
  if (std::ranges::find(types, op.type) == types.end()) {
    return error(written.at,
                 fmt::format("{} has no {} of type {}", gen_.full_name, s.mnemonic.text, isa::info(op.type).name),
                 "type.three_source", std::string(kTernary), "convert it with a mov before");
  }
  const Region& region = op.region;
  const bool one = region == Region{0, 1, 0};
  if (!is_destination && written.region == Form::full && !one && region != Region{4, 4, 1}) {
    return error(written.at, "three sources have no regions of their own", "region.three_source", std::string(kTernary),
                 "<4;4,1>, or <0;1,0> for one element");
  }
  return true;
}

// A source region of one number is a vertical stride of Align16; in others than its own it is not taken for a wish for
// Align16 (7.4.7).
bool Parser::may_be_lone_stride(const Statement& s, const WrittenOperand& written) {
  const unsigned stride = written.op.region.vstride;
  const bool is_lone = written.region == Form::vstride && s.inferred_align16 && !dialect_.terminator;
  if (!is_lone || s.i.row().format == isa::Format::three_source || stride == 0 || stride == 4) return true;
  if (stride == 2 && isa::size_of(written.op.type) == 8) return true;
  return error(written.at, fmt::format("a source region has three numbers, not <{}>", stride), "region.form",
               "SNB PRM vol4 part2 7.4.7",
               "write <8;8,1> for elements in sequence, <0;1,0> for one; <4> alone is a region of Align16");
}

// An immediate takes the place of the last source (7.1.2).
bool Parser::may_be_sources(const Statement& s) {
  const isa::Operand &first = s.i.src[0], &second = s.i.src[1];
  if (s.sources != 2 || !first.is_imm() || isa::size_of(first.type) == 8) return true;
  if (!second.is_imm() && isa::fits_behind_immediate(second)) return true;
  return error(s.src[0].at, "only the last source can be immediate", "operand.immediate", "SNB PRM vol4 part2 7.1.2",
               "write the register first, or mov the number to one before");
}

}  // namespace eugene::assembly
