// How kernels are run: interpreted, or compiled before their first thread; the same results either way (DESIGN.md
// section 5).
#pragma once

#include <cstdint>
#include <memory>

#include "eu/interpreter.h"

namespace eugene::gpu {

enum class Tier : std::uint8_t {
  interpret,
  jit,  // compile before the first thread runs; what cannot be compiled is interpreted
};

// A kernel and the code there is for it, shared by the workers of a dispatch.
class TieredKernel {
 public:
  TieredKernel(eu::Kernel kernel, std::uint32_t control);
  ~TieredKernel();
  TieredKernel(const TieredKernel&) = delete;
  TieredKernel& operator=(const TieredKernel&) = delete;

  const eu::Kernel& kernel() const { return kernel_; }
  std::uint32_t control() const { return control_; }  // cr0.0 that its threads start with

 private:
  friend class Tiers;
  friend class TierRunner;
  struct Code;

  eu::Kernel kernel_;
  std::uint32_t control_;
  bool compiled_ = false;       // or tried to
  std::unique_ptr<Code> code_;  // null: interpret
};

// Owns the compiler. Used by one host thread at a time.
class Tiers {
 public:
  explicit Tiers(Tier tier);
  ~Tiers();
  Tiers(const Tiers&) = delete;
  Tiers& operator=(const Tiers&) = delete;

  // Called before a dispatch.
  void prepare(TieredKernel& kernel);

 private:
  struct Compiler;
  Tier tier_;
  std::unique_ptr<Compiler> compiler_;
};

// Runs threads; one for each worker.
class TierRunner {
 public:
  TierRunner();
  ~TierRunner();
  TierRunner(const TierRunner&) = delete;
  TierRunner& operator=(const TierRunner&) = delete;

  // As eu::run.
  eu::Outcome run(const TieredKernel& kernel, eu::Thread& thread, eu::MessagePort& port, const eu::RunLimits& limits);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace eugene::gpu
