// Messages as text and back: every descriptor that decodes has a text that is read as the same 32 bits. For text that
// is not a message, the reason names an accepted form.
#include "isa/message/text.h"

#include <random>

#include <gtest/gtest.h>

#include "isa/encoding/decode.h"
#include "isa/message/rows.h"
#include "support/corpus.h"

namespace eugene::isa {
namespace {

// Parses "function.name(field=value, flag)" like an assembler.
struct Parts {
  std::string_view name;
  std::vector<WrittenField> fields;
};
Parts take_apart(std::string_view text) {
  const std::size_t dot = text.find('.'), open = text.find('(');
  Parts parts{.name = text.substr(dot + 1, open - dot - 1), .fields = {}};
  std::string_view rest = text.substr(open + 1, text.size() - open - 2);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(", "), rest.size());
    const std::string_view field = rest.substr(0, end);
    const std::size_t equals = std::min(field.find('='), field.size());
    parts.fields.push_back({field.substr(0, equals), field.substr(std::min(equals + 1, field.size()))});
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  return parts;
}

std::expected<Message, MessageProblem> read(const Gen& gen, Sfid sfid, std::string_view text) {
  const Parts parts = take_apart(text);
  return read_message(gen, sfid, parts.name, parts.fields);
}

// Whether the descriptor comes back from its text; says so in a failure otherwise.
bool comes_back(const Gen& gen, const Message& message, std::uint32_t descriptor) {
  const std::string text = describe(gen, message);
  const auto again = read(gen, message.sfid, text);
  if (!again) {
    ADD_FAILURE() << text << ": " << again.error().message;
    return false;
  }
  const auto encoded = encode_message(gen, *again);
  EXPECT_EQ(*again, message) << text;
  EXPECT_TRUE(encoded && *encoded == descriptor) << text << std::hex << " of " << descriptor;
  return encoded && *encoded == descriptor && *again == message;
}

class MessageTextRows : public ::testing::TestWithParam<const Gen*> {};
INSTANTIATE_TEST_SUITE_P(Generations, MessageTextRows, ::testing::ValuesIn(kGens),
                         [](const auto& test) { return std::string(test.param->name); });

// Tries random descriptors of every row. Some are sparse, because most bits of some messages are reserved.
TEST_P(MessageTextRows, EveryDescriptorComesBackFromItsText) {
  const Gen& gen = *GetParam();
  std::mt19937 engine(34);
  const auto random = [&engine] { return static_cast<std::uint32_t>(engine()); };
  for (const MessageRow& row : kMessageRows) {
    if (!row.in(gen)) continue;
    unsigned decoded = 0;
    for (unsigned n = 0; n < 6000; ++n) {
      std::uint32_t bits = random();
      for (unsigned sparse = n % 4; sparse != 0; --sparse) bits &= random();
      const std::uint32_t descriptor = ((bits & ~row.mask) | row.value) & 0x7FFF'FFFF;
      const std::uint32_t extended = row.sfid < Sfid::ugml && n % 3 == 0 ? random() & 0xFFFF'FFC0 : 0;
      const auto message = decode_message(gen, row.sfid, descriptor, extended);
      if (!message) continue;
      ++decoded;
      if (!comes_back(gen, *message, descriptor)) return;
    }
    EXPECT_GT(decoded, 100U) << gen.name << ' ' << row.name;
  }
}

class MessageTextCorpus : public ::testing::TestWithParam<std::pair<const Gen*, const char*>> {};
INSTANTIATE_TEST_SUITE_P(Platforms, MessageTextCorpus,
                         ::testing::Values(std::pair{&kGen6, "snb"}, std::pair{&kGen9, "bxt"}),
                         [](const auto& test) { return test.param.second; });

TEST_P(MessageTextCorpus, EveryDescriptorComesBackFromItsText) {
  const auto& [gen, name] = GetParam();
  unsigned count = 0;
  const bool present = test::for_each_line(std::string("instructions-") + name + ".txt.xz", [&](std::string_view line) {
    const Result<Instruction> i = decode(*gen, test::bytes_of(line));
    if (!i || !is_send(*i) || i->send.descriptor_in_a0) return;
    const auto message = decode_message(*gen, i->send.sfid, i->send.descriptor, i->send.extended_descriptor);
    ASSERT_TRUE(message);
    ++count;
    comes_back(*gen, *message, i->send.descriptor);
  });
  if (!present) GTEST_SKIP() << "no corpus";
  EXPECT_GT(count, 100U);
}

std::uint32_t descriptor_of(const Gen& gen, Sfid sfid, std::string_view text) {
  const auto message = read(gen, sfid, text);
  if (!message) {
    ADD_FAILURE() << text << ": " << message.error().message;
    return 0;
  }
  return encode_message(gen, *message).value_or(0);
}

// SKL PRM vol7: an untyped read of SIMD8 has a register of offsets and answers a register for each channel; the data of
// a split send are in the second payload; blocks begin with a header.
TEST(MessageText, LengthsFollowFromTheFields) {
  EXPECT_EQ(descriptor_of(kGen9, Sfid::dp_data1, "data1.untyped_read(bti=1, channels=xy, simd=8)"), 0x02206C01U);
  EXPECT_EQ(descriptor_of(kGen9, Sfid::dp_data1, "data1.untyped_read(bti=1, channels=rg, simd=16)"), 0x04405C01U);
  EXPECT_EQ(descriptor_of(kGen9, Sfid::dp_data1, "data1.untyped_write(bti=0, channels=x, simd=16, xlen=2)"),
            0x04025E00U);
  EXPECT_EQ(descriptor_of(kGen9, Sfid::dp_data0, "data0.oword_block_read(bti=stateless, owords=4)"), 0x022803FFU);
  EXPECT_EQ(descriptor_of(kGen9, Sfid::gateway, "gateway.barrier()"), 0x02000004U);
  EXPECT_EQ(descriptor_of(kGen6, Sfid::dp_render, "render.oword_block_write(bti=0, owords=2, rlen=1, commit)"),
            0x041B0200U | 1U << 17);
}

TEST(MessageText, ProblemsListWhatIsLegal) {
  const auto problem = [](Sfid sfid, std::string_view text) {
    const auto message = read(kGen9, sfid, text);
    return message ? MessageProblem{} : message.error();
  };
  MessageProblem found = problem(Sfid::dp_data1, "data1.untyped_raed(bti=1)");
  EXPECT_FALSE(found.field);
  EXPECT_NE(found.hint.find("untyped_read, untyped_atomic"), std::string::npos) << found.hint;

  found = problem(Sfid::dp_data1, "data1.untyped_read(bit=1, channels=x, simd=8)");
  EXPECT_EQ(found.field, 0U);
  EXPECT_NE(found.hint.find("bti, channels, simd"), std::string::npos) << found.hint;

  found = problem(Sfid::dp_data1, "data1.untyped_read(bti=1, channels=x, simd=32)");
  EXPECT_EQ(found.field, 2U);
  EXPECT_NE(found.hint.find("4x2, 16, 8"), std::string::npos) << found.hint;

  found = problem(Sfid::dp_data1, "data1.untyped_read(bti=256, channels=x, simd=8)");
  EXPECT_EQ(found.field, 0U);
  EXPECT_NE(found.hint.find("0 to 255, bindless"), std::string::npos) << found.hint;

  EXPECT_EQ(problem(Sfid::dp_data1, "data1.untyped_read(bti=1, channels=xx, simd=8)").field, 1U);
  EXPECT_EQ(problem(Sfid::dp_data1, "data1.untyped_read(bti=1, bti=1, channels=x, simd=8)").field, 1U);
  EXPECT_NE(problem(Sfid::dp_data1, "data1.untyped_read(channels=x, simd=8)").message.find("'bti'"), std::string::npos);
  EXPECT_NE(problem(Sfid::urb, "urb.write_hword()").hint.find("mlen="), std::string::npos);
  EXPECT_NE(problem(Sfid::sampler, "sampler.sampel(bti=0, sampler=0, simd=8, mlen=1)").hint.find("sample_lz"),
            std::string::npos);
  EXPECT_NE(problem(Sfid::dp_data0, "data0.byte_scattered_read(bti=0, simd=8, bytes=3)").hint.find("1, 2, 4"),
            std::string::npos);
}

// Two names of a function are different words. An assembler can then read the names like other words.
TEST(MessageText, NamesOfAFunctionDiffer) {
  for (const Gen* gen : {&kGen6, &kGen9}) {
    for (unsigned sfid = 0; sfid < 32; ++sfid) {
      auto names = list_message_names(*gen, static_cast<Sfid>(sfid));
      std::ranges::sort(names);
      EXPECT_EQ(std::ranges::adjacent_find(names), names.end()) << sfid;
      for (const std::string_view name : names) {
        EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string_view::npos) << name;
      }
    }
  }
}

}  // namespace
}  // namespace eugene::isa
