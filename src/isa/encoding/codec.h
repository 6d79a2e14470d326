// The machine formats, described once for both directions: SNB PRM vol4 part2 7.2 and the Gen9 EU
// instruction formats. Internal to the layer: use decode.h and encode.h.
//
// Operand slots that the opcode does not use are read and written as plain Align1 operands. A word whose unused slots
// are zero thus gives default operands, and anything else that an assembler left there survives.
#pragma once

#include "isa/encoding/codec_send.h"

namespace eugene::isa {

template <const Layout& L, const GenCodes& C, class Io>
class Codec : SendCodec<L, C, Io> {
  using Base = SendCodec<L, C, Io>;
  using Base::align16_slot;
  using Base::branch;
  using Base::destination_slot;
  using Base::gen_;
  using Base::i_;
  using Base::io_;
  using Base::keep;
  using Base::must_fit;
  using Base::register_number;
  using Base::send;
  using Base::source_kind;
  using Base::source_region;
  using Base::split_send;

 public:
  Codec(Io& io, const Gen& gen, Instruction& instruction) : Base(io, gen, instruction) {}

  // Reads or writes all fields except the opcode and the compaction bit.
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

  // Quarter control counts groups of eight channels; nibble control selects the upper four of such a group.
  void channel_offset() {
    unsigned quarter = i_.channel_offset / 8U;
    unsigned nibble = i_.channel_offset / 4U % 2;
    io_.number(L.control.quarter, quarter);
    io_.number(L.control.nibble, nibble);
    keep(i_.channel_offset, static_cast<std::uint8_t>(quarter * 8 + nibble * 4), limit("encoding.channel_offset"),
         L.control.quarter);
  }

  void condition() { io_.coded(L.control.condition, kConditionCodes, i_.cond_mod); }

  void two_source(const OpcodeInfo& row) {
    destination_slot(row.has_destination);
    Operand &first = i_.src[0], &second = i_.src[1];
    source_kind(L.src[0], first);
    if (first.is_imm() && byte_size(first.type) == 8) {
      io_.require(second == Operand{}, limit("type.qword_immediate"), L.imm64);
      io_.number(L.imm64, first.imm);
      return;
    }
    const auto mark = io_.mark(second);
    second_source(row);
    if (row.sources < 2) io_.forgive(mark, second);
    if (first.is_imm()) {
      io_.number(L.imm32, first.imm);
      return;
    }
    source_region(L.src[0], first, align16_slot(row.sources > 0));
  }

  // An immediate source 0 takes all bits of source 1 except its file and type.
  [[gnu::always_inline]] void second_source(const OpcodeInfo& row) {
    const Operand& first = i_.src[0];
    Operand& second = i_.src[1];
    source_kind(L.src[1], second, first.is_imm());
    if (first.is_imm()) {
      io_.require(!second.is_imm(), limit("immediate.last_source"), L.src[1].file);
      io_.require(Io::kReading || fits_beside_immediate(second), limit("immediate.last_source"), L.src[0].file);
    } else if (second.is_imm()) {
      io_.require(byte_size(second.type) < 8, limit("type.qword_immediate"), L.src[1].type);
      io_.number(L.imm32, second.imm);
    } else {
      source_region(L.src[1], second, align16_slot(row.sources > 1));
    }
  }

  void three_source() {
    const TernaryLayout& t = L.ternary;
    io_.require(!limit("three_source.align16").broken_by(gen_, i_, i_.dst), limit("three_source.align16"),
                L.control.access_mode);
    bool mrf = i_.dst.is_mrf();
    io_.flag(t.dst_file, mrf);
    must_fit(i_.dst, limit("three_source.destination_file"), t.dst_number);
    must_fit(i_.dst, limit("three_source.indirect"), t.dst_number);
    i_.dst.file = mrf ? RegFile::mrf : RegFile::grf;
    i_.dst.region.hstride = 1;
    io_.coded(t.dst_type, C.ternary_type, i_.dst.type);
    io_.number(t.dst_write_mask, i_.dst.write_mask);
    dword_subregister(t.dst_subregister, kNoBits, i_.dst);
    register_number(t.dst_number, i_.dst);
    io_.coded(t.src_type, C.ternary_type, i_.src[0].type);
    for (std::size_t n = 0; n < 3; ++n) ternary_source(t.src[n], i_.src[n]);
  }

  // The type field holds the type of source 0. If that is F or HF, one bit for each other source chooses between F and
  // HF.
  void ternary_source(const TernarySourceLayout& s, Operand& src) {
    const Type first = i_.src[0].type;
    const bool mixed = s.type_is_half.present() && (first == Type::f || first == Type::hf);
    if (mixed) {
      bool half = src.type == Type::hf;
      io_.flag(s.type_is_half, half);
      keep(src.type, half ? Type::hf : Type::f, limit("three_source.types"), s.type_is_half);
    } else {
      keep(src.type, first, limit("three_source.types"), L.ternary.src_type);
    }
    must_fit(src, limit("three_source.source_file"), s.number);
    must_fit(src, limit("three_source.indirect"), s.number);
    must_fit(src, limit("three_source.region"), s.number);
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

  // A byte offset, counted in dwords. Where the generation has the bit `word`, it selects the upper word of the dword.
  void dword_subregister(Bits range, Bits word, Operand& operand) {
    unsigned dwords = operand.subnr / 4U;
    unsigned half = operand.subnr / 2U % 2;
    io_.number(range, dwords);
    io_.number(word, half);
    keep(operand.subnr, static_cast<std::uint8_t>(dwords * 4 + half * 2), limit("three_source.subregister"), range);
  }
};

}  // namespace eugene::isa
