#include "asm/mnemonic.h"
#include "asm/print_line.h"
#include "asm/spelling.h"

namespace eugene::assembly {
namespace {

using isa::PredControl;

std::string_view pred_control_name(PredControl control) {
  if (control == PredControl::any4h_a16) return "any4h";
  if (control == PredControl::all4h_a16) return "all4h";
  return kPredControls.find_name(control);
}

void print_predicate(Line& line) {
  const bool mask = line.i.no_mask && line.dialect.no_mask_prefix;
  const bool predicated = line.i.pred_control != PredControl::none;
  if (!mask && !predicated) return;
  line.out.put('(');
  if (mask) line.out.put(predicated ? "W&" : "W");
  if (predicated) {
    if (line.i.pred_inverse) {
      line.out.put(line.dialect.predicate_inverse);
    } else if (line.dialect.predicate_plus) {
      line.out.put('+');
    }
    line.flag();
    if (line.i.pred_control != PredControl::normal) {
      line.out.put('.');
      line.out.put(pred_control_name(line.i.pred_control));
    }
  }
  line.out.put(") ");
}

std::string_view condition_name(const Line& line) {
  return names_early_out(line.i) ? "eo" : line.dialect.conditions[static_cast<std::size_t>(line.i.cond_mod)];
}

void print_mnemonic(Line& line) {
  const isa::Instruction& i = line.i;
  const Dialect& dialect = line.dialect;
  line.out.put(find_mnemonic(line.gen, i.opcode));
  if (isa::is_send(line.row.format) && dots_function(line.gen, dialect)) {
    line.out.put('.');
    const std::string_view name = dialect.functions[static_cast<std::size_t>(i.send.sfid) % 16];
    line.out.put(name.empty() ? "null" : name);
  }
  if (line.row.format == isa::Format::sync) {
    line.out.put('.');
    line.out.put(kSyncNames[static_cast<std::size_t>(i.sync)]);
  }
  if (i.branch_control && line.dots_branch_control()) line.out.put(".b");
  const bool by_destination = line.says_saturation_of_destination();
  if (i.saturate && !by_destination && dialect.saturate != SaturatePlace::last_modifier) line.out.put(".sat");
  if (line.row.format == isa::Format::math) {
    line.out.put(dialect.math_separator);
    line.out.put(dialect.math_functions[static_cast<std::size_t>(i.math)]);
  }
  if (!condition_name(line).empty() && !dialect.condition_as_operand) {
    line.out.put('.');
    line.out.put(condition_name(line));
    if (names_condition_flag(i) || names_early_out(i)) {
      line.out.put('.');
      line.flag();
    }
  }
  if (i.saturate && dialect.saturate == SaturatePlace::last_modifier) line.out.put(".sat");
}

void print_exec_size(Line& line) {
  const isa::Instruction& i = line.i;
  const bool offset_here = line.dialect.offset_style == OffsetStyle::exec_size;
  const bool condition_here = line.dialect.condition_as_operand && !condition_name(line).empty();
  const bool is_bare = line.row.format == isa::Format::none || line.row.format == isa::Format::sync;
  if (is_bare && i.exec_size == 1 && (!offset_here || i.channel_offset == 0) && !condition_here) return;
  if (line.dialect.space_before_exec_size) line.out.put(' ');
  line.out.put('(');
  line.out.dec(i.exec_size);
  if (offset_here) {
    line.out.put("|M");
    line.out.dec(i.channel_offset);
  }
  line.out.put(')');
  if (condition_here) {
    line.out.put(" (");
    line.out.put(condition_name(line));
    line.out.put(')');
    line.flag();
  }
}

}  // namespace

bool names_condition_flag(const isa::Instruction& i) {
  const bool embedded = i.opcode == isa::Opcode::sel || i.opcode == isa::Opcode::csel ||
                        i.row().format == isa::Format::branch || i.row().format == isa::Format::branch_jip;
  return !embedded || (i.pred_control == PredControl::none && (i.flag_nr != 0 || i.flag_subnr != 0));
}

bool names_early_out(const isa::Instruction& i) { return i.opcode == isa::Opcode::math && is_macro(i.math); }

void print_head(Line& line) {
  print_predicate(line);
  print_mnemonic(line);
  print_exec_size(line);
}

}  // namespace eugene::assembly
