// A GPU with memory that runs OpenCL kernels from device binaries, without a driver: what a driver does for a launch is
// done here.
//
// A driver gives a kernel four things: its code in the instruction heap, a binding table whose surfaces are the
// buffers, the cross-thread data with sizes, values and pointers (launch/payload.h), and the ids of the work-items of
// each thread. GPGPU_WALKER then starts the groups. Here these become a gpu::Work, which the same executor runs.
//
// All memory lies below 4 GB, where kernels with pointers of 32 bits reach it too (launch/addresses.h). After each
// buffer is a page that is not mapped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/per_process.h"
#include "gpu/commands/registers.h"
#include "gpu/commands/state.h"
#include "gpu/device.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/work.h"
#include "gpu/schedule/worker_pool.h"
#include "gpu/stats.h"
#include "launch/addresses.h"
#include "launch/launch.h"
#include "launch/payload.h"
#include "load/device_binary.h"
#include "memory/flat_memory.h"

namespace eugene::launch {

// A device binary in a machine's memory.
struct LoadedProgram {
  struct Code {
    std::uint64_t address = 0;
    std::string missing;  // a symbol whose address the code needs, and only a driver knows; empty: none
  };
  const load::DeviceBinary* binary = nullptr;
  std::vector<Code> code;  // of the kernels, by number
  KernelMemory memory;
};

class Machine {
 public:
  // `workers`: host threads; 0: as many as the host has. `shared`: as for Addresses.
  Machine(const gpu::Device& device, const gpu::ExecutorOptions& options, unsigned workers,
          Addresses::Slots* shared = nullptr);

  // A new buffer, of zeros. Fails if there is no memory left.
  Result<BufferArgument> allocate(std::uint64_t bytes) { return allocate(bytes, Use::buffer); }
  // Takes back a buffer of allocate(). False: none begins at that address.
  bool release(const BufferArgument& buffer) { return release(buffer, Use::buffer); }
  // The buffer of allocate() that begins at that address. Code and other memory of the machine's own is no buffer.
  std::optional<BufferArgument> find(std::uint64_t address) const;
  std::span<std::byte> contents(const BufferArgument& buffer) const;
  // The rest of the buffer that `address` is in, from there; empty: it is in none.
  std::span<std::byte> contents_from(std::uint64_t address) const;
  // All memory, buffers and what kernels need besides.
  memory::PageSource& space() { return memory_; }

  // `binary` must live as long as its kernels are launched. Fails if its code is for another GPU.
  Result<LoadedProgram> load(const load::DeviceBinary& binary);

  // Runs kernel `number` of the program. Fails if it cannot be launched so; what its threads do wrong is in the result,
  // with the kernel's name and source line. `executor`: null, or one of executor(), which runs it.
  Result<gpu::DispatchStats> launch(const LoadedProgram& program, std::size_t number, const Launch& launch,
                                    gpu::Executor* executor = nullptr);
  // What printf() of the last launch has written.
  const std::string& printed() const { return printed_; }
  // In the child of a fork: host threads of its own, and an executor with these options. The parent's executors are of
  // no use there.
  void begin_again(const gpu::ExecutorOptions& options, unsigned workers);
  // Another executor, of launches that are observed otherwise. The machine must outlive it.
  std::unique_ptr<gpu::Executor> executor(const gpu::ExecutorOptions& options);

 private:
  enum class Use : std::uint8_t { buffer, own };
  struct Block {
    std::span<std::byte> bytes;
    Use use = Use::own;
  };
  Result<BufferArgument> allocate(std::uint64_t bytes, Use use);
  bool release(const BufferArgument& memory, Use use);
  // The block that `address` is in; null: it is in none. `begin`: where the block begins.
  const Block* block_around(std::uint64_t address, std::uint64_t& begin) const;
  Result<std::uint64_t> place(std::span<const std::byte> data, std::size_t bytes);
  // Grows memory that launches use one after the other.
  Result<std::uint64_t> reserve(BufferArgument& memory, std::uint64_t bytes);
  Result<void> prepare_heap();
  void write_surfaces(const load::DeviceKernel& kernel, const Launch& launch, const KernelMemory& memory);
  // What all parts of a launch have.
  struct Prepared {
    Sizes local{};  // work-items of a group
    KernelMemory memory;
    gpu::InterfaceDescriptor descriptor;
    gpu::PipelineState state;
  };
  Result<Prepared> prepare(const LoadedProgram& program, std::size_t number, const Launch& launch);
  static gpu::Work work_of_part(const load::DeviceKernel& kernel, const Launch& launch, const Prepared& prepared,
                                const Part& part);
  void begin_printf();
  void end_printf(const LoadedProgram& program, const load::DeviceKernel& kernel);
  void name(gpu::KernelFault& fault, const load::DeviceKernel& kernel) const;

  const gpu::Device* device_;
  memory::FlatMemory memory_;
  Addresses addresses_;
  std::map<std::uint64_t, Block> blocks_;  // by address
  std::span<std::byte> heap_;              // of surface states
  BufferArgument scratch_, private_, printf_;
  std::string printed_;
  gpu::Clock clock_;
  struct Host {
    Host(const gpu::Device& device, const gpu::ExecutorOptions& options, unsigned workers, const gpu::Clock& clock)
        : pool(workers), executor(device, pool, options, clock) {}
    gpu::WorkerPool pool;
    gpu::Executor executor;
  };
  PerProcess<Host> host_;
};

}  // namespace eugene::launch
