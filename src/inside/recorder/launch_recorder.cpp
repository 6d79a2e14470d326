#include "launch_recorder.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string>

#include "../opencl/layer/hooks.h"
#include "base/hex.h"

namespace eugene::inside::recorder {
namespace {

std::vector<size_t> sizes(const size_t* values, cl_uint count) {
  return values == nullptr ? std::vector<size_t>() : std::vector<size_t>(values, values + count);
}

std::span<const std::byte> to_bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

}  // namespace

LaunchRecorder::LaunchRecorder(cl_command_queue queue, std::span<const cl_event> waits, Recording& recording)
    : queue_(queue), recording_(recording) {
  if (std::string why = why_not(waits); !why.empty()) {
    skip(std::move(why));
    return;
  }
  if (!waits.empty()) opencl::driver().clWaitForEvents(static_cast<cl_uint>(waits.size()), waits.data());
  opencl::driver().clFinish(queue_);
}

// Returns why a launch cannot be recorded. The program may have to complete a user event that the launch waits for, so
// waiting here could block forever.
std::string LaunchRecorder::why_not(std::span<const cl_event> waits) const {
  for (const cl_event event : waits) {
    cl_command_type type = 0;
    cl_int status = CL_COMPLETE;
    opencl::driver().clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
    opencl::driver().clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    if (type == CL_COMMAND_USER && status > CL_COMPLETE) return "it waits for a user event";
  }
  return {};
}

void LaunchRecorder::skip(std::string why) {
  if (!json_.contains("skipped")) json_["skipped"] = std::move(why);
}

void LaunchRecorder::before(const RecordedObjects& objects, cl_kernel handle, const Range& range) {
  const auto found = objects.kernels.find(handle);
  if (found == objects.kernels.end()) return skip("its kernel was created in a way that is not recorded");
  const RecordedKernel& kernel = found->second;
  json_["kernel"] = kernel.name;
  json_["offset"] = sizes(range.offset, range.dimensions);
  json_["global"] = sizes(range.global, range.dimensions);
  json_["local"] = sizes(range.local, range.dimensions);
  if (json_.contains("skipped")) return;
  json_["program"] = program(objects, kernel.program);
  json_["arguments"] = nlohmann::json::array();
  for (const auto& [index, value] : kernel.arguments) {
    nlohmann::json described = argument(objects, value);
    described["index"] = index;
    json_["arguments"].push_back(std::move(described));
  }
}

void LaunchRecorder::after() {
  if (!json_.contains("skipped")) opencl::driver().clFinish(queue_);
  for (const auto& [place, memory] : buffers_)
    json_["arguments"][place]["after"] = recording_.keep_contents(contents(memory));
  recording_.add(json_);
}

nlohmann::json LaunchRecorder::argument(const RecordedObjects& objects, const RecordedArgument& value) {
  if (std::holds_alternative<SvmPointer>(value)) {
    skip("an argument points to shared virtual memory");
    return {{"kind", "svm"}};
  }
  if (const auto* local = std::get_if<LocalMemory>(&value)) return {{"kind", "local"}, {"size", local->size}};
  const auto& bytes = std::get<std::vector<std::byte>>(value);
  if (bytes.size() == sizeof(void*)) {
    cl_mem memory = nullptr;
    std::memcpy(static_cast<void*>(&memory), bytes.data(), bytes.size());
    if (const auto found = objects.memory.find(memory); found != objects.memory.end())
      return buffer(memory, found->second);
  }
  return {{"kind", "value"}, {"bytes", to_hex(bytes)}};
}

nlohmann::json LaunchRecorder::buffer(cl_mem memory, unsigned number) {
  cl_mem_object_type type = 0;
  opencl::driver().clGetMemObjectInfo(memory, CL_MEM_TYPE, sizeof type, &type, nullptr);
  if (type != CL_MEM_OBJECT_BUFFER) {
    skip("an argument is an image or a pipe");
    return {{"kind", "image"}};
  }
  buffers_.emplace_back(json_["arguments"].size(), memory);
  return {{"kind", "buffer"}, {"buffer", number}, {"before", recording_.keep_contents(contents(memory))}};
}

std::vector<std::byte> LaunchRecorder::contents(cl_mem memory) {
  size_t size = 0;
  opencl::driver().clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof size, &size, nullptr);
  std::vector<std::byte> bytes(size);
  if (opencl::driver().clEnqueueReadBuffer(queue_, memory, CL_TRUE, 0, size, bytes.data(), 0, nullptr, nullptr) !=
      CL_SUCCESS)
    skip("a buffer could not be read");
  return bytes;
}

nlohmann::json LaunchRecorder::program(const RecordedObjects& objects, cl_program handle) {
  static const RecordedProgram kUnknown;
  const auto found = objects.programs.find(handle);
  const RecordedProgram& program = found == objects.programs.end() ? kUnknown : found->second;
  std::error_code error;
  nlohmann::json result{{"options", program.options}, {"directory", std::filesystem::current_path(error).string()}};
  switch (program.kind) {
    case RecordedProgram::Kind::source:
      result["source"] = recording_.keep_program(to_bytes(program.text), ".cl");
      break;
    case RecordedProgram::Kind::il: result["il"] = recording_.keep_program(to_bytes(program.text), ".spv"); break;
    case RecordedProgram::Kind::binary: result["binary"] = recording_.keep_program(binary(handle), ".bin"); break;
  }
  return result;
}

// Returns the program's binary for this queue's device.
std::vector<std::byte> LaunchRecorder::binary(cl_program handle) {
  cl_device_id device = nullptr;
  opencl::driver().clGetCommandQueueInfo(queue_, CL_QUEUE_DEVICE, sizeof(void*), static_cast<void*>(&device), nullptr);
  cl_uint count = 0;
  opencl::driver().clGetProgramInfo(handle, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, nullptr);
  std::vector<cl_device_id> devices(count);
  std::vector<size_t> lengths(count);
  opencl::driver().clGetProgramInfo(handle, CL_PROGRAM_DEVICES, count * sizeof(cl_device_id),
                                    static_cast<void*>(devices.data()), nullptr);
  opencl::driver().clGetProgramInfo(handle, CL_PROGRAM_BINARY_SIZES, count * sizeof(size_t), lengths.data(), nullptr);
  const auto place = static_cast<std::size_t>(std::ranges::find(devices, device) - devices.begin());
  if (place == count || lengths[place] == 0) {
    skip("its program has neither source, nor IL, nor a binary");
    return {};
  }
  std::vector<std::byte> result(lengths[place]);
  std::vector<unsigned char*> targets(count, nullptr);  // null: not needed
  targets[place] = reinterpret_cast<unsigned char*>(result.data());
  opencl::driver().clGetProgramInfo(handle, CL_PROGRAM_BINARIES, count * sizeof(unsigned char*),
                                    static_cast<void*>(targets.data()), nullptr);
  return result;
}

}  // namespace eugene::inside::recorder
