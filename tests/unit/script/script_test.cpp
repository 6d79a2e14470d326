// Directives (docs/user/exec.md): their meaning, and the messages for wrong ones.
#include <gtest/gtest.h>

#include <string>

#include "script/session.h"

namespace eugene::script {
namespace {

CaseResult run(const std::string& text, std::size_t index = 0, const RunOptions& options = {.instructions = 10000}) {
  const auto script = read_script(text, "test.asm");
  EXPECT_TRUE(script) << (script ? "" : script.error()[0].message);
  if (!script || index >= script->cases.size()) return {};
  return run_case(*script, script->cases[index], options);
}

Diagnostic error_of(const std::string& text) {
  const auto script = read_script(text, "test.asm");
  EXPECT_FALSE(script) << text;
  return script ? Diagnostic{} : script.error()[0];
}

TEST(Script, ExpectationsNotMetNameElementAndBothValues) {
  const CaseResult result = run("// set r2:f = 1 2\n// expect r10:f = 2 4\nadd (2) r10<1>:f r2<2;2,1>:f 1.0:f\n");
  ASSERT_EQ(result.mismatches.size(), 1U);
  EXPECT_EQ(result.mismatches[0].index, 1U);
  EXPECT_EQ(result.mismatches[0].expected, "4.0");
  EXPECT_EQ(result.mismatches[0].actual, "3.0");
  EXPECT_EQ(result.mismatches[0].where.line, 2U);
  EXPECT_FALSE(result.passed());
}

TEST(Script, FloatsAreComparedByBitsNansByKindAndUlpsWhereAsked) {
  const std::string program = "mov (4) r10<1>:ud r2<4;4,1>:ud\n";
  const std::string set = "// set r2:ud = 0x80000000 0x7fc00001 0x3f800001 0x3f800000\n";
  EXPECT_TRUE(run(set + "// expect r10:f = -0.0 nan * 1\n" + program).passed());
  EXPECT_FALSE(run(set + "// expect r10:f = 0\n" + program).passed());
  EXPECT_FALSE(run(set + "// expect r10:f = * 1\n" + program).passed());
  EXPECT_FALSE(run(set + "// expect r10:f = * * 1\n" + program).passed());
  EXPECT_TRUE(run(set + "// expect r10:f = * * 1 within 1 ulp\n" + program).passed());
}

TEST(Script, CasesShareWhatStandsBeforeThem) {
  const std::string text =
      "// gen: gen6\n// set r2:d = 5 ...\n// case a\n// expect r10:d = 5\nmov (8) r10<1>:d r2<8;8,1>:d\n"
      "// case b\n// expect r10:d = 6\nadd (8) r10<1>:d r2<8;8,1>:d 1:d\n// case c\n// expect r10:d = 7\nnop\n";
  EXPECT_TRUE(run(text, 0).passed());
  EXPECT_TRUE(run(text, 1).passed());
  const CaseResult last = run(text, 2);
  ASSERT_EQ(last.mismatches.size(), 1U);
  EXPECT_EQ(last.mismatches[0].where.line, 10U);
}

TEST(Script, FaultsHaveTheLineAndMayBeExpected) {
  const CaseResult result = run("// gen: gen6\nnop\nillegal\n");
  ASSERT_TRUE(result.faulted());
  EXPECT_EQ(result.fault->line, 3U);
  EXPECT_TRUE(run("// gen: gen6\n// expect fault \"illegal\"\nillegal\n").passed());
  EXPECT_FALSE(run("// gen: gen6\n// expect fault \"unmapped\"\nillegal\n").passed());
  EXPECT_FALSE(run("// gen: gen6\n// expect fault \"illegal\"\nnop\n").passed());
}

TEST(Script, ReportsOfVisaNameTheVariableThePageAndTheLineOfItsSource) {
  const std::string text =
      ".version 4.1\n.kernel \"k\"\n.decl A v_type=G type=d num_elts=8 align=GRF\n"
      ".decl R v_type=G type=d num_elts=8 align=GRF\n.function \"k_0\"\nk_0:\n"
      "// unchecked ; set A:d = 0 ...\n"
      "FILE \"k.cl\"\nLOC 7\n  div (M1, 8) R(0,0)<1> 5:d A(0,0)<1;1,0>\n"
      "LOC 8\n  add (M1, 8) A(0,0)<1> R(0,1)<1;1,0> 1:d\n";
  const CaseResult result = run(text, 0, {.instructions = 10000, .check = true});
  EXPECT_TRUE(result.problems.empty());
  ASSERT_EQ(result.reports.size(), 2U);
  EXPECT_EQ(result.reports[0].id, "int-division");
  EXPECT_TRUE(result.reports[0].reference.starts_with("vISA manual DIV; ")) << result.reports[0].reference;
  EXPECT_EQ(result.reports[0].line, 10U);
  ASSERT_TRUE(result.reports[0].source);
  EXPECT_EQ(to_text(*result.reports[0].source), "k.cl:7");
  EXPECT_EQ(result.reports[1].what, "channel 7 reads beyond R, which has 32 bytes");
  EXPECT_EQ(result.reports[1].reference, "vISA manual 5_operands");
  EXPECT_TRUE(describe(result.reports[1], "k.visaasm").starts_with("k.visaasm:12 (k.cl:8): thread 0"))
      << describe(result.reports[1], "k.visaasm");
}

TEST(Script, EndlessLoopsEnd) {
  const CaseResult result = run("L: jmpi (1) L\n");
  ASSERT_TRUE(result.fault);
  EXPECT_TRUE(result.fault->timeout);
}

// r0.5: FFTID in bits 8:0, the thread's kilobyte of scratch space above.
TEST(Script, ThreadsOfGroupsHaveTheirOwnPayload) {
  const std::string text =
      "// threads 2 ; groups 2\n// expect thread 0 r0.1 = 0 ; expect thread 3 r0.1 = 1\n"
      "// expect thread 2 r0.5 = 0 ; expect thread 3 r0.5 = 0x401\nnop\n";
  EXPECT_TRUE(run(text).passed());
}

TEST(Script, AccumulatorsShowTheirGuardBits) {
  EXPECT_TRUE(
      run("// set acc0:q = 0x123456789 -1\n// expect acc0:d = 0x23456789 -1 ; expect acc0:q = 0x123456789 -1\nnop\n")
          .passed());
}

TEST(Script, WrongDirectivesHaveAPlace) {
  const Diagnostic value = error_of("// set r2:d = 1 x\n");
  EXPECT_EQ(value.where.line, 1U);
  EXPECT_EQ(value.where.column, 17U);
  EXPECT_NE(value.message.find("'x'"), std::string::npos);
  EXPECT_NE(error_of("// set r128 = 1\n").message.find("r128"), std::string::npos);
  EXPECT_NE(error_of("// set r2:z = 1\n").message.find("'z'"), std::string::npos);
  EXPECT_NE(error_of("// set r2:d\n").message.find("'='"), std::string::npos);
  EXPECT_NE(error_of("// set r2:d = 1 2 3 4 5 6 7 8 9\n").message.find("more values"), std::string::npos);
  EXPECT_NE(error_of("// gen: gen7\n").message.find("gen7"), std::string::npos);
  EXPECT_NE(error_of("// memory 0x1000\n").message.find("size"), std::string::npos);
  EXPECT_NE(error_of("// mask = 0xff junk\n").message.find("junk"), std::string::npos);
}

TEST(Script, ProseIsNoDirective) {
  EXPECT_TRUE(run("// Set up what follows = nothing\n// The case is clear\nnop\n").passed());
}

// Counts of `exec --profile`: three threads in each of two groups, four turns of a loop with a read of a line.
constexpr const char* kLoop = R"(// threads 3 ; groups 2
// memory 0x1000 size 4096 ; surface 1 = 0x1000 size 4096 raw
mov (8) r2.0<1>:ud 0:ud
mov (1) r5.0<1>:d 4:d
again:
add (8) r2.0<1>:ud r2.0<8;8,1>:ud 4:ud
send (8) r10 r2 0xC 0x02106e01
add (1) r5.0<1>:d r5.0<0;1,0>:d -1:d
cmp.nz.f0.0 (8) null:d r5.0<0;1,0>:d 0:d
(f0.0) while (8) again
send (8) null r127 0x27 0x02000010 {EOT}
)";

TEST(Script, ProfilesCountWhatThreadsDo) {
  for (const bool check : {false, true}) {
    std::vector<profile::KernelCounts> counts;
    const CaseResult result = run(kLoop, 0, {.instructions = 10000, .check = check, .profile = &counts});
    ASSERT_TRUE(result.problems.empty());
    EXPECT_EQ(result.instructions, 6U * (3 + 4 * 5));
    ASSERT_EQ(counts.size(), 1U);
    EXPECT_EQ(counts[0].threads, 6U);
    EXPECT_EQ(counts[0].dispatches, 1U);
    std::vector<std::uint64_t> executions, channels;
    for (const profile::InstructionCounts& each : counts[0].instructions) {
      executions.push_back(each.executions);
      channels.push_back(each.channels);
    }
    EXPECT_EQ(executions, (std::vector<std::uint64_t>{6, 6, 24, 24, 24, 24, 24, 6}));
    EXPECT_EQ(channels, (std::vector<std::uint64_t>{48, 6, 192, 192, 24, 192, 192, 48}));
    const auto& data = counts[0].l3[static_cast<std::size_t>(profile::L3Client::data)];
    EXPECT_EQ(data, (profile::HitCount{.accesses = 24, .hits = 23})) << "all of one line";
    EXPECT_EQ(counts[0].code.size(), 8U * 16);
    EXPECT_EQ(counts[0].device.eus, 18U) << "of Apollo Lake";
  }
}

TEST(Script, ProfilesAddUpCasesWithTheSameCode) {
  const std::string text = std::string("// case a\n") + kLoop + "// case b\n" + kLoop;
  std::vector<profile::KernelCounts> counts;
  for (const std::size_t index : {0U, 1U}) run(text, index, {.instructions = 10000, .profile = &counts});
  ASSERT_EQ(counts.size(), 1U);
  EXPECT_EQ(counts[0].dispatches, 2U);
  EXPECT_EQ(counts[0].l3[0].hits, 2U * 23) << "the L3 has nothing of the case before";
}

TEST(Script, ProfilesEndWithAFault) {
  std::vector<profile::KernelCounts> counts;
  const CaseResult result = run("mov (8) r2<1>:ud 0:ud\nillegal\n", 0, {.instructions = 10, .profile = &counts});
  EXPECT_TRUE(result.fault);
  ASSERT_EQ(counts.size(), 1U);
  EXPECT_EQ(counts[0].instructions[0].executions, 1U);
  EXPECT_EQ(counts[0].instructions[1].executions, 0U);
}

// Three threads; a loop of four turns whose reads, of a surface that is not known before, are of one line. The
// predicated add is executed by half of the channels.
constexpr const char* kVisaLoop = R"(// threads 3 ; memory 0x1000 size 4096 ; surface 1 = 0x1000 size 4096 raw
.version 4.1
.kernel "k"
.decl A v_type=G type=ud num_elts=16 align=GRF
.decl N v_type=G type=d num_elts=16 align=GRF
.decl P1 v_type=P num_elts=16
.decl P2 v_type=P num_elts=16
.decl T6 v_type=T num_elts=1
.function "k_0"
k_0:
  FILE "k.cl"
  LOC 2
  movs (M1_NM, 1) T6(0) 0x1:ud
  mov (M1, 16) A(0,0)<1> 0:ud
  mov (M1, 16) N(0,0)<1> 4:d
  setp (M1_NM, 16) P2 0x5555:ud
again:
  LOC 3
  gather_scaled.4 (M1, 16) T6 0x0:ud A.0 A.0
  LOC 4
  (P2) add (M1, 16) N(0,0)<1> N(0,0)<8;8,1> 0:d
  add (M1_NM, 16) N(0,0)<1> N(0,0)<8;8,1> -1:d
  cmp.ne (M1, 16) P1 N(0,0)<8;8,1> 0:d
  (P1) goto (M1, 16) again
  ret (M1, 1)
)";

TEST(Script, ProfilesOfVisaAreOfItsInstructions) {
  for (const bool check : {false, true}) {
    std::vector<profile::KernelCounts> counts;
    const CaseResult result = run(kVisaLoop, 0, {.instructions = 10000, .check = check, .profile = &counts});
    ASSERT_TRUE(result.problems.empty());
    ASSERT_EQ(counts.size(), 1U);
    const profile::KernelCounts& kernel = counts[0];
    EXPECT_EQ(kernel.threads, 3U);
    ASSERT_NE(kernel.listing, nullptr);
    EXPECT_TRUE(kernel.code.empty());
    std::vector<std::string> text;
    std::vector<std::uint64_t> executions, channels, lines;
    for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
      if (kernel.listing->instructions[i].text == "again:") continue;  // a join may be there
      text.push_back(kernel.listing->instructions[i].text);
      executions.push_back(kernel.instructions[i].executions);
      channels.push_back(kernel.instructions[i].channels);
      lines.push_back(kernel.listing->instructions[i].line);
    }
    EXPECT_EQ(lines, (std::vector<std::uint64_t>{13, 14, 15, 16, 19, 21, 22, 23, 24, 25}));
    EXPECT_EQ(executions, (std::vector<std::uint64_t>{3, 3, 3, 3, 12, 12, 12, 12, 12, 3}));
    EXPECT_EQ(channels, (std::vector<std::uint64_t>{3, 48, 48, 3, 192, 96, 192, 192, 192, 3}));
    EXPECT_EQ(text[5], "(P2) add (M1, 16) N(0,0)<1> N(0,0)<8;8,1> 0x0:d");
    EXPECT_EQ(kernel.listing->instructions[5].model.kind, profile::Kind::memory_read);
    const auto& data = kernel.l3[static_cast<std::size_t>(profile::L3Client::data)];
    EXPECT_EQ(data, (profile::HitCount{.accesses = 12, .hits = 11})) << "all of one line";
    ASSERT_EQ(kernel.lines.files, std::vector<std::string>{"k.cl"});
    EXPECT_EQ(kernel.lines.at(kernel.listing->instructions[5].offset)->line, 3U);
  }
}

TEST(Script, ProfilesAddUpCasesWithTheSameVisa) {
  std::vector<profile::KernelCounts> counts;
  for (unsigned n = 0; n < 2; ++n) run(kVisaLoop, 0, {.instructions = 10000, .profile = &counts});
  run(std::string(kVisaLoop) + "  ret (M1, 1)\n", 0, {.instructions = 10000, .profile = &counts});
  ASSERT_EQ(counts.size(), 2U);
  EXPECT_EQ(counts[0].dispatches, 2U);
  EXPECT_EQ(counts[0].instructions[0].executions, 6U);
}

}  // namespace
}  // namespace eugene::script
