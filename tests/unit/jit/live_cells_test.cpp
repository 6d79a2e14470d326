// Which registers of a thread are live in a function with a loop, and which of them promote_loops() keeps in values.
#include "jit/pass/live_cells.h"

#include <gtest/gtest.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstdint>

#include "isa/gen.h"
#include "jit/frame.h"
#include "jit/pass/promote_loops.h"

namespace eugene::jit {
namespace {

constexpr unsigned kCounter = 20;  // registers; this one is read only in the loop
constexpr unsigned kSum = 21;      // read after the loop
constexpr unsigned kOther = 22;    // read when a thread that has left the loop is resumed

// Builds a loop that writes three registers. After each iteration, the loop repeats or the thread leaves the kernel.
class LiveCellsTest : public ::testing::Test {
 protected:
  LiveCellsTest() {
    llvm::Type* pointer = ir_.getPtrTy();
    auto* type = llvm::FunctionType::get(ir_.getInt32Ty(), {pointer, pointer, pointer, ir_.getInt32Ty()}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "code", module_);
    auto* entry = block("entry");
    loop_ = block("loop");
    auto* check = block("check");
    after_ = block("after");
    leaving_ = block("leaving");
    auto* exit = block("exit");

    ir_.SetInsertPoint(entry);
    ir_.CreateBr(loop_);
    ir_.SetInsertPoint(loop_);
    llvm::Value* counter = ir_.CreateAdd(load(kCounter), load(kCounter));
    for (const unsigned each : {kCounter, kSum, kOther}) store(each, counter);
    ir_.CreateStore(ir_.getInt32(1), at(offsetof(eu::Thread, flag)));
    ir_.CreateCondBr(ir_.CreateIsNull(function_->getArg(3)), leaving_, check);
    ir_.SetInsertPoint(check);
    ir_.CreateCondBr(ir_.CreateIsNotNull(function_->getArg(0)), loop_, after_);
    ir_.SetInsertPoint(after_);
    store(kOther, load(kSum));
    mark_live_cells(*ir_.CreateBr(exit), {eu::Cells(eu::kCellCount), false});
    ir_.SetInsertPoint(leaving_);
    eu::Cells read(eu::kCellCount);
    read.set(kOther);
    mark_live_cells(*ir_.CreateBr(exit), {read});
    ir_.SetInsertPoint(exit);
    ir_.CreateRet(ir_.getInt32(0));
  }

  llvm::BasicBlock* block(const char* name) { return llvm::BasicBlock::Create(context_, name, function_); }
  llvm::Value* at(std::size_t offset) {
    return ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), function_->getArg(1), static_cast<unsigned>(offset));
  }
  llvm::Type* cell_type() { return llvm::FixedVectorType::get(ir_.getInt32Ty(), 8); }
  llvm::Value* load(unsigned cell) { return ir_.CreateLoad(cell_type(), at(eu::offset_of_cell(cell))); }
  void store(unsigned cell, llvm::Value* value) { ir_.CreateStore(value, at(eu::offset_of_cell(cell))); }

  static bool is_live(const LiveCells& live, const llvm::BasicBlock& block, const llvm::Argument& thread,
                      unsigned cell) {
    const std::int64_t begin = eu::offset_of_cell(cell);
    return live.any_before(block, thread, begin, begin + eu::kGrfBytes);
  }
  // Does `block` store to the bytes from `offset` of the Thread on?
  bool stores(const llvm::BasicBlock& block, std::size_t offset) const {
    for (const llvm::Instruction& each : block) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&each);
      if (store == nullptr) continue;
      llvm::APInt found(64, 0);
      const llvm::Value* base =
          store->getPointerOperand()->stripAndAccumulateConstantOffsets(module_.getDataLayout(), found, true);
      if (base == function_->getArg(1) && found == offset) return true;
    }
    return false;
  }

  llvm::LLVMContext context_;
  llvm::Module module_{"test", context_};
  llvm::IRBuilder<> ir_{context_};
  llvm::Function* function_ = nullptr;
  llvm::BasicBlock* loop_ = nullptr;
  llvm::BasicBlock* after_ = nullptr;
  llvm::BasicBlock* leaving_ = nullptr;
};

TEST_F(LiveCellsTest, ReadsAndMarksMakeRegistersLive) {
  const LiveCells live(*function_);
  const llvm::Argument& thread = *function_->getArg(1);
  EXPECT_TRUE(is_live(live, *loop_, thread, kCounter));
  EXPECT_FALSE(is_live(live, *loop_, thread, kSum)) << "written before it is read";
  EXPECT_FALSE(is_live(live, *after_, thread, kCounter));
  EXPECT_TRUE(is_live(live, *after_, thread, kSum));
  EXPECT_FALSE(is_live(live, *after_, thread, kOther));
  EXPECT_FALSE(is_live(live, *leaving_, thread, kCounter));
  EXPECT_FALSE(is_live(live, *leaving_, thread, kSum));
  EXPECT_TRUE(is_live(live, *leaving_, thread, kOther));
  const std::int64_t flag = offsetof(eu::Thread, flag);
  EXPECT_FALSE(live.any_before(*after_, thread, flag, flag + 4)) << "nothing reads flags of a thread that has ended";
  EXPECT_TRUE(live.any_before(*leaving_, thread, flag, flag + 4));
  EXPECT_TRUE(live.any_before(*leaving_, *function_->getArg(2), 0, 4)) << "waiting channels";
}

TEST_F(LiveCellsTest, CallsReadWhatTheyAreHanded) {
  ir_.SetInsertPoint(&*after_->getFirstInsertionPt());
  auto* type = llvm::FunctionType::get(ir_.getVoidTy(), {ir_.getPtrTy()}, false);
  ir_.CreateCall(module_.getOrInsertFunction("reader", type), {function_->getArg(1)});
  const LiveCells live(*function_);
  EXPECT_TRUE(is_live(live, *after_, *function_->getArg(1), kCounter));
  EXPECT_FALSE(is_live(live, *leaving_, *function_->getArg(1), kCounter));
}

TEST_F(LiveCellsTest, LoopsStoreNothingThatIsNotReadAfterThem) {
  promote_loops(*function_);
  const auto stores_cell = [&](const llvm::BasicBlock& block, unsigned cell) {
    return stores(block, eu::offset_of_cell(cell));
  };
  EXPECT_FALSE(stores_cell(*loop_, kCounter)) << "a variable now";
  EXPECT_FALSE(stores_cell(*after_, kCounter));
  EXPECT_TRUE(stores_cell(*after_, kSum));
  EXPECT_FALSE(stores(*after_, offsetof(eu::Thread, flag)));
  EXPECT_FALSE(stores_cell(*leaving_, kCounter));
  EXPECT_FALSE(stores_cell(*leaving_, kSum));
  EXPECT_TRUE(stores_cell(*leaving_, kOther));
  EXPECT_TRUE(stores(*leaving_, offsetof(eu::Thread, flag)));
}

}  // namespace
}  // namespace eugene::jit
