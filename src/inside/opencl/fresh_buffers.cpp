#include "fresh_buffers.h"

#include <cstddef>
#include <cstdlib>
#include <span>
#include <vector>

#include "base/variation.h"
#include "i915/channel_names.h"
#include "program_layer.h"

namespace eugene::inside::opencl {
namespace {

constexpr cl_mem_flags kHasContents = CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR;

void write(std::span<std::byte> memory) {
  NewContents& contents = layer().new_contents;
  contents.fill->write(memory, contents.count++);
}

// Returns contents for a new buffer, which the driver copies like contents from the program. Empty if the program has
// its own contents, or if the driver will refuse the size.
std::vector<std::byte> contents_for(cl_mem_flags flags, size_t size) {
  constexpr size_t kMax = size_t{1} << 32;
  if ((flags & kHasContents) != 0 || size > kMax) return {};
  std::vector<std::byte> contents(size);
  write(contents);
  return contents;
}

cl_mem create_buffer(Next<&T::clCreateBuffer> next, cl_context context, cl_mem_flags flags, size_t size, void* host,
                     cl_int* error) {
  std::vector<std::byte> contents = contents_for(flags, size);
  if (contents.empty() || host != nullptr) return next(context, flags, size, host, error);
  return next(context, flags | CL_MEM_COPY_HOST_PTR, size, contents.data(), error);
}

cl_mem create_buffer_with(Next<&T::clCreateBufferWithProperties> next, cl_context context,
                          const cl_mem_properties* properties, cl_mem_flags flags, size_t size, void* host,
                          cl_int* error) {
  // Properties refer to memory that exists already.
  const bool has_properties = properties != nullptr && *properties != 0;
  std::vector<std::byte> contents = contents_for(flags, size);
  if (contents.empty() || host != nullptr || has_properties) return next(context, properties, flags, size, host, error);
  return next(context, properties, flags | CL_MEM_COPY_HOST_PTR, size, contents.data(), error);
}

// The host can fill the memory, since the GPU uses the host's memory.
void* shared_alloc(Next<&T::clSVMAlloc> next, cl_context context, cl_svm_mem_flags flags, size_t size,
                   cl_uint alignment) {
  void* const memory = next(context, flags, size, alignment);
  if (memory != nullptr) write({static_cast<std::byte*>(memory), size});
  return memory;
}

}  // namespace

NewContents::NewContents() {
  if (const char* const text = std::getenv(i915::kFillVariable); text != nullptr) fill = parse_fill(text);
}

bool are_contents_wanted() { return layer().new_contents.fill.has_value(); }

Hooks fill_hooks() {
  return {hook<&T::clCreateBuffer, create_buffer>(), hook<&T::clCreateBufferWithProperties, create_buffer_with>(),
          hook<&T::clSVMAlloc, shared_alloc>()};
}

}  // namespace eugene::inside::opencl
