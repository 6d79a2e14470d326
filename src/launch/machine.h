// A GPU with memory that runs OpenCL kernels from device binaries without a driver. The driver's work for a launch is
// done here.
//
// A driver gives a kernel four things: its code in the instruction heap, a binding table whose surfaces are the
// buffers, the cross-thread data with sizes, values and pointers (launch/payload.h), and the IDs of each thread's
// work-items. GPGPU_WALKER then starts the groups. Here, these four things become a gpu::Work, which the usual executor
// runs.
//
// All memory lies below 4 GB, so that kernels with 32-bit pointers reach it too (launch/addresses.h). The page after
// each buffer is not mapped.
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
#include "binary/device_binary.h"
#include "gpu/commands/registers.h"
#include "gpu/device.h"
#include "gpu/pipeline/state.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/work/work.h"
#include "gpu/schedule/workers/worker_pool.h"
#include "gpu/stats.h"
#include "launch/addresses.h"
#include "launch/launch.h"
#include "launch/payload.h"
#include "memory/flat_memory.h"

namespace eugene::launch {

// A device binary in a machine's memory.
struct LoadedProgram {
  struct Code {
    std::uint64_t address = 0;
    std::string missing;  // a symbol that the code needs and only a driver can resolve; empty: none
  };
  const binary::DeviceBinary* binary = nullptr;
  std::vector<Code> code;  // code of the kernels, indexed by kernel
  KernelMemory memory;
};

class Machine {
 public:
  // `workers` is the number of host threads; 0: as many as the host has. `shared` is passed to Addresses.
  Machine(const gpu::Device& device, const gpu::ExecutorOptions& options, unsigned workers,
          Addresses::Slots* shared = nullptr);

  // Returns a new buffer of zeros. Fails if there is no memory left.
  Result<BufferArgument> allocate(std::uint64_t bytes) { return allocate(bytes, Use::buffer); }
  // Frees a buffer of allocate(). Returns false if no buffer begins at that address.
  bool release(const BufferArgument& buffer) { return release(buffer, Use::buffer); }
  // Returns the buffer of allocate() that begins at `address`. Code and other internal memory of the machine is not a
  // buffer.
  std::optional<BufferArgument> find(std::uint64_t address) const;
  std::span<std::byte> contents(const BufferArgument& buffer) const;
  // Returns the bytes from `address` to the end of the buffer that contains it; empty if no buffer contains it.
  std::span<std::byte> contents_from(std::uint64_t address) const;
  // All memory: buffers, and the internal memory that kernels need.
  memory::PageSource& space() { return memory_; }

  // Loads a program. `binary` must live as long as its kernels are launched. Fails if its code is for another GPU.
  Result<LoadedProgram> load(const binary::DeviceBinary& binary);

  // Runs kernel `number` of the program. Fails if the kernel cannot be launched. A fault of its threads is in the
  // result, with the kernel's name and source line. `executor` runs the launch; it was made by executor(), or is null
  // for the machine's own.
  Result<gpu::DispatchStats> launch(const LoadedProgram& program, std::size_t number, const Launch& launch,
                                    gpu::Executor* executor = nullptr);
  // The output of printf() in the last launch.
  const std::string& printed() const { return printed_; }
  // Must be called in the child of a fork: makes new host threads, and an executor with these options. The parent's
  // executors cannot be used in the child.
  void begin_again(const gpu::ExecutorOptions& options, unsigned workers);
  // Makes another executor, for launches with other observers. The machine must outlive it.
  std::unique_ptr<gpu::Executor> executor(const gpu::ExecutorOptions& options);

 private:
  enum class Use : std::uint8_t { buffer, own };
  struct Block {
    std::span<std::byte> bytes;
    Use use = Use::own;
  };
  Result<BufferArgument> allocate(std::uint64_t bytes, Use use);
  bool release(const BufferArgument& memory, Use use);
  // Returns the block that contains `address`, and its first address in `begin`; null if no block contains it.
  const Block* block_around(std::uint64_t address, std::uint64_t& begin) const;
  Result<std::uint64_t> place(std::span<const std::byte> data, std::size_t bytes);
  // Grows `memory`, which launches use one after the other, to `bytes`. Returns its address.
  Result<std::uint64_t> reserve(BufferArgument& memory, std::uint64_t bytes);
  Result<void> prepare_heap();
  void write_surfaces(const binary::DeviceKernel& kernel, const Launch& launch, const KernelMemory& memory);
  // State that all parts of a launch share.
  struct Prepared {
    Sizes local{};  // work-items of a group
    KernelMemory memory;
    gpu::InterfaceDescriptor descriptor;
    gpu::PipelineState state;
  };
  Result<Prepared> prepare(const LoadedProgram& program, std::size_t number, const Launch& launch);
  static gpu::Work work_of_part(const binary::DeviceKernel& kernel, const Launch& launch, const Prepared& prepared,
                                const Part& part);
  void begin_printf();
  void end_printf(const LoadedProgram& program, const binary::DeviceKernel& kernel);
  void name(gpu::KernelFault& fault, const binary::DeviceKernel& kernel) const;

  const gpu::Device* device_;
  memory::FlatMemory memory_;
  Addresses addresses_;
  std::map<std::uint64_t, Block> blocks_;  // indexed by first address
  std::span<std::byte> heap_;              // binding table and surface states
  BufferArgument scratch_, private_, printf_;
  std::string printed_;
  struct Host {
    Host(const gpu::Device& device, const gpu::ExecutorOptions& options, unsigned workers)
        : pool(workers), executor(device, pool, options) {}
    gpu::WorkerPool pool;
    gpu::Executor executor;
  };
  PerProcess<Host> host_;
};

}  // namespace eugene::launch
