#include "checked_launch.h"

#include <cstring>

#include "../driver_layers/preloaded.h"
#include "../driver_layers/quarantine.h"
#include "../driver_layers/red_zones.h"
#include "buffers.h"
#include "host_access.h"
#include "info.h"
#include "program_layer.h"

namespace eugene::inside::opencl {
namespace {

// Flags of memory whose contents the program provides.
constexpr cl_mem_flags kHasContents = CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR;

cl_mem create_buffer(Next<&T::clCreateBuffer> next, cl_context context, cl_mem_flags flags, size_t size, void* host,
                     cl_int* error) {
  const cl_mem buffer = next(context, flags, size, host, error);
  return layer().buffers.add(buffer, (flags & kHasContents) == 0 ? Buffers::Contents::none : Buffers::Contents::given);
}

cl_mem create_buffer_with(Next<&T::clCreateBufferWithProperties> next, cl_context context,
                          const cl_mem_properties* properties, cl_mem_flags flags, size_t size, void* host,
                          cl_int* error) {
  const bool has_properties = properties != nullptr && *properties != 0;
  const cl_mem buffer = next(context, properties, flags, size, host, error);
  return layer().buffers.add(buffer, has_properties                ? Buffers::Contents::unknown
                                     : (flags & kHasContents) == 0 ? Buffers::Contents::none
                                                                   : Buffers::Contents::given);
}

// Adds a part of a buffer, since both handles refer to the same memory.
cl_mem create_part(Next<&T::clCreateSubBuffer> next, cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                   const void* what, cl_int* error) {
  const cl_mem part = next(buffer, flags, type, what, error);
  if (part == nullptr) return nullptr;
  const auto& region = *static_cast<const cl_buffer_region*>(what);
  return layer().buffers.add_part(part, buffer, {region.origin, region.origin + region.size});
}

void* shared_alloc(Next<&T::clSVMAlloc> next, cl_context context, cl_svm_mem_flags flags, size_t size,
                   cl_uint alignment) {
  return allocate_with_red_zone(size, [&](std::size_t bytes) { return next(context, flags, bytes, alignment); });
}

void shared_free(Next<&T::clSVMFree> next, cl_context context, void* memory) {
  const auto free = [next](void* of, void* freed) { next(static_cast<cl_context>(of), freed); };
  if (!free_later(context, memory, free)) next(context, memory);
}

}  // namespace

eugene_argument given_argument(cl_uint number, std::size_t size, const void* value) {
  eugene_argument given{.number = number, .given = eugene_given_value, .bytes = size, .reads = 1, .writes = 1};
  if (value == nullptr) {
    given.given = eugene_given_local;
    return given;
  }
  if (size != sizeof(cl_mem)) return given;
  cl_mem object = nullptr;
  std::memcpy(static_cast<void*>(&object), value, sizeof object);
  if (!layer().buffers.has(object)) return given;
  const auto flags = memory_info<cl_mem_flags>(object, CL_MEM_FLAGS, 0);
  given.given = eugene_given_buffer;
  given.bytes = memory_info<std::size_t>(object, CL_MEM_SIZE, 0);
  given.reads = (flags & CL_MEM_WRITE_ONLY) == 0 ? 1 : 0;
  given.writes = (flags & CL_MEM_READ_ONLY) == 0 ? 1 : 0;
  given.buffer = layer().buffers.find_number(object);
  given.object = layer().buffers.find_object(object);
  given.part_begin = layer().buffers.find_begin(object);
  const auto whole = memory_info<cl_mem>(object, CL_MEM_ASSOCIATED_MEMOBJECT, nullptr);
  given.whole_bytes = whole == nullptr ? given.bytes : memory_info<std::size_t>(whole, CL_MEM_SIZE, 0);
  given.is_part = whole != nullptr ? 1 : 0;
  return given;
}

eugene_argument shared_argument(cl_uint number, const void* value) {
  return {.number = number,
          .given = value == nullptr ? eugene_given_null : eugene_given_shared,
          .address = reinterpret_cast<unsigned long>(value),
          .reads = 1,
          .writes = 1};
}

eugene_launched make_launch(const char* kernel, const std::vector<eugene_argument>& arguments, const Shape& shape) {
  eugene_launched launch{.kernel = kernel, .arguments = arguments.data(), .count = arguments.size()};
  for (cl_uint i = 0; i < 3; ++i) {
    const bool is_there = i < shape.dimensions;
    launch.offset[i] = is_there && shape.offset != nullptr ? shape.offset[i] : 0;
    launch.global[i] = is_there && shape.global != nullptr ? shape.global[i] : 1;
    if (shape.local != nullptr) launch.local[i] = is_there ? shape.local[i] : 1;
  }
  return launch;
}

Hooks memory_hooks() {
  return {hook<&T::clCreateBuffer, create_buffer>(), hook<&T::clCreateSubBuffer, create_part>(),
          hook<&T::clCreateBufferWithProperties, create_buffer_with>(), hook<&T::clSVMAlloc, shared_alloc>(),
          hook<&T::clSVMFree, shared_free>()};
}

}  // namespace eugene::inside::opencl
