#include "functions/port.h"

#include "functions/call.h"
#include "functions/dispatch.h"

namespace eugene::functions {

eu::SendStatus Port::send(const eu::SendRequest& request) {
  const isa::SendFields& fields = request.instruction.send;
  // The URB writes whole registers of some messages whatever the channels (SNB PRM vol4 part2 2.4.3.2.1).
  if (request.channels != 0 || fields.sfid == isa::Sfid::urb) {
    const auto message = messages_.find(*gen_, fields.sfid, request.descriptor);
    if (!message) {
      fault_ = {.what = message.error().message, .reference = message.error().reference, .lane = {}, .address = {}};
      return eu::SendStatus::fault;
    }
    Call call(*gen_, request, **message, *view_, fault_);
    if (!execute(call, surfaces_, **message)) {
      return call.blocked() ? eu::SendStatus::blocked : eu::SendStatus::fault;
    }
  }
  return fields.eot ? eu::SendStatus::end_of_thread : eu::SendStatus::done;
}

}  // namespace eugene::functions
