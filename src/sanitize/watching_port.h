// The message port as --check stands in front of it.
#pragma once

#include "eu/port.h"
#include "sanitize/checker.h"

namespace eugene::sanitize {

class WatchingPort final : public eu::MessagePort {
 public:
  WatchingPort(eu::MessagePort& port, Checker& checker) : port_(&port), checker_(&checker) {}

  eu::SendStatus send(const eu::SendRequest& request) override {
    checker_->before_message(request);
    const eu::SendStatus status = port_->send(request);
    if (status == eu::SendStatus::done) checker_->after_message(request);
    return status;
  }
  eu::Fault take_fault() override { return port_->take_fault(); }
  eu::FusedThreads* fused_threads() override { return port_->fused_threads(); }
  eu::NamedBarriers* named_barriers() override { return port_->named_barriers(); }

 private:
  eu::MessagePort* port_;
  Checker* checker_;
};

}  // namespace eugene::sanitize
