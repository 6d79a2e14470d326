// An instruction executed once more, on a thread that is like the one that has executed it but for the contents of some
// registers: what in its results depends on these is what differs.
#pragma once

#include <cstdint>

#include "eu/kernel.h"
#include "eu/port.h"
#include "eu/prepare/prepared_op.h"
#include "eu/thread.h"

namespace eugene::eu {

class Twin {
 public:
  explicit Twin(const Kernel& kernel) : kernel_(kernel) {}

  // Executes `op`, which works on lanes (alu, compare, select, select_compare), with the channels that run in `thread`.
  // False: it cannot, as where a0 leads outside the registers.
  bool execute(const PreparedOp& op, Thread& thread);

 private:
  // No instruction on lanes sends.
  class NoPort final : public MessagePort {
   public:
    SendStatus send(const SendRequest& /*request*/) override { return SendStatus::fault; }
    Fault take_fault() override { return {}; }
  };

  Kernel kernel_;
  NoPort port_;
};

}  // namespace eugene::eu
