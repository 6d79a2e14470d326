// Memory for compiled code and its constants: one mapping for each object file.
//
// Code is compiled for LLVM's small code model, in which it reaches constants and its own functions by 32-bit offsets
// from where it is. LLVM's own memory manager maps the sections of an object one by one, so they may come to lie
// further apart; the large code model, which allows for that, needs an instruction and a register for each address.
#pragma once

#include <llvm/ExecutionEngine/RTDyldMemoryManager.h>
#include <llvm/Support/Memory.h>

#include <array>

namespace eugene::jit {

class CodeMemory final : public llvm::RTDyldMemoryManager {
 public:
  bool needsToReserveAllocationSpace() override { return true; }
  void reserveAllocationSpace(std::uintptr_t code_bytes, llvm::Align code_align, std::uintptr_t constant_bytes,
                              llvm::Align constant_align, std::uintptr_t data_bytes, llvm::Align data_align) override;
  std::uint8_t* allocateCodeSection(std::uintptr_t bytes, unsigned align, unsigned id, llvm::StringRef name) override;
  std::uint8_t* allocateDataSection(std::uintptr_t bytes, unsigned align, unsigned id, llvm::StringRef name,
                                    bool is_constant) override;
  // Makes code executable and constants read-only. True on failure, as LLVM has it.
  bool finalizeMemory(std::string* error) override;

 private:
  // Pages of one protection within the mapping.
  struct Part {
    std::byte* begin = nullptr;
    std::byte* next = nullptr;  // free from here on
    std::byte* end = nullptr;
  };
  enum PartName { kCode, kConstants, kData };

  std::uint8_t* allocate(PartName part, std::uintptr_t bytes, unsigned align);

  llvm::sys::OwningMemoryBlock mapping_;
  std::array<Part, 3> parts_;
};

}  // namespace eugene::jit
