// The send formats, for both directions: SNB PRM vol4 part2 8.3.44, SKL PRM vol2a send and sends.
// Internal to the layer: use decode.h and encode.h.
#pragma once

#include <span>

#include "isa/encoding/codec_branch.h"

namespace eugene::isa {

template <const Layout& L, const GenCodes& C, class Io>
class SendCodec : public BranchCodec<L, C, Io> {
 protected:
  using Base = BranchCodec<L, C, Io>;
  using Base::address_imm;
  using Base::align16_slot;
  using Base::Base;
  using Base::destination;
  using Base::half_register;
  using Base::i_;
  using Base::io_;
  using Base::register_number;
  using Base::source_kind;
  using Base::source_place;
  using Base::source_region;
  using Base::source_strides;

  // Reads or writes the pieces of a descriptor, and returns it. When writing, a value with other bits is rejected.
  std::uint32_t pieces(std::span<const SendLayout::Piece> pieces, std::uint32_t value) {
    std::uint32_t rebuilt = 0;
    std::uint32_t covered = 0;
    for (const SendLayout::Piece& piece : pieces) {
      const auto mask = static_cast<std::uint32_t>(low_mask(piece.range.width()));
      std::uint32_t part = value >> piece.at & mask;
      io_.number(piece.range, part);
      rebuilt |= part << piece.at;
      covered |= mask << piece.at;
    }
    io_.require((value & ~covered) == 0, limit("send.extended_descriptor"), kNoBits, value);
    return rebuilt;
  }

  void extended_descriptor(std::span<const SendLayout::Piece> from) {
    i_.send.extended_descriptor = pieces(from, i_.send.extended_descriptor);
  }

  // Reads or writes the descriptor, which a generation may have in pieces.
  void descriptor() {
    SendFields& s = i_.send;
    if constexpr (L.send.descriptor.present()) {
      io_.number(L.send.descriptor, s.descriptor);
    } else {
      s.descriptor = pieces(L.send.pieces, s.descriptor);
    }
  }

  void send(const OpcodeInfo& row) {
    SendFields& s = i_.send;
    io_.number(L.send.sfid, s.sfid);
    io_.flag(L.send.eot, s.eot);
    destination(i_.dst, align16_slot(row.has_destination));
    Operand &payload = i_.src[0], &descriptor = i_.src[1];
    if constexpr (L.send.extended[0].range.present()) {
      // The extended descriptor takes the bits that otherwise hold regions, modifiers and the type of source 1.
      source_kind(L.src[0], payload);
      io_.require(!payload.is_imm(), limit("send.payload_grf"), L.src[0].file);
      half_location(L.src[0], payload);
      io_.coded(L.src[1].file, C.file, descriptor.file);
      extended_descriptor(L.send.extended);
    } else {
      source_kind(L.src[0], payload);
      io_.require(!payload.is_imm(), limit("send.payload_mrf"), L.src[0].file);
      source_place(L.src[0], payload, align16_slot(true));
      // The strides of a payload are ignored (8.3.44: it begins at a register).
      const auto mark = io_.mark(payload.region);
      source_strides(L.src[0], payload, align16_slot(true));
      io_.forgive(mark, payload.region);
      source_kind(L.src[1], descriptor);
    }
    if constexpr (Io::kReading) s.descriptor_in_a0 = !descriptor.is_imm();
    io_.require(s.descriptor_in_a0 == !descriptor.is_imm(), limit("send.descriptor_region"), L.src[1].file);
    if (s.descriptor_in_a0) {
      source_region(L.src[1], descriptor, false);
      io_.require(holds_descriptor(descriptor), limit("send.descriptor_region"), L.src[1].number);
    } else {
      this->descriptor();
    }
  }

  // Payloads, and the destination of a split send, begin at byte 0 or 16 of a register.
  void half_location(const OperandLayout& o, Operand& operand) {
    io_.flag(o.address_mode, operand.indirect);
    if (operand.indirect) {
      io_.require(operand.is_grf(), limit("arf.indirect"), o.address_mode);
      io_.number(o.address_subregister, operand.addr_subnr);
      address_imm(o.address_imm16, o.address_imm_sign, 4, operand, limit("send.half_register"));
    } else {
      register_number(o.number, operand);
      half_register(o.subregister16, operand, limit("send.half_register"));
    }
  }

  void split_send() {
    const SplitSendLayout& l = L.split_send;
    SendFields& s = i_.send;
    Operand &dst = i_.dst, &first = i_.src[0], &second = i_.src[1];
    io_.number(L.send.sfid, s.sfid);
    io_.flag(L.send.eot, s.eot);
    register_file(l.dst.file, dst);
    if constexpr (L.split_send.dst.type.present()) io_.coded(l.dst.type, C.register_type, dst.type);
    dst.region.hstride = 1;
    half_location(l.dst, dst);
    if constexpr (L.split_send.src0.file.present()) {
      register_file(l.src0.file, first);
    } else {
      io_.require(Io::kReading || first.is_grf(), limit("send.payload_grf"), l.src0.number);
      first.file = RegFile::grf;
    }
    half_location(l.src0, first);
    register_file(l.src1.file, second);
    register_number(l.src1.number, second);
    io_.flag(l.descriptor_in_register, s.descriptor_in_a0);
    if (l.beside_register != 0 || !s.descriptor_in_a0) descriptor();
    io_.flag(l.extended_in_register, s.extended_descriptor_in_a0);
    if constexpr (Io::kReading) s.function_is_fixed = s.extended_descriptor_in_a0 && !l.has_function_in_register;
    if (s.extended_descriptor_in_a0) {
      io_.require(s.extended_a0_subnr % 2 == 0, limit("send.extended_register"), l.extended_register,
                  s.extended_a0_subnr);
      unsigned dword = s.extended_a0_subnr / 2U;
      io_.number(l.extended_register, dword);
      s.extended_a0_subnr = static_cast<std::uint8_t>(dword * 2);
      extended_descriptor(std::span(l.extended).first(l.beside_register));
    } else {
      extended_descriptor(l.extended);
    }
  }

  // One bit chooses the file: architecture register (null) or general register.
  void register_file(Bits range, Operand& operand) {
    io_.require(Io::kReading || operand.is_grf() || operand.file == RegFile::arf, limit("send.split_file"), range);
    bool grf = operand.is_grf();
    io_.flag(range, grf);
    operand.file = grf ? RegFile::grf : RegFile::arf;
  }
};

}  // namespace eugene::isa
