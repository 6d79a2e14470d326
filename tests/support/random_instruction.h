// Random instructions, drawn from the opcode table and the fields of a generation. Most obey the documents' rules;
// rules::validate shows which do.
#pragma once

#include <array>
#include <random>
#include <span>
#include <vector>

#include "isa/encoding/decode.h"
#include "isa/encoding/encode.h"
#include "isa/encoding/layout.h"
#include "isa/region.h"
#include "rules/validate.h"

namespace eugene::test {

class RandomInstructions {
 public:
  RandomInstructions(const isa::Gen& gen, std::uint64_t seed) : gen_(gen), random_(seed) {
    for (const isa::OpcodeInfo& row : isa::kOpcodes) {
      if (row.in(gen)) rows_.push_back(&row);
    }
  }

  // Returns an instruction with any opcode of the generation; all opcodes are equally likely.
  isa::Instruction next() {
    row_ = pick(std::span<const isa::OpcodeInfo* const>(rows_));
    i_ = {.opcode = row_->opcode};
    if (row_->format == isa::Format::none) return i_;
    control();
    switch (row_->format) {
      case isa::Format::none: break;
      case isa::Format::two_source:
      case isa::Format::math: two_source(); break;
      case isa::Format::three_source:
        isa::has_align1_three_source(gen_) ? three_source_align1() : three_source();
        break;
      case isa::Format::jump:
      case isa::Format::branch_jip:
      case isa::Format::branch: branch(); break;
      case isa::Format::send:
      case isa::Format::split_send: send(); break;
      case isa::Format::sync: sync(); break;
    }
    return i_;
  }

  // Returns an instruction as decoded from its bytes, with up to four bits set that have no meaning in it (7.2:
  // reserved, or ignored).
  isa::Instruction next_with_reserved() {
    for (;;) {
      const Result<isa::EncodedInstruction> word = isa::encode_word(gen_, next());
      if (!word) continue;
      isa::EncodedInstruction changed = *word;
      for (unsigned n = 0; n < 4; ++n) {
        const auto bit = byte(128);
        changed.set({bit, bit}, 1);
      }
      const Result<isa::Instruction> made = isa::decode(gen_, changed);
      Result<isa::Instruction> plain = isa::decode(gen_, *word);
      if (!made || !plain) continue;
      plain->kept.reserved = made->kept.reserved;
      if (isa::encode_word(gen_, *plain)) return *plain;
    }
  }

  // Makes an instruction that breaks no rule of the documents. Returns false if a thousand tries in a row fail.
  bool next_legal(isa::Instruction& out) {
    for (int tries = 0; tries < 1000; ++tries) {
      out = next();
      Diagnostics wrong;
      rules::validate(gen_, out, wrong);
      if (std::none_of(wrong.begin(), wrong.end(), [](const Diagnostic& d) { return d.severity == Severity::error; }))
        return true;
    }
    return false;
  }

 private:
  bool one_in(unsigned n) { return random_() % n == 0; }
  template <class T, std::size_t N>
  T pick(const std::array<T, N>& values) {
    return values[random_() % N];
  }
  template <class T>
  T pick(std::span<const T> values) {
    return values[random_() % values.size()];
  }
  std::uint8_t byte(unsigned below) { return static_cast<std::uint8_t>(random_() % below); }

  // Returns a type that the opcode's sources, and a register, can have.
  isa::Type type() {
    if (row_->types == 0) return isa::Type::ud;
    for (;;) {
      const auto type = static_cast<isa::Type>(random_() % isa::kTypeCount);
      const bool takes = (row_->types & isa::make_set(type)) != 0 || one_in(16);
      if (takes && isa::has_type(gen_, type) && !isa::info(type).is_vector) return type;
    }
  }

  void control() {
    i_.exec_size = pick(std::array<std::uint8_t, 8>{1, 2, 4, 8, 8, 8, 16, 32});
    if (i_.exec_size < 16 && one_in(4))
      i_.channel_offset = static_cast<std::uint8_t>(8 * byte(gen_.files.grf_count / 64));
    if (isa::has_access_mode(gen_) && (row_->format == isa::Format::three_source || one_in(6)))
      i_.access_mode = isa::AccessMode::align16;
    if (row_->has(isa::kPred) && one_in(3)) {
      using enum isa::PredControl;
      i_.pred_control =
          i_.access_mode == isa::AccessMode::align16
              ? pick(std::array{normal, rep_x, rep_y, rep_z, rep_w, any4h_a16, all4h_a16})
              : pick(std::array{normal, normal, anyv, allv, any2h, all2h, any4h, all4h, any8h, all8h, any16h, all16h});
      i_.pred_inverse = one_in(2);
    }
    if (row_->has(isa::kCond) && row_->format != isa::Format::math && one_in(3)) {
      using enum isa::CondMod;
      i_.cond_mod = pick(std::array{z, nz, g, ge, l, le, o, u});
    }
    if (i_.pred_control != isa::PredControl::none || i_.cond_mod != isa::CondMod::none) {
      i_.flag_nr = byte(gen_.files.flag_registers);
      i_.flag_subnr = byte(2);
    }
    i_.saturate = row_->has(isa::kSat) && one_in(5);
    i_.no_mask = one_in(4);
    i_.acc_wr_en = row_->has(isa::kAcc) && one_in(5);
    i_.no_dd_clr = one_in(12);
    i_.no_dd_chk = one_in(12);
    if (one_in(12)) i_.thread_control = isa::ThreadControl::switch_;
    i_.breakpoint = one_in(12);
    if (row_->format == isa::Format::math) {
      i_.math = static_cast<isa::MathFunction>(
          1 + random_() % (gen_.has_float_controls && isa::has_access_mode(gen_) ? 15 : 13));
    }
  }

  // Returns a register with its subregister, as a destination may have them or as a source may.
  isa::Operand place(isa::Type type, bool destination) {
    isa::Operand o{.file = isa::RegFile::grf, .type = type};
    const bool align16 = i_.access_mode == isa::AccessMode::align16;
    const unsigned bytes = isa::byte_size(type);
    if (destination && gen_.has_message_registers() && one_in(6)) {
      o.file = isa::RegFile::mrf;
      o.nr = byte(gen_.files.mrf_count);
    } else if (one_in(12)) {
      o.file = isa::RegFile::arf;
      o.nr = pick(std::array<std::uint8_t, 8>{0x00, 0x00, 0x10, 0x20, 0x30, 0x70, 0x80, 0x20});
      if (gen_.files.plain_accumulators > 2 && o.is_arf(isa::Arf::acc)) o.nr += byte(gen_.files.plain_accumulators);
      return o;
    } else if (one_in(10)) {
      o.indirect = true;
      o.addr_subnr = byte(gen_.files.address_subregisters);
      o.addr_imm = static_cast<std::int16_t>((static_cast<int>(random_() % 1024) - 512) & (align16 ? ~15 : ~0));
      return o;
    } else {
      o.nr = byte(gen_.files.grf_count);
    }
    if (one_in(3)) o.subnr = static_cast<std::uint8_t>(align16 ? 16 * byte(2) : bytes * byte(32 / bytes));
    return o;
  }

  isa::Operand destination() {
    isa::Operand o = place(one_in(3) ? type() : i_.src[0].type, true);
    o.region.hstride = pick(std::array<std::uint8_t, 6>{1, 1, 1, 1, 2, 4});
    if (i_.access_mode == isa::AccessMode::align16) {
      o.region.hstride = 1;
      o.write_mask = write_mask(o.type);
    }
    return o;
  }

  // Whether to use components in pairs, as elements of 64 bits mostly do.
  bool by_pairs(isa::Type type) { return isa::byte_size(type) == 8 && !one_in(8); }
  std::uint8_t write_mask(isa::Type type) {
    return by_pairs(type) ? pick(std::array<std::uint8_t, 3>{3, 12, 15})
                          : static_cast<std::uint8_t>(1 + random_() % 15);
  }
  std::uint8_t swizzle(isa::Type type) {
    if (one_in(2)) return isa::kSwizzleNone;
    return by_pairs(type) ? pick(std::array<std::uint8_t, 3>{0x44, 0x4E, 0xEE}) : byte(256);
  }

  isa::Operand source(isa::Type type) {
    isa::Operand o = place(type, false);
    if (row_->has(isa::kMods)) {
      o.negate = one_in(5);
      o.absolute = one_in(5);
    }
    if (i_.access_mode == isa::AccessMode::align16) {
      const std::uint8_t row = isa::byte_size(type) == 8 && one_in(2) ? 2 : 4;
      o.region = {static_cast<std::uint8_t>(row * byte(2)), 4, 1};
      o.swizzle = swizzle(type);
      return o;
    }
    const auto size = i_.exec_size;
    if (one_in(3)) {
      o.region = {0, 1, 0};
    } else if (size >= 8 && one_in(3)) {
      o.region = pick(std::array<isa::Region, 5>{{{4, 4, 1}, {8, 4, 2}, {16, 8, 2}, {2, 2, 1}, {8, 1, 0}}});
    } else {
      const std::uint8_t width = std::min<std::uint8_t>(size, 16);
      o.region = width == 1 ? isa::Region{0, 1, 0} : isa::Region{width, width, 1};
    }
    if (o.indirect && one_in(3)) o.region = {isa::Region::kPerRowAddress, 1, 0};
    return o;
  }

  isa::Operand immediate() {
    using enum isa::Type;
    isa::Operand o{.file = isa::RegFile::imm};
    o.type = pick(std::array{ud, d, uw, w, f, v, vf, ud, d, f});
    if (row_->types != 0 && one_in(8) == 0 && (row_->types & isa::make_set(o.type)) == 0) o.type = i_.src[0].type;
    if (isa::byte_size(o.type) == 1) o.type = uw;
    if (isa::byte_size(o.type) == 8 && row_->sources > 1) o.type = isa::is_float(o.type) ? f : d;
    o.imm = random_() >> (random_() % 64);
    if (isa::byte_size(o.type) < 8) o.imm &= 0xFFFFFFFF;
    if (isa::byte_size(o.type) == 2 && !isa::info(o.type).is_vector) o.imm = (o.imm & 0xFFFF) * 0x10001;
    return o;
  }

  // Sets the operand in place of an absent second source: null, with the type of source 0 if source 0 is an immediate.
  void absent_source() {
    i_.src[1] = {};
    if (i_.src[0].is_imm() && isa::byte_size(i_.src[0].type) < 8) i_.src[1].type = i_.src[0].type;
    if (!i_.src[0].is_imm() && one_in(3)) i_.src[1].type = i_.src[0].type;  // required by 5.9; docs/record/errata.md
  }

  void two_source() {
    const isa::Type first = type();
    const bool immediate_first = row_->sources == 1 && row_->format != isa::Format::math && one_in(3);
    i_.src[0] = source(first);
    i_.dst = destination();
    if (immediate_first) i_.src[0] = immediate();
    if (row_->sources == 1) {
      absent_source();
    } else if (row_->format != isa::Format::math && one_in(3)) {
      i_.src[1] = immediate();
    } else {
      i_.src[1] = source(one_in(3) ? type() : first);
    }
    if (row_->format == isa::Format::math && i_.math < isa::MathFunction::fdiv) {
      i_.src[1] = {.type = first};
      if (i_.access_mode == isa::AccessMode::align16) i_.src[1].region = {0, 4, 1};
    }
    shape();
  }

  // Sets the operands of instructions whose form is so special that chance would hardly produce it.
  void shape() {
    using enum isa::Opcode;
    if (one_in(8)) return;
    const auto scalar = [&] {
      i_.access_mode = isa::AccessMode::align1;
      if (i_.pred_control >= isa::PredControl::rep_x) i_.pred_control = isa::PredControl::normal;
      i_.exec_size = 8;
      i_.channel_offset = 0;
      i_.src[0] = {.file = isa::RegFile::grf, .type = isa::Type::f, .nr = byte(gen_.files.grf_count)};
      i_.src[0].subnr = static_cast<std::uint8_t>(16 * byte(2));
      i_.dst = {.file = isa::RegFile::grf, .type = isa::Type::f, .nr = byte(gen_.files.grf_count), .region = {0, 1, 1}};
      i_.src[1] = {.file = isa::RegFile::grf, .type = isa::Type::f, .region = {8, 8, 1}};
      i_.src[1].nr = static_cast<std::uint8_t>(2 * byte(gen_.files.grf_count / 2 - 1));
    };
    switch (i_.opcode) {
      case wait:
        i_ = {.opcode = wait, .exec_size = 1, .no_mask = i_.no_mask};
        i_.dst = {.file = isa::RegFile::arf, .type = isa::Type::ud, .nr = 0x90, .region = {0, 1, 1}};
        i_.dst.subnr = static_cast<std::uint8_t>(4 * byte(gen_.files.notification_registers));
        i_.src[0] = i_.dst;
        i_.src[0].region = {0, 1, 0};
        break;
      case movi:
        scalar();
        i_.cond_mod = isa::CondMod::none;
        i_.src[0] = {.file = isa::RegFile::grf, .type = isa::Type::f, .indirect = true};
        i_.src[0].region = {8, 8, 1};
        i_.src[0].addr_imm = static_cast<std::int16_t>(4 * byte(100));
        i_.src[1] = {.type = isa::Type::f};
        break;
      case sad2:
      case sada2:
        scalar();
        i_.exec_size = 16;
        i_.dst.type = isa::Type::w;
        i_.dst.region.hstride = pick(std::array<std::uint8_t, 2>{1, 2});
        for (isa::Operand* src : {&i_.src[0], &i_.src[1]}) {
          *src = {.file = isa::RegFile::grf,
                  .type = isa::Type::ub,
                  .nr = byte(gen_.files.grf_count),
                  .region = {16, 16, 1}};
        }
        i_.exec_size = 8;
        i_.src[0].region = i_.src[1].region = {8, 8, 1};
        break;
      case line:
      case pln: scalar(); break;
      case mach:
        if (gen_.has_low_product) packed_dwords();
        break;
      default: break;
    }
  }

  // Operands of mach as compilers write them: dwords in sequence, or one dword for all channels.
  void packed_dwords() {
    i_.exec_size = pick(std::array<std::uint8_t, 2>{1, 8});
    i_.dst = {.file = isa::RegFile::grf, .type = isa::Type::d, .nr = byte(gen_.files.grf_count), .region = {0, 1, 1}};
    for (isa::Operand* src : {&i_.src[0], &i_.src[1]}) {
      *src = {.file = isa::RegFile::grf, .type = isa::Type::d, .nr = byte(gen_.files.grf_count), .region = {0, 1, 0}};
      if (i_.exec_size == 8 && !one_in(3)) src->region = {8, 8, 1};
    }
    i_.saturate = false;
    i_.cond_mod = isa::CondMod::none;
  }

  void three_source() {
    isa::Type first = isa::Type::f;
    using enum isa::Type;
    if (gen_.has_64bit_types) first = pick(std::array{f, f, d, ud, df, hf});
    for (isa::Operand& src : i_.src) {
      src = {.file = isa::RegFile::grf, .type = first, .nr = byte(gen_.files.grf_count), .region = {4, 4, 1}};
      if (one_in(4)) src.region = {0, 1, 0};
      src.subnr = static_cast<std::uint8_t>(4 * byte(8));
      src.swizzle = swizzle(first);
      src.negate = row_->has(isa::kMods) && one_in(5);
      src.absolute = row_->has(isa::kMods) && one_in(5);
    }
    i_.dst = {.file = isa::RegFile::grf, .type = first, .nr = byte(gen_.files.grf_count), .region = {0, 1, 1}};
    i_.dst.subnr = static_cast<std::uint8_t>(16 * byte(2));
    i_.dst.write_mask = write_mask(first);
    if (gen_.has_message_registers() && one_in(5)) {
      i_.dst.file = isa::RegFile::mrf;
      i_.dst.nr = byte(gen_.files.mrf_count);
    }
  }

  // Sources 0 and 2 may be words, in immediates or in registers.
  void three_source_align1() {
    using enum isa::Type;
    const bool takes_floats = (row_->types & isa::make_set(f)) != 0;
    const bool takes_words = (row_->types & isa::make_set(w)) != 0;
    const bool floats = takes_floats && ((row_->types & isa::make_set(d)) == 0 || one_in(2));
    const auto any = [&] {
      if (floats) return pick(std::array{f, f, hf});
      return takes_words ? pick(std::array{d, ud, w, uw}) : pick(std::array{d, ud});
    };
    const isa::Type first = any();
    for (std::size_t n = 0; n < 3; ++n) {
      isa::Operand& src = i_.src[n];
      src = {.file = isa::RegFile::grf, .type = one_in(3) ? any() : first, .nr = byte(gen_.files.grf_count)};
      if (n != 1 && one_in(6)) {
        src = {.file = isa::RegFile::imm, .type = floats ? hf : pick(std::array{w, uw})};
        src.imm = (random_() & 0xFFFF) * 0x10001;
        continue;
      }
      if (one_in(12))
        src = {.type = src.type, .nr = static_cast<std::uint16_t>(0x20 + byte(gen_.files.plain_accumulators))};
      if (src.is_grf() && one_in(3)) src.subnr = static_cast<std::uint8_t>(isa::byte_size(src.type) * byte(4));
      src.region = n == 2 ? isa::row_of(pick(std::array<std::uint8_t, 5>{0, 1, 1, 1, 2}))
                          : pick(std::array<isa::Region, 5>{{{0, 1, 0}, {1, 1, 0}, {4, 4, 1}, {8, 8, 1}, {8, 8, 1}}});
      src.negate = row_->has(isa::kMods) && one_in(5);
      src.absolute = row_->has(isa::kMods) && one_in(5);
    }
    i_.dst = {.file = isa::RegFile::grf, .type = one_in(3) ? any() : first, .nr = byte(gen_.files.grf_count)};
    i_.dst.region.hstride = one_in(4) ? 2 : 1;
    if (one_in(4)) i_.dst.subnr = static_cast<std::uint8_t>(8 * byte(4));
  }

  void sync() {
    using enum isa::SyncFunction;
    i_.sync = pick(std::array{nop, allrd, allwr, bar, host});
    i_.dst.region.hstride = 1;
  }

  std::int32_t distance() { return (static_cast<std::int32_t>(random_() % 4096) - 2048) * 8; }

  void branch() {
    i_.access_mode = isa::AccessMode::align1;
    if (i_.pred_control >= isa::PredControl::rep_x) i_.pred_control = isa::PredControl::normal;
    const isa::Operand target{.file = isa::RegFile::imm, .type = isa::Type::d};
    if (row_->format == isa::Format::jump) {
      i_.exec_size = 1;
      i_.no_mask = true;
      i_.dst = i_.src[0] = {.file = isa::RegFile::arf, .nr = 0xA0};
      i_.dst.region.hstride = 1;
      i_.src[1] = target;
      i_.jip = distance() * 2;
      return;
    }
    i_.jip = distance();
    if (row_->format == isa::Format::branch) i_.uip = distance();
    if (row_->has_destination) {
      i_.dst = {.file = isa::RegFile::grf, .type = isa::Type::d, .nr = byte(gen_.files.grf_count), .region = {0, 1, 1}};
      i_.src[0] = {.type = isa::Type::d, .region = {2, 2, 1}};
      i_.exec_size = 2;
      i_.channel_offset = 0;
    }
    if (row_->opcode == isa::Opcode::fork) {  // to channels of the dispatch or vector mask
      i_.channel_offset = 0;
      i_.src[0] = {.file = isa::RegFile::arf, .type = isa::Type::ud, .nr = 0x70, .region = {0, 1, 0}};
      i_.src[0].subnr = pick(std::array<std::uint8_t, 2>{8, 12});
      i_.src[1] = target;
      return;
    }
    if (row_->sources == 1) {
      i_.jip = 0;
      i_.src[0] = {
          .file = isa::RegFile::grf, .type = isa::Type::d, .nr = byte(gen_.files.grf_count), .region = {2, 2, 1}};
      if (row_->opcode == isa::Opcode::fork && !one_in(4)) {  // sr0.2 and sr0.3, the masks
        i_.src[0] = {.type = isa::Type::ud, .nr = 0x70, .subnr = static_cast<std::uint8_t>(one_in(2) ? 8 : 12)};
      }
      return;
    }
    const bool gen6_place = gen_.has_message_registers();
    const bool in_destination = gen6_place && row_->format == isa::Format::branch &&
                                row_->opcode != isa::Opcode::halt && row_->opcode != isa::Opcode::break_ &&
                                row_->opcode != isa::Opcode::cont;
    if (in_destination) {
      i_.uip = 0;
      i_.dst = {.file = isa::RegFile::imm, .type = isa::Type::w};
      return;
    }
    (gen6_place || row_->format != isa::Format::branch ? i_.src[1] : i_.src[0]) = target;
  }

  void send() {
    i_.access_mode = isa::AccessMode::align1;
    if (i_.pred_control >= isa::PredControl::rep_x) i_.pred_control = isa::PredControl::normal;
    i_.exec_size = pick(std::array<std::uint8_t, 3>{8, 8, 16});
    i_.dst = {.file = isa::RegFile::grf, .type = isa::Type::uw, .nr = byte(100), .region = {0, 1, 1}};
    i_.src[0] = {.file = isa::RegFile::grf, .type = isa::Type::ud, .nr = byte(100)};
    if (gen_.has_message_registers()) {
      i_.src[0].file = isa::RegFile::mrf;
      i_.src[0].nr = byte(8);
    }
    i_.send.sfid = static_cast<isa::Sfid>(2 + random_() % 9);
    i_.send.eot = one_in(6);
    i_.send.descriptor = static_cast<std::uint32_t>(random_() & 0x1FFFFFFF);
    if (row_->format == isa::Format::send) {
      i_.src[1] = {.file = isa::RegFile::imm};
      if (gen_.has_message_registers()) return;
      i_.src[0].type = isa::Type::ud;
    } else {
      i_.src[0].type = isa::Type::ud;
      i_.src[1] = {.file = isa::RegFile::grf, .nr = static_cast<std::uint8_t>(100 + byte(12))};
      i_.send.extended_descriptor = (1 + byte(8)) << 6;
      i_.src[1].type = isa::Type::ud;
    }
  }

  const isa::Gen& gen_;
  std::mt19937_64 random_;
  std::vector<const isa::OpcodeInfo*> rows_;
  const isa::OpcodeInfo* row_ = nullptr;
  isa::Instruction i_;
};

}  // namespace eugene::test
