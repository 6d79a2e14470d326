// The machine formats, described once for both directions: SNB PRM vol4 part2 7.2 and the Gen9 EU
// instruction formats. Internal to the layer: use decode.h and encode.h.
//
// Operand slots that the opcode does not use are read and written as plain Align1 operands, so that a word
// whose unused slots are zero gives default operands and whatever an assembler left there survives.
#pragma once

#include "isa/bit_io.h"
#include "isa/layout.h"

namespace eugene::isa {

template <const Layout& L, const GenCodes& C, class Io>
class Codec {
 public:
  Codec(Io& io, const Gen& gen, Instruction& instruction) : io_(io), gen_(gen), i_(instruction) {}

  // Everything but the opcode field and the compaction bit.
  void run() {
    const OpcodeInfo& row = i_.row();
    control(row.format);
    switch (row.format) {
      case Format::none: condition(); break;
      case Format::two_source:
        condition();
        two_source(row);
        break;
      case Format::math:
        io_.number(L.control.condition, i_.math);
        two_source(row);
        break;
      case Format::three_source:
        condition();
        three_source();
        break;
      case Format::jump:
      case Format::branch_jip:
      case Format::branch:
        condition();
        branch(row);
        break;
      case Format::send: send(row); break;
      case Format::split_send: split_send(); break;
    }
  }

 private:
  static constexpr bool is_branch(Format format) {
    return format == Format::jump || format == Format::branch_jip || format == Format::branch;
  }

  void control(Format format) {
    const ControlLayout& c = L.control;
    bool align16 = i_.access_mode == AccessMode::align16;
    io_.flag(c.access_mode, align16);
    i_.access_mode = align16 ? AccessMode::align16 : AccessMode::align1;
    io_.flag(c.no_dd_clr, i_.no_dd_clr);
    io_.flag(c.no_dd_chk, i_.no_dd_chk);
    io_.flag(c.mask_control, i_.no_mask);
    channel_offset();
    io_.number(c.thread_control, i_.thread_control);
    io_.coded(c.pred_control, align16 ? kAlign16PredCodes : C.align1_pred, i_.pred_control);
    io_.flag(c.pred_inverse, i_.pred_inverse);
    io_.coded(c.exec_size, kExecSizeCodes, i_.exec_size);
    io_.flag(c.acc_write, c.branch_control.present() && is_branch(format) ? i_.branch_control : i_.acc_wr_en);
    io_.flag(c.debug, i_.breakpoint);
    io_.flag(c.saturate, i_.saturate);
    const bool ternary = format == Format::three_source;
    io_.number(ternary ? L.ternary.flag_subregister : c.flag_subregister, i_.flag_subnr);
    io_.number(ternary ? L.ternary.flag_register : c.flag_register, i_.flag_nr);
  }

  // Quarter control counts eights of channels, nibble control the fours between.
  void channel_offset() {
    io_.require(i_.channel_offset % 4 == 0, "channel offset is no multiple of 4", L.control.quarter, i_.channel_offset);
    unsigned quarter = i_.channel_offset / 8U;
    unsigned nibble = i_.channel_offset / 4U % 2;
    io_.number(L.control.quarter, quarter);
    io_.number(L.control.nibble, nibble);
    i_.channel_offset = static_cast<std::uint8_t>(quarter * 8 + nibble * 4);
  }

  void condition() { io_.coded(L.control.condition, kConditionCodes, i_.cond_mod); }

  bool align16_slot(bool used) const { return used && i_.access_mode == AccessMode::align16; }

  void two_source(const OpcodeInfo& row) {
    destination(i_.dst, align16_slot(row.has_destination));
    Operand &first = i_.src[0], &second = i_.src[1];
    source_kind(L.src[0], first);
    if (first.is_imm() && size_of(first.type) == 8 && !kTypes[static_cast<std::size_t>(first.type)].is_vector) {
      io_.require(second == Operand{}, "a 64-bit immediate leaves no room for source 1", L.imm64);
      io_.number(L.imm64, first.imm);
      return;
    }
    source_kind(L.src[1], second, first.is_imm());
    if (first.is_imm()) {
      io_.require(!second.is_imm(), "both sources are immediate", L.src[1].file);
      io_.number(L.imm32, first.imm);
      return;
    }
    source_region(L.src[0], first, align16_slot(row.sources > 0));
    if (second.is_imm()) {
      io_.require(size_of(second.type) < 8, "source 1 has no room for a 64-bit immediate", L.src[1].type);
      io_.number(L.imm32, second.imm);
    } else {
      source_region(L.src[1], second, align16_slot(row.sources > 1));
    }
  }

  void destination(Operand& dst, bool align16) {
    io_.coded(L.dst.file, C.file, dst.file);
    io_.require(!dst.is_imm(), "the destination cannot be immediate", L.dst.file);
    io_.coded(L.dst.type, C.register_type, dst.type);
    io_.coded(L.dst.hstride, kHStrideCodes, dst.region.hstride);
    location(L.dst, dst, align16);
    if (align16) io_.number(L.dst.channels_low, dst.write_mask);
  }

  // File and type of a source. Behind an immediate source 0 the type of the absent source 1 repeats the
  // immediate's.
  void source_kind(const OperandLayout& o, Operand& src, bool behind_immediate = false) {
    io_.coded(o.file, C.file, src.file);
    io_.coded(o.type, src.is_imm() || behind_immediate ? C.immediate_type : C.register_type, src.type);
  }

  void source_region(const OperandLayout& o, Operand& src, bool align16) {
    io_.flag(o.negate, src.negate);
    io_.flag(o.absolute, src.absolute);
    io_.coded(o.vstride, kVStrideCodes, src.region.vstride);
    location(o, src, align16);
    io_.require(src.region.vstride != Region::kPerRowAddress || src.indirect,
                "VxH and Vx1 regions need indirect addressing", o.vstride);
    if (align16) {
      unsigned low = src.swizzle & 0xFU;
      unsigned high = src.swizzle >> 4U;
      io_.number(o.channels_low, low);
      io_.number(o.channels_high, high);
      src.swizzle = static_cast<std::uint8_t>(high << 4 | low);
      src.region.width = 4;
      src.region.hstride = 1;
    } else {
      io_.coded(o.width, kWidthCodes, src.region.width);
      io_.coded(o.hstride, kHStrideCodes, src.region.hstride);
    }
  }

  void register_number(Bits range, Operand& operand) {
    io_.number(range, operand.nr);
    io_.require(!operand.is_grf() || operand.nr < gen_.grf_count, "no such general register", range, operand.nr);
  }

  // Where an operand begins: register and byte, or address register and offset.
  void location(const OperandLayout& o, Operand& operand, bool align16) {
    io_.flag(o.address_mode, operand.indirect);
    if (operand.indirect) {
      io_.require(operand.file != RegFile::arf, "architecture registers have no indirect addressing", o.address_mode);
      io_.number(o.address_subregister, operand.addr_subnr);
      address_imm(align16 ? o.address_imm16 : o.address_imm, o.address_imm_sign, align16 ? 4 : 0, operand);
      return;
    }
    register_number(o.number, operand);
    if (align16) {
      half_register(o.subregister16, operand);
    } else {
      io_.number(o.subregister, operand.subnr);
    }
  }

  // Align16 operands begin at byte 0 or 16.
  void half_register(Bits range, Operand& operand) {
    io_.require(operand.subnr % 16 == 0, "an Align16 operand begins at byte 0 or 16", range, operand.subnr);
    unsigned half = operand.subnr / 16U;
    io_.number(range, half);
    operand.subnr = static_cast<std::uint8_t>(half * 16);
  }

  // A signed 10-bit number of bytes, of which the `shift` lowest bits are not stored.
  void address_imm(Bits range, Bits sign, unsigned shift, Operand& operand) {
    const int value = operand.addr_imm;
    io_.require(value >= -512 && value < 512, "address immediate outside -512..511", range);
    io_.require((static_cast<unsigned>(value) & low_mask(shift)) == 0, "address immediate is no multiple of 16", range);
    auto field = static_cast<unsigned>(value) & 0x3FFU;
    unsigned top = field >> 9;
    unsigned rest = (sign.present() ? field & 0x1FFU : field) >> shift;
    io_.number(range, rest);
    if (sign.present()) {
      io_.number(sign, top);
      field = top << 9 | rest << shift;
    } else {
      field = rest << shift;
    }
    operand.addr_imm = static_cast<std::int16_t>(sign_extend(field, 10));
  }

  void three_source() {
    const TernaryLayout& t = L.ternary;
    io_.require(i_.access_mode == AccessMode::align16, "three-source instructions are Align16", L.control.access_mode);
    bool mrf = i_.dst.is_mrf();
    io_.flag(t.dst_file, mrf);
    io_.require(Io::kReading || mrf || i_.dst.is_grf(), "the destination of three sources is a general register",
                t.dst_number);
    i_.dst.file = mrf ? RegFile::mrf : RegFile::grf;
    i_.dst.region.hstride = 1;
    io_.coded(t.dst_type, C.ternary_type, i_.dst.type);
    io_.number(t.dst_write_mask, i_.dst.write_mask);
    dword_subregister(t.dst_subregister, kNoBits, i_.dst);
    register_number(t.dst_number, i_.dst);
    io_.coded(t.src_type, C.ternary_type, i_.src[0].type);
    for (std::size_t n = 0; n < 3; ++n) ternary_source(t.src[n], i_.src[n]);
  }

  // The type field is that of source 0; the others choose between F and HF where it is one of these.
  void ternary_source(const TernarySourceLayout& s, Operand& src) {
    const Type first = i_.src[0].type;
    const bool mixed = s.type_is_half.present() && (first == Type::f || first == Type::hf);
    if (mixed) {
      io_.require(Io::kReading || src.type == Type::f || src.type == Type::hf, "sources mix F only with HF",
                  s.type_is_half);
      bool half = src.type == Type::hf;
      io_.flag(s.type_is_half, half);
      src.type = half ? Type::hf : Type::f;
    } else {
      io_.require(Io::kReading || src.type == first, "the sources must have one type", L.ternary.src_type);
      src.type = first;
    }
    io_.require(Io::kReading || (src.is_grf() && !src.indirect), "three-source operands are direct general registers",
                s.number);
    src.file = RegFile::grf;
    io_.flag(s.negate, src.negate);
    io_.flag(s.absolute, src.absolute);
    bool replicate = src.region.vstride == 0;
    io_.flag(s.replicate, replicate);
    src.region = replicate ? Region{0, 1, 0} : Region{4, 4, 1};
    io_.number(s.swizzle, src.swizzle);
    dword_subregister(s.subregister, s.subregister_low, src);
    register_number(s.number, src);
  }

  // A byte offset counted in doublewords, with one more bit for the word where the generation has it.
  void dword_subregister(Bits range, Bits word, Operand& operand) {
    io_.require(operand.subnr % (word.present() ? 2 : 4) == 0, "subregister is finer than the field", range,
                operand.subnr);
    unsigned dwords = operand.subnr / 4U;
    unsigned half = operand.subnr / 2U % 2;
    io_.number(range, dwords);
    io_.number(word, half);
    operand.subnr = static_cast<std::uint8_t>(dwords * 4 + half * 2);
  }

  void branch(const OpcodeInfo& row) {
    Operand &first = i_.src[0], &second = i_.src[1];
    const bool in_dst = branch_destination(row);
    source_kind(L.src[0], first);
    if (!in_dst && first.is_imm() && L.branch.uip_in_src0 && row.format == Format::branch) {
      io_.require(second == Operand{}, "UIP leaves no room for source 1", L.branch.uip);
      distances(row.format);
      return;
    }
    source_kind(L.src[1], second, first.is_imm());
    const bool compares = i_.cond_mod != CondMod::none;
    if (in_dst) {
      embedded_compare(row, compares);
      return;
    }
    if (!first.is_imm()) source_region(L.src[0], first, align16_slot(row.sources > 0 || compares));
    if (first.is_imm() || second.is_imm()) {
      distances(row.format);
    } else {
      source_region(L.src[1], second, align16_slot(row.sources > 1 || compares));
    }
  }

  // Gen6 keeps JIP in an immediate destination; returns whether it is there.
  bool branch_destination(const OpcodeInfo& row) {
    if constexpr (L.branch.dst_jip.present()) {
      bool in_dst = i_.dst.is_imm();
      if constexpr (Io::kReading) in_dst = io_.word().get(L.dst.file) == 3;
      if (in_dst) {
        io_.coded(L.dst.file, C.file, i_.dst.file);
        io_.coded(L.dst.type, C.immediate_type, i_.dst.type);
        io_.distance(L.branch.dst_jip, gen_.branch_unit, i_.jip);
        return true;
      }
    }
    destination(i_.dst, align16_slot(row.has_destination));
    return false;
  }

  // The operands of a Gen6 branch whose distance is in the destination: what it compares, if it does.
  void embedded_compare(const OpcodeInfo& row, bool compares) {
    Operand &first = i_.src[0], &second = i_.src[1];
    io_.require(!first.is_imm(), "source 0 of a compare cannot be immediate", L.src[0].file);
    source_region(L.src[0], first, align16_slot(row.sources > 0 || compares));
    if (second.is_imm()) {
      io_.number(L.imm32, second.imm);
    } else {
      source_region(L.src[1], second, align16_slot(row.sources > 1 || compares));
    }
  }

  void distances(Format format) {
    if (format == Format::jump) {
      io_.distance(L.branch.jump, gen_.jump_unit, i_.jip);
      return;
    }
    io_.distance(L.branch.jip, gen_.branch_unit, i_.jip);
    if (format == Format::branch && (!L.branch.uip_in_src0 || i_.src[0].is_imm())) {
      io_.distance(L.branch.uip, gen_.branch_unit, i_.uip);
    }
  }

  void extended_descriptor(std::span<const SendLayout::Piece> pieces) {
    SendFields& s = i_.send;
    std::uint32_t rebuilt = 0;
    std::uint32_t covered = 0;
    for (const SendLayout::Piece& piece : pieces) {
      const auto mask = static_cast<std::uint32_t>(low_mask(piece.range.width()));
      std::uint32_t part = s.extended_descriptor >> piece.at & mask;
      io_.number(piece.range, part);
      rebuilt |= part << piece.at;
      covered |= mask << piece.at;
    }
    io_.require((s.extended_descriptor & ~covered) == 0, "extended descriptor has bits that the instruction lacks",
                kNoBits, s.extended_descriptor);
    s.extended_descriptor = rebuilt;
  }

  void send(const OpcodeInfo& row) {
    SendFields& s = i_.send;
    io_.number(L.send.sfid, s.sfid);
    io_.flag(L.send.eot, s.eot);
    destination(i_.dst, align16_slot(row.has_destination));
    Operand &payload = i_.src[0], &descriptor = i_.src[1];
    if constexpr (L.send.extended[0].range.present()) {
      // The extended descriptor lies where regions, modifiers and the type of source 1 would.
      source_kind(L.src[0], payload);
      io_.require(!payload.is_imm(), "the payload of a send cannot be immediate", L.src[0].file);
      payload_location(payload);
      io_.coded(L.src[1].file, C.file, descriptor.file);
      extended_descriptor(L.send.extended);
    } else {
      source_kind(L.src[0], payload);
      io_.require(!payload.is_imm(), "the payload of a send cannot be immediate", L.src[0].file);
      source_region(L.src[0], payload, align16_slot(true));
      source_kind(L.src[1], descriptor);
    }
    if constexpr (Io::kReading) s.descriptor_in_a0 = !descriptor.is_imm();
    io_.require(s.descriptor_in_a0 == !descriptor.is_imm(), "source 1 must be a0 or an immediate descriptor",
                L.src[1].file);
    if (s.descriptor_in_a0) {
      source_region(L.src[1], descriptor, false);
    } else {
      io_.number(L.send.descriptor, s.descriptor);
    }
  }

  // Payloads begin at a register, or at half of one with indirect addressing.
  void payload_location(Operand& payload) {
    const OperandLayout& o = L.src[0];
    io_.flag(o.address_mode, payload.indirect);
    if (payload.indirect) {
      io_.number(o.address_subregister, payload.addr_subnr);
      address_imm(o.address_imm16, o.address_imm_sign, 4, payload);
    } else {
      register_number(o.number, payload);
      half_register(o.subregister16, payload);
    }
  }

  void split_send() {
    const SplitSendLayout& l = L.split_send;
    SendFields& s = i_.send;
    Operand &dst = i_.dst, &first = i_.src[0], &second = i_.src[1];
    io_.number(L.send.sfid, s.sfid);
    io_.flag(L.send.eot, s.eot);
    register_file(l.dst_file, dst);
    io_.coded(l.dst_type, C.register_type, dst.type);
    dst.region.hstride = 1;
    io_.flag(l.dst_address_mode, dst.indirect);
    if (dst.indirect) {
      io_.require(dst.is_grf(), "architecture registers have no indirect addressing", l.dst_address_mode);
      io_.number(l.dst_address_subregister, dst.addr_subnr);
      address_imm(l.dst_address_imm16, l.dst_address_imm_sign, 4, dst);
    } else {
      register_number(l.dst_number, dst);
      half_register(l.dst_subregister16, dst);
    }
    io_.require(Io::kReading || first.is_grf(), "the first payload is in general registers", l.src0_number);
    first.file = RegFile::grf;
    io_.flag(l.src0_address_mode, first.indirect);
    if (first.indirect) {
      io_.number(l.src0_address_subregister, first.addr_subnr);
      address_imm(l.src0_address_imm16, l.src0_address_imm_sign, 4, first);
    } else {
      register_number(l.src0_number, first);
      half_register(l.src0_subregister16, first);
    }
    register_file(l.src1_file, second);
    register_number(l.src1_number, second);
    io_.flag(l.descriptor_in_register, s.descriptor_in_a0);
    io_.number(L.send.descriptor, s.descriptor);
    io_.flag(l.extended_in_register, s.extended_descriptor_in_a0);
    if (s.extended_descriptor_in_a0) {
      io_.require(s.extended_a0_subnr % 2 == 0, "an extended descriptor begins at an even subregister of a0",
                  l.extended_register, s.extended_a0_subnr);
      unsigned dword = s.extended_a0_subnr / 2U;
      io_.number(l.extended_register, dword);
      s.extended_a0_subnr = static_cast<std::uint8_t>(dword * 2);
      extended_descriptor({l.extended.data(), 1});
    } else {
      extended_descriptor(l.extended);
    }
  }

  // One bit: architecture (null) or general register.
  void register_file(Bits range, Operand& operand) {
    io_.require(Io::kReading || operand.is_grf() || operand.file == RegFile::arf, "split sends use r and null only",
                range);
    bool grf = operand.is_grf();
    io_.flag(range, grf);
    operand.file = grf ? RegFile::grf : RegFile::arf;
  }

  Io& io_;
  const Gen& gen_;
  Instruction& i_;
};

}  // namespace eugene::isa
