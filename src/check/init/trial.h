// A trial of a launch that `init` watches (gpu/schedule/observe/observation.h): the launch need not be watched if
// nothing in it depends on undefined values. This class varies the undefined bytes of the launch's buffers, which
// nothing has written or into which kernels have stored undefined values, and names the memory of threads. The code
// that runs the trial varies that memory, registers and local memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "check/init/init.h"
#include "gpu/schedule/observe/observation.h"

namespace eugene::check {

class InitTrial final : public gpu::Trial {
 public:
  // Returns null if the address of a buffer with undefined bytes is unknown.
  static std::unique_ptr<InitTrial> of(const InitFacts& facts, const gpu::ObservedDispatch& dispatch);

  // Whether the launch did not depend on undefined values.
  bool has_agreed() const { return has_agreed_; }

  void vary(std::uint64_t address, std::span<std::byte> page, const Fill& fill) const override;
  std::span<const gpu::ThreadMemory> thread_memories() const override { return thread_memories_; }
  unsigned given_registers() const override { return given_registers_; }
  void has_become(std::uint64_t address, std::span<const std::byte> first, std::span<const std::byte> second) override;
  void ends(bool agrees) override { has_agreed_ = agrees; }

 private:
  struct Buffer {
    std::uint64_t address = 0;
    std::uint64_t begin = 0;  // offset of `address` in the buffer
    std::uint64_t bytes = 0;
    std::shared_ptr<InitBuffer> of;
  };
  // The part of a buffer that is in a page.
  struct Part {
    std::size_t in_page = 0;
    std::size_t in_buffer = 0;
    std::size_t bytes = 0;
  };
  static Part part_in(const Buffer& buffer, std::uint64_t address, std::size_t bytes);

  std::vector<Buffer> buffers_;  // only buffers with undefined bytes
  std::vector<gpu::ThreadMemory> thread_memories_;
  unsigned given_registers_ = 0;
  bool has_agreed_ = false;
};

}  // namespace eugene::check
