// Records one launch as JSON: the program and arguments, and the contents of buffers before and after.
#pragma once

#include <CL/cl.h>

#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "recorded_objects.h"
#include "recording.h"

namespace eugene::inside::recorder {

struct Range {
  cl_uint dimensions = 0;
  const size_t* offset = nullptr;  // may be null, like `local`
  const size_t* global = nullptr;
  const size_t* local = nullptr;
};

class LaunchRecorder {
 public:
  // Waits for the events that the launch waits for, and for the queue.
  LaunchRecorder(cl_command_queue queue, std::span<const cl_event> waits, Recording& recording);

  void before(const RecordedObjects& objects, cl_kernel handle, const Range& range);
  // Call when the launch has been enqueued. Without this call, nothing is recorded.
  void after();

 private:
  std::string why_not(std::span<const cl_event> waits) const;
  std::vector<std::byte> contents(cl_mem memory);
  nlohmann::json argument(const RecordedObjects& objects, const RecordedArgument& value);
  nlohmann::json buffer(cl_mem memory, unsigned number);
  nlohmann::json program(const RecordedObjects& objects, cl_program handle);
  std::vector<std::byte> binary(cl_program handle);
  void skip(std::string why);

  cl_command_queue queue_;
  Recording& recording_;
  nlohmann::json json_;
  std::vector<std::pair<std::size_t, cl_mem>> buffers_;  // by index in "arguments"
};

}  // namespace eugene::inside::recorder
