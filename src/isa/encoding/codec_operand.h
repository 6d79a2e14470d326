// Operand fields of the machine formats, for both directions: SNB PRM vol4 part2 Tables 7-5 to 7-19.
// Internal to the layer: use decode.h and encode.h.
#pragma once

#include "isa/encoding/bit_io.h"
#include "isa/encoding/layout.h"

namespace eugene::isa {

// What all formats share; `Io` is a Reader or a Writer. Inlined, so that the places of fields are constants.
template <const Layout& L, const GenCodes& C, class Io>
class OperandCodec {
 protected:
  OperandCodec(Io& io, const Gen& gen, Instruction& instruction) : io_(io), gen_(gen), i_(instruction) {}

  bool align16_slot(bool used) const { return used && i_.access_mode == AccessMode::align16; }

  // The same of an instruction that may have none.
  [[gnu::always_inline]] void destination_slot(bool used) {
    const auto mark = io_.mark(i_.dst);
    destination(i_.dst, align16_slot(used));
    if (!used) io_.forgive(mark, i_.dst);
  }

  [[gnu::always_inline]] void destination(Operand& dst, bool align16) {
    io_.coded(L.dst.file, C.file, dst.file);
    io_.require(!dst.is_imm(), {"the destination cannot be immediate", "write a register, or null"}, L.dst.file);
    io_.coded(L.dst.type, C.register_type, dst.type);
    io_.coded(L.dst.hstride, kHStrideCodes, dst.region.hstride);
    location(L.dst, dst, align16);
    if (align16) io_.number(L.dst.channels_low, dst.write_mask);
  }

  // File and type of a source. Behind an immediate source 0 the type of the absent source 1 repeats the
  // immediate's.
  [[gnu::always_inline]] void source_kind(const OperandLayout& o, Operand& src, bool behind_immediate = false) {
    io_.coded(o.file, C.file, src.file);
    io_.coded(o.type, src.is_imm() || behind_immediate ? C.immediate_type : C.register_type, src.type);
  }

  [[gnu::always_inline]] void source_region(const OperandLayout& o, Operand& src, bool align16) {
    source_place(o, src, align16);
    source_strides(o, src, align16);
  }

  [[gnu::always_inline]] void source_place(const OperandLayout& o, Operand& src, bool align16) {
    io_.flag(o.negate, src.negate);
    io_.flag(o.absolute, src.absolute);
    location(o, src, align16);
  }

  [[gnu::always_inline]] void source_strides(const OperandLayout& o, Operand& src, bool align16) {
    io_.coded(o.vstride, kVStrideCodes, src.region.vstride);
    io_.require(src.region.vstride != Region::kPerRowAddress || src.indirect,
                {"VxH and Vx1 regions need indirect addressing", "give a vertical stride, or address through a0"},
                o.vstride);
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

  [[gnu::always_inline]] void register_number(Bits range, Operand& operand) {
    io_.number(range, operand.nr);
    io_.require(!operand.is_arf(Arf::n) || operand.arf_nr() == 0,
                {"the notification registers are n0.0, n0.1 and n0.2", "write n0.1 for the second"}, range, operand.nr);
    io_.require(!operand.is_grf() || operand.nr < gen_.grf_count, {"no such general register", "use r0 to r127"}, range,
                operand.nr);
  }

  // Where an operand begins: register and byte, or address register and offset.
  [[gnu::always_inline]] void location(const OperandLayout& o, Operand& operand, bool align16) {
    io_.flag(o.address_mode, operand.indirect);
    if (operand.indirect) {
      io_.require(
          operand.file != RegFile::arf,
          {"architecture registers have no indirect addressing", "address general registers through a0: r[a0.0]"},
          o.address_mode);
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
  [[gnu::always_inline]] void half_register(Bits range, Operand& operand) {
    io_.require(operand.subnr % 16 == 0,
                {"an Align16 operand begins at byte 0 or 16", "begin at byte 0 or 16, and swizzle; or use Align1"},
                range, operand.subnr);
    unsigned half = operand.subnr / 16U;
    io_.number(range, half);
    operand.subnr = static_cast<std::uint8_t>(half * 16);
  }

  // A signed 10-bit number of bytes, of which the `shift` lowest bits are not stored.
  void address_imm(Bits range, Bits sign, unsigned shift, Operand& operand) {
    const int value = operand.addr_imm;
    io_.require(value >= -512 && value < 512,
                {"address immediate outside -512..511", "add the rest to the address register"}, range);
    io_.require((static_cast<unsigned>(value) & low_mask(shift)) == 0,
                {"address immediate is no multiple of 16", "use a multiple of 16, or Align1"}, range);
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

  Io& io_;
  const Gen& gen_;
  Instruction& i_;
};

}  // namespace eugene::isa
