// Where instructions lie and branches lead: isa/program.h, isa/branch.h.
#include "isa/program.h"

#include <gtest/gtest.h>

#include "isa/branch.h"

namespace eugene::isa {
namespace {

TEST(Program, PlacesInstructionsAfterEachOther) {
  Program program;
  EXPECT_EQ(program.end(), 0U);
  program.append({.opcode = Opcode::nop});
  program.append({.opcode = Opcode::nop, .compacted = true});
  program.append({.opcode = Opcode::nop});
  EXPECT_EQ(program.offsets, (std::vector<std::uint32_t>{0, 16, 24}));
  EXPECT_EQ(program.end(), 40U);
  EXPECT_EQ(program.offset_at(2), 24U);
  EXPECT_EQ(program.offset_at(3), 40U);
  EXPECT_EQ(program.index_at(24), 2U);
  EXPECT_EQ(program.index_at(20), std::nullopt);
  EXPECT_EQ(program.index_at(40), std::nullopt);
  EXPECT_EQ(program.index_at(-16), std::nullopt);
}

// SNB PRM vol4 part2 8.3: from the branch itself; of jmpi from the next instruction, which a compacted one has closer.
TEST(Branch, DistancesCountFromWhereTheOpcodeSays) {
  Instruction branch{.opcode = Opcode::while_, .jip = -32};
  branch.dst = {.file = RegFile::imm, .type = Type::w};
  EXPECT_EQ(branch_targets(kGen6, branch, 64).jip, 32);
  EXPECT_EQ(branch_targets(kGen6, branch, 64).uip, std::nullopt);
  Instruction jump{.opcode = Opcode::jmpi, .jip = 32};
  jump.src[1].file = RegFile::imm;
  EXPECT_EQ(branch_targets(kGen6, jump, 64).jip, 112);
  jump.compacted = true;
  EXPECT_EQ(branch_targets(kGen9, jump, 64).jip, 104);
  jump.src[1] = {.file = RegFile::grf};
  EXPECT_EQ(branch_targets(kGen9, jump, 64).jip, std::nullopt);
  Instruction call{.opcode = Opcode::calla, .jip = 256};
  call.src[1].file = RegFile::imm;
  EXPECT_EQ(branch_targets(kGen9, call, 64).jip, 256);
  Instruction if_both{.opcode = Opcode::if_, .jip = 16, .uip = 48};
  if_both.src[0].file = RegFile::imm;
  EXPECT_EQ(branch_targets(kGen9, if_both, 64).uip, 112);
}

}  // namespace
}  // namespace eugene::isa
