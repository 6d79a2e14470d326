// The queues of Intel's driver that a program has made.
#pragma once

#include <CL/cl.h>

#include <map>
#include <mutex>

namespace eugene::inside::opencl {

// Queues, and the number of lost requests when each queue was made. The queues share one context of the GPU. A failure
// resets the context, which loses the state that the driver has set up for a queue, so the queue cannot be used any
// more. A queue stays known after its release, as the program may still wait for its events. Safe for several threads.
class Queues {
 public:
  void add(cl_command_queue queue, cl_device_id device);
  bool is_known(cl_command_queue queue);
  bool is_lost(cl_command_queue queue);

 private:
  std::mutex mutex_;
  std::map<cl_command_queue, unsigned long> begun_;
};

}  // namespace eugene::inside::opencl
