#include "misuse.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>

#include "../driver_layers/preloaded.h"
#include "base/opencl_type.h"
#include "buffers.h"
#include "info.h"
#include "ordered_commands.h"
#include "program_layer.h"

namespace eugene::inside::opencl {
namespace {

constexpr const char* kMappedRegions = "OpenCL 3.0 API, \"Accessing mapped regions of a memory object\"";

std::string to_text(const Range& range) {
  return std::to_string(range.begin).append(" to ").append(std::to_string(range.end - 1));
}

void tell(const char* id, const std::string& kernel, const std::string& what, const char* reference,
          const std::string& hint = {}) {
  tell_misuse({.id = id, .kernel = kernel.c_str(), .what = what.c_str(), .reference = reference, .hint = hint.c_str()});
}

// Reports an argument that was set wrongly. `how` completes "argument ... is set".
void tell_argument(const char* id, cl_kernel kernel, cl_uint number, const std::string& how, const std::string& hint) {
  const std::string name = find_name(kernel);
  tell(id, name, "argument " + describe_argument(kernel, number) + " of kernel " + name + " is set " + how,
       "OpenCL 3.0 API, clSetKernelArg", hint);
}

// Reports an access to the check of command order. `range` is relative to `buffer`, which may be a part.
void tell_order(const std::string& what, cl_mem buffer, const Range& range, bool writes, const CurrentCommand& order) {
  const std::uint64_t number = layer().buffers.find_number(buffer);
  if (number == 0 || (order.is_alone && order.unordered.empty())) return;
  const std::size_t begin = layer().buffers.find_begin(buffer);
  tell_access({.what = what.c_str(),
               .buffer = number,
               .begin = begin + range.begin,
               .end = begin + range.end,
               .writes = writes ? 1 : 0,
               .order = make_order(order)});
}

void check_command(const char* command, cl_mem buffer, const Range& range, bool writes) {
  if (!layer().buffers.has(buffer)) return;
  tell_order(std::string(command).append(writes ? " writes" : " reads"), buffer, range, writes, current_command());
  const auto conflicts = [&](const Maps::Map& map) { return map.range.overlaps(range) && (writes || map.writes); };
  if (!layer().maps.any(layer().buffers.find_object(buffer), conflicts)) return;
  tell("api.mapped", {},
       std::string(command)
           .append(writes ? " writes bytes " : " reads bytes ")
           .append(to_text(range))
           .append(" of a buffer of ")
           .append(std::to_string(memory_info<std::size_t>(buffer, CL_MEM_SIZE, 0)))
           .append(writes ? " that is mapped" : " that is mapped for writing"),
       kMappedRegions, "unmap it first: clEnqueueUnmapMemObject");
}

cl_int unmap(Next<&T::clEnqueueUnmapMemObject> next, cl_command_queue queue, cl_mem object, void* memory, cl_uint count,
             const cl_event* events, cl_event* event) {
  const cl_int result = next(queue, object, memory, count, events, event);
  if (result != CL_SUCCESS || !layer().buffers.has(object)) return result;
  layer().maps.remove(layer().buffers.find_object(object), memory);
  end_host_access(memory);
  return result;
}

}  // namespace

void note_map(cl_mem buffer, const void* memory, const Range& range, bool writes) {
  layer().maps.add(layer().buffers.find_object(buffer), {memory, range, writes});
  tell_order(writes ? "the program has mapped for writing" : "the program has mapped for reading", buffer, range,
             writes, begin_host_access(memory));
}

void check_read(const char* command, cl_mem buffer, std::size_t offset, std::size_t bytes) {
  check_command(command, buffer, {offset, offset + bytes}, false);
}
void check_write(const char* command, cl_mem buffer, std::size_t offset, std::size_t bytes) {
  check_command(command, buffer, {offset, offset + bytes}, true);
}

void check_copy(cl_mem from, cl_mem to, std::size_t from_offset, std::size_t to_offset, std::size_t bytes) {
  const Range source{from_offset, from_offset + bytes}, target{to_offset, to_offset + bytes};
  check_command("clEnqueueCopyBuffer", from, source, false);
  check_command("clEnqueueCopyBuffer", to, target, true);
  if (from == to && bytes != 0 && source.overlaps(target))
    tell("api.overlap", {},
         "clEnqueueCopyBuffer copies bytes " + to_text(source) + " of a buffer to its bytes " + to_text(target),
         "OpenCL 3.0 API, \"Copying buffer objects\": CL_MEM_COPY_OVERLAP", "copy by another buffer");
}

void check_value(cl_kernel kernel, cl_uint number, std::size_t bytes) {
  const std::string type = argument_type(kernel, number);
  const auto wanted = opencl_type(type);
  if (!wanted || wanted->bytes() == bytes) return;
  tell_argument(
      "api.argument", kernel, number,
      "with " + std::to_string(bytes) + " bytes, and has " + std::to_string(wanted->bytes()) + ": it is " + type,
      "pass a cl_" + type + " and its size");
}

void check_buffer(cl_kernel kernel, cl_uint number, const void* value) {
  cl_mem buffer = nullptr;
  std::memcpy(static_cast<void*>(&buffer), value, sizeof(cl_mem));
  const cl_context none = nullptr;
  const auto context = kernel_info(kernel, CL_KERNEL_CONTEXT, none);
  const auto other = memory_info(buffer, CL_MEM_CONTEXT, context);
  if (context != none && context != other)
    tell_argument("api.context", kernel, number, "to a buffer of another context", {});
}

// Reports a buffer only if all of it is mapped: the kernel might not use the mapped part.
void check_launch(cl_kernel kernel, const eugene_argument& argument) {
  const auto is_whole = [&](const Maps::Map& map) { return map.writes && map.range.contains({0, argument.bytes}); };
  if (!layer().maps.any(argument.object, is_whole)) return;
  const std::string name = find_name(kernel);
  tell("api.mapped", name,
       "kernel " + name + " is launched with argument " + describe_argument(kernel, argument.number) +
           ", which is mapped for writing",
       kMappedRegions, "unmap it first: clEnqueueUnmapMemObject");
}

void check_images(cl_kernel kernel, const std::map<cl_uint, ArgumentState>& arguments) {
  for (const auto& [number, read] : arguments) {
    if (!read.image || read.image->writes) continue;
    for (const auto& [other, written] : arguments) {
      if (!written.image || !written.image->writes || written.image->memory != read.image->memory) continue;
      const std::string name = find_name(kernel);
      tell("api.images", name,
           "kernel " + name + " is launched with one image as argument " + describe_argument(kernel, number) +
               ", which it reads, and as argument " + describe_argument(kernel, other) + ", which it writes",
           "OpenCL 3.0 API, clSetKernelArg; OpenCL C 3.0, \"Image Read and Write Functions\"", "write another image");
    }
  }
}

Hooks misuse_hooks() { return {hook<&T::clEnqueueUnmapMemObject, unmap>()}; }

}  // namespace eugene::inside::opencl
