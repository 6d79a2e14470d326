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
    {&kGen9, Sfid::ugm, 0x3780, Lsc{.elements = 4},
     "ugm.load(address_bytes=8, size=d32, elements=4, register_bytes=32, model=flat)"},
    {&kGen9, Sfid::tgm, 0x60005702,
     Lsc{.op = LscOp::load_quad, .model = LscModel::binding_table, .address_bytes = 4, .channels = 5},
     "tgm.load_quad(address_bytes=4, size=d32, channels=xz, register_bytes=32, model=bti)"},
    {&kGen9, Sfid::ugml, 0xDA8583,
     Lsc{.op = LscOp::load_block2d,
         .size = LscSize::d16,
         .transposed = true,
         .vnni = true,
         .cache1 = 2,
         .cache3 = 3,
         .register_bytes = 64},
     "ugml.load_block2d(address_bytes=8, size=d16, elements=1, transposed, cache1=2, cache3=3, vnni, "
     "register_bytes=64, model=flat)"},
    {&kGen9, Sfid::slm, 0x70C, Lsc{.op = LscOp::atomic_iadd, .address_bytes = 4},
     "slm.atomic_iadd(address_bytes=4, size=d32, elements=1, register_bytes=32, model=flat)"},
    {&kGen9, Sfid::ugm, 0x200007A9, Lsc{.op = LscOp::counter_sub, .model = LscModel::bindless},
     "ugm.counter_sub(address_bytes=8, size=d32, elements=1, register_bytes=32, model=bss)"},
    // Data cache data port 1: type in 18:14.
    {&kGen9, Sfid::dp_data1, 0x05E03, UntypedSurface{.bti = 3, .simd = 16, .channels = 0x1},
     "data1.untyped_read(bti=3, channels=x, simd=16, mlen=0, rlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x06CFE, UntypedSurface{.bti = kSlm, .simd = 8, .channels = 0x3},
     "data1.untyped_read(bti=slm, channels=xy, simd=8, mlen=0, rlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x250FF,
     UntypedSurface{.access = Access::write, .bti = kStateless, .simd = 16, .channels = 0xF},
     "data1.untyped_write(bti=stateless, channels=xyzw, simd=16, mlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x45801, UntypedSurface{.a64 = true, .bti = 1, .simd = 16, .channels = 0x7},
     "data1.a64_untyped_read(bti=1, channels=xyz, simd=16, mlen=0, rlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x0A701, UntypedAtomic{.bti = 1, .simd = 16, .op = AtomicOp::add, .returns = true},
     "data1.untyped_atomic(bti=1, op=add, returns, simd=16, mlen=0, rlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x09A02, UntypedAtomic{.bti = 2, .simd = 8, .op = AtomicOp::imax},
     "data1.untyped_atomic(bti=2, op=imax, simd=8, mlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x4BEFF,
     UntypedAtomic{.a64 = true, .bti = kStateless, .bytes = 8, .op = AtomicOp::compare_write, .returns = true},
     "data1.a64_untyped_atomic(bti=stateless, op=cmpwr, returns, bytes=8, mlen=0, rlen=0)"},
    {&kGen12, Sfid::dp_data1, 0x4E4FF,
     UntypedAtomic{.a64 = true, .bti = kStateless, .bytes = 2, .op = AtomicOp::mov, .returns = true},
     "data1.a64_untyped_atomic_word(bti=stateless, op=mov, returns, mlen=0, rlen=0)"},
    {&kGen12, Sfid::dp_data1, 0x0D705, UntypedAtomic{.bti = 5, .simd = 8, .bytes = 2, .op = AtomicOp::add},
     "data1.untyped_atomic_word(bti=5, op=add, simd=8, mlen=0)"},
    {&kGen12, Sfid::dp_data1, 0x78105, UntypedFloatAtomic{.a64 = true, .bti = 5, .bytes = 2, .op = FloatAtomicOp::fmax},
     "data1.a64_untyped_half_atomic(bti=5, op=fmax, mlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x6D105, UntypedFloatAtomic{.bti = 5, .simd = 8, .op = FloatAtomicOp::fmax},
     "data1.untyped_float_atomic(bti=5, op=fmax, simd=8, mlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x35004, TypedSurface{.access = Access::write, .bti = 4, .slots = SlotGroup::low},
     "data1.typed_write(bti=4, channels=xyzw, slots=low, mlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x16C04, TypedSurface{.bti = 4, .slots = SlotGroup::high, .channels = 0x3},
     "data1.typed_read(bti=4, channels=xy, slots=high, mlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x1B507,
     TypedAtomic{.bti = 7, .slots = SlotGroup::high, .op = AtomicOp::inc, .returns = true},
     "data1.typed_atomic(bti=7, op=inc, returns, slots=high, mlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x405FF, A64Scattered{.bti = kStateless, .simd = 8, .element_bytes = 4, .elements = 2},
     "data1.a64_scattered_read(bti=stateless, element_bytes=4, elements=2, simd=8, mlen=0, rlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x6A2FF & ~0x2000u,
     A64Scattered{.access = Access::write, .bti = kStateless, .simd = 8, .element_bytes = 8, .elements = 1},
     "data1.a64_scattered_write(bti=stateless, element_bytes=8, elements=1, simd=8, mlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x503FF, OwordBlock{.a64 = true, .bti = kStateless, .owords = 4},
     "data1.a64_oword_block_read(bti=stateless, owords=4, header=0, rlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x50CFF, OwordBlock{.a64 = true, .unaligned = true, .bti = kStateless, .owords = 8},
     "data1.a64_unaligned_oword_block_read(bti=stateless, owords=8, header=0, rlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x55AFF, A64HwordBlock{.access = Access::write, .bti = kStateless, .hwords = 2},
     "data1.a64_hword_block_write(bti=stateless, hwords=2, header=0, mlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x51CFF, A64HwordBlock{.bti = kStateless, .hwords = 8},
     "data1.a64_hword_block_read(bti=stateless, hwords=8, header=0, rlen=0)"},
    {&kGen9, Sfid::dp_data1, 0x28006, MediaBlock{.access = Access::write, .bti = 6},
     "data1.media_block_write(bti=6, header=0, mlen=0)"},
    // Data cache data port 0
    {&kGen9, Sfid::dp_data0, 0x00302, OwordBlock{.bti = 2, .owords = 4},
     "data0.oword_block_read(bti=2, owords=4, header=0, rlen=0)"},
    {&kGen9, Sfid::dp_data0, 0x20102, OwordBlock{.access = Access::write, .bti = 2, .owords = 1, .high_half = true},
     "data0.oword_block_write(bti=2, owords=1h, header=0, mlen=0)"},
    {&kGen9, Sfid::dp_data0, 0x08200, OwordDualBlock{.bti = 0, .owords = 4},
     "data0.oword_dual_block_read(bti=0, owords=4, header=0, mlen=0)"},
    {&kGen9, Sfid::dp_data0, 0x105FE, ByteScattered{.bti = kSlm, .simd = 16, .bytes = 2},
     "data0.byte_scattered_read(bti=slm, simd=16, bytes=2, mlen=0, rlen=0)"},
    {&kGen9, Sfid::dp_data0, 0x308FF, ByteScattered{.access = Access::write, .bti = kStateless, .simd = 8, .bytes = 4},
     "data0.byte_scattered_write(bti=stateless, simd=8, bytes=4, mlen=0)"},
    {&kGen9, Sfid::dp_data0, 0x0C301, DwordScattered{.bti = 1, .simd = 16},
     "data0.dword_scattered_read(bti=1, simd=16, mlen=0, rlen=0)"},
    {&kGen12, Sfid::dp_data0, 0x1E100, MemoryFence{.commit = true, .flush_l1 = true},
     "data0.memory_fence(bti=0, flush_l1, commit, header=0)"},
    {&kGen9, Sfid::dp_data0, 0x1F000, MemoryFence{.commit = true, .flush_data = true},
     "data0.memory_fence(bti=0, flush_data, commit, header=0)"},
    {&kGen9, Sfid::dp_data0, 0x72005,
     ScratchBlock{.access = Access::write, .dword_channels = true, .hwords = 4, .offset = 5},
     "data0.scratch_block_write(offset=5, hwords=4, dword_channels, header=0, mlen=0)"},
    // Other functions of Gen9
    {&kGen9, Sfid::dp_constant, 0x0C202, DwordScattered{.bti = 2, .simd = 8},
     "constant.dword_scattered_read(bti=2, simd=8, mlen=0, rlen=0)"},
    {&kGen9, Sfid::dp_render, 0x31000, RenderTarget{.last = true},
     "render.target_write(bti=0, subtype=simd16, last, mlen=0)"},
    {&kGen9, Sfid::sampler, 0x5A203, Sampler{.bti = 3, .sampler = 2, .type = 26, .simd = SamplerSimd::simd16},
     "sampler.ld_lz(bti=3, sampler=2, simd=16, mlen=0)"},
    {&kGen9, Sfid::sampler, 0x7F000, Sampler{.type = 31, .simd = SamplerSimd::simd32_64},
     "sampler.cache_flush(bti=0, sampler=0, simd=32_64, mlen=0)"},
    {&kGen9, Sfid::sampler, 0x20020001, Sampler{.bti = 1, .simd = SamplerSimd::simd8_half},
     "sampler.sample(bti=1, sampler=0, simd=8h, mlen=0)"},
    {&kGen9, Sfid::gateway, 0x00004, Gateway{.function = GatewayFunction::barrier}, "gateway.barrier(mlen=0)"},
    {&kGen9, Sfid::spawner, 0x00010, ThreadSpawner{.no_dereference = true}, "spawner.dereference(keep, mlen=0)"},
    {&kGen9, Sfid::urb, 0x28027, Urb{.opcode = 7, .offset = 2, .channel_mask = true, .per_slot_offset = true},
     "urb.write_simd8(offset=2, channel_mask, per_slot_offset, header=0, mlen=0)"},
    {&kGen9, Sfid::pixel_interpolator, 0x12005, PixelInterpolator{.type = 2, .data = 5, .simd16 = true},
     "pixel_interpolator.centroid(data=5, simd16, mlen=0)"},
    // Gen6
    {&kGen6, Sfid::gateway, 0x0C002, Gateway{.function = GatewayFunction::forward, .acknowledge = true, .notify = 1},
     "gateway.forward(acknowledge, notify=n0, mlen=0)"},
    // The gateway answers a reserved function with an error code: 1.1.4.2.
    {&kGen6, Sfid::gateway, 0x04007, Gateway{.function = GatewayFunction::reserved, .acknowledge = true},
     "gateway.reserved(acknowledge, mlen=0)"},
    {&kGen6, Sfid::urb, 0x0C430, Urb{.offset = 3, .swizzle = 1, .used = true, .complete = true},
     "urb.write(offset=3, swizzle=interleaved, used, complete, header=0, mlen=0)"},
    {&kGen6, Sfid::urb, 0x02001, Urb{.opcode = 1, .allocate = true}, "urb.ff_sync(allocate, header=0, mlen=0)"},
    {&kGen6, Sfid::sampler, 0x27000, Sampler{.type = 7, .simd = SamplerSimd::simd16},
     "sampler.ld(bti=0, sampler=0, simd=16, mlen=0)"},
    // The descriptor of intel-vaapi-driver's deinterlacer: Gen9 has that message as type 4.
    {&kGen6, Sfid::sampler, 0xB8004, Sampler{.bti = 4, .type = 8, .simd = SamplerSimd::simd32_64},
     "sampler.deinterlace(bti=4, sampler=0, simd=32_64, header, mlen=0)"},
    {&kGen6, Sfid::dp_render, 0x19400, RenderTarget{.subtype = 4, .last = true},
     "render.target_write(bti=0, subtype=simd8, last, mlen=0)"},
    {&kGen6, Sfid::dp_render, 0x30203, OwordBlock{.access = Access::write, .bti = 3, .owords = 2, .commit = true},
     "render.oword_block_write(bti=3, owords=2, commit, header=0, mlen=0)"},
    {&kGen6, Sfid::dp_sampler_or_dc2, 0x08007, MediaBlock{.bti = 7},
     "dp_sampler.media_block_read(bti=7, header=0, mlen=0)"},
    {&kGen6, Sfid::dp_sampler_or_dc2, 0x18007, MediaBlock{.bti = 7, .high_type = true},
     "dp_sampler.media_block_read_high_type(bti=7, header=0, mlen=0)"},
    {&kGen6, Sfid::dp_sampler_or_dc2, 0x04000, OwordDualBlock{.bti = 0, .owords = 1},
     "dp_sampler.oword_dual_block_read(bti=0, owords=1, header=0, mlen=0)"},
    {&kGen6, Sfid::dp_render, 0x1A001, StreamedVertexBuffer{.bti = 1},
     "render.streamed_vertex_buffer_write(bti=1, header=0, mlen=0)"},
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
