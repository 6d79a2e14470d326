// The branch formats, for both directions: SNB PRM vol4 part2 8.3 (break to while), BDW PRM vol7.
// Internal to the layer: use decode.h and encode.h.
#pragma once

#include <climits>

#include "isa/encoding/codec_operand.h"

namespace eugene::isa {

template <const Layout& L, const GenCodes& C, class Io>
class BranchCodec : public OperandCodec<L, C, Io> {
 protected:
  using Base = OperandCodec<L, C, Io>;
  using Base::align16_slot;
  using Base::Base;
  using Base::destination_slot;
  using Base::gen_;
  using Base::i_;
  using Base::io_;
  using Base::register_number;
  using Base::source_file;
  using Base::source_kind;
  using Base::source_region;

  void branch(const OpcodeInfo& row) {
    if constexpr (L.has_bare_slots) return bare_branch(row);
    Operand &first = i_.src[0], &second = i_.src[1];
    const bool in_dst = branch_destination(row);
    source_kind(L.src[0], first);
    if (!in_dst && first.is_imm() && L.branch.uip_in_src0 && row.format == Format::branch) {
      io_.require(second == Operand{}, limit("flow.uip_source"), L.branch.uip);
      distances(row.format);
      return;
    }
    source_kind(L.src[1], second, first.is_imm());
    const bool compares = i_.cond_mod != CondMod::none;
    if (in_dst) {
      embedded_compare(row, compares);
      return;
    }
    if (!first.is_imm()) branch_source(L.src[0], first, row.sources > 0 || compares);
    if (first.is_imm() || second.is_imm()) {
      distances(row.format);
    } else {
      branch_source(L.src[1], second, row.sources > 1 || compares);
    }
  }

  // Reads or writes a branch whose operands are registers, without regions and types, or distances. Source 1 is marked
  // as an immediate if it is UIP.
  void bare_branch(const OpcodeInfo& row) {
    if (row.has_destination) bare_register(L.dst, i_.dst);
    Operand& target = i_.src[0];
    if (row.format != Format::jump && row.sources > 0) {  // ret, whose address is always in a register
      io_.require(!target.is_imm(), limit("flow.bare_register"), L.src[0].file);
      bare_register(L.src[0], target);
      return;
    }
    source_file(L.src[0].file, L.src[0].immediate, target);
    if (!target.is_imm()) {
      if (takes_register_target(gen_, row.opcode)) bare_register(L.src[0], target);
      return;
    }
    if constexpr (Io::kReading) target.type = Type::d;
    if (row.format == Format::branch) {
      bool has_second = true;
      io_.flag(L.src[1].immediate, has_second);
      io_.require(has_second, limit("encoding.reserved_field"), L.src[1].immediate);
    }
    distances(row.format);
  }

  void bare_register(const OperandLayout& o, Operand& operand) {
    io_.require(!operand.indirect, limit("flow.bare_register"), o.address_mode);
    if constexpr (Io::kReading) operand.region.hstride = &operand == &i_.dst ? 1 : 0;
    io_.coded(o.file, C.file, operand.file);
    register_number(o.number, operand);
    io_.number(o.subregister, operand.subnr);
  }

  void branch_source(const OperandLayout& o, Operand& source, bool used) {
    const auto mark = io_.mark(source);
    source_region(o, source, align16_slot(used));
    if (!used) io_.forgive(mark, source);
  }

  // Gen6 keeps JIP in an immediate destination. Returns true if this branch has JIP there.
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
    destination_slot(row.has_destination);
    return false;
  }

  // Reads or writes the sources of a Gen6 branch that has its distance in the destination: the operands of an embedded
  // compare, or unused slots.
  void embedded_compare(const OpcodeInfo& row, bool compares) {
    Operand &first = i_.src[0], &second = i_.src[1];
    io_.require(!first.is_imm(), limit("immediate.last_source"), L.src[0].file);
    branch_source(L.src[0], first, row.sources > 0 || compares);
    if (second.is_imm()) {
      io_.number(L.imm32, second.imm);
    } else {
      branch_source(L.src[1], second, row.sources > 1 || compares);
    }
  }

  void distances(Format format) {
    if (format == Format::jump) {
      const std::int32_t skipped = L.branch.jump_counts_from_itself ? static_cast<std::int32_t>(kInstructionBytes) : 0;
      std::int32_t distance = i_.jip;
      io_.require(Io::kReading || distance <= INT32_MAX - skipped, limit("encoding.value"), L.branch.jump);
      if constexpr (!Io::kReading) distance = io_.accepted() ? distance + skipped : 0;
      io_.distance(L.branch.jump, gen_.branch_unit, distance);
      if constexpr (Io::kReading) {
        io_.require(distance >= INT32_MIN + skipped, limit("encoding.value"), L.branch.jump);
        i_.jip = io_.accepted() ? distance - skipped : 0;
      }
      return;
    }
    io_.distance(L.branch.jip, gen_.branch_unit, i_.jip);
    if (format == Format::branch && (!L.branch.uip_in_src0 || i_.src[0].is_imm())) {
      io_.distance(L.branch.uip, gen_.branch_unit, i_.uip);
    }
  }
};

}  // namespace eugene::isa
