// The modes of the host's floating-point units. Code of Eugene needs the default: all exceptions masked, rounding to
// nearest, denormals not flushed. A program may have other modes (every program linked with -ffast-math flushes
// denormals), and new threads inherit the modes of the thread that starts them.
#pragma once

#include <immintrin.h>

namespace eugene {

// The default modes hold while an object of this class exists; then the modes before, with their exception flags.
class DefaultFloatModes {
 public:
  DefaultFloatModes() : sse_(_mm_getcsr()) {
    asm volatile("fnstcw %0" : "=m"(x87_));
    asm volatile("fldcw %0" : : "m"(kX87));
    _mm_setcsr(kSse);
  }
  ~DefaultFloatModes() {
    asm volatile("fldcw %0" : : "m"(x87_));
    _mm_setcsr(sse_);
  }
  DefaultFloatModes(const DefaultFloatModes&) = delete;
  DefaultFloatModes& operator=(const DefaultFloatModes&) = delete;

 private:
  // The values after a reset of the processor.
  static constexpr unsigned short kX87 = 0x037F;
  static constexpr unsigned kSse = 0x1F80;

  unsigned short x87_ = 0;
  unsigned sse_ = 0;
};

}  // namespace eugene
