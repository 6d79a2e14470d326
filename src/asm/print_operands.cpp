#include "asm/align1_text.h"
#include "asm/mnemonic.h"
#include "asm/payload_region.h"
#include "asm/print_line.h"
#include "asm/spelling.h"
#include "isa/branch.h"
#include "isa/encoding/layout.h"
#include "isa/region.h"

namespace eugene::assembly {
namespace {

using isa::Format;
using isa::Operand;

constexpr OperandStyle kBare{.form = OperandForm::bare};
constexpr OperandStyle kAlign1Source{.form = OperandForm::source};

OperandStyle source_style(const Line& line, const Operand& src, OperandForm form = OperandForm::source) {
  OperandStyle style{
      .form = form,
      .access_mode = line.i.access_mode,
      .logic = line.row.has(isa::kLogic) && line.gen.negate_is_not_in_logic,
      .as_align1 = line.ternary_as_align1,
      .as_strides = line.dialect.operand.ternary_as_align1 && !line.ternary_as_align1 && is_align1_ternary(line.i),
      .is_last = &src == &line.i.src[2],
      .is_macro = selects_macro_accumulators(line.i)};
  if (style.is_macro) style.macro_region = macro_region(line.i, src.type, false);
  return style;
}

void print_destination(Line& line) {
  OperandStyle style{.form = OperandForm::destination,
                     .access_mode = line.i.access_mode,
                     .prefixes_saturation = line.says_saturation_of_destination(),
                     .is_macro = selects_macro_accumulators(line.i)};
  if (style.is_macro) style.macro_region = macro_region(line.i, line.i.dst.type, true);
  line.operand(line.i.dst, style);
}

void print_distance(Line& line, std::string_view keyword, std::string_view label, std::int32_t bytes, int unit) {
  line.column();
  line.out.put(keyword);
  if (!label.empty()) {
    line.out.put(label);
  } else {
    line.out.dec(bytes / unit);
  }
}

void print_target(Line& line) {
  const isa::Instruction& i = line.i;
  if (!names_register_target(line.gen, i) && distance_slot(i) == nullptr) {
    line.column();
    line.out.put(kNoTarget);
    return;
  }
  if (distance_slot(i) == nullptr) {
    const unsigned slot = register_target_slot(line.gen, i.opcode);
    line.operand(i.src[slot], {.access_mode = slot_access_mode(i, slot == 0 ? Slot::src0 : Slot::src1)});
    return;
  }
  if (line.row.format == Format::jump) {
    print_distance(line, {}, line.extras.jip_label, i.jip, line.gen.branch_unit);
    if (line.dialect.mesa_operands && line.extras.jip_label.empty()) print_type(line.dialect, isa::Type::d, line.out);
    return;
  }
  print_distance(line, line.dialect.flow.jip, line.extras.jip_label, i.jip, line.gen.branch_unit);
  if (has_uip(line.gen, i))
    print_distance(line, line.dialect.flow.uip, line.extras.uip_label, i.uip, line.gen.branch_unit);
}

// Prints ex_desc in native syntax: the shared function in bits 3:0, EOT in bit 5 (8.3 send).
void print_extended_number(Line& line) {
  const isa::SendFields& s = line.i.send;
  if (dots_function(line.gen, line.dialect)) {
    line.out.hex(s.extended_descriptor);
    return;
  }
  line.out.hex(s.extended_descriptor | (s.eot ? 0x20U : 0U) | static_cast<std::uint32_t>(s.sfid));
}

constexpr Operand address_register(unsigned word_subregister) {
  return {.type = isa::Type::ud, .nr = 0x10, .subnr = static_cast<std::uint8_t>(2 * word_subregister)};
}

// Prints a descriptor that is in an address register.
void print_register_descriptor(Line& line, const Operand& source) {
  const bool bare = line.dialect.flow.descriptor_register_bare && source == address_register(source.subnr / 2U);
  line.operand(source, bare ? OperandStyle{.form = OperandForm::location} : kAlign1Source);
}

void print_descriptor(Line& line) {
  const isa::SendFields& s = line.i.send;
  const bool split = line.row.format == Format::split_send;
  if (s.descriptor_in_a0) {
    if (split) {
      print_register_descriptor(line, address_register(0));
    } else {
      print_register_descriptor(line, line.i.src[1]);
    }
    return;
  }
  line.column();
  const bool with_eot = line.dialect.flow.send_names_function && !split && s.eot;  // Mesa writes all of doubleword 3
  line.out.hex(s.descriptor | (with_eot ? 0x80000000U : 0U), 8);
  if (!split && line.i.src[1].type != isa::Type::ud) print_type(line.dialect, line.i.src[1].type, line.out);
}

// Prints Mesa's text of a message. Mesa's assembler and ours read the name and ignore the rest.
void print_function(Line& line) {
  const isa::SendFields& s = line.i.send;
  const std::string_view name = kFunctions.find_name(static_cast<std::uint8_t>(s.sfid));
  line.out.put(' ');
  line.out.put(name.empty() ? "null" : name);
  line.out.put(" MsgDesc:");
  if (s.descriptor_in_a0) {
    line.out.put(" indirect");
    return;
  }
  line.out.put(" mlen ");
  line.out.dec(s.message_length());
  line.out.put(" rlen ");
  line.out.dec(s.response_length());
}

void print_payload(Line& line) {
  Operand payload = line.i.src[0];
  if (line.gen.has_message_registers()) {
    line.operand(payload, source_style(line, payload));
    return;
  }
  const auto region = payload_region(line.i.send.extended_descriptor);
  if (line.dialect.flow.send_names_function && region && !payload.indirect) {
    payload.region = region->region;
    payload.subnr = static_cast<std::uint8_t>(payload.subnr + region->byte);
    line.operand(payload, kAlign1Source);
  } else {
    line.operand(payload, kBare);
  }
}

// Prints the message by name, in place of both descriptors.
bool print_message(Line& line) {
  if (line.extras.message.empty()) return false;
  line.column();
  line.out.put(line.extras.message);
  ++line.next_column;
  return true;
}

void print_send(Line& line) {
  print_destination(line);
  print_payload(line);
  if (print_message(line)) return;
  if (line.dialect.flow.send_names_function) {
    print_descriptor(line);
    print_function(line);
  } else {
    line.column();
    print_extended_number(line);
    print_descriptor(line);
  }
}

void print_extended_descriptor(Line& line) {
  const isa::SendFields& s = line.i.send;
  if (s.extended_descriptor_in_a0) {
    print_register_descriptor(line, address_register(s.extended_a0_subnr));
    return;
  }
  line.column();
  if (line.dialect.flow.send_names_function) {
    line.out.hex(s.extended_descriptor, 8);
  } else {
    print_extended_number(line);
  }
}

void print_split_send(Line& line) {
  const bool has_types = isa::find_layout(line.gen).split_send.dst.type.present();
  const OperandStyle style = has_types ? kBare : OperandStyle{.form = OperandForm::location};
  line.operand(line.i.dst, style);
  line.operand(line.i.src[0], style);
  line.operand(line.i.src[1], style);
  if (print_message(line)) return;
  if (line.dialect.flow.send_names_function) {
    print_descriptor(line);
    print_extended_descriptor(line);
    print_function(line);
  } else {
    print_extended_descriptor(line);
    print_descriptor(line);
  }
}

void print_sync(Line& line) {
  const Operand& source = line.i.src[0];
  const bool is_plain = source == kSyncNull;
  line.operand(source, is_plain ? OperandStyle{.form = OperandForm::location} : kAlign1Source);
}

bool names_null(const Line& line) {
  return is_branch(line.i) && line.i.dst.is_imm() && line.i.cond_mod != isa::CondMod::none &&
         line.dialect.flow.compare_names_null;
}

}  // namespace

void print_operands(Line& line) {
  switch (line.row.format) {
    case Format::none: return;
    case Format::send: print_send(line); return;
    case Format::split_send: print_split_send(line); return;
    case Format::sync: print_sync(line); return;
    case Format::three_source:
      print_destination(line);
      for (const Operand& src : line.i.src) line.operand(src, source_style(line, src, OperandForm::ternary));
      return;
    case Format::two_source:
    case Format::math:
    case Format::jump:
    case Format::branch:
    case Format::branch_jip: break;
  }
  if (is_branch(line.i)) print_slots(line);
  if (line.i.opcode == isa::Opcode::wait && line.dialect.flow.wait_names_source && line.i.dst.region.hstride == 1 &&
      !line.is_align16()) {
    Operand source = line.i.dst;
    source.region = {.vstride = 0, .width = 1, .hstride = 0};
    line.operand(source, source_style(line, source));
  } else if (line.said.dst) {
    print_destination(line);
  }
  if (names_null(line)) {
    line.column();
    line.out.put("null");
    print_type(line.dialect, line.i.dst.type, line.out);
  }
  for (std::size_t n = 0; n < line.said.sources; ++n) {
    const Operand& src = line.i.src[n];
    const bool absent = line.row.format == Format::math && n == 1 && !line.dialect.mesa_operands &&
                        src == unnamed_math_source(line.dialect, line.i);
    if (!absent) line.operand(src, source_style(line, src));
  }
  if (line.said.target) print_target(line);
}

}  // namespace eugene::assembly
