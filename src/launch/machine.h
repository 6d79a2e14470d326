// A GPU with memory that runs OpenCL kernels from device binaries, without a driver: what a driver does for a launch is
// done here.
//
// A driver gives a kernel four things: its code in the instruction heap, a binding table whose surfaces are the
// buffers, the cross-thread data with sizes, values and pointers (launch/payload.h), and the ids of the work-items of
// each thread. GPGPU_WALKER then starts the groups. Here these become a gpu::Work, which the same executor runs.
//
// All memory lies below 4 GB, where kernels with pointers of 32 bits reach it too. After each buffer is a page that is
// not mapped.
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
#include "gpu/commands/registers.h"
#include "gpu/commands/state.h"
#include "gpu/device.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/work.h"
#include "gpu/schedule/worker_pool.h"
#include "gpu/stats.h"
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
  // `workers`: host threads; 0: as many as the host has.
  Machine(const gpu::Device& device, const gpu::ExecutorOptions& options, unsigned workers);

  // New memory, of zeros. Fails if there is none left.
  Result<BufferArgument> allocate(std::uint64_t bytes);
  // Takes back memory that allocate() has given. False: there is none at that address.
  bool release(const BufferArgument& buffer);
  // The memory that allocate() has given at that address.
  std::optional<BufferArgument> find(std::uint64_t address) const;
  std::span<std::byte> contents(const BufferArgument& buffer) const;
  // What follows `address` in the buffer that it is in; empty: it is in none.
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
  // Another executor, of launches that are observed otherwise. The machine must outlive it.
  std::unique_ptr<gpu::Executor> executor(const gpu::ExecutorOptions& options);

 private:
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
  std::map<std::uint64_t, std::span<std::byte>> buffers_;  // by address
  std::multimap<std::uint64_t, std::uint64_t> free_;       // addresses of memory taken back, by its bytes in pages
  std::uint64_t next_;                                     // where no buffer has been
  std::span<std::byte> heap_;                              // of surface states
  BufferArgument scratch_, private_, printf_;
  std::string printed_;
  gpu::WorkerPool pool_;
  gpu::Clock clock_;
  gpu::Executor executor_;
};

}  // namespace eugene::launch
