#include "functions/port.h"

#include "functions/call.h"
#include "functions/dispatch.h"

namespace eugene::functions {

eu::SendStatus Port::send(const eu::SendRequest& request) {
  const isa::SendFields& fields = request.instruction.send;
  if (request.channels != 0) {
    const auto message = messages_.find(*gen_, fields.sfid, request.descriptor);
    if (!message) {
      fault_ = {.what = message.error().message, .reference = message.error().reference, .lane = {}, .address = {}};
      return eu::SendStatus::fault;
    }
    Call call(*gen_, request, **message, *view_, fault_);
    if (!execute(call, surfaces_, **message)) return eu::SendStatus::fault;
  }
  return fields.eot ? eu::SendStatus::end_of_thread : eu::SendStatus::done;
}

}  // namespace eugene::functions
