// Runs vISA text on one thread or more, with bytes in its variables.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "eu/fused_threads.h"
#include "eu/interpreter.h"
#include "eu/kernel.h"
#include "eu/register_file.h"
#include "eu/thread_block.h"
#include "lower/lower.h"
#include "support/message_port.h"
#include "visa/parse.h"

namespace eugene::test {

class VisaKernel {
 public:
  VisaKernel(const std::string& text, unsigned register_bytes) {
    const auto module = visa::parse(text, "test");
    if (!module) {
      error = module.error().front().message;
      return;
    }
    auto lowered = lower::lower_kernel({.gen = isa::kGen9, .register_bytes = register_bytes}, *module, "", "test");
    if (!lowered) {
      error = lowered.error().front().message;
      return;
    }
    lowered_ = std::move(*lowered);
    end_ = lowered_.program.end();
    auto kernel = eu::prepare(std::move(lowered_.program));
    if (kernel) {
      kernel_ = std::move(*kernel);
    } else {
      error = kernel.error().message;
    }
  }

  eu::ThreadBlock threads(unsigned count) const {
    eu::ThreadBlock block(count, kernel_.program().variable_registers);
    for (unsigned n = 0; n < count; ++n) {
      eu::start(block[n], ~0U);
      block[n].state[1] = n << 24;  // FFTID
      block.clear_variables(n);
    }
    return block;
  }

  std::span<std::byte> variable(eu::Thread& thread, const std::string& name) const {
    const lower::NamedVariable& found = lowered_.variables.at(name);
    return {eu::raw_bytes(thread) + eu::grf_offset(found.byte / isa::kRegisterBytes) + found.byte % isa::kRegisterBytes,
            found.bytes};
  }

  // Runs the threads, which dpasw fuses by `fused`, in turn until all have ended; a message is an error. Returns the
  // error, or an empty string.
  std::string run(eu::ThreadBlock& threads, eu::FusedThreads* fused = nullptr) const {
    TestPort port({.fused_threads = fused});
    port.on_send = [](const eu::SendRequest&) { return eu::SendStatus::fault; };
    port.fault.what = "no messages here";
    std::vector<bool> ended(threads.size());
    for (bool advances = true; advances;) {
      advances = false;
      for (unsigned n = 0; n < threads.size(); ++n) {
        if (ended[n]) continue;
        const std::uint64_t before = threads[n].instructions_executed;
        const eu::Outcome outcome = eu::run(kernel_, threads[n], port);
        advances |= threads[n].instructions_executed != before;
        if (outcome.stop == eu::Stop::fault && threads[n].ip != end_)
          return outcome.fault ? outcome.fault->what : "fault";
        ended[n] = outcome.stop == eu::Stop::fault;
      }
    }
    return std::ranges::all_of(ended, [](bool each) { return each; }) ? "" : "not all threads have ended";
  }

  std::string error;

 private:
  lower::LoweredKernel lowered_;
  eu::Kernel kernel_;
  std::uint32_t end_ = 0;
};

}  // namespace eugene::test
