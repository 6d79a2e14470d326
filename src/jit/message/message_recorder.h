// Records the effect of sends of one shape as functions in the kernel's module (message_functions.h):
//
//     {response..., status} f(Frame*, WindowTable::Slot*, index, channels, payload..., response before...)
//
// Functions for messages that read ahead have more arguments: see message_ahead.cpp.
//
// Messages to memory compare their addresses with the last window (eu/memory_window.h). If all addresses are inside,
// they access the host's memory directly: message_lanes.cpp, message_gather.cpp, message_atomics.cpp,
// message_blocks.cpp. Otherwise they call the port, which always works: message_port.cpp.
//
// Most messages access contiguous memory or one element, which needs few instructions. These cases are the *common*
// function, which is inlined. It calls the *general* function, which handles everything else and exists once in the
// module. When all cases were generated for each message, gathers and calls of the port were up to half of a kernel's
// code.
#pragma once

#include <span>
#include <vector>

#include "base/bits.h"
#include "jit/host_compiler.h"
#include "jit/message/message_shape.h"
#include "jit/pass/contiguity.h"
#include "jit/record/value.h"

namespace eugene::jit {

class MessageRecorder {
 public:
  // `observed` says which accesses of channels are reported (Assumptions::observed).
  MessageRecorder(Unit& unit, const HostCompiler& host, const MessageShape& shape, const eu::Interest& observed)
      : unit_(unit), host_(host), shape_(shape), observed_(observed), ir_(*unit.context) {}

  // Returns a function that executes any message of the shape.
  llvm::Function* record_general(const std::string& name);
  // Returns the function for elements anywhere in the window, for hosts without AVX-512; null if the shape or the host
  // needs none. It calls `general` for other cases. `general` saves vector registers for the port; a separate function
  // need not save these registers.
  llvm::Function* record_scattered(const std::string& name, llvm::Function& general);
  // Returns the function to inline, which calls `general` for uncommon cases; null if the shape has no common case.
  llvm::Function* record_common(const std::string& name, llvm::Function& general);
  // For direct threads (jit/record/direct_threads.h): functions to inline, for messages in which each channel accesses
  // its own elements. The status is zero if the function has executed the message: the common cases. The function for
  // writes only returns the host's addresses of the elements of channels 0 and 8 (message_rows.cpp), and the distance
  // to those of the next channel. The function of record_store() gets them in place of the frame, the slot and the
  // index.
  llvm::Function* record_direct(const std::string& name);
  llvm::Function* record_store(const std::string& name);
  // Whether MessageShape::is_few pays for such accesses.
  static bool has_few(const ElementAccess& access);

 private:
  struct Window {
    llvm::Value* first;  // i64
    llvm::Value* count;  // i64
    llvm::Value* host;
  };
  // A vector in memory, to access elements by an index that is known only at run time.
  struct SpilledVector {
    llvm::Value* memory;
    llvm::Type* element;
  };

  // The functions of a message, named after the public functions that record them.
  enum class FunctionKind : std::uint8_t { general, scattered, common, direct, store };

  // message_recorder.cpp
  void create_function(FunctionKind kind, const std::string& name);
  void call_general(llvm::Function& general, std::span<llvm::Value* const> more);
  void record_return();
  // Ends a path that has executed the message, with its response.
  void end_path(std::span<llvm::Value* const> response) { end_path(ir_.getInt32(0), response); }
  void end_path(llvm::Value* status, std::span<llvm::Value* const> response);
  // Branches to the returned block if `condition` is true. Recording continues on the other path.
  llvm::BasicBlock* branch_off(llvm::Value* condition, const char* name, unsigned likely);
  // The same for the test of a common case.
  llvm::BasicBlock* branch_to_case(llvm::Value* condition, const char* name);
  llvm::BasicBlock* create_block(const char* name) { return llvm::BasicBlock::Create(*unit_.context, name, function_); }
  Window load_window();
  SpilledVector spill(llvm::Value* vector);
  llvm::Value* load(const SpilledVector& spilled, llvm::Value* lane) {
    return ir_.CreateLoad(spilled.element, ir_.CreateGEP(spilled.element, spilled.memory, lane));
  }
  template <class Body>
  void for_each_channel(llvm::Value* mask, Body body);
  llvm::Value* all_lanes(llvm::Value* conditions);
  llvm::Value* enabled(bool header_mask);
  llvm::Value* given_offsets(unsigned scale);
  llvm::Value* offsets(unsigned scale);
  llvm::Value* index_in(const Window& window, llvm::Value* places);
  llvm::Value* below(llvm::Value* index, llvm::Value* count);
  // Whether an earlier message has found the window. A message without it is sent even if no channel is enabled: its
  // surface or payload may be wrong.
  llvm::Value* exists(const Window& window) { return ir_.CreateICmpNE(window.count, ir_.getInt64(0)); }
  void set_wanted(llvm::Value* places, llvm::Value* channels);
  llvm::Value* is_range_reported(llvm::Value* places, llvm::Value* channels, unsigned bytes);
  void tell_reached(llvm::Value* places, llvm::Value* channels, unsigned bytes, unsigned chosen, bool is_atomic);
  llvm::Value* written_values();
  llvm::Value* header(unsigned dword) { return ir_.CreateExtractElement(payload_[0], dword); }
  // Returns a vector of the payload after header and offsets.
  llvm::Value* data(unsigned index) { return payload_[(shape_.header ? 2 : 1) + index]; }
  const eu::MemorySpace& space() const { return shape_.access->space; }

  // message_port.cpp
  void record_prepared();
  llvm::Value* in_frame(std::size_t offset);
  void store_vectors(std::size_t offset, std::span<llvm::Value* const> vectors, std::span<const VectorShape> shapes);
  std::vector<llvm::Value*> load_response();
  llvm::CallInst* call_runtime(const char* name, llvm::ArrayRef<llvm::Value*> arguments);
  void call_port();
  llvm::Function* port_function(const char* name, llvm::ArrayRef<llvm::Value*> arguments);

  // message_lanes.cpp
  struct Lanes {
    const ElementAccess& access;
    Window window;
    llvm::Value* places;           // offset of each channel in the space
    llvm::Value* channels;         // enabled channels, from bit 0 on
    llvm::Value* mask;             // enabled channels, as a vector
    llvm::Value* first;            // index of channel 0, i64
    llvm::Value* index = nullptr;  // for each channel, relative to the window's first byte; null in the common function
    llvm::Value* row = nullptr;    // bytes from channel 0 to channel 8; null: there is one row (message_rows.cpp)

    unsigned row_lanes() const { return row == nullptr ? access.lanes : kRowLanes; }
  };
  // Blocks of the common cases; null if the message does not have the case.
  struct Cases {
    llvm::BasicBlock* contiguous = nullptr;
    llvm::BasicBlock* overlapping = nullptr;  // contiguous, but the channels' elements overlap
    llvm::BasicBlock* one = nullptr;          // all channels access the same element
    llvm::BasicBlock* strided = nullptr;      // message_strided.cpp
    llvm::Value* step = nullptr;              // bytes from one channel to the next, i32, for `strided`
  };
  Lanes lanes_of_message(const ElementAccess& access);
  void record_common(const ElementAccess& access);
  Cases branch_to_cases(Lanes& lanes);
  llvm::Value* is_inside(const Lanes& lanes, unsigned beyond);
  void record_cases(const Lanes& lanes, const Cases& cases);
  void tell_reached(const Lanes& lanes);
  llvm::Value* prefetch_and_address(const Lanes& lanes);
  void load_contiguous(const Lanes& lanes);
  unsigned overlap_step(const ElementAccess& access) const;
  void load_overlapping(const Lanes& lanes);
  void load_one(const Lanes& lanes);
  void store_contiguous(const Lanes& lanes, std::span<llvm::Value* const> hosts);
  llvm::Value* host_address(const Lanes& lanes) {
    return ir_.CreateGEP(ir_.getInt8Ty(), lanes.window.host, lanes.first);
  }
  llvm::Value* in_registers(const ElementAccess& access, llvm::Value* elements);
  llvm::Value* for_channels(const Lanes& lanes, llvm::Value* elements, unsigned part);
  bool is_extended_at_end() const;

  // message_strided.cpp
  llvm::Value* record_step(llvm::Value* differences);
  llvm::BasicBlock* branch_to_strided(const Lanes& lanes, llvm::Value* differences, llvm::Value* step);
  std::vector<llvm::Value*> strided_hosts(std::span<llvm::Value* const> rows, llvm::Value* step, unsigned lanes);

  // message_rows.cpp
  bool has_rows(const ElementAccess& access) const;
  static std::vector<int> firsts_of_rows(unsigned lanes);
  llvm::Value* lanes_of_row(llvm::Value* vector, unsigned row, unsigned count);
  std::vector<llvm::Value*> row_hosts(const Lanes& lanes, llvm::Value* host);
  llvm::Value* is_not_negative(llvm::Value* number);
  void end_with_address(const Lanes& lanes, llvm::Value* host, llvm::Value* step);

  // message_few.cpp
  void record_few(const Lanes& lanes);
  llvm::GlobalVariable* lane_masks(unsigned lanes);
  void load_few(const Lanes& lanes, const SpilledVector& index, llvm::Value* enabled, llvm::BasicBlock* outside);

  // message_ahead.cpp. has_ahead(): whether the function has the arguments of a message that reads ahead.
  bool has_ahead() const;
  void record_ahead(const Lanes& lanes);
  llvm::BasicBlock* record_ahead_of_some(const Lanes& lanes);
  void add_ahead_arguments(std::vector<llvm::Type*>& arguments) const;
  llvm::Value* ahead_argument(unsigned index) const;
  llvm::StructType* own_ahead_type() const;
  llvm::Value* ahead_member(unsigned member);
  void set_next_row(llvm::Value* row);
  llvm::Value* can_read_ahead(const Lanes& lanes);
  void read_ahead(const Lanes& lanes);
  void call_ahead(llvm::Function& general);
  void drop_ahead();

  // message_gather.cpp
  Lanes scattered_lanes(const ElementAccess& access);
  void record_general(const ElementAccess& access);
  void record_scattered(const ElementAccess& access);
  llvm::Value* host_pointer(const Lanes& lanes, unsigned lane);
  llvm::Value* host_pointers(const Lanes& lanes, unsigned element);
  std::vector<llvm::Value*> hosts_of(const Lanes& lanes);
  std::vector<llvm::Value*> without_disabled(const Lanes& lanes, std::vector<llvm::Value*> hosts);
  void load_each(const Lanes& lanes, const std::vector<llvm::Value*>& hosts);
  void gather(const Lanes& lanes);
  void store_each(const Lanes& lanes, const std::vector<llvm::Value*>& hosts);
  void scatter(const Lanes& lanes);
  void store_in_turn(const Lanes& lanes, llvm::Value* index, llvm::Value* enabled);

  // message_atomics.cpp
  void record_general(const AtomicAccess& access);
  llvm::Value* record_update(const AtomicAccess& access, llvm::Value* place, llvm::Value* a, llvm::Value* b);

  // message_blocks.cpp
  void record_common(const BlockAccess& access);
  void record_general(const BlockAccess& access) { wanted_ = block_offset(access); }
  llvm::Value* block_offset(const BlockAccess& access);

  Unit& unit_;
  const HostCompiler& host_;
  const MessageShape& shape_;
  eu::Interest observed_;
  Builder ir_;
  llvm::Function* function_ = nullptr;
  FunctionKind kind_ = FunctionKind::general;
  llvm::Value* channels_ = nullptr;  // enabled channels, from bit 0 on
  std::vector<llvm::Value*> payload_;
  std::vector<llvm::Value*> before_;  // the response before the message
  llvm::Value* continues_ = nullptr;  // whether a message that reads ahead continues the message before
  llvm::Value* wanted_ = nullptr;     // i64: an offset that the next window should contain
  llvm::BasicBlock* done_ = nullptr;
  llvm::PHINode* status_ = nullptr;
  std::vector<llvm::PHINode*> response_;
};

// Generates a loop that runs `body` for each enabled channel, lowest first.
template <class Body>
void MessageRecorder::for_each_channel(llvm::Value* mask, Body body) {
  llvm::Type* i32 = ir_.getInt32Ty();
  auto* head = create_block("channels");
  auto* channel = create_block("channel");
  auto* end = create_block("channels_done");
  llvm::BasicBlock* before = ir_.GetInsertBlock();
  ir_.CreateBr(head);
  ir_.SetInsertPoint(head);
  llvm::PHINode* left = ir_.CreatePHI(i32, 2);
  left->addIncoming(mask, before);
  ir_.CreateCondBr(ir_.CreateICmpEQ(left, ir_.getInt32(0)), end, channel);
  ir_.SetInsertPoint(channel);
  body(ir_.CreateIntrinsic(llvm::Intrinsic::cttz, {i32}, {left, ir_.getTrue()}));
  left->addIncoming(ir_.CreateAnd(left, ir_.CreateSub(left, ir_.getInt32(1))), ir_.GetInsertBlock());
  ir_.CreateBr(head);
  ir_.SetInsertPoint(end);
}

}  // namespace eugene::jit
