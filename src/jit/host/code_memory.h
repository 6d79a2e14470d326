// Memory for compiled code and its constants: one mapping for each object file.
//
// Code is compiled for LLVM's small code model: it reaches its constants and functions by 32-bit relative offsets.
// LLVM's memory manager maps the sections of an object separately, so they may be too far apart. The large code model
// would allow that, but needs an extra instruction and register for each address.
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
  // Makes code executable and constants read-only. Returns true on failure, as LLVM requires.
  bool finalizeMemory(std::string* error) override;

 private:
  // Pages with the same protection.
  struct Part {
    std::byte* begin = nullptr;
    std::byte* next = nullptr;  // start of the free memory
    std::byte* end = nullptr;
  };
  enum PartName { kCode, kConstants, kData };

  std::uint8_t* allocate(PartName part, std::uintptr_t bytes, unsigned align);

  llvm::sys::OwningMemoryBlock mapping_;
  std::array<Part, 3> parts_;
};

}  // namespace eugene::jit
