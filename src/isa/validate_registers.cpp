// Rules on register files and register numbers: GRF, MRF and the architecture registers.
// SNB PRM vol4 part2 5.3.1 to 5.3.4, 5.9, 6.5; BXT PRM vol6 "EU Overview".
#include "isa/state_registers.h"
#include "isa/validate_rule.h"

namespace eugene::isa {
namespace {

// What may be addressed in one kind of architecture register: Table 5-5 and the tables after it.
struct ArfShape {
  Arf kind;
  std::array<std::uint8_t, kGenCount> count;  // registers; 0 where the encoding is reserved
  std::array<std::uint8_t, kGenCount> bytes;  // populated bytes of each
  std::uint8_t granularity;                   // bytes; subregister numbers are multiples of it
  std::array<bool, kGenCount> writable;
};

constexpr auto kShapes = std::to_array<ArfShape>({
    {Arf::null, {1, 1}, {32, 32}, 1, {true, true}},
    {Arf::a, {1, 1}, {16, 32}, 2, {true, true}},
    {Arf::acc, {2, 10}, {32, 32}, 2, {true, true}},
    {Arf::f, {1, 2}, {4, 4}, 2, {true, true}},
    {Arf::ce, {0, 1}, {0, 4}, 4, {false, false}},
    {Arf::msg, {0, 8}, {0, 32}, 4, {true, true}},
    {Arf::sp, {0, 1}, {0, 16}, 8, {true, true}},
    {Arf::sr, {1, 2}, {16, 16}, 1, {false, false}},
    {Arf::cr, {1, 1}, {12, 12}, 4, {true, true}},
    {Arf::n, {3, 3}, {12, 12}, 4, {false, true}},
    {Arf::ip, {1, 1}, {4, 4}, 4, {true, true}},
    {Arf::tdr, {1, 1}, {16, 16}, 1, {true, true}},
    {Arf::tm, {0, 1}, {0, 20}, 4, {true, true}},
    {Arf::fc, {0, 5}, {0, 32}, 4, {true, true}},
    {Arf::dbg, {0, 1}, {0, 4}, 4, {true, true}},
});

const ArfShape* shape_of(const Operand& operand) {
  for (const ArfShape& shape : kShapes) {
    if (operand.is_arf(shape.kind)) return &shape;
  }
  return nullptr;
}

unsigned count(const Gen& gen, const ArfShape& shape) { return shape.count[static_cast<std::size_t>(gen.id)]; }
unsigned bytes(const Gen& gen, const ArfShape& shape) { return shape.bytes[static_cast<std::size_t>(gen.id)]; }

bool writable(const Gen& gen, const ArfShape& shape) { return shape.writable[static_cast<std::size_t>(gen.id)]; }

bool existing_kind(const Gen& gen, const Operand& operand) {
  const ArfShape* shape = shape_of(operand);
  return shape != nullptr && count(gen, *shape) != 0;
}

bool direct_arf(const Operand& operand) { return operand.file == RegFile::arf && !operand.indirect; }

// Operands of instructions whose fields are regions; sends and branches have rules of their own.
template <class Broken>
Operands operands(const Subject& s, Broken broken) {
  if (!s.regions && !s.three_source) return kFine;
  return s.operands_where(broken);
}

// Registers that a direct operand touches, counted from `operand.nr`.
unsigned registers(const Subject& s, const Operand& operand, bool destination) {
  if (s.three_source) {  // 7.2: always contiguous, or one replicated element
    if (!destination && operand.region.vstride == 0) return 1;
    return (operand.subnr + s.i.exec_size * size_of(operand.type) + kRegisterBytes - 1) / kRegisterBytes;
  }
  if (destination) return destination_footprint(operand, s.i.exec_size).registers();
  if (s.align16) {
    const unsigned rows = (s.i.exec_size + 3U) / 4;
    const unsigned last_row = operand.subnr + (rows - 1) * operand.region.vstride * size_of(operand.type);
    return (last_row + std::min<unsigned>(4, s.i.exec_size) * size_of(operand.type) - 1) / kRegisterBytes + 1;
  }
  return source_footprint(operand, s.i.exec_size).registers();
}

bool past_the_end(const Subject& s, const Operand& operand, bool destination) {
  if (operand.indirect) return false;
  const unsigned last = operand.nr + registers(s, operand, destination) - 1;
  return operand.is_grf() && last >= s.gen.grf_count;
}

// MRF numbers with bit 7 set ask a compressed write for m(n) and m(n+4) (COMPR4; docs/errata.md).
constexpr unsigned kSpreadBit = 0x80;
bool past_the_mrf(const Subject& s, const Operand& operand) {
  if (!operand.is_mrf() || operand.indirect || s.gen.mrf_count == 0) return false;
  const bool spread = (operand.nr & kSpreadBit) != 0;
  const unsigned step = spread ? 4 : 1;
  const unsigned first = operand.nr & ~kSpreadBit;
  return first + (registers(s, operand, true) - 1) * step >= s.gen.mrf_count;
}

// Bytes from the start of its register to the last byte a direct Align1 operand touches.
unsigned extent(const Subject& s, const Operand& operand, bool destination) {
  if (s.align16) return operand.subnr + size_of(operand.type);
  const Footprint footprint =
      destination ? destination_footprint(operand, s.i.exec_size) : source_footprint(operand, s.i.exec_size);
  return footprint.last_byte() + 1;
}

constexpr Rule kRules[] = {
    {.id = "register.file",
     .citation = {snb("5.3.1 Register Files"), bdw("vol7 Register Files: no MRF")},
     .text = "the register file does not exist in this place",
     .hint = "immediates are sources, message registers exist on Gen6 only",
     .check =
         [](const Subject& s) {
           const Operands dst = broken_if(!s.flow && s.row.has_destination && s.i.dst.is_imm(), kDst);
           const auto missing = [&](const Operand& o) { return o.is_mrf() && !s.gen.has_message_registers(); };
           return static_cast<Operands>(dst | s.operands_where(missing));
         }},
    {.id = "register.grf_range",
     .citation = {snb("5.3.2, 6.5 GRF register out-of-bounds"), bdw("vol7 GRF Registers")},
     .text = "the region reaches past r127",
     .hint = "use lower registers or a smaller execution size",
     .check =
         [](const Subject& s) {
           if (!s.regions && !s.three_source) return kFine;
           const Operands dst = broken_if(s.row.has_destination && past_the_end(s, s.i.dst, true), kDst);
           return static_cast<Operands>(dst |
                                        s.registers_where([&](const Operand& o) { return past_the_end(s, o, false); }));
         }},
    {.id = "register.mrf_range",
     .citation = {snb("5.3.3, Table 5-4, 6.5 MRF register out-of-bounds"), kNone},
     .text = "the region reaches past m23",
     .hint = "message registers are m0 to m23",
     .check =
         [](const Subject& s) {
           if (!s.regions && !s.three_source) return kFine;
           return broken_if(s.row.has_destination && past_the_mrf(s, s.i.dst), kDst);
         }},
    {.id = "register.mrf_source",
     .citation = {snb("5.3.3: MRF registers are write-only"), kNone},
     .text = "a message register cannot be read",
     .hint = "keep the value in a general register",
     .check =
         [](const Subject& s) {
           if (s.any_send()) return kFine;
           return s.sources_where([](const Operand& o) { return o.is_mrf(); });
         }},
    {.id = "register.null_source",
     .citation = {snb("5.3.4.3 Null Register"), bdw("vol7 Null Register")},
     .text = "reading the null register gives an undefined value",
     .hint = "use a register or an immediate",
     .check =
         [](const Subject& s) {
           if (!s.regions) return kFine;
           return s.sources_where([](const Operand& o) { return o.is_null() && !o.indirect; });
         }},
    {.id = "register.absent_source",
     .citation = {snb("5.9 Non-present Operands"), bdw("vol7 Non-present Operands")},
     .text = "an operand that the instruction does not have must be null",
     .hint = "write null",
     .check =
         [](const Subject& s) {
           if (!s.regions) return kFine;
           Operands result = kFine;
           for (unsigned n = s.sources; n < 2; ++n) {
             if (!s.src(n).is_null()) result = static_cast<Operands>(result | source_bit(n));
           }
           return result;
         }},
    {.id = "arf.kind",
     .citation = {snb("5.3.4.1, Table 5-5"), bdw("vol7 ARF Registers")},
     .text = "this architecture register type is reserved",
     .hint = "use a register that the generation has",
     .check =
         [](const Subject& s) {
           return operands(s, [&](const Operand& o) { return direct_arf(o) && !existing_kind(s.gen, o); });
         }},
    {.id = "arf.number",
     .citation = {snb("Tables 5-6, 5-8, 5-10, 5-12, 5-14, 5-16, 5-21, 5-23"), bdw("vol7 ARF Registers")},
     .text = "the generation has fewer registers of this type",
     .hint = "use a lower register number",
     .check =
         [](const Subject& s) {
           return operands(s, [&](const Operand& o) {
             return direct_arf(o) && existing_kind(s.gen, o) && o.arf_nr() >= count(s.gen, *shape_of(o));
           });
         }},
    {.id = "arf.subregister",
     .citation = {snb("Tables 5-6, 5-8, 5-10, 5-14, 5-16, 5-21"), bdw("vol7 ARF Registers")},
     .text = "this subregister does not exist or is not on its boundary",
     .hint = "use a subregister number from the register's table",
     .check =
         [](const Subject& s) {
           return operands(s, [&](const Operand& o) {
             if (!direct_arf(o) || !existing_kind(s.gen, o)) return false;
             return o.subnr % shape_of(o)->granularity != 0 || o.subnr >= bytes(s.gen, *shape_of(o));
           });
         }},
    {.id = "arf.address_range",
     .citation = {snb("5.3.4.4: the region falls in the 128-bit range"), bdw("vol7 Address Register")},
     .text = "the region reaches past the address register",
     .hint = "use fewer channels or a lower subregister",
     .check =
         [](const Subject& s) {
           const auto past = [&](const Operand& o, bool destination) {
             return direct_arf(o) && o.is_arf(Arf::a) && o.arf_nr() == 0 && o.subnr < bytes(s.gen, *shape_of(o)) &&
                    extent(s, o, destination) > bytes(s.gen, *shape_of(o));
           };
           if (!s.regions) return kFine;
           const Operands dst = broken_if(s.row.has_destination && past(s.i.dst, true), kDst);
           return static_cast<Operands>(dst | s.registers_where([&](const Operand& o) { return past(o, false); }));
         }},
    {.id = "arf.read_only",
     .severity = Severity::warning,
     .citation = {snb("5.3.4.2, 5.3.4.7, 5.3.4.9"), bdw("vol7 ARF Registers")},
     .text = "a write to this register is dropped: it is read-only",
     .hint = "wait decrements notification counts; state registers cannot be written",
     .check =
         [](const Subject& s) {
           if (!s.regions || s.i.opcode == Opcode::wait || !s.writes || !direct_arf(s.i.dst)) return kFine;
           const ArfShape* shape = shape_of(s.i.dst);
           return broken_if(shape != nullptr && count(s.gen, *shape) != 0 && !writable(s.gen, *shape), kDst);
         }},
    {.id = "arf.indirect",
     .citation = {snb("5.3.4: index-ability No"), bdw("vol7 ARF Registers")},
     .text = "architecture registers cannot be addressed through a0",
     .hint = "address them directly",
     .check =
         [](const Subject& s) {
           return operands(s, [](const Operand& o) { return o.file == RegFile::arf && o.indirect; });
         }},
    {.id = "arf.control_switch",
     .citation = {snb("5.3.4.8 implementation restriction on register access"), bdw("vol7 Control Register")},
     .text = "an instruction that writes the control register must have {Switch}",
     .hint = "add Switch to the instruction options",
     .check =
         [](const Subject& s) {
           return broken_if(s.regions && s.row.has_destination && s.i.dst.is_arf(Arf::cr) &&
                                s.i.thread_control != ThreadControl::switch_,
                            kDst);
         }},
    {.id = "arf.control_switch_read",
     .severity = Severity::warning,
     .citation = {snb("5.3.4.8 implementation restriction on register access"), kNone},
     .text = "an instruction that reads the control register should have {Switch}",
     .hint = "add Switch to the instruction options",
     .check =
         [](const Subject& s) {
           if (!s.regions || s.i.thread_control == ThreadControl::switch_ || s.i.dst.is_arf(Arf::cr)) return kFine;
           return s.registers_where([](const Operand& o) { return o.is_arf(Arf::cr); });
         }},
    {.id = "arf.control_spf",
     .citation = {snb("5.3.4.8 cr0.0 bit 2: only fork may toggle SPF"), kNone},
     .text = "the single program flow bit of cr0.0 cannot be written directly",
     .hint = "use fork",
     .check =
         [](const Subject& s) {
           const Operand& dst = s.i.dst;
           if (!s.regions || s.sources != 2 || !dst.is_arf(Arf::cr) || dst.subnr != 0 || !s.src(1).is_imm())
             return kFine;
           const bool bit = (s.src(1).imm & cr0::kSingleProgramFlow) != 0;
           const bool sets = s.is({Opcode::or_, Opcode::xor_}) && bit;
           return broken_if(sets || (s.i.opcode == Opcode::and_ && !bit), kDst);
         }},
    {.id = "arf.ip_forward",
     .severity = Severity::warning,
     .citation = {snb("5.3.4.10 errata DevSNB"), kNone},
     .text = "adding to ip must skip at least one instruction when it goes forward",
     .hint = "use a distance of at least 32 bytes, or jmpi",
     .check =
         [](const Subject& s) {
           const bool jump = s.i.opcode == Opcode::add && s.i.dst.is_arf(Arf::ip) && s.src(0).is_arf(Arf::ip) &&
                             s.src(1).is_imm() && is_dword_int(s.src(1).type);
           const auto distance = static_cast<std::int32_t>(static_cast<std::uint32_t>(s.src(1).imm));
           return broken_if(jump && distance > 0 && distance < 32, kSrc1);
         }},
};

}  // namespace

std::span<const Rule> register_rules() { return kRules; }

}  // namespace eugene::isa
