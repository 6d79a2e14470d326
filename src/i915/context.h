// A context of the uAPI: an address space, an engine map with a hardware context per slot, and a record of failures.
#pragma once

#include <i915_drm.h>
#include <linux/types.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "i915/address_space.h"
#include "i915/hardware_context.h"

namespace eugene::i915 {

struct EngineName {
  std::uint16_t engine_class = 0;  // I915_ENGINE_CLASS_*
  std::uint16_t instance = 0;
  bool operator==(const EngineName&) const = default;
};

struct OfferedEngine {
  EngineName name;
  std::uint64_t selector;  // value of EXECBUFFER2's engine selector in contexts without an engine map
  gpu::EngineKind kind;
};

// The engines offered to programs. Video engines are not offered, because their commands are not executed.
inline constexpr std::array kOfferedEngines{
    OfferedEngine{{I915_ENGINE_CLASS_RENDER, 0}, I915_EXEC_RENDER, gpu::EngineKind::render},
    OfferedEngine{{I915_ENGINE_CLASS_COPY, 0}, I915_EXEC_BLT, gpu::EngineKind::copy},
};

// One slot of an engine map. Only the thread that executes requests uses `state` and `lend_after`.
struct EngineSlot {
  explicit EngineSlot(const OfferedEngine* offered) : engine(offered) {}

  const OfferedEngine* engine;
  std::unique_ptr<HardwareContext> state;  // created by the first request, destroyed by a reset
  std::atomic<std::uint32_t> pending = 0;  // requests that have not ended
  bool has_lost_state = false;             // a request failed after the program had set its base addresses
  unsigned lend_after = 0;                 // requests until one may be executed by the thread that submits it
  bool has_told = false;                   // later failures caused by the lost state have been reported once
};

struct Context {
  std::uint32_t id = 0;
  std::shared_ptr<AddressSpace> space;
  bool has_engine_map = false;
  std::vector<std::shared_ptr<EngineSlot>> slots;  // without an engine map: one per row of kOfferedEngines

  int priority = 0;      // I915_CONTEXT_PARAM_PRIORITY; a change applies to later requests
  bool has_run = false;  // a request has been submitted, so the address space can no longer be replaced
  bool recoverable = true;
  bool bannable = true;
  bool persistent = true;
  bool no_error_capture = false;

  std::atomic<std::uint32_t> hangs = 0;     // requests of this context that failed
  std::atomic<std::uint32_t> innocent = 0;  // requests dropped because another context's request failed
  std::atomic<bool> banned = false;
};

using ContextPtr = std::shared_ptr<Context>;

}  // namespace eugene::i915
