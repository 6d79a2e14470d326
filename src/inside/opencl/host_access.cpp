#include "host_access.h"

#include <cstddef>

#include "../driver_layers/pending_reads.h"
#include "buffers.h"
#include "misuse.h"
#include "program_layer.h"

namespace eugene::inside::opencl {
namespace {

constexpr cl_map_flags kMapWrites = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

void note_read(cl_mem buffer, cl_bool is_blocking, size_t offset, size_t size) {
  pending_reads().add(nullptr, layer().buffers.find_number(buffer), layer().buffers.find_begin(buffer) + offset, size);
  if (is_blocking != CL_FALSE) pending_reads().tell(nullptr);
}

cl_int read(Next<&T::clEnqueueReadBuffer> next, cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
            size_t offset, size_t size, void* to, cl_uint count, const cl_event* events, cl_event* event) {
  check_read("clEnqueueReadBuffer", buffer, offset, size);
  const cl_int result = next(queue, buffer, is_blocking, offset, size, to, count, events, event);
  if (result == CL_SUCCESS) note_read(buffer, is_blocking, offset, size);
  return result;
}

void* map(Next<&T::clEnqueueMapBuffer> next, cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
          cl_map_flags flags, size_t offset, size_t size, cl_uint count, const cl_event* events, cl_event* event,
          cl_int* error) {
  if ((flags & kMapWrites) != 0) layer().buffers.write(buffer, {offset, offset + size});
  void* const memory = next(queue, buffer, is_blocking, flags, offset, size, count, events, event, error);
  if (memory == nullptr) return nullptr;
  note_map(buffer, memory, {offset, offset + size}, (flags & kMapWrites) != 0);
  if ((flags & kMapWrites) == 0) note_read(buffer, is_blocking, offset, size);
  return memory;
}

cl_int finish(Next<&T::clFinish> next, cl_command_queue queue) {
  const cl_int result = next(queue);
  if (result == CL_SUCCESS) pending_reads().tell(nullptr);
  return result;
}

cl_int write(Next<&T::clEnqueueWriteBuffer> next, cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
             size_t offset, size_t size, const void* from, cl_uint count, const cl_event* events, cl_event* event) {
  check_write("clEnqueueWriteBuffer", buffer, offset, size);
  layer().buffers.write(buffer, {offset, offset + size});
  return next(queue, buffer, is_blocking, offset, size, from, count, events, event);
}

cl_int write_box(Next<&T::clEnqueueWriteBufferRect> next, cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
                 const size_t* at, const size_t* host_at, const size_t* size, size_t row, size_t slice, size_t host_row,
                 size_t host_slice, const void* from, cl_uint count, const cl_event* events, cl_event* event) {
  layer().buffers.write(buffer, kWhole);
  return next(queue, buffer, is_blocking, at, host_at, size, row, slice, host_row, host_slice, from, count, events,
              event);
}

cl_int fill(Next<&T::clEnqueueFillBuffer> next, cl_command_queue queue, cl_mem buffer, const void* pattern,
            size_t bytes, size_t offset, size_t size, cl_uint count, const cl_event* events, cl_event* event) {
  check_write("clEnqueueFillBuffer", buffer, offset, size);
  layer().buffers.write(buffer, {offset, offset + size});
  return next(queue, buffer, pattern, bytes, offset, size, count, events, event);
}

cl_int copy(Next<&T::clEnqueueCopyBuffer> next, cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
            size_t to_offset, size_t size, cl_uint count, const cl_event* events, cl_event* event) {
  check_copy(from, to, from_offset, to_offset, size);
  layer().buffers.write(to, {to_offset, to_offset + size});
  return next(queue, from, to, from_offset, to_offset, size, count, events, event);
}

cl_int copy_box(Next<&T::clEnqueueCopyBufferRect> next, cl_command_queue queue, cl_mem from, cl_mem to,
                const size_t* from_at, const size_t* to_at, const size_t* size, size_t from_row, size_t from_slice,
                size_t to_row, size_t to_slice, cl_uint count, const cl_event* events, cl_event* event) {
  layer().buffers.write(to, kWhole);
  return next(queue, from, to, from_at, to_at, size, from_row, from_slice, to_row, to_slice, count, events, event);
}

cl_int copy_image(Next<&T::clEnqueueCopyImageToBuffer> next, cl_command_queue queue, cl_mem from, cl_mem to,
                  const size_t* at, const size_t* size, size_t offset, cl_uint count, const cl_event* events,
                  cl_event* event) {
  layer().buffers.write(to, kWhole);
  return next(queue, from, to, at, size, offset, count, events, event);
}

// The image uses the buffer's memory.
cl_mem create_image(Next<&T::clCreateImage> next, cl_context context, cl_mem_flags flags, const cl_image_format* format,
                    const cl_image_desc* image, void* host, cl_int* error) {
  if (image != nullptr && image->mem_object != nullptr) layer().buffers.stop_tracking(image->mem_object);
  return next(context, flags, format, image, host, error);
}

cl_mem create_image_with(Next<&T::clCreateImageWithProperties> next, cl_context context,
                         const cl_mem_properties* properties, cl_mem_flags flags, const cl_image_format* format,
                         const cl_image_desc* image, void* host, cl_int* error) {
  if (image != nullptr && image->mem_object != nullptr) layer().buffers.stop_tracking(image->mem_object);
  return next(context, properties, flags, format, image, host, error);
}

cl_int call_host(Next<&T::clEnqueueNativeKernel> next, cl_command_queue queue, void(CL_CALLBACK* function)(void*),
                 void* arguments, size_t bytes, cl_uint objects, const cl_mem* list, const void** places, cl_uint count,
                 const cl_event* events, cl_event* event) {
  for (cl_uint i = 0; list != nullptr && i < objects; ++i) layer().buffers.stop_tracking(list[i]);
  return next(queue, function, arguments, bytes, objects, list, places, count, events, event);
}

}  // namespace

Hooks host_access_hooks() {
  return {hook<&T::clEnqueueReadBuffer, read>(),
          hook<&T::clEnqueueMapBuffer, map>(),
          hook<&T::clFinish, finish>(),
          hook<&T::clEnqueueWriteBuffer, write>(),
          hook<&T::clEnqueueWriteBufferRect, write_box>(),
          hook<&T::clEnqueueCopyBuffer, copy>(),
          hook<&T::clEnqueueCopyBufferRect, copy_box>(),
          hook<&T::clEnqueueCopyImageToBuffer, copy_image>(),
          hook<&T::clEnqueueNativeKernel, call_host>(),
          hook<&T::clEnqueueFillBuffer, fill>(),
          hook<&T::clCreateImage, create_image>(),
          hook<&T::clCreateImageWithProperties, create_image_with>()};
}

}  // namespace eugene::inside::opencl
