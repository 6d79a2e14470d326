// Rules on architecture registers: which registers exist, which of their bytes are populated, and which values may be
// written. SNB PRM vol4 part2 5.3.4; BXT PRM vol6 "EU Overview".
#include <optional>

#include "isa/state_registers.h"
#include "rules/rule.h"

namespace eugene::rules {
namespace {

// The addressable part of one kind of architecture register: Table 5-5 and the tables that follow it.
struct ArfShape {
  Arf kind;
  PerGen<std::uint8_t> count;  // number of registers; 0: the encoding is reserved
  PerGen<std::uint8_t> bytes;  // populated bytes of each
  std::uint8_t granularity;    // in bytes; subregisters start at multiples of this
  PerGen<bool> writable;
  std::uint8_t narrowest = 1;  // smallest element, in bytes, that Gen6 can access in it; cr0: docs/record/errata.md
};

constexpr auto kShapes = std::to_array<ArfShape>({
    {Arf::null, {1, 1}, {32, 32}, 1, {true, true}},
    {Arf::a, {1, 1}, {16, 32}, 2, {true, true}},
    {Arf::acc, {2, 10, 16}, {32, 32}, 2, {true, true}},
    {Arf::f, {1, 2}, {4, 4}, 2, {true, true}, 2},
    {Arf::ce, {0, 1}, {0, 4}, 4, {false, false}},
    {Arf::msg, {0, 8}, {0, 32}, 4, {true, true}},
    {Arf::sp, {0, 1}, {0, 16}, 8, {true, true}},
    {Arf::sr, {1, 2, 1}, {16, 16}, 1, {false, false}},
    {Arf::cr, {1, 1}, {12, 12}, 4, {true, true}},
    {Arf::n, {3, 3}, {12, 12}, 4, {false, true}, 4},
    {Arf::ip, {1, 1}, {4, 4}, 4, {true, true}, 4},
    {Arf::tdr, {1, 1}, {16, 16}, 1, {true, true}, 2},
    {Arf::tm, {0, 1}, {0, 20}, 4, {true, true}},
    {Arf::fc, {0, 5, 4}, {0, 32}, 4, {true, true}},
    {Arf::dbg, {0, 1}, {0, 4}, 4, {true, true}},
});

const ArfShape* find_shape(const Operand& operand) {
  for (const ArfShape& shape : kShapes) {
    if (operand.is_arf(shape.kind)) return &shape;
  }
  return nullptr;
}

unsigned count(const Gen& gen, const ArfShape& shape) { return shape.count[gen.id]; }
unsigned bytes(const Gen& gen, const ArfShape& shape) { return shape.bytes[gen.id]; }

bool writable(const Gen& gen, const ArfShape& shape) { return shape.writable[gen.id]; }

bool existing_kind(const Gen& gen, const Operand& operand) {
  const ArfShape* shape = find_shape(operand);
  return shape != nullptr && count(gen, *shape) != 0;
}

bool direct_arf(const Operand& operand) { return operand.file == RegFile::arf && !operand.indirect; }

// Only for instructions whose fields are regions. Sends and branches have their own rules.
template <class Broken>
Operands operands(const Subject& s, Broken broken) {
  if (!s.regions && !s.three_source) return kFine;
  return s.operands_where(broken);
}

// Returns the number of bytes from the register's start to the last byte that a direct Align1 operand touches.
unsigned extent(const Subject& s, const Operand& operand, bool destination) {
  if (s.align16) return operand.subnr + byte_size(operand.type);
  const Footprint footprint = destination ? destination_footprint(s.i) : source_footprint(s.i, operand);
  return footprint.last_byte() + 1;
}

// Returns the shape of a direct operand's register. Null for the null register, and for a0 and the accumulators, which
// have their own rules.
const ArfShape* plain_shape(const Operand& o) {
  const ArfShape* shape = direct_arf(o) ? find_shape(o) : nullptr;
  if (shape == nullptr || shape->kind == Arf::null || shape->kind == Arf::a || shape->kind == Arf::acc) return nullptr;
  return shape;
}

// Returns the operands that reach past byte `find_end(operand)` of their register. If that is null, the register has no
// end.
template <class EndOf>
Operands reaching_past(const Subject& s, EndOf find_end) {
  if (!s.regions) return kFine;
  const auto past = [&](const Operand& o, bool destination) {
    const std::optional<unsigned> end = find_end(o);
    return end && extent(s, o, destination) > *end;
  };
  const Operands dst = broken_if(s.row.has_destination && past(s.i.dst, true), kDst);
  return static_cast<Operands>(dst | s.registers_where([&](const Operand& o) { return past(o, false); }));
}

// True if the region of a source stays in the register but reaches past its populated part.
bool reads_unpopulated(const Subject& s, const Operand& o) {
  const ArfShape* shape = plain_shape(o);
  if (shape == nullptr) return false;
  const unsigned populated = bytes(s.gen, *shape);
  const unsigned end = extent(s, o, false);
  return o.subnr < populated && end > populated && end <= isa::kRegisterBytes;
}

// Returns the immediate value that mov, or or xor writes to a dword of cr0.
std::uint32_t control_bits(const Subject& s) {
  if (!s.is({Opcode::mov, Opcode::or_, Opcode::xor_}) || byte_size(s.i.dst.type) != 4) return 0;
  const Operand& value = s.src(s.sources - 1);
  return value.is_imm() && !is_vector(value.type) ? static_cast<std::uint32_t>(value.imm) : 0;
}

constexpr Rule kArchitectureRules[] = {
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
             return direct_arf(o) && existing_kind(s.gen, o) && o.arf_nr() >= count(s.gen, *find_shape(o));
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
             return o.subnr % find_shape(o)->granularity != 0 || o.subnr >= bytes(s.gen, *find_shape(o));
           });
         }},
    {.id = "arf.address_range",
     .citation = {snb("5.3.4.4: the region falls in the 128-bit range"), bdw("vol7 Address Register")},
     .text = "the region reaches past the address register",
     .hint = "use fewer channels or a lower subregister",
     .check =
         [](const Subject& s) {
           return reaching_past(s, [&](const Operand& o) -> std::optional<unsigned> {
             if (!direct_arf(o) || !o.is_arf(Arf::a) || o.arf_nr() != 0) return {};
             const unsigned end = bytes(s.gen, *find_shape(o));
             return o.subnr < end ? std::optional(end) : std::nullopt;
           });
         }},
    {.id = "arf.read_only",
     .severity = Severity::warning,
     .citation = {snb("5.3.4.2, 5.3.4.7, 5.3.4.9"), bdw("vol7 ARF Registers")},
     .text = "a write to this register is dropped: it is read-only",
     .hint = "wait decrements notification counts; state registers cannot be written",
     .check =
         [](const Subject& s) {
           if (!s.regions || s.i.opcode == Opcode::wait || !s.writes || !direct_arf(s.i.dst)) return kFine;
           const ArfShape* shape = find_shape(s.i.dst);
           return broken_if(shape != nullptr && count(s.gen, *shape) != 0 && !writable(s.gen, *shape), kDst);
         }},
    of(limit("arf.indirect")),
    {.id = "arf.control_switch",
     .citation = {snb("5.3.4.8 implementation restriction on register access"), bdw("vol7 Control Register"), kNone},
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
    {.id = "arf.unpopulated",
     .citation = {snb("5.3.4.2: read from an unpopulated subregister returns unpredictable data"), kNone},
     .text = "the region reaches past the populated part of the architecture register",
     .hint = "use fewer channels or a lower subregister",
     .check =
         [](const Subject& s) {
           if (!s.regions || s.i.opcode == Opcode::wait) return kFine;
           return s.registers_where([&](const Operand& o) { return reads_unpopulated(s, o); });
         }},
    {.id = "arf.crosses",
     .citation = {snb("5.3.4.2: an ARF region cannot cross the register boundary"), bdw("vol7 ARF Registers")},
     .text = "the region reaches past the 32 bytes of the architecture register",
     .hint = "use fewer channels or a smaller stride",
     .check =
         [](const Subject& s) {
           if (s.i.opcode == Opcode::wait) return kFine;
           return reaching_past(s, [](const Operand& o) {
             return plain_shape(o) != nullptr ? std::optional(isa::kRegisterBytes) : std::nullopt;
           });
         }},
    {.id = "arf.granularity",
     .citation = {snb("5.3.4.6, 5.3.4.9 to 5.3.4.11: access granularity"), kNone},
     .text = "flags and tdr0 are accessed in words or dwords, notification registers and ip in dwords",
     .hint = "use :uw or :ud for flags and tdr0, :ud for n0 and ip",
     .check =
         [](const Subject& s) {
           return operands(s, [&](const Operand& o) {
             return direct_arf(o) && existing_kind(s.gen, o) && byte_size(o.type) < find_shape(o)->narrowest;
           });
         }},
    {.id = "arf.ip_source",
     .citation = {snb("7.4.3: the second source is without IP access"), kNone},
     .text = "ip can only be the first source",
     .hint = "swap the sources",
     .check =
         [](const Subject& s) { return broken_if(s.regions && s.sources > 1 && s.src(1).is_arf(Arf::ip), kSrc1); }},
    {.id = "arf.control_reserved",
     .citation = {snb("5.3.4.8, Table 5-15: MBZ"), kNone},
     .text = "reserved bits of the control register must be zero",
     .hint = "set only bits that Table 5-15 names",
     .check =
         [](const Subject& s) {
           const Operand& dst = s.i.dst;
           if (!s.regions || !dst.is_arf(Arf::cr) || dst.subnr % 4 != 0 || dst.subnr / 4 >= kControlReserved.size())
             return kFine;
           return broken_if((control_bits(s) & kControlReserved[dst.subnr / 4]) != 0, kDst);
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
           return broken_if(jump && distance > 0 && distance < std::int32_t{kLeastIpDistance}, kSrc1);
         }},
};

}  // namespace

std::span<const Rule> architecture_rules() { return kArchitectureRules; }

}  // namespace eugene::rules
