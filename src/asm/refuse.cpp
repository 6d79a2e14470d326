// Rejects operands that can be written but have no encoding (isa/limits.h). The encoder checks them too, but here the
// error can mark the operand. SNB PRM vol4 part2 5.3.5, 7.1.2 and 7.2.
#include <fmt/format.h>

#include "asm/parser.h"

namespace eugene::assembly {
namespace {

using isa::AccessMode;
using isa::limit;
using isa::Region;
using Form = WrittenOperand::RegionForm;

}  // namespace

// The access mode decides which groups of flags a predicate can use (7.2.2 PredCtrl).
bool Parser::may_be_predicate(const Statement& s) {
  for (const isa::Limit* row : {&limit("predicate.any32h"), &limit("predicate.access_mode")}) {
    if (row->broken_by(gen_, s.i)) return refuse(s.predicate, *row, {}, fmt::format(".{}", s.predicate.text));
  }
  return true;
}

// Reports an operand that breaks `limit`. Returns false if it does.
bool Parser::may_be(const Statement& s, const WrittenOperand& written, const isa::Limit& limit,
                    std::string_view mnemonic, std::string_view detail) {
  return !limit.broken_by(gen_, s.i, written.op) || refuse(written.at, limit, mnemonic, detail);
}

// Checks a register operand, except its value.
bool Parser::may_be_operand(const Statement& s, const WrittenOperand& written, bool is_destination) {
  const isa::Operand& op = written.op;
  if (!may_be(s, written, limit("register.file"), {}, gen_.name)) return false;
  if (written.has_tilde && !is_destination && !may_invert(written.at, s.i.row())) return false;
  const bool behind_immediate = &written == &s.src[1] && s.src[0].is_value;  // it then has an immediate's type (5.9)
  if (!behind_immediate && !may_be(s, written, limit("type.vector_register"), {}, isa::info(op.type).name))
    return false;
  return !isa::is_three_source(s.i) || may_be_one_of_three(s, written, is_destination);
}

bool Parser::may_be_one_of_three(const Statement& s, const WrittenOperand& written, bool is_destination) {
  const std::string_view name = s.mnemonic.text;
  const isa::Limit& file = is_destination ? limit("three_source.destination_file") : limit("three_source.source_file");
  if (!may_be(s, written, limit("three_source.indirect"), name) || !may_be(s, written, file, name)) return false;
  if (!may_be(s, written, limit("three_source.type"), name, isa::info(written.op.type).name)) return false;
  const bool has_region = !is_destination && written.region == Form::full;
  return !has_region || may_be(s, written, limit("three_source.region"), name);
}

// A source region with a single number is an Align16 vertical stride, but only the native dialect selects Align16 by
// this form (7.4.7).
bool Parser::may_be_lone_stride(const Statement& s, const WrittenOperand& written) {
  const unsigned stride = written.op.region.vstride;
  const bool is_lone = written.region == Form::vstride && s.inferred_align16 && !dialect_.statement.terminator;
  if (!is_lone || s.i.row().format == isa::Format::three_source || stride == 0 || stride == 4) return true;
  if (stride == 2 && isa::byte_size(written.op.type) == 8) return true;
  return error(written.at, fmt::format("a source region must have three numbers, not <{}>", stride), "region.form",
               "SNB PRM vol4 part2 7.4.7",
               "write <8;8,1> for elements in sequence, <0;1,0> for one; <4> alone is a region of Align16");
}

// Only the last source can be an immediate (7.1.2).
bool Parser::may_be_sources(const Statement& s) {
  const isa::Operand &first = s.i.src[0], &second = s.i.src[1];
  if (s.sources != 2 || !first.is_imm() || isa::byte_size(first.type) == 8) return true;
  if (!second.is_imm() && isa::fits_beside_immediate(second)) return true;
  return refuse(s.src[0].at, limit("immediate.last_source"));
}

}  // namespace eugene::assembly
