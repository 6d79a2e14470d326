// Warnings about text that assembles but is probably wrong. SNB PRM vol4 part2 8.3.21, 9.1.4.
#include <fmt/format.h>

#include "asm/parser.h"

namespace eugene::assembly {

// Warns of a general register beyond .reg_count_total, once for each register of a kernel.
void Parser::warn_of_register(const WrittenOperand& written) {
  const isa::Operand& op = written.op;
  const std::optional<std::uint32_t> total = kernel().reg_count_total;
  if (written.is_value || !op.is_grf() || op.indirect || !total || op.nr < *total || beyond_count_[op.nr]) return;
  beyond_count_.set(op.nr);
  warning(written.at, fmt::format("r{} is beyond the {} registers of .reg_count_total", op.nr, *total),
          "kernel.reg_count", "SNB PRM vol4 part2 9.1.4", fmt::format("write .reg_count_total {}, or more", op.nr + 1));
}

// Warns that the destination, which has no type, becomes ud, so that float results are converted.
void Parser::warn_of_open_type(const Statement& s, isa::Type sources) {
  const std::string_view name = isa::info(sources).name;
  warning(s.dst.at,
          fmt::format("the destination has no type and becomes {}: values of type {} are converted",
                      isa::info(s.dst.op.type).name, name),
          "type.open", "SNB PRM vol4 part2 9.1.2",
          fmt::format("write :{} after the destination, or .default_register_type {} at the top", name, name));
}

// jmpi depends only on the flag of the first channel. Flags of several channels are meant for if and while, or for any
// and all.
void Parser::warn_of_scalar_jump(const Statement& s) {
  const isa::Instruction& i = s.i;
  FlagWriter& writer = flag_writers_[i.flag_nr & 1][i.flag_subnr & 1];
  if (i.row().format == isa::Format::jump && i.pred_control == isa::PredControl::normal && writer.channels > 1) {
    warning(s.mnemonic,
            fmt::format("{} tests only the flag of the first channel, but line {} sets the flags of {} channels",
                        s.mnemonic.text, writer.line, writer.channels),
            "jmpi.first_channel", "SNB PRM vol4 part2 8.3.21",
            fmt::format("use if and while to branch by channel, or (f{}.{}.any{}h) to jump if any of the channels does",
                        i.flag_nr, i.flag_subnr, writer.channels));
  }
  if (i.cond_mod != isa::CondMod::none && !is_branch(i) && i.opcode != isa::Opcode::sel)
    writer = {.channels = i.exec_size, .line = s.mnemonic.line};
  if (s.has_dst && i.dst.is_arf(isa::Arf::f)) flag_writers_ = {};
}

}  // namespace eugene::assembly
