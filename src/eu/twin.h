// Executes an instruction once more, on a copy of the thread whose registers differ in part. If a result differs, it
// depends on the registers that differ.
#pragma once

#include <cstdint>

#include "eu/kernel.h"
#include "eu/port.h"
#include "eu/prepared_op.h"
#include "eu/thread.h"

namespace eugene::eu {

// Executes instructions of one kernel on twins: copies of threads with other contents in undefined registers.
class Twin {
 public:
  explicit Twin(const Kernel& kernel) : kernel_(kernel) {}

  // Executes `op`, which works on lanes (alu, compare, select, select_compare), with the channels that run in `thread`.
  // Returns false if it cannot, for example if a0 leads outside the registers.
  bool execute(const PreparedOp& op, Thread& thread);

 private:
  // Instructions on lanes never send.
  class NoPort final : public MessagePort {
   public:
    SendStatus send(const SendRequest& /*request*/) override { return SendStatus::fault; }
    Fault take_fault() override { return {}; }
  };

  Kernel kernel_;
  NoPort port_;
};

}  // namespace eugene::eu
