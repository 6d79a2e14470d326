// The machine formats, described once for both directions: SNB PRM vol4 part2 7.2 and the Gen9 EU
// instruction formats. Internal to the layer: use decode.h and encode.h.
//
// Operand slots that the opcode does not use are read and written as plain Align1 operands. A word whose unused slots
// are zero thus gives default operands, and anything else that an assembler left there survives.
#pragma once

#include "isa/encoding/codec_send.h"
#include "isa/region.h"

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
  using Base::must_hold;
  using Base::register_number;
  using Base::send;
  using Base::source_file;
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
      case Format::sync: sync(); break;
      case Format::three_source:
        condition();
        if constexpr (L.ternary_align1.exec_type.present()) {
          three_source_align1();
        } else {
          three_source();
        }
        break;
      case Format::jump:
      case Format::branch_jip:
      case Format::branch:
        if constexpr (L.branch.has_condition) condition();
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
    io_.number(c.scoreboard, i_.scoreboard);
    io_.flag(c.mask_control, i_.no_mask);
    channel_offset();
    io_.number(c.thread_control, i_.thread_control);
    io_.coded(c.pred_control, align16 ? kAlign16PredCodes : C.align1_pred, i_.pred_control);
    io_.flag(c.pred_inverse, i_.pred_inverse);
    io_.coded(c.exec_size, kExecSizeCodes, i_.exec_size);
    io_.flag(c.acc_write, c.branch_control.present() && is_branch(format) ? i_.branch_control : i_.acc_wr_en);
    io_.flag(c.debug, i_.breakpoint);
    const bool is_eot = c.saturate == L.send.eot && is_send(format);  // the bit of both
    if (!is_eot) io_.flag(c.saturate, i_.saturate);
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
    const bool has_second = source_count(i_) > 1;
    if (!L.has_bare_slots || has_second) {
      const auto mark = io_.mark(second);
      second_source(row);
      if (row.sources < 2) io_.forgive(mark, second);
    }
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

  // The source is null, or an immediate with a bit for each token to wait for.
  void sync() {
    io_.coded(L.control.condition, kSyncCodes, i_.sync);
    Operand& source = i_.src[0];
    io_.coded(L.dst.hstride, kHStrideCodes, i_.dst.region.hstride);
    source_kind(L.src[0], source);
    if (source.is_imm()) {
      io_.number(L.imm32, source.imm);
    } else {
      source_region(L.src[0], source, false);
    }
  }

  void three_source_align1() {
    const TernaryAlign1Layout& t = L.ternary_align1;
    Operand& dst = i_.dst;
    must_fit(dst, limit("three_source.destination_file"), t.dst.number);
    must_fit(dst, limit("three_source.indirect"), t.dst.number);
    bool has_floats = is_float(dst.type);
    io_.flag(t.exec_type, has_floats);
    io_.coded(t.dst.file, C.file, dst.file);
    ternary_type(t.dst.type, has_floats, dst.type);
    io_.coded(t.dst.hstride, kTernaryDestinationCodes, dst.region.hstride);
    unsigned qword = dst.subnr / 8U;
    io_.number(t.dst.subregister, qword);
    keep(dst.subnr, static_cast<std::uint8_t>(qword * 8), limit("three_source.align1_destination"), t.dst.subregister);
    register_number(t.dst.number, dst);
    for (std::size_t n = 0; n < 3; ++n) ternary_source_align1(t.src[n], has_floats, i_.src[n]);
  }

  // The highest bit of a type's code is the same for all operands, and stands only once in the word.
  void ternary_type(Bits range, bool has_floats, Type& type) {
    constexpr unsigned kFloats = 8;
    constexpr auto half = [](unsigned from) {
      CodeTable<Type, kFloats> codes{};
      for (unsigned n = 0; n < kFloats; ++n) codes.value[n] = C.register_type.value[from + n];
      return codes;
    };
    if (has_floats) {
      io_.coded(range, half(kFloats), type);
    } else {
      io_.coded(range, half(0), type);
    }
  }

  void ternary_source_align1(const TernaryAlign1SourceLayout& s, bool has_floats, Operand& src) {
    must_fit(src, limit("three_source.indirect"), s.number);
    io_.require(Io::kReading || s.immediate.present() || !src.is_imm(), limit("three_source.immediate"), s.number);
    if (s.immediate.present()) source_file(s.file, s.immediate, src);
    ternary_type(s.type, has_floats, src.type);
    if (src.is_imm()) {
      ternary_immediate(s.imm, src);
      return;
    }
    io_.flag(s.negate, src.negate);
    io_.flag(s.absolute, src.absolute);
    io_.coded(s.file, C.file, src.file);
    ternary_region(s, src.region);
    io_.number(s.subregister, src.subnr);
    register_number(s.number, src);
  }

  // An immediate has 16 bits. As in other instructions, `imm` repeats a word in both halves of its 32 bits.
  void ternary_immediate(Bits range, Operand& src) {
    must_hold(src, limit("type.byte_immediate"), range);
    std::uint64_t word = src.imm & 0xFFFF;
    io_.number(range, word);
    const std::uint64_t held = byte_size(src.type) == 2 ? word << 16 | word : word;
    keep(src.imm, held, limit("three_source.immediate_range"), range);
  }

  // Source 2 has no vertical stride: its elements are in sequence, with the horizontal stride between them.
  void ternary_region(const TernaryAlign1SourceLayout& s, Region& region) {
    std::uint8_t vstride = region.vstride;
    std::uint8_t hstride = region.hstride;
    io_.coded(s.hstride, kHStrideCodes, hstride);
    if (s.vstride_low.present()) {
      unsigned code = 0;
      for (unsigned n = 0; n < kTernaryVStrides.size(); ++n) code = kTernaryVStrides[n] == vstride ? n : code;
      unsigned high = code / 2;
      unsigned low = code % 2;
      io_.number(s.vstride_high, high);
      io_.number(s.vstride_low, low);
      vstride = kTernaryVStrides[high * 2 + low];
    } else {
      vstride = row_of(hstride).vstride;
    }
    const Region held = s.vstride_low.present() ? ternary_align1_region(vstride, hstride) : row_of(hstride);
    if constexpr (!Io::kReading) io_.require(held == region, limit("three_source.align1_region"), s.hstride);
    region = held;
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
