// The memory of one connection's GPU as a file, offered to its program over the channel.
#pragma once

#include <cstdint>

#include "serve/channel_host.h"
#include "serve/file_descriptor.h"

namespace eugene::serve {

class MemoryOffer {
 public:
  // For the connection from this port of the client. Without a channel, or where the host has no such files, there is
  // no file, and everything goes over the connection.
  MemoryOffer(const ChannelHost* channel, std::uint16_t port);
  ~MemoryOffer();  // withdraws it
  MemoryOffer(const MemoryOffer&) = delete;
  MemoryOffer& operator=(const MemoryOffer&) = delete;

  int file() const { return file_.get(); }  // -1: none
  // Whether nothing is being executed, or waited for, so that the program may use the memory.
  void set_idle(bool idle) const {
    if (channel_ != nullptr) channel_->set_idle(port_, idle);
  }

 private:
  const ChannelHost* channel_;
  std::uint16_t port_;
  FileDescriptor file_;
};

}  // namespace eugene::serve
