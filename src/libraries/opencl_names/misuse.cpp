#include "misuse.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <vector>

#include "buffers.h"
#include "preloaded.h"
#include "program_data.h"
#include "type_sizes.h"

namespace eugene::i915 {
namespace {

const cl_icd_dispatch* driver = nullptr;
cl_icd_dispatch before;  // the functions of the table that are replaced here

constexpr cl_map_flags kMapWrites = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
constexpr const char* kMappedRegions = "OpenCL 3.0 API, \"Accessing mapped regions of a memory object\"";

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool overlaps(const Range& other) const { return begin < other.end && other.begin < end; }
  bool contains(const Range& other) const { return begin <= other.begin && other.end <= end; }
  std::string text() const { return std::to_string(begin).append(" to ").append(std::to_string(end - 1)); }
};
Range range_of(std::size_t offset, std::size_t bytes) { return {offset, offset + bytes}; }

// The maps that the program holds, by the number of the buffer (Buffers::object_of).
class Maps {
 public:
  struct Map {
    const void* memory = nullptr;
    Range range;
    bool writes = false;
  };
  void add(std::uint64_t buffer, const Map& map) {
    const std::scoped_lock lock(mutex_);
    if (buffer != 0) maps_[buffer].push_back(map);
  }
  void remove(std::uint64_t buffer, const void* memory) {
    const std::scoped_lock lock(mutex_);
    const auto found = maps_.find(buffer);
    if (found == maps_.end()) return;
    auto& maps = found->second;
    const auto map = std::ranges::find(maps, memory, &Map::memory);
    if (map != maps.end()) maps.erase(map);
    if (maps.empty()) maps_.erase(found);
  }
  template <class Predicate>
  bool any(std::uint64_t buffer, Predicate predicate) {
    const std::scoped_lock lock(mutex_);
    const auto found = maps_.find(buffer);
    return found != maps_.end() && std::ranges::any_of(found->second, predicate);
  }

 private:
  std::mutex mutex_;
  std::map<std::uint64_t, std::vector<Map>> maps_;
};

// Never destroyed: threads may use buffers until the very end.
Maps& maps() {
  static Maps* const instance = new Maps;
  return *instance;
}

std::size_t size_of(cl_mem buffer) {
  std::size_t bytes = 0;
  driver->clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
  return bytes;
}

void tell(const char* id, const std::string& kernel, const std::string& what, const char* reference,
          const std::string& hint = {}) {
  tell_misuse({.id = id, .kernel = kernel.c_str(), .what = what.c_str(), .reference = reference, .hint = hint.c_str()});
}

// A command that reads or writes a part of a buffer.
void check_command(const char* command, cl_mem buffer, const Range& range, bool writes) {
  if (!buffers().has(buffer)) return;
  const auto conflicts = [&](const Maps::Map& map) { return map.range.overlaps(range) && (writes || map.writes); };
  if (!maps().any(buffers().object_of(buffer), conflicts)) return;
  tell("api.mapped", {},
       std::string(command)
           .append(writes ? " writes bytes " : " reads bytes ")
           .append(range.text())
           .append(" of a buffer of ")
           .append(std::to_string(size_of(buffer)))
           .append(writes ? " that is mapped" : " that is mapped for writing"),
       kMappedRegions, "unmap it first: clEnqueueUnmapMemObject");
}

void* map(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking, cl_map_flags flags, size_t offset, size_t size,
          cl_uint count, const cl_event* events, cl_event* event, cl_int* error) {
  void* const memory =
      before.clEnqueueMapBuffer(queue, buffer, is_blocking, flags, offset, size, count, events, event, error);
  if (memory != nullptr)
    maps().add(buffers().object_of(buffer), {memory, range_of(offset, size), (flags & kMapWrites) != 0});
  return memory;
}

cl_int unmap(cl_command_queue queue, cl_mem object, void* memory, cl_uint count, const cl_event* events,
             cl_event* event) {
  const cl_int result = before.clEnqueueUnmapMemObject(queue, object, memory, count, events, event);
  if (result == CL_SUCCESS && buffers().has(object)) maps().remove(buffers().object_of(object), memory);
  return result;
}

cl_int read(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking, size_t offset, size_t size, void* to,
            cl_uint count, const cl_event* events, cl_event* event) {
  check_command("clEnqueueReadBuffer", buffer, range_of(offset, size), false);
  return before.clEnqueueReadBuffer(queue, buffer, is_blocking, offset, size, to, count, events, event);
}

cl_int write(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking, size_t offset, size_t size, const void* from,
             cl_uint count, const cl_event* events, cl_event* event) {
  check_command("clEnqueueWriteBuffer", buffer, range_of(offset, size), true);
  return before.clEnqueueWriteBuffer(queue, buffer, is_blocking, offset, size, from, count, events, event);
}

cl_int fill(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t bytes, size_t offset, size_t size,
            cl_uint count, const cl_event* events, cl_event* event) {
  check_command("clEnqueueFillBuffer", buffer, range_of(offset, size), true);
  return before.clEnqueueFillBuffer(queue, buffer, pattern, bytes, offset, size, count, events, event);
}

cl_int copy(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t size,
            cl_uint count, const cl_event* events, cl_event* event) {
  const Range source = range_of(from_offset, size), target = range_of(to_offset, size);
  check_command("clEnqueueCopyBuffer", from, source, false);
  check_command("clEnqueueCopyBuffer", to, target, true);
  if (from == to && size != 0 && source.overlaps(target))
    tell("api.overlap", {},
         "clEnqueueCopyBuffer copies bytes " + source.text() + " of a buffer to its bytes " + target.text(),
         "OpenCL 3.0 API, \"Copying buffer objects\": CL_MEM_COPY_OVERLAP", "copy by another buffer");
  return before.clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, size, count, events, event);
}

// Empty where the compiler has not kept it.
std::string type_of(cl_kernel kernel, cl_uint number) {
  std::array<char, 32> name{};
  std::size_t bytes = 0;
  if (!has_argument_info(*driver, kernel) || driver->clGetKernelArgInfo(kernel, number, CL_KERNEL_ARG_TYPE_NAME,
                                                                        name.size(), name.data(), &bytes) != CL_SUCCESS)
    return {};
  return name.data();
}

bool is_of_other_context(cl_kernel kernel, cl_mem buffer) {
  cl_context of_kernel = nullptr, of_buffer = nullptr;
  return driver->clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, sizeof of_kernel, static_cast<void*>(&of_kernel),
                                 nullptr) == CL_SUCCESS &&
         driver->clGetMemObjectInfo(buffer, CL_MEM_CONTEXT, sizeof of_buffer, static_cast<void*>(&of_buffer),
                                    nullptr) == CL_SUCCESS &&
         of_kernel != of_buffer;
}

}  // namespace

void check_argument(const SetArgument& argument) {
  constexpr const char* kReference = "OpenCL 3.0 API, clSetKernelArg";
  const std::string words = "argument " + argument.described + " of kernel " + argument.kernel + " is set ";
  if (argument.buffer != nullptr) {
    if (is_of_other_context(argument.handle, argument.buffer))
      tell("api.context", argument.kernel, words + "to a buffer of another context", kReference);
    return;
  }
  const std::string type = type_of(argument.handle, argument.number);
  const auto bytes = bytes_of_type(type);
  if (!bytes || *bytes == argument.bytes) return;
  tell("api.argument", argument.kernel,
       words + "with " + std::to_string(argument.bytes) + " bytes, and has " + std::to_string(*bytes) + ": it is " +
           type,
       kReference, "pass a cl_" + type + " and its size");
}

// Only if all of it is mapped: the kernel may leave that part alone.
void check_launch(const std::string& kernel, const std::string& described, std::uint64_t buffer, std::size_t bytes) {
  const auto is_whole = [&](const Maps::Map& map) { return map.writes && map.range.contains({0, bytes}); };
  if (!maps().any(buffer, is_whole)) return;
  tell("api.mapped", kernel,
       "kernel " + kernel + " is launched with argument " + described + ", which is mapped for writing", kMappedRegions,
       "unmap it first: clEnqueueUnmapMemObject");
}

void watch_misuse(cl_icd_dispatch& table, const cl_icd_dispatch& next) {
  driver = &next;
  before = table;
  table.clEnqueueMapBuffer = map;
  table.clEnqueueUnmapMemObject = unmap;
  table.clEnqueueReadBuffer = read;
  table.clEnqueueWriteBuffer = write;
  table.clEnqueueFillBuffer = fill;
  table.clEnqueueCopyBuffer = copy;
}

}  // namespace eugene::i915
