#include "launch/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace eugene::launch {
namespace {

// Rounds up to whole pages, at least one. Larger numbers than the range of addresses are clamped, so nothing overflows.
constexpr std::uint64_t in_pages(std::uint64_t bytes) {
  bytes = std::clamp<std::uint64_t>(bytes, 1, Addresses::kEnd);
  return (bytes + memory::kPageBytes - 1) / memory::kPageBytes * memory::kPageBytes;
}

// Writes the addresses of program-scope variables and constants into the code. Returns the first symbol that is
// neither; empty if there is none.
std::string relocate(const binary::DeviceKernel& kernel, const binary::DeviceBinary& binary, const KernelMemory& memory,
                     std::span<std::byte> code) {
  for (const binary::Relocation& each : kernel.relocations) {
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

Machine::Machine(const gpu::Device& device, const gpu::ExecutorOptions& options, unsigned workers,
                 Addresses::Slots* shared)
    : device_(&device), addresses_(shared), host_(device, options, workers) {}

void Machine::begin_again(const gpu::ExecutorOptions& options, unsigned workers) {
  host_.begin_again(*device_, options, workers);
}

Result<BufferArgument> Machine::allocate(std::uint64_t bytes, Use use) {
  const std::uint64_t size = in_pages(bytes);
  const auto address = addresses_.take(size);
  if (!address)
    return fail(fmt::format("cannot allocate {} bytes: not enough is left of the machine's 4 GB of memory", bytes));
  const auto mapped = memory_.map(*address, size);
  if (!mapped) {
    addresses_.give_back(*address, size);
    return forward_error(mapped);
  }
  blocks_.emplace(*address, Block{.bytes = mapped->first(bytes), .use = use});
  return BufferArgument{.address = *address, .bytes = bytes};
}

bool Machine::release(const BufferArgument& memory, Use use) {
  const auto found = blocks_.find(memory.address);
  if (found == blocks_.end() || found->second.use != use) return false;
  addresses_.give_back(memory.address, in_pages(found->second.bytes.size()));
  memory_.unmap(memory.address);
  blocks_.erase(found);
  return true;
}

std::optional<BufferArgument> Machine::find(std::uint64_t address) const {
  const auto found = blocks_.find(address);
  if (found == blocks_.end() || found->second.use != Use::buffer) return std::nullopt;
  return BufferArgument{.address = address, .bytes = found->second.bytes.size()};
}

std::span<std::byte> Machine::contents(const BufferArgument& buffer) const {
  const auto found = blocks_.find(buffer.address);
  return found == blocks_.end() ? std::span<std::byte>() : found->second.bytes;
}

const Machine::Block* Machine::block_around(std::uint64_t address, std::uint64_t& begin) const {
  const auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) return nullptr;
  const auto& [at, block] = *std::prev(after);
  begin = at;
  return address - at < block.bytes.size() ? &block : nullptr;
}

std::span<std::byte> Machine::contents_from(std::uint64_t address) const {
  std::uint64_t begin = 0;
  const Block* block = block_around(address, begin);
  return block == nullptr || block->use != Use::buffer ? std::span<std::byte>() : block->bytes.subspan(address - begin);
}

Result<std::uint64_t> Machine::reserve(BufferArgument& memory, std::uint64_t bytes) {
  if (bytes == 0) return 0;
  if (memory.bytes < bytes) {
    const auto buffer = allocate(bytes, Use::own);
    if (!buffer) return forward_error(buffer);
    release(memory, Use::own);
    memory = *buffer;
  }
  return memory.address;
}

// Returns the address of new memory that begins with `data`; address 0 for 0 bytes.
Result<std::uint64_t> Machine::place(std::span<const std::byte> data, std::size_t bytes) {
  if (bytes == 0) return 0;
  const auto buffer = allocate(bytes, Use::own);
  if (!buffer) return forward_error(buffer);
  std::ranges::copy(data, contents(*buffer).begin());
  return buffer->address;
}

Result<LoadedProgram> Machine::load(const binary::DeviceBinary& binary) {
  if (binary.gen != device_->gen)
    return fail(
        fmt::format("the binary is for {}, but {} executes {}", family_name(binary), device_->name, device_->gen->name),
        "", "choose another GPU with --gpu");
  LoadedProgram program{.binary = &binary, .code = {}, .memory = {}};
  const auto constants = place(binary.constant_data, binary.constant_bytes);
  if (!constants) return forward_error(constants);
  const auto globals = place(binary.global_data, binary.global_bytes);
  if (!globals) return forward_error(globals);
  program.memory = {.private_memory = 0, .constant_data = *constants, .global_data = *globals, .printf_buffer = 0};
  for (const binary::DeviceKernel& kernel : binary.kernels) {
    // EUs prefetch code past the end of a kernel.
    const auto code = place(kernel.code, kernel.code.size() + memory::kPageBytes);
    if (!code) return forward_error(code);
    program.code.push_back(
        {.address = *code, .missing = relocate(kernel, binary, program.memory, contents({.address = *code}))});
  }
  return program;
}

std::unique_ptr<gpu::Executor> Machine::executor(const gpu::ExecutorOptions& options) {
  return std::make_unique<gpu::Executor>(*device_, host_->pool, options);
}

}  // namespace eugene::launch
