#include "host_access.h"

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include "buffers.h"
#include "misuse.h"
#include "preloaded.h"

namespace eugene::i915 {
namespace {

cl_icd_dispatch before;  // the functions of the table that are replaced here

constexpr cl_map_flags kMapWrites = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

// Bytes of buffers that the program reads when all that it has submitted is done.
class Reads {
 public:
  void add(cl_mem buffer, std::size_t offset, std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    reads_.push_back({buffers().number_of(buffer), buffers().begin_of(buffer) + offset, bytes});
  }
  void tell() {
    std::vector<Read> reads;
    {
      const std::scoped_lock lock(mutex_);
      reads = std::exchange(reads_, {});
    }
    for (const Read& each : reads) {
      if (each.buffer != 0) tell_read_back(each.buffer, each.offset, each.bytes);
    }
  }

 private:
  struct Read {
    std::uint64_t buffer = 0;
    std::size_t offset = 0;
    std::size_t bytes = 0;
  };
  std::mutex mutex_;
  std::vector<Read> reads_;
};

Reads& reads() {
  static Reads* const instance = new Reads;
  return *instance;
}

void note_read(cl_mem buffer, cl_bool is_blocking, size_t offset, size_t size) {
  reads().add(buffer, offset, size);
  if (is_blocking != CL_FALSE) reads().tell();
}

cl_int read(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking, size_t offset, size_t size, void* to,
            cl_uint count, const cl_event* events, cl_event* event) {
  check_read("clEnqueueReadBuffer", buffer, offset, size);
  const cl_int result = before.clEnqueueReadBuffer(queue, buffer, is_blocking, offset, size, to, count, events, event);
  if (result == CL_SUCCESS) note_read(buffer, is_blocking, offset, size);
  return result;
}

void* map(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking, cl_map_flags flags, size_t offset, size_t size,
          cl_uint count, const cl_event* events, cl_event* event, cl_int* error) {
  if ((flags & kMapWrites) != 0) buffers().write(buffer, {offset, offset + size});
  void* const memory =
      before.clEnqueueMapBuffer(queue, buffer, is_blocking, flags, offset, size, count, events, event, error);
  if (memory == nullptr) return nullptr;
  note_map(buffer, memory, {offset, offset + size}, (flags & kMapWrites) != 0);
  if ((flags & kMapWrites) == 0) note_read(buffer, is_blocking, offset, size);
  return memory;
}

cl_int finish(cl_command_queue queue) {
  const cl_int result = before.clFinish(queue);
  if (result == CL_SUCCESS) reads().tell();
  return result;
}

cl_int write(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking, size_t offset, size_t size, const void* from,
             cl_uint count, const cl_event* events, cl_event* event) {
  check_write("clEnqueueWriteBuffer", buffer, offset, size);
  buffers().write(buffer, {offset, offset + size});
  return before.clEnqueueWriteBuffer(queue, buffer, is_blocking, offset, size, from, count, events, event);
}

cl_int write_box(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking, const size_t* at, const size_t* host_at,
                 const size_t* size, size_t row, size_t slice, size_t host_row, size_t host_slice, const void* from,
                 cl_uint count, const cl_event* events, cl_event* event) {
  buffers().write(buffer, kWhole);
  return before.clEnqueueWriteBufferRect(queue, buffer, is_blocking, at, host_at, size, row, slice, host_row,
                                         host_slice, from, count, events, event);
}

cl_int fill(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t bytes, size_t offset, size_t size,
            cl_uint count, const cl_event* events, cl_event* event) {
  check_write("clEnqueueFillBuffer", buffer, offset, size);
  buffers().write(buffer, {offset, offset + size});
  return before.clEnqueueFillBuffer(queue, buffer, pattern, bytes, offset, size, count, events, event);
}

cl_int copy(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t size,
            cl_uint count, const cl_event* events, cl_event* event) {
  check_copy(from, to, from_offset, to_offset, size);
  buffers().write(to, {to_offset, to_offset + size});
  return before.clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, size, count, events, event);
}

cl_int copy_box(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_at, const size_t* to_at,
                const size_t* size, size_t from_row, size_t from_slice, size_t to_row, size_t to_slice, cl_uint count,
                const cl_event* events, cl_event* event) {
  buffers().write(to, kWhole);
  return before.clEnqueueCopyBufferRect(queue, from, to, from_at, to_at, size, from_row, from_slice, to_row, to_slice,
                                        count, events, event);
}

cl_int copy_image(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* at, const size_t* size, size_t offset,
                  cl_uint count, const cl_event* events, cl_event* event) {
  buffers().write(to, kWhole);
  return before.clEnqueueCopyImageToBuffer(queue, from, to, at, size, offset, count, events, event);
}

// The image is of the buffer's memory.
cl_mem create_image(cl_context context, cl_mem_flags flags, const cl_image_format* format, const cl_image_desc* image,
                    void* host, cl_int* error) {
  if (image != nullptr && image->mem_object != nullptr) buffers().lose_sight(image->mem_object);
  return before.clCreateImage(context, flags, format, image, host, error);
}

cl_mem create_image_with(cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
                         const cl_image_format* format, const cl_image_desc* image, void* host, cl_int* error) {
  if (image != nullptr && image->mem_object != nullptr) buffers().lose_sight(image->mem_object);
  return before.clCreateImageWithProperties(context, properties, flags, format, image, host, error);
}

cl_int call_host(cl_command_queue queue, void(CL_CALLBACK* function)(void*), void* arguments, size_t bytes,
                 cl_uint objects, const cl_mem* list, const void** places, cl_uint count, const cl_event* events,
                 cl_event* event) {
  for (cl_uint i = 0; list != nullptr && i < objects; ++i) buffers().lose_sight(list[i]);
  return before.clEnqueueNativeKernel(queue, function, arguments, bytes, objects, list, places, count, events, event);
}

}  // namespace

void watch_host_access(cl_icd_dispatch& table, const cl_icd_dispatch& next) {
  before = table;
  table.clEnqueueReadBuffer = read;
  table.clEnqueueMapBuffer = map;
  table.clFinish = finish;
  table.clEnqueueWriteBuffer = write;
  table.clEnqueueWriteBufferRect = write_box;
  table.clEnqueueCopyBuffer = copy;
  table.clEnqueueCopyBufferRect = copy_box;
  table.clEnqueueCopyImageToBuffer = copy_image;
  table.clEnqueueNativeKernel = call_host;
  if (next.clEnqueueFillBuffer != nullptr) table.clEnqueueFillBuffer = fill;
  if (next.clCreateImage != nullptr) table.clCreateImage = create_image;
  if (next.clCreateImageWithProperties != nullptr) table.clCreateImageWithProperties = create_image_with;
}

}  // namespace eugene::i915
