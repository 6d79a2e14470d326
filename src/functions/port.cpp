#include "functions/port.h"

#include "functions/call.h"
#include "functions/dispatch.h"

namespace eugene::functions {

eu::SendStatus Port::send(const eu::SendRequest& request) {
  const isa::SendFields& fields = request.instruction.send;
  if (request.channels != 0) {
    Call call(request, *view_, fault_);
    if (!execute(call, surfaces_, *gen_, fields.sfid, request.descriptor)) return eu::SendStatus::fault;
  }
  return fields.eot ? eu::SendStatus::end_of_thread : eu::SendStatus::done;
}

}  // namespace eugene::functions
