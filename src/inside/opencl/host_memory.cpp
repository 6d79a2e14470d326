#include "host_memory.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "../driver_layers/checked_run.h"
#include "../driver_layers/preloaded.h"
#include "../driver_layers/shared_sizes.h"
#include "buffers.h"
#include "host_sources.h"
#include "info.h"
#include "ordered_commands.h"
#include "program_layer.h"

namespace eugene::inside::opencl {
namespace {

// Host memory that a call passes to a command.
class PassedMemory {
 public:
  // Construct before the driver is called, since the driver may read the memory at once.
  PassedMemory(const char* function, const HostRows& rows, cl_bool is_blocking) : function_(function), rows_(rows) {
    if (is_blocking != CL_FALSE || rows.begin == nullptr || layer().has_lost_sight_of_host_memory) return;
    if (!shared_sizes().overlaps(rows.begin, rows.span())) digest_ = compute_digest(rows);
  }
  // Call when the driver has accepted the command.
  void is_read() const {
    if (!digest_) return;
    std::string what = function_;
    what.append(" does not block, and the program has changed the ")
        .append(std::to_string(rows_.bytes * rows_.rows * rows_.slices))
        .append(" bytes that it reads");
    change_host_sources([&](HostSources& sources, CommandOrder::Number current) {
      sources.add(current, rows_, *digest_, what);
      return std::vector<std::string>();
    });
  }

 private:
  const char* function_;
  HostRows rows_;
  std::optional<std::uint64_t> digest_;
};

// Notes that a command is about to write host memory.
void note_destination(cl_command_queue queue, const HostRows& rows) {
  change_host_sources([&](HostSources& sources, CommandOrder::Number current) {
    return sources.add_destination(current, queue, rows);
  });
}

void end_all() {
  change_host_sources([](HostSources& sources, CommandOrder::Number) { return sources.end_all(); });
}

void note_shared(const void* begin, std::size_t bytes) {
  change_host_sources([&](HostSources& sources, CommandOrder::Number) {
    sources.add_shared(begin, bytes);
    return std::vector<std::string>();
  });
}

void forget_shared(const void* begin) {
  change_host_sources([&](HostSources& sources, CommandOrder::Number) {
    sources.remove_shared(begin);
    return std::vector<std::string>();
  });
}

// Returns the box of a buffer transfer: OpenCL 3.0 API, clEnqueueWriteBufferRect. A pitch of 0 means that the rows or
// slices of the box are contiguous.
HostRows box_rows(const void* host, const size_t* at, const size_t* size, size_t row_pitch, size_t slice_pitch) {
  if (host == nullptr || at == nullptr || size == nullptr) return {};
  const std::size_t row = row_pitch != 0 ? row_pitch : size[0];
  const std::size_t slice = slice_pitch != 0 ? slice_pitch : row * size[1];
  return {.begin = static_cast<const std::byte*>(host) + at[2] * slice + at[1] * row + at[0],
          .bytes = size[0],
          .rows = size[1],
          .slices = size[2],
          .row_pitch = row,
          .slice_pitch = slice};
}

// Returns the pixels of an image transfer: clEnqueueWriteImage. The slices of an array of 1D images are its rows.
HostRows image_rows(cl_mem image, const void* host, const size_t* size, size_t row_pitch, size_t slice_pitch) {
  std::size_t pixel = 0;
  if (host == nullptr || size == nullptr ||
      driver().clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof pixel, &pixel, nullptr) != CL_SUCCESS)
    return {};
  const std::size_t bytes = size[0] * pixel;
  const bool is_array = memory_info<cl_mem_object_type>(image, CL_MEM_TYPE, 0) == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  const std::size_t row = is_array && slice_pitch != 0 ? slice_pitch : row_pitch != 0 ? row_pitch : bytes;
  const std::size_t slice = slice_pitch != 0 ? slice_pitch : row * size[1];
  return {.begin = host, .bytes = bytes, .rows = size[1], .slices = size[2], .row_pitch = row, .slice_pitch = slice};
}

cl_int write(Next<&T::clEnqueueWriteBuffer> next, cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
             size_t offset, size_t size, const void* from, cl_uint count, const cl_event* events, cl_event* event) {
  const PassedMemory passed("clEnqueueWriteBuffer", {.begin = from, .bytes = size}, is_blocking);
  const cl_int result = next(queue, buffer, is_blocking, offset, size, from, count, events, event);
  if (result == CL_SUCCESS) passed.is_read();
  return result;
}

cl_int write_box(Next<&T::clEnqueueWriteBufferRect> next, cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
                 const size_t* at, const size_t* host_at, const size_t* size, size_t row, size_t slice, size_t host_row,
                 size_t host_slice, const void* from, cl_uint count, const cl_event* events, cl_event* event) {
  const PassedMemory passed("clEnqueueWriteBufferRect", box_rows(from, host_at, size, host_row, host_slice),
                            is_blocking);
  const cl_int result =
      next(queue, buffer, is_blocking, at, host_at, size, row, slice, host_row, host_slice, from, count, events, event);
  if (result == CL_SUCCESS) passed.is_read();
  return result;
}

cl_int write_image(Next<&T::clEnqueueWriteImage> next, cl_command_queue queue, cl_mem image, cl_bool is_blocking,
                   const size_t* at, const size_t* size, size_t row, size_t slice, const void* from, cl_uint count,
                   const cl_event* events, cl_event* event) {
  const PassedMemory passed("clEnqueueWriteImage", image_rows(image, from, size, row, slice), is_blocking);
  const cl_int result = next(queue, image, is_blocking, at, size, row, slice, from, count, events, event);
  if (result == CL_SUCCESS) passed.is_read();
  return result;
}

cl_int copy_shared(Next<&T::clEnqueueSVMMemcpy> next, cl_command_queue queue, cl_bool is_blocking, void* to,
                   const void* from, size_t size, cl_uint count, const cl_event* events, cl_event* event) {
  const PassedMemory passed("clEnqueueSVMMemcpy", {.begin = from, .bytes = size}, is_blocking);
  note_destination(queue, {.begin = to, .bytes = size});
  const cl_int result = next(queue, is_blocking, to, from, size, count, events, event);
  if (result == CL_SUCCESS) passed.is_read();
  return result;
}

cl_int read(Next<&T::clEnqueueReadBuffer> next, cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
            size_t offset, size_t size, void* to, cl_uint count, const cl_event* events, cl_event* event) {
  note_destination(queue, {.begin = to, .bytes = size});
  return next(queue, buffer, is_blocking, offset, size, to, count, events, event);
}

cl_int read_box(Next<&T::clEnqueueReadBufferRect> next, cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
                const size_t* at, const size_t* host_at, const size_t* size, size_t row, size_t slice, size_t host_row,
                size_t host_slice, void* to, cl_uint count, const cl_event* events, cl_event* event) {
  note_destination(queue, box_rows(to, host_at, size, host_row, host_slice));
  return next(queue, buffer, is_blocking, at, host_at, size, row, slice, host_row, host_slice, to, count, events,
              event);
}

cl_int read_image(Next<&T::clEnqueueReadImage> next, cl_command_queue queue, cl_mem image, cl_bool is_blocking,
                  const size_t* at, const size_t* size, size_t row, size_t slice, void* to, cl_uint count,
                  const cl_event* events, cl_event* event) {
  note_destination(queue, image_rows(image, to, size, row, slice));
  return next(queue, image, is_blocking, at, size, row, slice, to, count, events, event);
}

// A host function runs when earlier commands have ended, and can signal this to the program.
cl_int call_host(Next<&T::clEnqueueNativeKernel> next, cl_command_queue queue, void(CL_CALLBACK* function)(void*),
                 void* arguments, size_t bytes, cl_uint objects, const cl_mem* list, const void** places, cl_uint count,
                 const cl_event* events, cl_event* event) {
  end_all();
  return next(queue, function, arguments, bytes, objects, list, places, count, events, event);
}

cl_int free_shared(Next<&T::clEnqueueSVMFree> next, cl_command_queue queue, cl_uint many, void** pointers,
                   void(CL_CALLBACK* function)(cl_command_queue, cl_uint, void**, void*), void* data, cl_uint count,
                   const cl_event* events, cl_event* event) {
  if (function != nullptr) end_all();
  return next(queue, many, pointers, function, data, count, events, event);
}

cl_int set_destructor(Next<&T::clSetMemObjectDestructorCallback> next, cl_mem object,
                      void(CL_CALLBACK* function)(cl_mem, void*), void* data) {
  end_all();
  return next(object, function, data);
}

cl_mem note_host_pointer(cl_mem object, cl_mem_flags flags, const void* host) {
  if (object != nullptr && (flags & CL_MEM_USE_HOST_PTR) != 0 && host != nullptr)
    note_shared(host, memory_info<std::size_t>(object, CL_MEM_SIZE, 0));
  return object;
}

cl_mem create_buffer(Next<&T::clCreateBuffer> next, cl_context context, cl_mem_flags flags, size_t size, void* host,
                     cl_int* error) {
  return note_host_pointer(next(context, flags, size, host, error), flags, host);
}

cl_mem create_buffer_with(Next<&T::clCreateBufferWithProperties> next, cl_context context,
                          const cl_mem_properties* properties, cl_mem_flags flags, size_t size, void* host,
                          cl_int* error) {
  return note_host_pointer(next(context, properties, flags, size, host, error), flags, host);
}

cl_mem create_image(Next<&T::clCreateImage> next, cl_context context, cl_mem_flags flags, const cl_image_format* format,
                    const cl_image_desc* image, void* host, cl_int* error) {
  return note_host_pointer(next(context, flags, format, image, host, error), flags, host);
}

cl_mem create_image_with(Next<&T::clCreateImageWithProperties> next, cl_context context,
                         const cl_mem_properties* properties, cl_mem_flags flags, const cl_image_format* format,
                         const cl_image_desc* image, void* host, cl_int* error) {
  return note_host_pointer(next(context, properties, flags, format, image, host, error), flags, host);
}

cl_mem create_image_2d(Next<&T::clCreateImage2D> next, cl_context context, cl_mem_flags flags,
                       const cl_image_format* format, size_t width, size_t height, size_t row, void* host,
                       cl_int* error) {
  return note_host_pointer(next(context, flags, format, width, height, row, host, error), flags, host);
}

cl_mem create_image_3d(Next<&T::clCreateImage3D> next, cl_context context, cl_mem_flags flags,
                       const cl_image_format* format, size_t width, size_t height, size_t depth, size_t row,
                       size_t slice, void* host, cl_int* error) {
  return note_host_pointer(next(context, flags, format, width, height, depth, row, slice, host, error), flags, host);
}

// Counts the mapped memory as shared, because the device may keep using it.
void* map_buffer(Next<&T::clEnqueueMapBuffer> next, cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
                 cl_map_flags flags, size_t offset, size_t size, cl_uint count, const cl_event* events, cl_event* event,
                 cl_int* error) {
  void* const memory = next(queue, buffer, is_blocking, flags, offset, size, count, events, event, error);
  if (memory != nullptr) note_shared(memory, size);
  return memory;
}

void* map_image(Next<&T::clEnqueueMapImage> next, cl_command_queue queue, cl_mem image, cl_bool is_blocking,
                cl_map_flags flags, const size_t* at, const size_t* size, size_t* row, size_t* slice, cl_uint count,
                const cl_event* events, cl_event* event, cl_int* error) {
  void* const memory = next(queue, image, is_blocking, flags, at, size, row, slice, count, events, event, error);
  if (memory != nullptr) {
    const HostRows pixels = image_rows(image, memory, size, row != nullptr ? *row : 0, slice != nullptr ? *slice : 0);
    note_shared(memory, pixels.span());
  }
  return memory;
}

cl_int unmap(Next<&T::clEnqueueUnmapMemObject> next, cl_command_queue queue, cl_mem object, void* memory, cl_uint count,
             const cl_event* events, cl_event* event) {
  const cl_int result = next(queue, object, memory, count, events, event);
  const auto* const host = memory_info<const void*>(object, CL_MEM_HOST_PTR, nullptr);
  if (result == CL_SUCCESS && memory != host) forget_shared(memory);
  return result;
}

}  // namespace

void tell_of_changed_memory(const std::vector<std::string>& calls) {
  for (const std::string& each : calls) {
    const std::string what = each + " before it has waited for the command";
    tell_misuse({.id = "api.host",
                 .kernel = "",
                 .what = what.c_str(),
                 .reference = "OpenCL 3.0 API, \"Reading, writing and copying buffer objects\"",
                 .hint = "wait for its event or call clFinish first, or have the call block"});
  }
}

void end_host_pointer(cl_mem memory) {
  if (const auto* const host = memory_info<const void*>(memory, CL_MEM_HOST_PTR, nullptr); host != nullptr)
    forget_shared(host);
}

void lose_sight_of_host_memory() {
  if (!layer().has_lost_sight_of_host_memory.exchange(true)) end_all();
}

void end_sources_before_launch() {
  if (are_calls_checked() && shared_sizes().any()) end_all();
}

Hooks host_memory_hooks() {
  return {hook<&T::clEnqueueWriteBuffer, write>(),
          hook<&T::clEnqueueWriteBufferRect, write_box>(),
          hook<&T::clEnqueueWriteImage, write_image>(),
          hook<&T::clEnqueueReadBuffer, read>(),
          hook<&T::clEnqueueReadBufferRect, read_box>(),
          hook<&T::clEnqueueReadImage, read_image>(),
          hook<&T::clEnqueueNativeKernel, call_host>(),
          hook<&T::clCreateBuffer, create_buffer>(),
          hook<&T::clCreateImage2D, create_image_2d>(),
          hook<&T::clCreateImage3D, create_image_3d>(),
          hook<&T::clEnqueueMapBuffer, map_buffer>(),
          hook<&T::clEnqueueMapImage, map_image>(),
          hook<&T::clEnqueueUnmapMemObject, unmap>(),
          hook<&T::clSetMemObjectDestructorCallback, set_destructor>(),
          hook<&T::clCreateImage, create_image>(),
          hook<&T::clEnqueueSVMMemcpy, copy_shared>(),
          hook<&T::clEnqueueSVMFree, free_shared>(),
          hook<&T::clCreateBufferWithProperties, create_buffer_with>(),
          hook<&T::clCreateImageWithProperties, create_image_with>()};
}

}  // namespace eugene::inside::opencl
