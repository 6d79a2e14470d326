#include "jit/host/code_memory.h"

#include <llvm/Support/Alignment.h>
#include <llvm/Support/Process.h>

#include <system_error>

namespace eugene::jit {

using llvm::sys::Memory;
using llvm::sys::MemoryBlock;

// If mapping fails, all parts stay empty, and LLVM reports that it cannot allocate a section.
void CodeMemory::reserveAllocationSpace(std::uintptr_t code_bytes, llvm::Align code_align,
                                        std::uintptr_t constant_bytes, llvm::Align constant_align,
                                        std::uintptr_t data_bytes, llvm::Align data_align) {
  const std::uint64_t page = llvm::sys::Process::getPageSizeEstimate();
  const std::array<std::uint64_t, 3> bytes{llvm::alignTo(code_bytes + code_align.value(), page),
                                           llvm::alignTo(constant_bytes + constant_align.value(), page),
                                           llvm::alignTo(data_bytes + data_align.value(), page)};
  std::error_code failed;
  mapping_ = llvm::sys::OwningMemoryBlock(Memory::allocateMappedMemory(
      bytes[kCode] + bytes[kConstants] + bytes[kData], nullptr, Memory::MF_READ | Memory::MF_WRITE, failed));
  if (failed) return;
  auto* at = static_cast<std::byte*>(mapping_.base());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    parts_[i] = {.begin = at, .next = at, .end = at + bytes[i]};
    at += bytes[i];
  }
}

std::uint8_t* CodeMemory::allocateCodeSection(std::uintptr_t bytes, unsigned align, unsigned, llvm::StringRef) {
  return allocate(kCode, bytes, align);
}

std::uint8_t* CodeMemory::allocateDataSection(std::uintptr_t bytes, unsigned align, unsigned, llvm::StringRef,
                                              bool is_constant) {
  return allocate(is_constant ? kConstants : kData, bytes, align);
}

std::uint8_t* CodeMemory::allocate(PartName name, std::uintptr_t bytes, unsigned align) {
  Part& part = parts_[name];
  const auto next = reinterpret_cast<std::uintptr_t>(part.next);
  const std::uint64_t padding = llvm::offsetToAlignment(next, llvm::Align(align == 0 ? 16 : align));
  if (padding + bytes > static_cast<std::uint64_t>(part.end - part.next)) return nullptr;
  std::byte* found = part.next + padding;
  part.next = found + bytes;
  return reinterpret_cast<std::uint8_t*>(found);
}

bool CodeMemory::finalizeMemory(std::string* error) {
  const std::array<unsigned, 2> flags{Memory::MF_READ | Memory::MF_EXEC, Memory::MF_READ};
  for (const PartName name : {kCode, kConstants}) {
    const Part& part = parts_[name];
    if (part.begin == part.end) continue;
    const MemoryBlock block(part.begin, static_cast<std::size_t>(part.end - part.begin));
    if (const std::error_code failed = Memory::protectMappedMemory(block, flags[name])) {
      if (error != nullptr) *error = failed.message();
      return true;
    }
  }
  return false;
}

}  // namespace eugene::jit
