#include "queues.h"

#include "../driver_layers/preloaded.h"
#include "platform.h"

namespace eugene::inside::opencl {

void Queues::add(cl_command_queue queue, cl_device_id device) {
  if (queue == nullptr || !is_of_intel(device)) return;
  note_queue();
  const std::scoped_lock lock(mutex_);
  begun_[queue] = lost_requests();
}

bool Queues::is_known(cl_command_queue queue) {
  const std::scoped_lock lock(mutex_);
  return begun_.contains(queue);
}

bool Queues::is_lost(cl_command_queue queue) {
  const std::scoped_lock lock(mutex_);
  const auto found = begun_.find(queue);
  return found != begun_.end() && found->second != lost_requests();
}

}  // namespace eugene::inside::opencl
