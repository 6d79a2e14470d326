// Reports the texels that a sampler message reads to observers.
#pragma once

#include "functions/message_call.h"
#include "memory/texel.h"

namespace eugene::functions {

// Records all texels that a reader fetches during the lifetime of this object. The destructor reports them to the
// call's observers.
class TexelAccesses {
 public:
  static bool wanted(const MessageCall& call) { return call.reports_texels(); }

  TexelAccesses(const MessageCall& call, memory::TexelReader& reader);
  ~TexelAccesses();
  TexelAccesses(const TexelAccesses&) = delete;
  TexelAccesses& operator=(const TexelAccesses&) = delete;

 private:
  void tell() const;

  const MessageCall* call_;
  memory::TexelReader* reader_;
  memory::FetchedTexels fetched_;
};

}  // namespace eugene::functions
