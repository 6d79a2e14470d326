// Completes an instruction after all of its text has been read: default size, types, regions and access mode (SNB PRM
// vol4 part2 9.1.2), and conversion of values to fields.
#include <algorithm>
#include <functional>
#include <span>

#include <fmt/format.h>

#include "asm/align1_text.h"
#include "asm/implied.h"
#include "asm/parser.h"
#include "asm/payload_region.h"
#include "isa/encoding/decode.h"
#include "isa/encoding/layout.h"
#include "isa/region.h"

namespace eugene::assembly {
namespace {

using isa::AccessMode;
using isa::Region;
using isa::Type;
using Form = WrittenOperand::RegionForm;

bool has_one_element(const isa::Operand& op) {
  return op.file == isa::RegFile::arf && !op.is_arf(isa::Arf::acc) && !op.is_arf(isa::Arf::a);
}

// Returns "uw holds 0 to 65535". Signed types accept the numbers of their unsigned counterparts too (7.4.11).
std::string describe_range(Type type) {
  const isa::TypeInfo& row = isa::info(type);
  if (row.is_float || row.is_vector || row.bytes > 4) return {};
  const std::uint64_t span = std::uint64_t{1} << (8 * row.bytes);
  return row.is_signed ? fmt::format("{} holds -{} to {}", row.name, span / 2, span - 1)
                       : fmt::format("{} holds 0 to {}", row.name, span - 1);
}

// Returns a hint for a `value` that does not fit `type`: the range of the type.
std::string make_hint(Type type, const Value& value) {
  if (value.nan != NotANumber::none && isa::is_float(type)) {
    return fmt::format("the payload of {} is {} to {:#x}", isa::info(type).name, value.nan == NotANumber::quiet ? 0 : 1,
                       max_payload(type));
  }
  if (!value.is_fraction) return describe_range(type);
  return isa::is_float(type) ? "the number is too large or too small for the type: write inf or 0, or use a wider type"
                             : "write :f, :df or :hf after a fraction";
}

std::uint8_t make_mask(const WrittenOperand& written) {
  unsigned mask = 0;
  for (unsigned n = 0; n < written.channel_count; ++n) mask |= 1U << written.channels[n];
  return static_cast<std::uint8_t>(mask);
}

// Returns the swizzle of a source. A single letter stands for all four channels.
std::uint8_t make_swizzle(const WrittenOperand& written) {
  if (written.channel_count == 1) return static_cast<std::uint8_t>(written.channels[0] * 0x55U);
  unsigned swizzle = 0;
  for (unsigned n = 0; n < 4; ++n) swizzle |= static_cast<unsigned>(written.channels[n]) << (2 * n);
  return static_cast<std::uint8_t>(swizzle);
}

}  // namespace

// True if three sources are written in iga's form: without access mode, write mask and swizzle.
bool Parser::is_in_align1_form(const Statement& s) {
  return s.i.row().format == isa::Format::three_source && !s.has_access_mode && !s.dst.has_channels &&
         std::ranges::none_of(s.src, &WrittenOperand::has_channels);
}

bool Parser::finish(Statement& s) {
  settle_access_mode(s);
  settle_types(s);
  settle_exec_size(s);
  const AccessMode mode = s.i.access_mode;
  if (s.i.pred_control == isa::PredControl::any4h && mode == AccessMode::align16)
    s.i.pred_control = isa::PredControl::any4h_a16;
  if (s.i.pred_control == isa::PredControl::all4h && mode == AccessMode::align16)
    s.i.pred_control = isa::PredControl::all4h_a16;
  if (!may_be_predicate(s)) return false;
  const isa::Format format = s.i.row().format;
  const bool bare_payload = format == isa::Format::send && !gen_.has_message_registers();
  if (s.has_dst) {
    if (!may_be_operand(s, s.dst, true) ||
        !settle(s, s.dst, true, format == isa::Format::split_send ? AccessMode::align1 : mode))
      return false;
    s.i.dst = s.dst.op;
  }
  for (std::uint8_t n = 0; n < s.sources; ++n) {
    WrittenOperand& src = s.src[n];
    if (src.is_value) {
      if (!settle_immediate(s, src, n)) return false;
    } else {
      const bool align1 = format == isa::Format::split_send || bare_payload || (format == isa::Format::send && n == 1);
      if (!may_be_operand(s, src, false) || !settle(s, src, false, align1 ? AccessMode::align1 : mode)) return false;
    }
    s.i.src[n] = src.op;
  }
  if (format == isa::Format::math && s.sources < 2) s.i.src[1] = unnamed_math_source(dialect_, s.i);
  if (!may_be_sources(s)) return false;
  if (dialect_.operand.ternary_as_align1 && !isa::has_align1_three_source(gen_) && is_in_align1_form(s))
    s.i = as_align16(s.i);
  if (s.target_register != 0) {
    WrittenOperand& target = s.src[s.target_register - 1U];
    if (!settle(s, target, false, slot_access_mode(s.i, static_cast<Slot>(s.target_register)))) return false;
  }
  if (format == isa::Format::split_send) return settle_split_send(s);
  if (bare_payload && !settle_payload(s)) return false;
  fill_implied(gen_, dialect_, s.i);
  if (s.compare_type && s.i.dst.is_imm()) s.i.dst.type = compare_destination_type(*s.compare_type);
  if (s.target_register != 0) s.i.src[s.target_register - 1U] = s.src[s.target_register - 1U].op;
  warn_of_scalar_jump(s);
  return settle_slots(s);
}

// Sets the access mode if no option does. It is Align16 if channels are named, or if a region has only a vertical
// stride (5.2.2 writes such instructions without the option). Three-source instructions are always Align16 (7.2.1.2).
void Parser::settle_access_mode(Statement& s) {
  if (s.has_access_mode) return;
  bool align16 = s.i.row().format == isa::Format::three_source && !isa::has_align1_three_source(gen_);
  if (!dialect_.statement.terminator && isa::has_access_mode(gen_)) {
    const bool send = is_send(s.i);
    align16 = align16 || (s.has_dst && s.dst.has_channels);
    for (std::uint8_t n = 0; n < s.sources && !send; ++n) {
      const WrittenOperand& src = s.src[n];
      align16 =
          align16 || src.has_channels || (!src.is_value && src.region == Form::vstride && src.op.region.vstride != 0);
    }
  }
  s.i.access_mode = align16 ? AccessMode::align16 : AccessMode::align1;
  s.inferred_align16 = align16;
}

bool Parser::settle(const Statement& s, WrittenOperand& written, bool is_destination, AccessMode mode) {
  isa::Operand& op = written.op;
  // The notification registers n1 and n2 are subregisters of n0 (5.3.4.9).
  if (dialect_.operand.subregister_always && op.is_arf(isa::Arf::n) && !written.has_subregister && op.arf_nr() != 0) {
    written.subregister = op.arf_nr();
    op.nr = static_cast<std::uint8_t>(op.nr & 0xF0);
  }
  const unsigned byte = written.in_bytes ? written.subregister : written.subregister * isa::byte_size(op.type);
  if (byte > 31) {
    return error(
        written.at,
        fmt::format("subregister {} of type {} is beyond the register's 32 bytes", written.subregister,
                    isa::info(op.type).name),
        "register.subregister", "SNB PRM vol4 part2 7.4.5",
        fmt::format("subregisters of type {} are 0 to {}", isa::info(op.type).name, 32 / isa::byte_size(op.type) - 1));
  }
  op.subnr = static_cast<std::uint8_t>(byte);
  warn_of_register(written);
  if (!is_destination && !may_be_lone_stride(s, written)) return false;
  settle_region(s, written, is_destination, mode);
  if (!written.has_channels) return true;
  if (mode == AccessMode::align1) {
    return error(written.at, "channels can only be named in Align16", "operand.channels",
                 "SNB PRM vol4 part2 7.2.2 AccessMode",
                 isa::has_access_mode(gen_) ? "add {Align16}" : "the generation has no Align16: write a region");
  }
  if (written.macro_register) {
    (is_destination ? op.write_mask : op.swizzle) = *written.macro_register;
  } else if (is_destination) {
    const auto channels = std::span(written.channels).first(written.channel_count);
    if (std::ranges::adjacent_find(channels, std::ranges::greater_equal{}) != channels.end()) {
      return error(written.at, "a write mask must name each channel once, in the order x, y, z, w", "operand.channels",
                   "SNB PRM vol4 part2 7.4.9", "write .xz, say; sources can be swizzled");
    }
    op.write_mask = make_mask(written);
  } else if (written.channel_count == 1 || written.channel_count == 4) {
    op.swizzle = make_swizzle(written);
  } else {
    return error(written.at, "a swizzle must have one or four channels", "operand.channels",
                 "SNB PRM vol4 part2 7.4.10", "write .x to use one channel everywhere, .xyzw for all four");
  }
  return true;
}

void Parser::settle_region(const Statement& s, WrittenOperand& written, bool is_destination, AccessMode mode) {
  isa::Operand& op = written.op;
  const auto type = static_cast<std::size_t>(op.type);
  const bool align16 = mode == AccessMode::align16;
  if (written.macro_register && written.region == Form::none) {
    op.region = macro_region(s.i, op.type, is_destination);
    return;
  }
  if (is_destination) {
    if (written.region == Form::none) {
      op.region.hstride = written.symbol != nullptr && written.symbol->destination_stride
                              ? *written.symbol->destination_stride
                              : defaults_.destination_stride.of(type).value_or(1);
    } else if (align16 && s.inferred_align16) {
      op.region.hstride = 1;  // 5.2.2 writes the sources' vertical stride in this place
    }
    return;
  }
  const bool ternary = s.i.row().format == isa::Format::three_source;
  if (ternary && !align16 && settle_strides(written)) return;
  if (written.region == Form::none) {
    if (written.symbol != nullptr && written.symbol->source_region) {
      op.region = *written.symbol->source_region;
    } else if (const auto by_pragma = defaults_.source_region.of(type);
               by_pragma && !has_one_element(op) && by_pragma->width <= s.i.exec_size) {
      op.region = *by_pragma;
    } else {
      op.region = usual_region(s, op, align16);
    }
  } else if (written.region == Form::vstride && !align16) {
    op.region = {op.region.vstride, 1, 0};
  }
  if (!align16) return;
  if (ternary) {
    // One element for all channels, or one for each channel. iga writes <0;0> and <2;1>, or <0> and <1> for the last
    // source.
    const bool scalar = op.region.vstride == 0 && (written.region != Form::vstride_hstride || op.region.hstride == 0);
    op.region = scalar ? Region{0, 1, 0} : Region{4, 4, 1};
    if (scalar) op.swizzle = dialect_.operand.scalar_swizzle;
  } else {
    op.region.width = 4;
    op.region.hstride = 1;
  }
}

// Sets the region of a three-source operand in Align1 mode that is written with its strides only: <8;1>, or <1> for the
// last source. Returns false if it is written otherwise.
bool Parser::settle_strides(WrittenOperand& written) {
  Region& region = written.op.region;
  if (written.region == Form::vstride_hstride) {
    region = isa::ternary_align1_region(region.vstride, region.hstride);
  } else if (written.region == Form::vstride) {
    region = isa::row_of(region.vstride);
  } else {
    return false;
  }
  return true;
}

// Returns the default region: one element for scalars and for registers that have only one, else elements in sequence.
Region Parser::usual_region(const Statement& s, const isa::Operand& op, bool align16) const {
  if (dialect_.mesa_operands) return {0, 1, 0};
  if (s.i.exec_size == 1 || has_one_element(op)) return {0, 1, 0};
  if (align16) return {static_cast<std::uint8_t>(isa::byte_size(op.type) == 8 ? 2 : 4), 4, 1};
  if (s.i.opcode == isa::Opcode::ret) return {2, 2, 1};  // return address and call mask (8.3.36)
  const unsigned bytes = isa::byte_size(op.type);
  const unsigned row = std::min<unsigned>(s.i.exec_size, bytes <= 2 ? 16 : bytes == 4 ? 8 : 4);
  return {static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(row), 1};
}

// An immediate without a type gets the type of source 0; as source 0, it gets the type of the destination.
bool Parser::settle_immediate(Statement& s, WrittenOperand& written, std::uint8_t slot) {
  isa::Operand& op = written.op;
  op = {.file = isa::RegFile::imm, .type = op.type};
  if (!may_be(s, written, isa::limit("three_source.source_file"), s.mnemonic.text)) return false;
  if (written.has_type && !may_be(s, written, isa::limit("type.byte_immediate"))) return false;
  if (!written.has_type) {
    Type type = slot > 0 && !s.src[0].is_value ? s.src[0].op.type : s.has_dst ? s.dst.op.type : Type::d;
    const isa::TypeInfo& row = isa::info(type);
    if (!row.is_float && row.bytes == 1) type = row.is_signed ? Type::w : Type::uw;
    if (!row.is_float && row.bytes == 8 && s.i.row().sources > 1) type = row.is_signed ? Type::d : Type::ud;
    if (written.value.is_fraction && !isa::is_float(type)) type = Type::f;
    if (type == Type::ud && written.value.label.empty() && written.value.as_signed() < 0) type = Type::d;
    op.type = type;
  }
  if (!written.value.label.empty()) {
    if (s.i.row().format != isa::Format::two_source) {
      return error(written.at, fmt::format("'{}' is neither a register nor a number", written.value.label),
                   "operand.unknown", "SNB PRM vol4 part2 7.4.3",
                   "declare it with .declare or .define, or define it as a label");
    }
    s.label_slot = slot;
    add_fixup(s, Fixup::Field::immediate, written);
    return true;
  }
  const auto field = immediate_field(op.type, written.value);
  if (!field) {
    return error(written.at, fmt::format("the value does not fit type {}", isa::info(op.type).name), "immediate.range",
                 "SNB PRM vol4 part2 7.4.11", make_hint(op.type, written.value));
  }
  op.imm = *field;
  return true;
}

// Split sends encode only the registers of their operands, and the destination's type.
bool Parser::settle_split_send(Statement& s) {
  s.i.dst.region.hstride = 1;
  if (!isa::find_layout(gen_).split_send.dst.type.present()) s.i.dst.type = Type::ud;
  for (isa::Operand& payload : s.i.src) {
    payload.region = {};
    payload.type = Type::ud;
  }
  if (s.extended_descriptor) s.i.send.extended_descriptor = *s.extended_descriptor;
  return settle_slots(s);
}

// A send's payload in the GRF has no region. If the dialect writes one, it is the extended descriptor.
bool Parser::settle_payload(Statement& s) {
  isa::Operand& payload = s.i.src[0];
  if (dialect_.flow.send_names_function) {
    PayloadRegion region{.region = payload.region, .byte = static_cast<std::uint8_t>(payload.subnr & 0xF)};
    if (s.src[0].region == Form::none) region = {.region = {0, 1, 0}};
    const auto extended = payload.indirect ? std::optional<std::uint32_t>(0) : extended_descriptor(region);
    if (!extended)
      return error(s.src[0].at, "a payload cannot have this region", "send.payload", "SKL PRM vol2a send",
                   "write the register without region, modifiers and type");
    s.i.send.extended_descriptor = *extended;
    if (!payload.indirect) payload.subnr = static_cast<std::uint8_t>(payload.subnr & 0x10);
  }
  payload.region = {};
  if (s.extended_descriptor) s.i.send.extended_descriptor = *s.extended_descriptor;
  return true;
}

// {Dst=...}, {Src0=...} and {Src1=...} override the operand slots that the text does not name.
bool Parser::settle_slots(Statement& s) {
  const std::array<isa::Operand*, 3> slots{&s.i.dst, &s.i.src[0], &s.i.src[1]};
  for (std::size_t n = 0; n < slots.size(); ++n) {
    if (!s.slots[n]) continue;
    WrittenOperand& written = *s.slots[n];
    if (!written.is_value) {
      if (!settle(s, written, n == 0, slot_access_mode(s.i, static_cast<Slot>(n)))) return false;
    } else if (written.op.file != isa::RegFile::imm) {
      const auto field = written.has_type && written.value.label.empty()
                             ? immediate_field(written.op.type, written.value)
                             : std::nullopt;
      if (!field)
        return error(written.at, "expected a register, an immediate with its type, or imm and a type", "option.operand",
                     "SNB PRM vol4 part2 7.4.3", "write Src0=r5<8;8,1>:f, say");
      written.op = {.file = isa::RegFile::imm, .type = written.op.type, .imm = *field};
    }
    *slots[n] = written.op;
  }
  return true;
}

void Parser::add_fixup(Statement& s, Fixup::Field field, const WrittenOperand& written) {
  Fixup fixup{.instruction = kernel().program.instructions.size(),
              .field = field,
              .source = s.label_slot,
              .label = written.value.label,
              .addend = written.value.as_signed(),
              .relative = s.is_jmp,
              .at = written.at};
  if (s.fixup_count < s.fixups.size()) s.fixups[s.fixup_count++] = fixup;
}

void Parser::emit(Statement& s) {
  AssembledKernel& k = kernel();
  std::size_t size = byte_size(s.i);
  if (!s.bits.empty()) {
    size = s.bits.size();
    // Exact bytes override the text: the program is run and checked as the bytes decode.
    s.i = isa::decode(gen_, s.bits).value_or(isa::Instruction{});
    s.i.compacted = size != isa::kInstructionBytes;
    k.exact.emplace(k.program.instructions.size(), std::move(s.bits));
  }
  for (std::uint8_t n = 0; n < s.fixup_count; ++n) fixups_.push_back(s.fixups[n]);
  if (s.targets_open) {
    open_.push_back(k.program.instructions.size());
    open_tokens_.push_back(s.mnemonic);
  }
  k.program.instructions.push_back(s.i);
  k.program.offsets.push_back(offset_);
  k.lines.push_back(s.mnemonic.line);
  offset_ += static_cast<std::uint32_t>(size);
}

}  // namespace eugene::assembly
