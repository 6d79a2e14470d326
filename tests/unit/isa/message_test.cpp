// Descriptors taken apart by hand: SNB PRM vol4 part2 1.1.1 (gateway) and 2.4.2 (URB), SNB PRM vol4 part1 (data
// port, sampler), SKL PRM vol2d.
#include "isa/message/message.h"

#include <gtest/gtest.h>

#include "isa/encoding/decode.h"
#include "support/corpus.h"

namespace eugene::isa {
namespace {

struct Case {
  const Gen* gen;
  Sfid sfid;
  std::uint32_t descriptor;
  MessageBody body;
  const char* text;
};

constexpr std::uint8_t kSlm = kBtiSlm, kStateless = kBtiStateless;

const std::vector<Case> kCases{
    // The load/store cache: operation in 5:0, address size in 8:7, data size in 11:9, vector or channels in 15:12,
    // caches
    // in 21:16, VNNI in 22, large registers in 23, model in 30:29.
    {&kGen9, Sfid::ugm, 0x3780, Lsc{.elements = 4}, "lsc load flat d32x4"},
    {&kGen9, Sfid::tgm, 0x60005702,
     Lsc{.op = LscOp::load_quad, .model = LscModel::binding_table, .address_bytes = 4, .channels = 5},
     "lsc load quad bti d32.xz"},
    {&kGen9, Sfid::ugml, 0xDA8583,
     Lsc{.op = LscOp::load_block2d,
         .size = LscSize::d16,
         .transposed = true,
         .vnni = true,
         .cache1 = 2,
         .cache3 = 3,
         .register_bytes = 64},
     "lsc load block2d flat d16x1 transposed vnni"},
    {&kGen9, Sfid::slm, 0x70C, Lsc{.op = LscOp::atomic_iadd, .address_bytes = 4}, "lsc atomic iadd flat d32x1"},
    {&kGen9, Sfid::ugm, 0x200007A9, Lsc{.op = LscOp::counter_sub, .model = LscModel::bindless},
     "lsc counter sub bss d32x1"},
    // Data cache data port 1: type in 18:14.
    {&kGen9, Sfid::dp_data1, 0x05E03, UntypedSurface{.bti = 3, .simd = 16, .channels = 0x1},
     "untyped surface read SIMD16 bti 3 x"},
    {&kGen9, Sfid::dp_data1, 0x06CFE, UntypedSurface{.bti = kSlm, .simd = 8, .channels = 0x3},
     "untyped surface read SIMD8 slm xy"},
    {&kGen9, Sfid::dp_data1, 0x250FF,
     UntypedSurface{.access = Access::write, .bti = kStateless, .simd = 16, .channels = 0xF},
     "untyped surface write SIMD16 stateless xyzw"},
    {&kGen9, Sfid::dp_data1, 0x45801, UntypedSurface{.a64 = true, .bti = 1, .simd = 16, .channels = 0x7},
     "untyped surface read SIMD16 a64 bti 1 xyz"},
    {&kGen9, Sfid::dp_data1, 0x0A701, UntypedAtomic{.bti = 1, .simd = 16, .op = AtomicOp::add, .returns = true},
     "untyped atomic add SIMD16 bti 1 returning"},
    {&kGen9, Sfid::dp_data1, 0x09A02, UntypedAtomic{.bti = 2, .simd = 8, .op = AtomicOp::imax},
     "untyped atomic imax SIMD8 bti 2"},
    {&kGen9, Sfid::dp_data1, 0x4BEFF,
     UntypedAtomic{.a64 = true, .bti = kStateless, .bytes = 8, .op = AtomicOp::compare_write, .returns = true},
     "untyped atomic cmpwr 64-bit SIMD8 a64 returning"},
    {&kGen9, Sfid::dp_data1, 0x6D105, UntypedFloatAtomic{.bti = 5, .simd = 8, .op = FloatAtomicOp::fmax},
     "untyped atomic fmax SIMD8 bti 5"},
    {&kGen9, Sfid::dp_data1, 0x35004, TypedSurface{.access = Access::write, .bti = 4, .slots = SlotGroup::low},
     "typed surface write SIMD8 low slots bti 4 xyzw"},
    {&kGen9, Sfid::dp_data1, 0x16C04, TypedSurface{.bti = 4, .slots = SlotGroup::high, .channels = 0x3},
     "typed surface read SIMD8 high slots bti 4 xy"},
    {&kGen9, Sfid::dp_data1, 0x1B507,
     TypedAtomic{.bti = 7, .slots = SlotGroup::high, .op = AtomicOp::inc, .returns = true},
     "typed atomic inc SIMD8 high slots bti 7 returning"},
    {&kGen9, Sfid::dp_data1, 0x405FF, A64Scattered{.bti = kStateless, .simd = 8, .element_bytes = 4, .elements = 2},
     "dword scattered read SIMD8 a64 x2"},
    {&kGen9, Sfid::dp_data1, 0x6A2FF & ~0x2000u,
     A64Scattered{.access = Access::write, .bti = kStateless, .simd = 8, .element_bytes = 8, .elements = 1},
     "qword scattered write SIMD8 a64 x1"},
    {&kGen9, Sfid::dp_data1, 0x503FF, OwordBlock{.a64 = true, .bti = kStateless, .owords = 4},
     "oword block read a64 x4"},
    {&kGen9, Sfid::dp_data1, 0x50CFF, OwordBlock{.a64 = true, .unaligned = true, .bti = kStateless, .owords = 8},
     "unaligned oword block read a64 x8"},
    {&kGen9, Sfid::dp_data1, 0x55AFF, A64HwordBlock{.access = Access::write, .bti = kStateless, .hwords = 2},
     "hword block write a64 x2"},
    {&kGen9, Sfid::dp_data1, 0x51CFF, A64HwordBlock{.bti = kStateless, .hwords = 8}, "hword block read a64 x8"},
    {&kGen9, Sfid::dp_data1, 0x28006, MediaBlock{.access = Access::write, .bti = 6}, "media block write bti 6"},
    // Data cache data port 0
    {&kGen9, Sfid::dp_data0, 0x00302, OwordBlock{.bti = 2, .owords = 4}, "oword block read bti 2 x4"},
    {&kGen9, Sfid::dp_data0, 0x20102, OwordBlock{.access = Access::write, .bti = 2, .owords = 1, .high_half = true},
     "oword block write bti 2 x1 high"},
    {&kGen9, Sfid::dp_data0, 0x08200, OwordDualBlock{.bti = 0, .owords = 4}, "oword dual block read bti 0 x4"},
    {&kGen9, Sfid::dp_data0, 0x105FE, ByteScattered{.bti = kSlm, .simd = 16, .bytes = 2},
     "byte scattered read SIMD16 slm x2"},
    {&kGen9, Sfid::dp_data0, 0x308FF, ByteScattered{.access = Access::write, .bti = kStateless, .simd = 8, .bytes = 4},
     "byte scattered write SIMD8 stateless x4"},
    {&kGen9, Sfid::dp_data0, 0x0C301, DwordScattered{.bti = 1, .simd = 16}, "dword scattered read SIMD16 bti 1"},
    {&kGen9, Sfid::dp_data0, 0x1F000, MemoryFence{.commit = true, .flush_data = true},
     "memory fence commit flush data"},
    {&kGen9, Sfid::dp_data0, 0x72005,
     ScratchBlock{.access = Access::write, .dword_channels = true, .hwords = 4, .offset = 5},
     "scratch block write x4 at 0xa0 dword"},
    // Other functions of Gen9
    {&kGen9, Sfid::dp_constant, 0x0C202, DwordScattered{.bti = 2, .simd = 8}, "dword scattered read SIMD8 bti 2"},
    {&kGen9, Sfid::dp_render, 0x31000, RenderTarget{.last = true}, "render target write bti 0 type 0 last"},
    {&kGen9, Sfid::sampler, 0x5A203, Sampler{.bti = 3, .sampler = 2, .type = 26, .simd = SamplerSimd::simd16},
     "ld_lz SIMD16 surface 3 sampler 2"},
    {&kGen9, Sfid::sampler, 0x7F000, Sampler{.type = 31, .simd = SamplerSimd::simd32_64}, "sampler cache flush"},
    {&kGen9, Sfid::sampler, 0x20020001, Sampler{.bti = 1, .simd = SamplerSimd::simd8_half},
     "sample SIMD8H surface 1 sampler 0"},
    {&kGen9, Sfid::gateway, 0x00004, Gateway{.function = GatewayFunction::barrier}, "gateway barrier"},
    {&kGen9, Sfid::spawner, 0x00010, ThreadSpawner{.no_dereference = true}, "thread spawner dereference keep"},
    {&kGen9, Sfid::urb, 0x28027, Urb{.opcode = 7, .offset = 2, .channel_mask = true, .per_slot_offset = true},
     "urb SIMD8 write offset 2 per slot"},
    {&kGen9, Sfid::pixel_interpolator, 0x12005, PixelInterpolator{.type = 2, .data = 5, .simd16 = true},
     "pixel interpolator centroid SIMD16 0x5"},
    // Gen6
    {&kGen6, Sfid::gateway, 0x0C002, Gateway{.function = GatewayFunction::forward, .acknowledge = true, .notify = 1},
     "gateway forward acknowledged notify n0"},
    // The gateway answers a reserved function with an error code: 1.1.4.2.
    {&kGen6, Sfid::gateway, 0x04007, Gateway{.function = GatewayFunction::reserved, .acknowledge = true},
     "gateway reserved acknowledged"},
    {&kGen6, Sfid::urb, 0x0C430, Urb{.offset = 3, .swizzle = 1, .used = true, .complete = true},
     "urb write offset 3 interleaved used complete"},
    {&kGen6, Sfid::urb, 0x02001, Urb{.opcode = 1, .allocate = true}, "urb ff_sync offset 0 allocate"},
    {&kGen6, Sfid::sampler, 0x27000, Sampler{.type = 7, .simd = SamplerSimd::simd16}, "ld SIMD16 surface 0 sampler 0"},
    // The descriptor of intel-vaapi-driver's deinterlacer: Gen9 has that message as type 4.
    {&kGen6, Sfid::sampler, 0xB8004, Sampler{.bti = 4, .type = 8, .simd = SamplerSimd::simd32_64},
     "deinterlace SIMD32/64 surface 4 sampler 0"},
    {&kGen6, Sfid::dp_render, 0x19400, RenderTarget{.subtype = 4, .last = true},
     "render target write bti 0 type 4 last"},
    {&kGen6, Sfid::dp_render, 0x30203, OwordBlock{.access = Access::write, .bti = 3, .owords = 2, .commit = true},
     "oword block write bti 3 x2 commit"},
    {&kGen6, Sfid::dp_sampler_or_dc2, 0x08007, MediaBlock{.bti = 7}, "media block read bti 7"},
    {&kGen6, Sfid::dp_sampler_or_dc2, 0x18007, MediaBlock{.bti = 7, .high_type = true}, "media block read bti 7"},
    {&kGen6, Sfid::dp_sampler_or_dc2, 0x04000, OwordDualBlock{.bti = 0, .owords = 1}, "oword dual block read bti 0 x1"},
    {&kGen6, Sfid::dp_render, 0x1A001, StreamedVertexBuffer{.bti = 1}, "streamed vertex buffer write bti 1"},
};

TEST(Message, EveryDescriptorMeansWhatTheDocumentsSay) {
  for (const Case& c : kCases) {
    const Result<Message> plain = decode_message(*c.gen, c.sfid, c.descriptor, 0);
    ASSERT_TRUE(plain) << c.text << ": " << plain.error().message;
    EXPECT_EQ(plain->body, c.body) << c.text << " is read as " << describe(*c.gen, *plain);
    EXPECT_EQ(describe(*c.gen, *plain), c.text);
    const Result<std::uint32_t> again = encode_message(*c.gen, *plain);
    ASSERT_TRUE(again) << c.text;
    EXPECT_EQ(*again, c.descriptor) << c.text;
  }
}

// Table 8-15: message length 28:25, response length 24:20, header present 19.
TEST(Message, LengthsAndHeaderAreCommon) {
  const Result<Message> message = decode_message(kGen9, Sfid::dp_data1, 0x0C485003, 0x140);
  ASSERT_TRUE(message) << message.error().message;
  EXPECT_EQ(message->length, 6);
  EXPECT_EQ(message->response_length, 4);
  EXPECT_TRUE(message->header);
  EXPECT_EQ(message->extended_length(), 5u);
  EXPECT_EQ(encode_message(kGen9, *message), 0x0C485003u);
}

TEST(Message, RefusalsSayWhy) {
  const auto why = [](const Gen& gen, Sfid sfid, std::uint32_t descriptor) {
    const Result<Message> message = decode_message(gen, sfid, descriptor, 0);
    return message ? std::string{} : message.error().message;
  };
  EXPECT_NE(why(kGen9, Sfid::dp_data1, 0x00000).find("no message"), std::string::npos);
  EXPECT_NE(why(kGen9, Sfid::dp_data1, 0x07001).find("reserved"), std::string::npos);  // SIMD mode 3
  EXPECT_NE(why(kGen9, Sfid::dp_data0, 0x10C00).find("reserved"), std::string::npos);  // size 3
  EXPECT_NE(why(kGen9, Sfid::dp_data0, 0x00700).find("reserved"), std::string::npos);  // block size 7
  EXPECT_NE(why(kGen6, Sfid::gateway, 0x00008).find("reserved"), std::string::npos);   // bit 3
  EXPECT_NE(why(kGen9, Sfid::spawner, 0x00020).find("reserved"), std::string::npos);   // bit 5
  EXPECT_NE(why(kGen9, Sfid::vme, 0), "");
  EXPECT_NE(why(kGen6, Sfid::dp_data0, 0), "");  // Gen6 has no such function
}

TEST(Message, EncodingRefusesWhatAGenerationLacks) {
  Message message{.sfid = Sfid::dp_data1, .body = UntypedSurface{}};
  EXPECT_TRUE(encode_message(kGen9, message));
  EXPECT_FALSE(encode_message(kGen6, message));
  message.sfid = Sfid::dp_data0;
  EXPECT_FALSE(encode_message(kGen9, message));
  message = {.sfid = Sfid::dp_data0, .body = ByteScattered{.bytes = 3}};
  EXPECT_FALSE(encode_message(kGen9, message));
  message = {.sfid = Sfid::dp_render, .body = OwordBlock{.commit = true}};
  EXPECT_TRUE(encode_message(kGen6, message));
}

class MessageCorpus : public ::testing::TestWithParam<std::pair<const Gen*, const char*>> {};
INSTANTIATE_TEST_SUITE_P(Platforms, MessageCorpus,
                         ::testing::Values(std::pair{&kGen6, "snb"}, std::pair{&kGen9, "bxt"}),
                         [](const auto& test) { return test.param.second; });

TEST_P(MessageCorpus, EveryDescriptorDecodesAndEncodesAgain) {
  const auto& [gen, name] = GetParam();
  unsigned failures = 0;
  const bool present = test::for_each_line(std::string("instructions-") + name + ".txt.xz", [&](std::string_view line) {
    const Result<Instruction> i = decode(*gen, test::bytes_of(line));
    if (!i || (i->row().format != Format::send && i->row().format != Format::split_send) || i->send.descriptor_in_a0)
      return;
    const Result<Message> m = decode_message(*gen, i->send.sfid, i->send.descriptor, i->send.extended_descriptor);
    const bool ok = m && encode_message(*gen, *m) == i->send.descriptor;
    if (!ok && ++failures < 10) ADD_FAILURE() << line << ": " << (m ? "differs" : m.error().message);
  });
  if (!present) GTEST_SKIP() << "no corpus";
  EXPECT_EQ(failures, 0u);
}

}  // namespace
}  // namespace eugene::isa
