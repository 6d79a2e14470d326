// Kernels by chance with and without the mistakes that checks look for: accesses inside of buffers and beyond them,
// at addresses of the work-item's own and of others, with barriers, fences and atomics between, in branches and loops
// that part work-items or whole threads.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <utility>

namespace eugene::gpu {

// Where the launch's buffers are, as offsets from the start of the data.
struct CheckedLayout {
  static constexpr std::uint32_t kWritable = 0x1000, kWritableBytes = 1001, kWritableBti = 1;
  static constexpr std::uint32_t kReadOnly = 0x2000, kReadOnlyBytes = 512, kReadOnlyBti = 2;
  static constexpr std::uint32_t kPointed = 0x3000, kPointedBytes = 600;  // accessed by a pointer, not by a binding
  static constexpr std::uint32_t kFreed = 0x4000, kFreedBytes = 512;
  static constexpr std::uint32_t kLocalBytes = 1000;
};

// r6: local id; r8: group; r10: a number that changes; r12: offsets; r14: a barrier's payload; r20: data; r28: what is
// read; r36: scratch; r40 and above: counters of loops. Each has a register for eight channels.
class RandomCheckedKernel {
 public:
  explicit RandomCheckedKernel(std::uint64_t seed) : random_(seed), simd_(below(2) == 0 ? 8 : 16) {}

  unsigned simd() const { return simd_; }

  std::string text() {
    add("mov (8) r4.0<1>:w 0x76543210:v {{NoMask}}");
    add("add (8) r4.8<1>:w r4.0<8;8,1>:w 8:w {{NoMask}}");
    add("and (1) r3.0<1>:ud r0.5<0;1,0>:ud 0x1FF:ud {{NoMask}}");
    add("and (8) r14.0<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud {{NoMask}}");
    add("shl (1) r3.1<1>:ud r3.0<0;1,0>:ud {}:ud {{NoMask}}", simd_ == 8 ? 3 : 4);
    add("add ({}) r6.0<1>:ud r4.0<8;8,1>:uw r3.1<0;1,0>:ud", simd_);
    add("mov ({}) r8.0<1>:ud r0.1<0;1,0>:ud", simd_);
    add("mov ({}) r10.0<1>:ud r6.0<8;8,1>:ud", simd_);
    const bool is_careful = below(3) == 0;
    for (unsigned steps = 3 + below(7); steps != 0; --steps) {
      step(2);
      if (is_careful || below(4) == 0) barrier();
    }
    add("send (8) null r127 0x27 0x02000010 {{EOT}}");
    return std::move(text_);
  }

 private:
  enum class Space : std::uint8_t { local, writable, read_only, pointed, far };

  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    text_ += fmt::format(format, std::forward<Values>(values)...) + '\n';
  }
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }

  void barrier() {
    add("send (1) null r14 0x3 0x02000004 {{NoMask}}");
    add("wait (1) n0 {{NoMask}}");
  }

  void fence() { add("send (8) r30 r14 data0.memory_fence(bti=0, commit, rlen=1) {{NoMask}}"); }

  // Offsets in a space of that many bytes: mostly inside, often at the end.
  void offsets(std::uint32_t bytes, std::uint32_t begin) {
    const std::uint32_t inside = bytes / 2;
    switch (below(8)) {
      case 0: add("add ({0}) r12.0<1>:ud r6.0<8;8,1>:ud {1}:ud", simd_, below(3) * simd_); break;
      case 1: add("add ({0}) r12.0<1>:ud r6.0<8;8,1>:ud 1:ud", simd_); break;
      case 2: add("mov ({}) r12.0<1>:ud {}:ud", simd_, below(4)); break;
      case 3: add("mov ({}) r12.0<1>:ud r8.0<8;8,1>:ud", simd_); break;
      case 4: add("and ({}) r12.0<1>:ud r10.0<8;8,1>:ud {:#x}:ud", simd_, (1U << (1 + below(8))) - 1); break;
      default: add("mov ({}) r12.0<1>:ud r6.0<8;8,1>:ud", simd_); break;
    }
    add("shl ({0}) r12.0<1>:ud r12.0<8;8,1>:ud {1}:ud", simd_, std::array{0, 2, 2, 2, 3, 4}[below(6)]);
    const std::array<std::uint32_t, 6> starts{0, 0, 0, inside / 4 * 4, bytes - 32 - below(32), bytes + below(64)};
    add("add ({0}) r12.0<1>:d r12.0<8;8,1>:d {1}:d", simd_, begin + starts[below(below(3) == 0 ? 6 : 4)]);
    if (below(40) == 0) add("add ({0}) r12.0<1>:d r12.0<8;8,1>:d -{1}:d", simd_, 4 + below(3000));
  }

  // Gives the index in the binding table, in words of the assembly.
  std::string place() {
    using Layout = CheckedLayout;
    const auto space = std::array{Space::local,     Space::local,   Space::writable, Space::writable,
                                  Space::read_only, Space::pointed, Space::far}[below(7)];
    switch (space) {
      case Space::local: offsets(Layout::kLocalBytes, 0); return "slm";
      case Space::writable: offsets(Layout::kWritableBytes, 0); return std::to_string(Layout::kWritableBti);
      case Space::read_only: offsets(Layout::kReadOnlyBytes, 0); return std::to_string(Layout::kReadOnlyBti);
      case Space::pointed: offsets(Layout::kPointedBytes, Layout::kPointed); return "stateless";
      case Space::far: break;
    }
    offsets(Layout::kFreedBytes, below(4) == 0 ? 0U : Layout::kFreed);  // or null
    return "stateless";
  }

  void data() {
    switch (below(4)) {
      case 0: add("mov ({}) r20.0<1>:ud r6.0<8;8,1>:ud", simd_); break;
      case 1: add("mov ({}) r20.0<1>:ud {}:ud", simd_, below(3)); break;
      case 2: add("add ({}) r20.0<1>:ud r6.0<8;8,1>:ud r8.0<8;8,1>:ud", simd_); break;
      default: add("mov ({}) r20.0<1>:ud r10.0<8;8,1>:ud", simd_); break;
    }
    for (unsigned i = simd_ / 8; i < 8; i += simd_ / 8)
      add("mov ({}) r{}.0<1>:ud r20.0<8;8,1>:ud {{NoMask}}", simd_, 20 + i);
  }

  void take() { add("add ({0}) r10.0<1>:ud r10.0<8;8,1>:ud r28.0<8;8,1>:ud", simd_); }

  void access() {
    const std::string bti = place();
    const std::string predicate = below(5) == 0 ? condition() : "";
    const unsigned registers = simd_ / 8;
    const unsigned elements = std::array{1, 1, 1, 2, 4}[below(5)];
    const char* channels = elements == 1 ? "x" : elements == 2 ? "xy" : "xyzw";
    switch (below(9)) {
      case 0:
      case 1:
      case 2:
        add("{}send ({}) r28 r12 data1.untyped_read(bti={}, channels={}, simd={})", predicate, simd_, bti, channels,
            simd_);
        return take();
      case 3:
      case 4:
        data();
        add("{}sends ({}) null r12 r20 data1.untyped_write(bti={}, channels={}, simd={}, xlen={})", predicate, simd_,
            bti, channels, simd_, registers * elements);
        return;
      case 5:
        add("{}send ({}) r28 r12 data0.byte_scattered_read(bti={}, simd={}, bytes={})", predicate, simd_, bti, simd_,
            1U << below(3));
        return take();
      case 6:
        data();
        add("{}sends ({}) null r12 r20 data0.byte_scattered_write(bti={}, simd={}, bytes={}, xlen={})", predicate,
            simd_, bti, simd_, 1U << below(3), registers);
        return;
      case 7: return block(bti);
      default: return atomic(bti, predicate);
    }
  }

  void atomic(const std::string& bti, const std::string& predicate) {
    data();
    add("and ({0}) r12.0<1>:ud r12.0<8;8,1>:ud 0xFFFFFFFC:ud", simd_);
    const bool compares = below(4) == 0;
    add("{}sends ({}) r28 r12 r20 data1.untyped_atomic(bti={}, op={}, returns, simd={}, xlen={})", predicate, simd_,
        bti, compares ? "cmpwr" : std::array{"add", "or", "umax"}[below(3)], simd_, simd_ / 8 * (compares ? 2 : 1));
    take();
  }

  // A block message, which is the whole thread's: at the first channel's offset.
  void block(const std::string& bti) {
    add("mov (8) r36.0<1>:ud 0:ud {{NoMask}}");
    const bool is_owords = below(2) == 0;
    if (is_owords)
      add("shr (1) r36.2<1>:ud r12.0<0;1,0>:ud 4:ud {{NoMask}}");
    else
      add("mov (1) r36.0<1>:ud r12.0<0;1,0>:ud {{NoMask}}");
    if (is_owords) {
      const unsigned owords = 1U << below(3);
      if (below(2) == 0) {
        add("send (8) r28 r36 data0.oword_block_read(bti={}, owords={}) {{NoMask}}", bti, owords);
        return take();
      }
      data();
      add("sends (8) null r36 r20 data0.oword_block_write(bti={}, owords={}, xlen={}) {{NoMask}}", bti, owords,
          (owords + 1) / 2);
    } else if (below(2) == 0) {
      add("send (1) r28 r36 data0.byte_scattered_read(bti={}, simd=8, bytes=4) {{NoMask}}", bti);
      take();
    } else {
      data();
      add("sends (1) null r36 r20 data0.byte_scattered_write(bti={}, simd=8, bytes=4, xlen=1) {{NoMask}}", bti);
    }
  }

  // Adds a condition that holds in some channels or some threads. Returns the predicate.
  std::string condition() {
    switch (below(4)) {
      case 0: add("cmp.l.f0.0 ({}) null:ud r3.0<0;1,0>:ud {}:ud", simd_, 1 + below(2)); break;
      case 1: add("cmp.z.f0.0 ({}) null:ud r6.0<8;8,1>:ud {}:ud", simd_, below(2 * simd_)); break;
      case 2: add("cmp.l.f0.0 ({}) null:ud r6.0<8;8,1>:ud {}:ud", simd_, below(3 * simd_)); break;
      default:
        add("and ({}) r36.0<1>:ud r10.0<8;8,1>:ud {:#x}:ud", simd_, 1U << below(6));
        add("cmp.nz.f0.0 ({}) null:ud r36.0<8;8,1>:ud 0:ud", simd_);
        break;
    }
    return "(f0.0) ";
  }

  void step(int depth) {
    const unsigned number = next_++;
    const unsigned kind = depth == 0 ? below(10) : below(16);
    if (kind < 10) {
      access();
    } else if (kind == 10) {
      fence();
    } else if (kind == 11) {
      barrier();
    } else if (kind < 15) {
      add("{}if ({}) Else{} Fi{}", condition(), simd_, number, number);
      step(depth - 1);
      if (below(12) == 0) barrier();
      add("else ({}) Fi{} Fi{}", simd_, number, number);
      add("Else{}:", number);
      if (below(2) == 0) step(depth - 1);
      add("Fi{}: endif ({}) After{}", number, simd_, number);
      add("After{}: nop", number);
    } else {
      const unsigned counter = 40 + 2 * number;
      add("and ({}) r{}.0<1>:d {}:d 1:d", simd_, counter, below(2) == 0 ? "r6.0<8;8,1>" : "r3.0<0;1,0>");
      add("Again{}:", number);
      step(depth - 1);
      add("add ({0}) r{1}.0<1>:d r{1}.0<8;8,1>:d -1:d", simd_, counter);
      add("cmp.ge.f0.0 ({}) null:d r{}.0<8;8,1>:d 0:d", simd_, counter);
      add("(f0.0) while ({}) Again{}", simd_, number);
    }
  }

  std::mt19937_64 random_;
  unsigned simd_;
  std::string text_;
  unsigned next_ = 0;
};

}  // namespace eugene::gpu
