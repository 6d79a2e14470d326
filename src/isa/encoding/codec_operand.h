// Operand fields of the machine formats, for both directions: SNB PRM vol4 part2 Tables 7-5 to 7-19.
// Internal to the layer: use decode.h and encode.h.
#pragma once

#include <concepts>

#include "isa/encoding/bit_io.h"
#include "isa/encoding/layout.h"

namespace eugene::isa {

// The operand fields that all formats share. `Io` is a Reader or a Writer. Inlined, so that bit positions are
// constants.
template <const Layout& L, const GenCodes& C, class Io>
class OperandCodec {
 protected:
  OperandCodec(Io& io, const Gen& gen, Instruction& instruction) : io_(io), gen_(gen), i_(instruction) {}

  bool align16_slot(bool used) const { return used && i_.access_mode == AccessMode::align16; }

  // Rejects `operand` if it breaks `limit`, both when reading and when writing.
  [[gnu::always_inline]] void must_hold(const Operand& operand, const Limit& limit, Bits range,
                                        std::optional<std::uint64_t> value = std::nullopt) {
    io_.require(!limit.broken_by(gen_, i_, operand), limit, range, value);
  }
  // Rejects `operand` if it breaks `limit`, but only when writing: a machine word cannot express such an operand, so
  // reading never gives one.
  [[gnu::always_inline]] void must_fit(const Operand& operand, const Limit& limit, Bits range) {
    if constexpr (!Io::kReading) must_hold(operand, limit, range);
  }

  // Sets `value` to `held`, the part of `value` that its fields can hold. When writing, a `value` that differs is
  // rejected by `limit`.
  template <class T>
  [[gnu::always_inline]] void keep(T& value, T held, const Limit& limit, Bits range) {
    if constexpr (!Io::kReading && std::unsigned_integral<T>) io_.require(held == value, limit, range, value);
    if constexpr (!Io::kReading && !std::unsigned_integral<T>) io_.require(held == value, limit, range);
    value = held;
  }

  // Reads or writes the destination slot. `used` is false if the opcode has no destination.
  [[gnu::always_inline]] void destination_slot(bool used) {
    if (L.has_bare_slots && !used) return;
    const auto mark = io_.mark(i_.dst);
    destination(i_.dst, align16_slot(used));
    if (!used) io_.forgive(mark, i_.dst);
  }

  [[gnu::always_inline]] void destination(Operand& dst, bool align16) {
    if constexpr (!L.has_bare_slots) io_.coded(L.dst.file, C.file, dst.file);
    must_hold(dst, limit("immediate.destination"), L.dst.file);
    io_.coded(L.dst.type, C.register_type, dst.type);
    io_.coded(L.dst.hstride, kHStrideCodes, dst.region.hstride);
    location(L.dst, dst, align16);
    if (align16) io_.number(L.dst.channels_low, dst.write_mask);
  }

  // Reads or writes the file of a source, and says whether it is an immediate. Where `immediate` is a bit of its own,
  // the file of a register is read with its location.
  [[gnu::always_inline]] void source_file(Bits file, Bits immediate, Operand& src) {
    if (!immediate.present()) {
      io_.coded(file, C.file, src.file);
      return;
    }
    bool is_immediate = src.is_imm();
    io_.flag(immediate, is_immediate);
    if (is_immediate) src.file = RegFile::imm;
  }

  // Reads or writes file and type of a source. After an immediate source 0, the type field of the absent source 1
  // repeats the immediate's type, so it has the codes of immediate types.
  [[gnu::always_inline]] void source_kind(const OperandLayout& o, Operand& src, bool behind_immediate = false) {
    source_file(o.file, o.immediate, src);
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
    must_hold(src, limit("indirect.rows_direct"), o.vstride);
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
    must_hold(operand, limit("arf.notification"), range, operand.nr);
    io_.require(!operand.is_grf() || operand.nr < gen_.files.grf_count, limit("register.number"), range, operand.nr);
  }

  // Reads or writes the place where an operand begins: register and byte, or address register and offset.
  [[gnu::always_inline]] void location(const OperandLayout& o, Operand& operand, bool align16) {
    io_.flag(o.address_mode, operand.indirect);
    if constexpr (L.has_bare_slots) {  // the address immediate of an indirect operand takes the bit of the file
      if (Io::kReading && operand.indirect) operand.file = RegFile::grf;
      if (!operand.indirect) io_.coded(o.file, C.file, operand.file);
    }
    if (operand.indirect) {
      must_hold(operand, limit("arf.indirect"), o.address_mode);
      io_.number(o.address_subregister, operand.addr_subnr);
      address_imm(align16 ? o.address_imm16 : o.address_imm, o.address_imm_sign, align16 ? 4 : 0, operand,
                  limit("align16.alignment"));
      return;
    }
    register_number(o.number, operand);
    if (align16) {
      half_register(o.subregister16, operand, limit("align16.alignment"));
    } else {
      io_.number(o.subregister, operand.subnr);
    }
  }

  // Operands in Align16 mode, and operands of sends, begin at byte 0 or 16 of a register.
  [[gnu::always_inline]] void half_register(Bits range, Operand& operand, const Limit& alignment) {
    unsigned half = operand.subnr / 16U;
    io_.number(range, half);
    keep(operand.subnr, static_cast<std::uint8_t>(half * 16), alignment, range);
  }

  // A signed 10-bit byte offset, without its `shift` lowest bits.
  void address_imm(Bits range, Bits sign, unsigned shift, Operand& operand, const Limit& alignment) {
    const int value = operand.addr_imm;
    must_hold(operand, limit("indirect.offset"), range);
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
    keep(operand.addr_imm, static_cast<std::int16_t>(sign_extend(field, 10)), alignment, range);
  }

  Io& io_;
  const Gen& gen_;
  Instruction& i_;
};

}  // namespace eugene::isa
