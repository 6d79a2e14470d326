#include "check/race/fences.h"

#include <gtest/gtest.h>

#include <string>

namespace eugene::check {
namespace {

constexpr Fences kBoth{}, kLocal{.global = false}, kGlobal{.local = false}, kNone{.local = false, .global = false};

Fences fences(std::string_view line, std::string_view text = {}) {
  SourceMacros macros;
  macros.add(text);
  return fences_of_barrier({}, line, macros);
}

// Returns the fences of the barrier after "@". The "@" is taken out of the code.
Fences fences_at(std::string code, std::string_view text = {}) {
  const std::size_t column = code.find('@');
  code.erase(column, 1);
  SourceMacros macros;
  macros.add(text);
  return fences_of_barrier(std::string_view(code).substr(column), std::string_view(code).substr(0, code.find('\n')),
                           macros);
}

TEST(Fences, OfABarrierThatNamesItsMemory) {
  EXPECT_EQ(fences("barrier(CLK_LOCAL_MEM_FENCE);"), kLocal);
  EXPECT_EQ(fences("if (n > 4) { work_group_barrier ( CLK_GLOBAL_MEM_FENCE , memory_scope_device ); }"), kGlobal);
  EXPECT_EQ(fences("barrier(CLK_LOCAL_MEM_FENCE);  // barrier(CLK_GLOBAL_MEM_FENCE)"), kLocal);
  EXPECT_EQ(fences("sub_group_barrier(0); barrier(CLK_LOCAL_MEM_FENCE);"), kLocal);
  EXPECT_EQ(fences("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"), kBoth);
  EXPECT_EQ(fences("barrier((CLK_LOCAL_MEM_FENCE) + CLK_GLOBAL_MEM_FENCE);"), kBoth);
  EXPECT_EQ(fences("puts(\"barrier(0)\"); barrier(CLK_GLOBAL_MEM_FENCE | CLK_IMAGE_MEM_FENCE);"), kGlobal);
}

TEST(Fences, OfABarrierWithoutFlagsAreNone) {
  EXPECT_EQ(fences("barrier(0);"), kNone);
  EXPECT_EQ(fences("barrier( 0u /* CLK_LOCAL_MEM_FENCE */ );"), kNone);
  EXPECT_EQ(fences("barrier((cl_mem_fence_flags)0);"), kNone);
  EXPECT_EQ(fences("work_group_barrier(0x0);"), kNone);
  EXPECT_EQ(fences("barrier(CLK_IMAGE_MEM_FENCE);"), kNone);
  EXPECT_EQ(fences("barrier(1);"), kLocal);
  EXPECT_EQ(fences("barrier(2);"), kGlobal);
  EXPECT_EQ(fences("barrier(3);"), kBoth);
}

TEST(Fences, OfMacros) {
  EXPECT_EQ(fences("SYNC;", "#define SYNC barrier(0)\n"), kNone);
  EXPECT_EQ(fences("SYNC();", "  #  define SYNC() barrier(CLK_LOCAL_MEM_FENCE)\n"), kLocal);
  EXPECT_EQ(fences("SYNC(0);", "#define SYNC(flags) do { barrier(flags); } while (0)\n"), kNone);
  EXPECT_EQ(fences("SYNC(0);", "#define SYNC barrier"), kNone);
  EXPECT_EQ(fences("barrier(FENCE);", "#define FENCE CLK_GLOBAL_MEM_FENCE"), kGlobal);
  EXPECT_EQ(fences("barrier(F(1));", "#define F(x) \\\r\n  (x)\r\n"), kLocal);
  EXPECT_EQ(fences("A;", "#define A B\n#define B barrier(C)\n#define C 0 // none\n"), kNone);
  EXPECT_EQ(fences("SYNC;", "#define SYNC barrier(0)\n#define SYNC barrier(0)\n"), kNone);
}

TEST(Fences, OfTheOneAtTheColumn) {
  EXPECT_EQ(fences_at("barrier(CLK_LOCAL_MEM_FENCE); @barrier(0);"), kNone);
  EXPECT_EQ(fences_at("@barrier(CLK_LOCAL_MEM_FENCE); barrier(0);"), kLocal);
  EXPECT_EQ(fences_at("barrier(0); @SYNC;", "#define SYNC barrier(CLK_GLOBAL_MEM_FENCE)"), kGlobal);
  EXPECT_EQ(fences_at("@barrier(\n  CLK_LOCAL_MEM_FENCE\n);"), kLocal);
  // The column is not that of a barrier: the `if` has none.
  EXPECT_EQ(fences_at("@if (x) barrier(0);"), kNone);
}

TEST(Fences, OfWaitsForCopiesAreOfAllMemory) {
  EXPECT_EQ(fences_at("barrier(0); @wait_group_events(1, &e);"), kBoth);
  EXPECT_EQ(fences_at("barrier(0); @WAIT(&e);", "#define WAIT(e) wait_group_events(1, e)"), kBoth);
  EXPECT_EQ(fences_at("@barrier(0); wait_group_events(1, &e);"), kNone);
}

TEST(Fences, OfWhatTheTextDoesNotTellAreOfAllMemory) {
  EXPECT_EQ(fences("barrier(CLK_LOCAL_MEM_FENCE); x = y; barrier(CLK_GLOBAL_MEM_FENCE);"), kBoth);
  EXPECT_EQ(fences("SYNC;"), kBoth);
  EXPECT_EQ(fences("SYNC;", "#define SYNC barrier(0)\n#define SYNC barrier(CLK_LOCAL_MEM_FENCE)\n"), kBoth);
  EXPECT_EQ(fences("SYNC;", "#define SYNC barrier(0); barrier(CLK_LOCAL_MEM_FENCE)\n"), kBoth);
  EXPECT_EQ(fences("SYNC(1, 2);", "#define SYNC(x) barrier(x)"), kBoth);
  EXPECT_EQ(fences("my_barrier(CLK_LOCAL_MEM_FENCE);"), kBoth);
  EXPECT_EQ(fences("sub_group_barrier(CLK_LOCAL_MEM_FENCE);"), kBoth);
  EXPECT_EQ(fences("barrier(FLAGS);"), kBoth);
  EXPECT_EQ(fences("barrier(all ? CLK_GLOBAL_MEM_FENCE : 0);"), kBoth);
  EXPECT_EQ(fences("barrier(A);", "#define A A\n"), kBoth);
  EXPECT_EQ(fences("A;", "#define A B B B B\n#define B A A A A\n"), kBoth);
  EXPECT_EQ(fences("barrier("), kBoth);
  EXPECT_EQ(fences("barrier()"), kBoth);
  EXPECT_EQ(fences(""), kBoth);
}

}  // namespace
}  // namespace eugene::check
