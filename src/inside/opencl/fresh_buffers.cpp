#include "fresh_buffers.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <vector>

#include "base/variation.h"
#include "i915/channel_names.h"

namespace eugene::inside::opencl {
namespace {

cl_icd_dispatch before;  // the functions of the table that are replaced here
Fill fill;

constexpr cl_mem_flags kHasContents = CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR;

void write(std::span<std::byte> memory) {
  static std::atomic<std::uint64_t> number = 0;
  fill.write(memory, number++);
}

// Returns contents for a new buffer, which the driver copies like contents from the program. Empty if the program has
// its own contents, or if the driver will refuse the size.
std::vector<std::byte> contents_for(cl_mem_flags flags, size_t size) {
  constexpr size_t kMost = size_t{1} << 32;
  if ((flags & kHasContents) != 0 || size > kMost) return {};
  std::vector<std::byte> contents(size);
  write(contents);
  return contents;
}

cl_mem create_buffer(cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* error) {
  std::vector<std::byte> contents = contents_for(flags, size);
  if (contents.empty() || host != nullptr) return before.clCreateBuffer(context, flags, size, host, error);
  return before.clCreateBuffer(context, flags | CL_MEM_COPY_HOST_PTR, size, contents.data(), error);
}

cl_mem create_buffer_with(cl_context context, const cl_mem_properties* properties, cl_mem_flags flags, size_t size,
                          void* host, cl_int* error) {
  const auto create = before.clCreateBufferWithProperties;
  // Properties refer to memory that exists already.
  const bool has_properties = properties != nullptr && *properties != 0;
  std::vector<std::byte> contents = contents_for(flags, size);
  if (contents.empty() || host != nullptr || has_properties)
    return create(context, properties, flags, size, host, error);
  return create(context, properties, flags | CL_MEM_COPY_HOST_PTR, size, contents.data(), error);
}

// The host can fill the memory, since the GPU uses the host's memory.
void* shared_alloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  void* const memory = before.clSVMAlloc(context, flags, size, alignment);
  if (memory != nullptr) write({static_cast<std::byte*>(memory), size});
  return memory;
}

}  // namespace

void fill_new_buffers(cl_icd_dispatch& table, const cl_icd_dispatch& next) {
  const char* const text = std::getenv(i915::kFillVariable);
  const auto wanted = text == nullptr ? std::nullopt : fill_of(text);
  if (!wanted) return;
  fill = *wanted;
  before = table;
  table.clCreateBuffer = create_buffer;
  if (next.clCreateBufferWithProperties != nullptr) table.clCreateBufferWithProperties = create_buffer_with;
  if (next.clSVMAlloc != nullptr) table.clSVMAlloc = shared_alloc;
}

}  // namespace eugene::inside::opencl
