#include "asm/mnemonic.h"
#include "asm/payload_region.h"
#include "asm/print_line.h"
#include "asm/spelling.h"
#include "base/hex.h"
#include "isa/dependency.h"
#include "isa/encoding/layout.h"
#include "isa/scoreboard.h"

namespace eugene::assembly {
namespace {

using isa::Instruction;
using isa::Operand;

class Options {
 public:
  explicit Options(Line& line) : line_(line), i_(line.i) {}

  // For a branch: printed before its operands, because the slots decide which operands there are.
  void print_slots() {
    unnamed_operands();
    if (!open_) return;
    line_.out.put(line_.dialect.statement.option_close);
    line_.out.put(' ');
  }

  void print() {
    access_mode();
    option(Option::no_mask, i_.no_mask && !line_.dialect.no_mask_prefix);
    option(Option::no_dd_clr, i_.no_dd_clr);
    option(Option::no_dd_chk, i_.no_dd_chk);
    channel_offset();
    option(Option::compressed, i_.compressed);
    option(Option::compacted, i_.compacted);
    const auto thread = static_cast<unsigned>(i_.thread_control);
    option(Option::atomic, (thread & 1) != 0);
    option(Option::switch_, (thread & 2) != 0);
    const bool serializes = line_.is_send() && isa::has_scoreboard(line_.gen);
    const bool writes = i_.acc_wr_en || (i_.branch_control && !line_.dots_branch_control());
    option(serializes ? Option::serialize : Option::acc_wr_en, writes);
    option(Option::breakpoint, i_.breakpoint);
    option(Option::eot, line_.is_send() && i_.send.eot);
    scoreboard();
    unused_flag();
    if (line_.is_send()) send_fields();
    if (!is_branch(i_)) unnamed_operands();
    reserved_bits();
    exact_bits();
    close();
  }

 private:
  Line& line_;
  const Instruction& i_;
  bool open_ = false;

  void begin() {
    if (open_) {
      line_.out.put(line_.dialect.statement.option_separator);
    } else {
      line_.out.pad(line_.next_column < line_.dialect.columns.size() ? line_.dialect.columns[line_.next_column] : 0);
      line_.out.put(line_.dialect.statement.option_open);
      open_ = true;
    }
  }

  void option(Option which, bool on) {
    if (on) write(which);
  }
  void write(Option which) {
    const std::string_view name = line_.dialect.options[static_cast<std::size_t>(which)];
    if (name.empty()) return;
    begin();
    line_.out.put(name);
  }

  // Prints NAME=value: something that has no place in the grammar but must not be lost.
  void name_value(std::string_view name) {
    begin();
    line_.out.put(name);
    line_.out.put('=');
  }
  void name_number(std::string_view name, std::uint64_t value, bool on) {
    if (!on) return;
    name_value(name);
    line_.out.hex(value);
  }

  void close() {
    if (open_) {
      line_.out.put(line_.dialect.statement.option_close);
    } else if (line_.dialect.statement.terminator) {
      line_.out.pad(0);
    }
    if (line_.dialect.statement.terminator) line_.out.put(';');
  }

  // The access mode is left out if it is the usual one: Align1, but Align16 for three sources (7.2.1.2) and in iga's
  // form of math macros, which exist only in Align16.
  void access_mode() {
    if (line_.ternary_as_align1 || (line_.bare_macros > 0 && line_.bare_macros == line_.registers)) return;
    const bool align16 = line_.is_align16();
    const bool expected = line_.row.format == isa::Format::three_source && !isa::has_align1_three_source(line_.gen);
    const bool always = line_.dialect.statement.always_options && line_.row.format != isa::Format::none;
    if (align16)
      option(Option::align16, true);
    else
      option(Option::align1, always || expected);
  }

  void channel_offset() {
    const unsigned offset = i_.channel_offset;
    const unsigned size = i_.exec_size;
    if (line_.dialect.offset_style == OffsetStyle::exec_size) return;
    if (!said_always() && offset == 0) return;
    if (line_.dialect.offset_style == OffsetStyle::letter_first && line_.gen.has_compressed_control && size == 8 &&
        offset == 8) {
      option(Option::second_half, true);
      return;
    }
    const unsigned group = size <= 4 || offset % 8 != 0 ? 4 : size == 16 && offset % 16 == 0 ? 16 : 8;
    const char letter = group == 4 ? 'N' : group == 8 ? 'Q' : 'H';
    begin();
    const bool digit_first = line_.dialect.offset_style == OffsetStyle::digit_first;
    if (!digit_first) line_.out.put(letter);
    line_.out.dec(offset / group + 1);
    if (digit_first) line_.out.put(letter);
  }
  bool said_always() const {
    return line_.dialect.statement.always_options && line_.row.format != isa::Format::none && i_.exec_size < 32;
  }

  // Prints the byte of the software scoreboard: @1 and $2.dst.
  void scoreboard() {
    const auto board = isa::decode_scoreboard(i_.scoreboard, isa::ends_out_of_order(i_));
    if (!board) return name_number("SWSB", i_.scoreboard, true);
    if (board->distance != 0) {
      begin();
      line_.out.put('@');
      line_.out.dec(board->distance);
    }
    if (board->use == isa::Scoreboard::Use::none) return;
    begin();
    line_.out.put('$');
    line_.out.dec(board->token);
    if (board->use == isa::Scoreboard::Use::dst) line_.out.put(".dst");
    if (board->use == isa::Scoreboard::Use::src) line_.out.put(".src");
  }

  void unused_flag() {
    const bool predicated = i_.pred_control != isa::PredControl::none;
    if (!predicated && i_.cond_mod == isa::CondMod::none && !names_early_out(i_) &&
        (i_.flag_nr != 0 || i_.flag_subnr != 0)) {
      name_value("Flag");
      line_.flag();
    }
    if (!predicated && i_.pred_inverse) {
      begin();
      line_.out.put("PredInv");
    }
  }

  void send_fields() {
    const isa::SendFields& s = i_.send;
    const bool split = line_.row.format == isa::Format::split_send;
    const auto sfid = static_cast<std::uint8_t>(s.sfid);
    const bool in_register = split && s.extended_descriptor_in_a0;
    const bool said = dots_function(line_.gen, line_.dialect)  ? !line_.dialect.functions[sfid % 16].empty()
                      : line_.dialect.flow.send_names_function ? !kFunctions.find_name(sfid).empty()
                                                               : !in_register;
    name_number("SFID", sfid, !said);
    name_number("Desc", s.descriptor, s.descriptor_in_a0 && s.descriptor != 0);
    const bool as_region = line_.dialect.flow.send_names_function && !split && !line_.gen.has_message_registers();
    const bool extended_said = as_region ? payload_region(s.extended_descriptor) && !i_.src[0].indirect : !in_register;
    name_number("ExDesc", s.extended_descriptor, !extended_said && s.extended_descriptor != 0);
  }

  // Prints operand slots that the text does not name and that differ from the assembler's values.
  void unnamed_operands() {
    if (line_.is_send() || line_.row.format == isa::Format::three_source || line_.row.format == isa::Format::math)
      return;
    Instruction implied = i_;
    fill_implied(line_.gen, line_.dialect, implied);
    if (line_.said.target && names_register_target(line_.gen, i_)) {
      const unsigned slot = register_target_slot(line_.gen, i_.opcode);
      implied.src[slot] = i_.src[slot];
    }
    unnamed("Dst", i_.dst, implied.dst, Slot::dst);
    unnamed("Src0", i_.src[0], implied.src[0], Slot::src0);
    unnamed("Src1", i_.src[1], implied.src[1], Slot::src1);
  }
  void unnamed(std::string_view name, const Operand& is, const Operand& would_be, Slot slot) {
    if (is == would_be) return;
    name_value(name);
    if (is_branch(i_) && &is == distance_slot(i_)) {
      line_.out.put("imm");
      print_type(line_.dialect, is.type, line_.out);
    } else {
      print_operand(line_.dialect, is,
                    {.form = slot == Slot::dst ? OperandForm::destination : OperandForm::source,
                     .access_mode = slot_access_mode(i_, slot)},
                    line_.out);
    }
  }
  void reserved_bits() {
    const isa::EncodedInstruction& kept = i_.kept.reserved;
    for (unsigned bit = 0; bit < 128; ++bit) {
      if (((bit < 64 ? kept.low >> bit : kept.high >> (bit - 64)) & 1) == 0) continue;
      name_value("Bit");
      line_.out.dec(bit);
    }
  }

  void exact_bits() {
    if (line_.extras.bits.empty()) return;
    name_value("Bits");
    line_.out.put('x');
    line_.out.put(to_hex(line_.extras.bits));
  }
};

}  // namespace

void print_options(Line& line) { Options(line).print(); }

void print_slots(Line& line) { Options(line).print_slots(); }

}  // namespace eugene::assembly
