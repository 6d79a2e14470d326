// Machine words put together by hand from the format tables: SNB PRM vol4 part2 7.2, Gen9 EU instruction formats.
#include "isa/encoding/decode.h"

#include <gtest/gtest.h>

#include "isa/encoding/encode.h"
#include "support/corpus.h"

namespace eugene::isa {
namespace {

constexpr EncodedInstruction word(std::uint32_t dw0, std::uint32_t dw1, std::uint32_t dw2, std::uint32_t dw3) {
  return {dw0 | std::uint64_t{dw1} << 32, dw2 | std::uint64_t{dw3} << 32};
}

// The instruction of `w`, which also has to encode to `w` again.
Instruction decoded(const Gen& gen, const EncodedInstruction& w) {
  const Result<Instruction> instruction = decode(gen, w);
  EXPECT_TRUE(instruction) << (instruction ? "" : instruction.error().message);
  if (!instruction) return {};
  const Result<EncodedInstruction> again = encode_word(gen, *instruction);
  EXPECT_TRUE(again) << (again ? "" : again.error().message);
  EXPECT_TRUE(again && *again == w);
  return *instruction;
}

std::string reason(const Gen& gen, const EncodedInstruction& w) {
  const Result<Instruction> instruction = decode(gen, w);
  return instruction ? std::string{} : instruction.error().message;
}

Operand grf(unsigned nr, Type type, Region region) {
  return {.file = RegFile::grf, .type = type, .nr = static_cast<std::uint8_t>(nr), .region = region};
}

constexpr Region kVector{8, 8, 1};

// Tables 7-4, 7-5, 7-7, 7-12, 7-17: add (8) r5.0<1>:f r2.0<8;8,1>:f -r3.0<8;8,1>:f
TEST(DecodeGen6, TwoSourcesInAlign1) {
  const Instruction i = decoded(kGen6, word(0x00600040, 0x20A077BD, 0x008D0040, 0x008D4060));
  EXPECT_EQ(i.opcode, Opcode::add);
  EXPECT_EQ(i.exec_size, 8);
  EXPECT_EQ(i.access_mode, AccessMode::align1);
  EXPECT_EQ(i.dst, grf(5, Type::f, {0, 1, 1}));
  EXPECT_EQ(i.src[0], grf(2, Type::f, kVector));
  Operand negated = grf(3, Type::f, kVector);
  negated.negate = true;
  EXPECT_EQ(i.src[1], negated);
}

// Tables 7-6, 7-11: mul.sat (8) m3.xz:f r2.16<4>.yyyy:f (abs)r4<0>.xyzw:f, bits 3:0 and 19:16 the swizzle.
TEST(DecodeGen6, Align16HasMasksAndSwizzles) {
  const Instruction i = decoded(kGen6, word(0x80600141, 0x206577BE, 0x00650055, 0x000E2084));
  EXPECT_EQ(i.opcode, Opcode::mul);
  EXPECT_TRUE(i.saturate);
  EXPECT_EQ(i.access_mode, AccessMode::align16);
  EXPECT_EQ(i.dst.file, RegFile::mrf);
  EXPECT_EQ(i.dst.nr, 3);
  EXPECT_EQ(i.dst.write_mask, 0x5);
  EXPECT_EQ(i.src[0].subnr, 16);
  EXPECT_EQ(i.src[0].swizzle, 0x55);
  EXPECT_EQ(i.src[0].region.vstride, 4);
  EXPECT_EQ(i.src[1].swizzle, kSwizzleNone);
  EXPECT_TRUE(i.src[1].absolute);
}

// Table 7-14: mov (16) r1<1>:ud r[a0.2, -4]<VxH; 8, 1>:uw; AddrSubRegNum 76:74, AddrImm 73:64 in two's complement.
TEST(DecodeGen6, IndirectSourceWithOneAddressPerRow) {
  const Instruction i = decoded(kGen6, word(0x00800001, 0x20200121, 0x01ED8BFC, 0));
  EXPECT_TRUE(i.src[0].indirect);
  EXPECT_EQ(i.src[0].addr_subnr, 2);
  EXPECT_EQ(i.src[0].addr_imm, -4);
  EXPECT_EQ(i.src[0].region.vstride, Region::kPerRowAddress);
  EXPECT_EQ(i.src[0].type, Type::uw);
}

// Table 7-5, immediate types: mov (8) r1<1>:f 0x30383040:vf
TEST(DecodeGen6, VectorImmediate) {
  const Instruction i = decoded(kGen6, word(0x00600001, 0x202002FD, 0, 0x30383040));
  EXPECT_TRUE(i.src[0].is_imm());
  EXPECT_EQ(i.src[0].type, Type::vf);
  EXPECT_EQ(i.src[0].imm, 0x30383040u);
}

// Tables 7-10, 7-15: (-f0.1) mad (8) m2.xyz:f r3.1<rep>:f -r4.xyzw:f r5.7.wwww:f
TEST(DecodeGen6, ThreeSources) {
  EncodedInstruction w = word(0x0071015B, 0, 0, 0);
  w.set({33, 33}, 1);    // f0.1
  w.set({32, 32}, 1);    // MRF
  w.set({63, 56}, 2);    // dst register
  w.set({52, 49}, 0x7);  // write mask
  w.set({83, 76}, 3);    // src0 register
  w.set({75, 73}, 1);    // in doublewords
  w.set({64, 64}, 1);    // replicate
  w.set({39, 39}, 1);    // negate src1
  w.set({104, 97}, 4);
  w.set({93, 86}, 0xE4);
  w.set({125, 118}, 5);
  w.set({117, 115}, 7);
  w.set({114, 107}, 0xFF);
  const Instruction i = decoded(kGen6, w);
  EXPECT_EQ(i.opcode, Opcode::mad);
  EXPECT_EQ(i.flag_subnr, 1);
  EXPECT_TRUE(i.pred_inverse);
  EXPECT_EQ(i.dst.file, RegFile::mrf);
  EXPECT_EQ(i.dst.write_mask, 0x7);
  EXPECT_EQ(i.src[0].region, (Region{0, 1, 0}));
  EXPECT_EQ(i.src[0].subnr, 4);
  EXPECT_TRUE(i.src[1].negate);
  EXPECT_EQ(i.src[1].region, (Region{4, 4, 1}));
  EXPECT_EQ(i.src[2].subnr, 28);
  EXPECT_EQ(i.src[2].swizzle, 0xFF);
  for (const Operand& src : i.src) EXPECT_EQ(src.type, Type::f);
}

// 8.3.49 while: JIP, in units of 64 bits, is in the destination's bits. 8.3.5 break: UIP and JIP are in source 1.
TEST(DecodeGen6, BranchDistancesAreInBytes) {
  const Instruction loop = decoded(kGen6, word(0x00600027, 0xFFF6108F, 0x008D0000, 0x008D0000));
  EXPECT_EQ(loop.opcode, Opcode::while_);
  EXPECT_EQ(loop.jip, -80);
  const Instruction leave = decoded(kGen6, word(0x00600028, 0x20001C84, 0x008D0000, 0x00060004));
  EXPECT_EQ(leave.jip, 32);
  EXPECT_EQ(leave.uip, 48);
}

// 8.3.21: jmpi counts eights of bytes from the next instruction, "+1 if compacted, +2 if not".
TEST(DecodeGen6, JmpiCountsEightsOfBytes) {
  const Instruction jump = decoded(kGen6, word(0x00000220, 0x34001C00, 0x00001400, 0x00000003));
  EXPECT_EQ(jump.jip, 24);
  EXPECT_EQ(decoded(kGen6, word(0x00000220, 0x34001C00, 0x00001400, 0xFFFFFFFE)).jip, -16);
}

// 8.3.20 if with an embedded compare: the sources are operands.
TEST(DecodeGen6, IfCanCompare) {
  const Instruction i = decoded(kGen6, word(0x03600022, 0x000477BF | 0xC, 0x008D0040, 0x008D0060));
  EXPECT_EQ(i.cond_mod, CondMod::g);
  EXPECT_EQ(i.jip, 32);
  EXPECT_EQ(i.src[0], grf(2, Type::f, kVector));
  EXPECT_EQ(i.src[1], grf(3, Type::f, kVector));
}

// Tables 8-15, 8-16: send (8) r5 m2 sampler, message length 2, response 4, EOT clear.
TEST(DecodeGen6, SendNamesFunctionAndDescriptor) {
  const Instruction i = decoded(kGen6, word(0x02600031, 0x20A01FDD & ~0x7000u, 0x008D0040, 0x04413001));
  EXPECT_EQ(i.send.sfid, Sfid::sampler);
  EXPECT_EQ(i.send.descriptor, 0x04413001u);
  EXPECT_EQ(i.send.message_length(), 2u);
  EXPECT_EQ(i.send.response_length(), 4u);
  EXPECT_FALSE(i.send.eot);
  EXPECT_EQ(i.src[0].file, RegFile::mrf);
}

// Gen9 keeps types in 4 bits and the flag register in doubleword 1: (f1.0) mov (16|M16) r4<1>:q r2<8;8,1>:d {NoMask}
TEST(DecodeGen9, WiderTypesAndTwoFlagRegisters) {
  EncodedInstruction w = word(0x00812001, 0x20800000, 0x008D0040, 0);
  w.set({33, 33}, 1);  // f1
  w.set({34, 34}, 1);  // NoMask
  w.set({36, 35}, 1);
  w.set({40, 37}, 9);  // Q
  w.set({42, 41}, 1);
  w.set({46, 43}, 1);  // D
  const Instruction i = decoded(kGen9, w);
  EXPECT_EQ(i.channel_offset, 16);
  EXPECT_EQ(i.pred_control, PredControl::normal);
  EXPECT_EQ(i.flag_nr, 1);
  EXPECT_EQ(i.flag_subnr, 0);
  EXPECT_TRUE(i.no_mask);
  EXPECT_EQ(i.dst, grf(4, Type::q, {0, 1, 1}));
  EXPECT_EQ(i.src[0], grf(2, Type::d, kVector));
}

// A 64-bit immediate takes bits 127:64.
TEST(DecodeGen9, SixtyFourBitImmediate) {
  const Instruction i = decoded(kGen9, word(0x00600001, 0x202056C8, 0x9999999A, 0x40199999));
  EXPECT_EQ(i.src[0].type, Type::df);
  EXPECT_EQ(i.src[0].imm, 0x401999999999999Au);
  EXPECT_EQ(i.src[1], Operand{});
}

// The address immediate of Gen9 has its sign in bit 95 and four bits of subregister.
TEST(DecodeGen9, IndirectSource) {
  EncodedInstruction w = word(0x00600001, 0x20200A28, 0x008D8000, 0);
  w.set({76, 73}, 9);
  w.set({72, 64}, 0x1F0);
  w.set({95, 95}, 1);
  const Instruction i = decoded(kGen9, w);
  EXPECT_EQ(i.src[0].addr_subnr, 9);
  EXPECT_EQ(i.src[0].addr_imm, -16);
}

// Three sources mix F and HF, and HF sources begin at any word.
TEST(DecodeGen9, ThreeSourcesOfMixedPrecision) {
  EncodedInstruction w = word(0x0060015B, 0x011E0000, 0, 0);
  w.set({36, 36}, 1);  // src1 is HF
  w.set({83, 76}, 2);
  w.set({104, 97}, 3);
  w.set({96, 94}, 1);
  w.set({105, 105}, 1);  // one word further
  w.set({125, 118}, 4);
  const Instruction i = decoded(kGen9, w);
  EXPECT_EQ(i.src[0].type, Type::f);
  EXPECT_EQ(i.src[1].type, Type::hf);
  EXPECT_EQ(i.src[1].subnr, 6);
  EXPECT_EQ(i.src[2].type, Type::f);
}

// JIP in 127:96, UIP in 95:64, in bytes; jmpi counts from the next instruction.
TEST(DecodeGen9, Branches) {
  const Instruction branch = decoded(kGen9, word(0x1060002E, 0x20000E00, 0xFFFFFF50, 0x00000120));
  EXPECT_EQ(branch.opcode, Opcode::goto_);
  EXPECT_TRUE(branch.branch_control);
  EXPECT_EQ(branch.jip, 0x120);
  EXPECT_EQ(branch.uip, -176);
  const Instruction jump = decoded(kGen9, word(0x00000020, 0x34000004, 0x0E001400, 0xFFFFFFF0));
  EXPECT_EQ(jump.jip, -16);
  EXPECT_TRUE(jump.dst.is_arf(Arf::ip));
  const Instruction indexed = decoded(kGen9, word(0x00000020, 0x34000004, 0x0A001400, 0x000000A0));
  EXPECT_EQ(indexed.src[1].nr, 5);
  EXPECT_EQ(indexed.jip, 0);
}

// send (8) r10:w r2 with extended descriptor bits 31:16 scattered over doubleword 2.
TEST(DecodeGen9, SendGathersTheExtendedDescriptor) {
  const Instruction i = decoded(kGen9, word(0x0A600031, 0x21400268, 0x7FEF00AF, 0x02106E02));
  EXPECT_EQ(i.send.sfid, Sfid::dp_data0);
  EXPECT_EQ(i.send.extended_descriptor, 0xFFFF0000u);
  EXPECT_EQ(i.src[0].nr, 5);
  EXPECT_FALSE(i.send.descriptor_in_a0);
}

TEST(DecodeGen9, SendTakesItsDescriptorFromA0) {
  const Instruction i = decoded(kGen9, word(0x0A600031, 0x214002E8, 0x00000040, 0x00000200));
  EXPECT_TRUE(i.send.descriptor_in_a0);
  EXPECT_TRUE(i.src[1].is_arf(Arf::a));
}

TEST(DecodeGen9, SplitSends) {
  const Instruction i = decoded(kGen9, word(0x0C600034, 0x01404078, 0x00000042, 0x82106E02));
  EXPECT_EQ(i.opcode, Opcode::sendsc);
  EXPECT_TRUE(i.send.eot);
  EXPECT_EQ(i.src[0].nr, 2);
  EXPECT_EQ(i.src[1].nr, 4);
  EXPECT_EQ(i.send.extended_message_length(), 2u);
  const Instruction indirect = decoded(kGen9, word(0x00600033, 0x20004010, 0x00020040, 0x02106E02));
  EXPECT_TRUE(indirect.send.extended_descriptor_in_a0);
  EXPECT_EQ(indirect.send.extended_a0_subnr, 4);
  EXPECT_TRUE(indirect.dst.is_null());
}

// math.invm: the function is in the bits of the condition modifier.
TEST(DecodeGen9, Math) {
  const Instruction i = decoded(kGen9, word(0x0E600138, 0x00213AE8, 0x3A600040, 0x00600068));
  EXPECT_EQ(i.math, MathFunction::invm);
  EXPECT_EQ(i.cond_mod, CondMod::none);
}

// Reserved bits (7.2, MBZ), and bits that tables 7-11 to 7-14 call ignored, are accepted and encoded again unchanged.
TEST(Decode, KeepsBitsThatMeanNothing) {
  struct Case {
    const char* what;
    const Gen* gen;
    EncodedInstruction word;
    EncodedInstruction kept;
  };
  const Case cases[] = {
      {"nop, bit 61", &kGen9, word(0x0000007E, 0x20000000, 0, 0), word(0, 0x20000000, 0, 0)},
      {"nop, bit 127", &kGen6, word(0x0000007E, 0, 0, 0x80000000), word(0, 0, 0, 0x80000000)},
      {"send, bit 47", &kGen9, word(0x07800031, 0x20008200, 0x06000FE0, 0x82000010), word(0, 0x8000, 0, 0)},
      {"send, bit 84", &kGen9, word(0x08800031, 0x22401A48, 0x00100180, 0x00000200), word(0, 0, 0x00100000, 0)},
      {"send, reserved width of the payload", &kGen6, word(0x02600031, 0x20A00C41, 0x008D0020 | 7U << 18, 0x02180001),
       word(0, 0, 0x008D0000 | 7U << 18, 0)},
      {"mov of an immediate, register and region of source 0", &kGen6,
       word(0x00600001, 0x20A00061, 0x01FFFFFF, 0x00000005), word(0, 0, 0x01FFFFFF, 0)},
      {"mov of an immediate, bits of source 0", &kGen9, word(0x00600001, 0x20A00608, 0x8028C0DE, 0x00000005),
       word(0, 0, 0x8028C0DE, 0)},
      {"mov, source 1 with a reserved type", &kGen9, word(0x00600001, 0x20A03AE8, 0x7A8D0040, 0),
       word(0, 0, 0x7A000000, 0)},
  };
  for (const Case& c : cases) {
    const Result<Instruction> i = decode(*c.gen, c.word);
    ASSERT_TRUE(i) << c.what << ": " << i.error().message;
    EXPECT_EQ(i->kept.reserved, c.kept) << c.what << std::hex << ' ' << i->kept.reserved.high << ' '
                                        << i->kept.reserved.low;
    EXPECT_EQ(encode_word(*c.gen, *i), c.word) << c.what;
  }
}

TEST(Encode, RefusesReservedBitsThatAreFields) {
  Instruction i = decoded(kGen9, word(0x00600001, 0x20A03AE8, 0x008D0040, 0));
  i.kept.reserved = word(0x80, 0, 0, 0);  // reserved for more opcodes
  EXPECT_FALSE(encode_word(kGen9, i));
  i.kept.reserved = word(0, 0x00200000, 0, 0);  // the destination's number
  EXPECT_FALSE(encode_word(kGen9, i));
  i.kept.reserved = word(0, 0x8000, 0, 0);
  EXPECT_TRUE(encode_word(kGen9, i));
}

struct Refusal {
  const char* what;
  const Gen* gen;
  EncodedInstruction word;
  const char* says;
};

TEST(Decode, SaysWhyItRefuses) {
  const Refusal refusals[] = {
      {"opcode", &kGen6, word(0x0000000A, 0, 0, 0), "no instruction with opcode 0x0a"},
      {"Gen9 opcode on Gen6", &kGen6, word(0x00600033, 0, 0, 0), "no instruction with opcode 0x33"},
      {"opcode extension", &kGen9, word(0x000000FE, 0, 0, 0), "reserved encoding: bit 7"},
      {"illegal with operands", &kGen9, word(0, 0, 0, 0x80000000), "reserved encoding: bit 127"},
      {"descriptor in a0.2", &kGen6, word(0x06600031, 0x20000041, 0x00000020, 0x00000204), "a0.0"},
      {"descriptor as words", &kGen6, word(0x06600031, 0x20002041, 0x00000020, 0x00000200), "a0.0"},
      {"descriptor in r5", &kGen6, word(0x06600031, 0x20000441, 0x00000020, 0x000000A0), "a0.0"},
      {"notification register n1", &kGen9, word(0x00000030, 0x32200000, 0x00001220, 0), "n0.1"},
      {"execution size", &kGen9, word(0x00C00001, 0, 0, 0), "reserved encoding: bits 23:21 hold 0x6"},
      {"condition", &kGen6, word(0x07600040, 0x20A077BD, 0x008D0040, 0x008D0060), "reserved encoding: bits 27:24"},
      {"predicate", &kGen6, word(0x006C0040, 0x20A077BD, 0x008D0040, 0x008D0060), "reserved encoding: bits 19:16"},
      {"type", &kGen6, word(0x00600040, 0x20A07719 | 0x20, 0x008D0040, 0x008D0060), "reserved encoding"},
      {"width", &kGen6, word(0x00600001, 0x20A003BD, 0x00950040, 0), "reserved encoding: bits 84:82"},
      {"register", &kGen6, word(0x00600001, 0x20A003BD, 0x008D1040, 0), "the register does not exist"},
      {"message registers", &kGen9, word(0x00600001, 0x20A03AF0, 0x008D0040, 0), "reserved encoding: bits 36:35"},
      {"VxH", &kGen6, word(0x00600001, 0x20A003BD, 0x01ED0040, 0), "indirect addressing"},
      {"align1 mad", &kGen9, word(0x0060005B, 0x011E0000, 0, 0), "three-source instructions must use Align16"},
      {"immediate destination", &kGen9, word(0x00600001, 0x20A03AF8, 0x008D0040, 0), "cannot be immediate"},
  };
  for (const Refusal& refusal : refusals) {
    EXPECT_NE(reason(*refusal.gen, refusal.word).find(refusal.says), std::string::npos)
        << refusal.what << ": " << reason(*refusal.gen, refusal.word);
  }
}

TEST(Encode, SaysWhatAGenerationLacks) {
  const auto why = [](const Gen& gen, const Instruction& i) {
    const auto word = encode_word(gen, i);
    return word ? std::string{} : word.error().message;
  };
  Instruction i{.opcode = Opcode::sends};
  EXPECT_NE(why(kGen6, i).find("sends"), std::string::npos);
  i = {.opcode = Opcode::mov, .exec_size = 8, .flag_nr = 1};
  EXPECT_NE(why(kGen6, i), "");
  EXPECT_EQ(why(kGen9, i), "");
  i = {.opcode = Opcode::mov, .exec_size = 3};
  EXPECT_NE(why(kGen9, i), "");
  i = {.opcode = Opcode::mov, .exec_size = 8, .dst = grf(1, Type::q, {0, 1, 1})};
  EXPECT_NE(why(kGen6, i), "");
  EXPECT_EQ(why(kGen9, i), "");
  i.dst.region.hstride = 3;
  EXPECT_NE(why(kGen9, i), "");
  i = {.opcode = Opcode::while_, .exec_size = 8, .jip = -12};
  i.dst = {.file = RegFile::imm, .type = Type::w};
  EXPECT_NE(why(kGen6, i).find("start of an instruction"), std::string::npos);
  i.jip = -8 * 40000;
  EXPECT_NE(why(kGen6, i).find("too far away"), std::string::npos);
  i.jip = -8 * 30000;
  EXPECT_EQ(why(kGen6, i), "");
}

TEST(DecodeProgram, StepsByTheCompactionBit) {
  // nop, then the compacted mov of the corpus, then nop.
  const std::vector<std::byte> code = test::bytes_of(
      "7e000000000000000000000000000000"
      "010b0120000e0200"
      "7e000000000000000000000000000000");
  const Result<Program> program = decode_program(kGen9, code);
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_EQ(program->offsets, (std::vector<std::uint32_t>{0, 16, 24}));
  EXPECT_TRUE(program->instructions[1].compacted);
  EXPECT_EQ(program->instructions[1].opcode, Opcode::mov);
}

TEST(DecodeProgram, CollectsWhatIsWrongAndCarriesOn) {
  const std::vector<std::byte> code = test::bytes_of(
      "0b000000000000000000000000000000"
      "7e000000000000000000000000000000"
      "7e0000");
  Diagnostics diagnostics;
  const Program program = decode_program(kGen9, code, diagnostics);
  ASSERT_EQ(program.instructions.size(), 2u);
  EXPECT_EQ(program.instructions[0].opcode, Opcode::illegal);
  EXPECT_EQ(program.instructions[1].opcode, Opcode::nop);
  ASSERT_EQ(diagnostics.size(), 2u);
  EXPECT_EQ(diagnostics[0].where.offset, 0);
  EXPECT_EQ(diagnostics[1].where.offset, 32);
  const Result<Program> strict = decode_program(kGen9, code);
  ASSERT_FALSE(strict);
  EXPECT_EQ(strict.error().where.offset, 0);
}

}  // namespace
}  // namespace eugene::isa
