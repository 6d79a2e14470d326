#include "launch/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace eugene::launch {
namespace {

constexpr std::uint64_t kBuffers = 0x2000'0000;  // code, buffers and all else, one after the other
constexpr std::uint64_t kEnd = std::uint64_t{1} << 32;

constexpr std::uint64_t in_pages(std::uint64_t bytes) {
  return (bytes + memory::kPageBytes - 1) / memory::kPageBytes * memory::kPageBytes;
}

// Writes the addresses of variables and constants at program scope into the code. Gives a symbol that is none of them.
std::string relocate(const load::DeviceKernel& kernel, const load::DeviceBinary& binary, const KernelMemory& memory,
                     std::span<std::byte> code) {
  for (const load::Relocation& each : kernel.relocations) {
    const auto symbol = binary.symbols.find(each.symbol);
    if (symbol == binary.symbols.end() || each.offset > code.size() || each.bytes > code.size() - each.offset)
      return each.symbol.empty() ? "a symbol without a name" : each.symbol;
    const std::uint64_t base = symbol->second.is_constant ? memory.constant_data : memory.global_data;
    const std::uint64_t address = (base + symbol->second.offset) >> (each.is_high ? 32 : 0);
    std::memcpy(code.data() + each.offset, &address, each.bytes);
  }
  return {};
}

}  // namespace

Machine::Machine(const gpu::Device& device, const gpu::ExecutorOptions& options, unsigned workers)
    : device_(&device),
      next_(kBuffers),
      pool_(workers),
      clock_(device.timestamp_hz),
      executor_(device, pool_, options, clock_) {}

Result<BufferArgument> Machine::allocate(std::uint64_t bytes) {
  const std::uint64_t size = in_pages(std::max<std::uint64_t>(bytes, 1)), gap = memory::kPageBytes;
  const auto reused = free_.find(size);
  if (reused == free_.end() && (size > kEnd - gap || next_ > kEnd - gap - size))
    return fail(fmt::format("{} bytes of memory are more than is left of 4 GB", bytes));
  const BufferArgument buffer{.address = reused == free_.end() ? next_ : reused->second, .bytes = bytes};
  const auto mapped = memory_.map(buffer.address, size);
  if (!mapped) return error_of(mapped);
  buffers_.emplace(buffer.address, mapped->first(bytes));
  if (reused == free_.end())
    next_ += size + gap;
  else
    free_.erase(reused);
  return buffer;
}

bool Machine::release(const BufferArgument& buffer) {
  const auto found = buffers_.find(buffer.address);
  if (found == buffers_.end()) return false;
  free_.emplace(in_pages(std::max<std::uint64_t>(found->second.size(), 1)), buffer.address);
  memory_.unmap(buffer.address);
  buffers_.erase(found);
  return true;
}

std::optional<BufferArgument> Machine::find(std::uint64_t address) const {
  const auto found = buffers_.find(address);
  return found == buffers_.end() ? std::nullopt
                                 : std::optional(BufferArgument{.address = address, .bytes = found->second.size()});
}

std::span<std::byte> Machine::contents(const BufferArgument& buffer) const {
  const auto found = buffers_.find(buffer.address);
  return found == buffers_.end() ? std::span<std::byte>() : found->second;
}

std::span<std::byte> Machine::contents_from(std::uint64_t address) const {
  const auto after = buffers_.upper_bound(address);
  if (after == buffers_.begin()) return {};
  const auto& [begin, bytes] = *std::prev(after);
  return address - begin < bytes.size() ? bytes.subspan(address - begin) : std::span<std::byte>();
}

Result<std::uint64_t> Machine::reserve(BufferArgument& memory, std::uint64_t bytes) {
  if (bytes == 0) return 0;
  if (memory.bytes < bytes) {
    const auto buffer = allocate(bytes);
    if (!buffer) return error_of(buffer);
    release(memory);
    memory = *buffer;
  }
  return memory.address;
}

// New memory that begins with `data`; address 0 for no bytes.
Result<std::uint64_t> Machine::place(std::span<const std::byte> data, std::size_t bytes) {
  if (bytes == 0) return 0;
  const auto buffer = allocate(bytes);
  if (!buffer) return error_of(buffer);
  std::ranges::copy(data, contents(*buffer).begin());
  return buffer->address;
}

Result<LoadedProgram> Machine::load(const load::DeviceBinary& binary) {
  if (binary.gen != device_->gen)
    return fail(
        fmt::format("the binary is for {}, and {} executes {}", family_name(binary), device_->name, device_->gen->name),
        "", "--gpu chooses another GPU");
  LoadedProgram program{.binary = &binary, .code = {}, .memory = {}};
  const auto constants = place(binary.constant_data, binary.constant_bytes);
  if (!constants) return error_of(constants);
  const auto globals = place(binary.global_data, binary.global_bytes);
  if (!globals) return error_of(globals);
  program.memory = {.private_memory = 0, .constant_data = *constants, .global_data = *globals, .printf_buffer = 0};
  for (const load::DeviceKernel& kernel : binary.kernels) {
    // Behind a kernel lies what EUs fetch ahead.
    const auto code = place(kernel.code, kernel.code.size() + memory::kPageBytes);
    if (!code) return error_of(code);
    program.code.push_back(
        {.address = *code, .missing = relocate(kernel, binary, program.memory, contents({.address = *code}))});
  }
  return program;
}

std::unique_ptr<gpu::Executor> Machine::executor(const gpu::ExecutorOptions& options) {
  return std::make_unique<gpu::Executor>(*device_, pool_, options, clock_);
}

}  // namespace eugene::launch
