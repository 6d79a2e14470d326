// Kernels by chance that read what nothing has written: registers, local and scratch memory, and buffers of which parts
// are undefined. They compute with it, and some lead it to a branch, an address or a result. No thread accesses what
// another one writes, and no access crosses the end of a buffer.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <utility>

namespace eugene::gpu {

// Where the launch's buffers are, as offsets from the start of the data.
struct UndefinedLayout {
  static constexpr std::uint32_t kBytes = 512;  // size of each buffer, and of the used part of local and scratch memory
  static constexpr std::array<std::uint32_t, 3> kBuffers{0x1000, 0x2000, 0x3000};  // bound as 1 and on
  static constexpr std::uint32_t kScratch = 0x4'0000;                              // 1 KB a thread
};

// r4: where scratch memory is; r16: channel numbers; r20 to r35: values, of which the first two are defined; r40 on:
// addresses and data of messages; r70 on: nothing writes them; r90 on: counters of loops.
class RandomUndefinedKernel {
 public:
  explicit RandomUndefinedKernel(std::uint64_t seed)
      : random_(seed),
        simd_(below(2) == 0 ? 8 : 16),
        registers_(simd_ / 8),
        undefined_(std::array{0, 3, 12, 40}[below(4)]) {}

  unsigned simd() const { return simd_; }

  std::string text() {
    add("mov (8) r2.0<1>:w 0x76543210:v {{NoMask}}");
    add("add (8) r2.8<1>:w r2.0<8;8,1>:w 8:w {{NoMask}}");
    add("mov ({}) {}.0<1>:ud r2.0<8;8,1>:uw {{NoMask}}", simd_, value(0));
    add("mul ({}) {}.0<1>:d {}.0<8;8,1>:d 1237:w {{NoMask}}", simd_, value(1), value(0));
    add("mov ({}) r16.0<1>:ud {}.0<8;8,1>:ud {{NoMask}}", simd_, value(0));
    add("and (1) r4.0<1>:ud r0.5<0;1,0>:ud 0xFF:ud {{NoMask}}");
    add("shl (1) r4.0<1>:ud r4.0<0;1,0>:ud 10:ud {{NoMask}}");
    add("add (1) r4.0<1>:ud r4.0<0;1,0>:ud {:#x}:ud {{NoMask}}", UndefinedLayout::kScratch);
    if (below(2) == 0) {  // flags are defined when a thread starts; comparisons make others
      add("mov (1) f0.0<1>:uw 0x5A3C:uw {{NoMask}}");
      add("mov (1) f0.1<1>:uw 0xFF0F:uw {{NoMask}}");
    }
    for (unsigned i = 2; i != kValues; ++i) {
      if (below(100) >= undefined_) add("mov ({}) {}.0<1>:ud {}:ud", simd_, value(i), 1000 * i + below(100));
    }
    for (unsigned steps = 4 + below(14); steps != 0; --steps) step(2);
    add("send (8) null r127 0x27 0x02000010 {{EOT}}");
    return std::move(text_);
  }

 private:
  static constexpr unsigned kValues = 8;

  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    text_ += fmt::format(format, std::forward<Values>(values)...) + '\n';
  }
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }
  bool one_in(unsigned count) { return below(count) == 0; }

  std::string value(unsigned number) const { return "r" + std::to_string(20 + number * registers_); }
  std::string any() { return value(below(kValues)); }
  // A source operand; sometimes a register that nothing has written.
  std::string source(const char* type) {
    const bool is_undefined = below(400) < undefined_;
    const std::string number = is_undefined ? "r" + std::to_string(70 + 2 * below(4)) : any();
    if (one_in(7)) return fmt::format("{}.{}<0;1,0>:{}", number, below(8), type);
    return fmt::format("{}.0<8;8,1>:{}", number, type);
  }
  const char* mask() { return one_in(5) ? "{NoMask}" : ""; }
  const char* predicate() {
    if (!one_in(6)) return "";
    return std::array{"(f0.0) ", "(-f0.0) ", "(f0.1) ", "(f0.0.any8h) ", "(f0.0.all8h) "}[below(5)];
  }

  void compute() {
    const char* const when = predicate();
    const std::string to = any();
    const char* const mask = this->mask();
    switch (below(20)) {
      case 0: return add("{}mov ({}) {}.0<1>:ud {} {}", when, simd_, to, source("ud"), mask);
      case 1: return add("{}mov ({}) {}.0<1>:d {} {}", when, simd_, to, source("f"), mask);
      case 2: return add("{}add ({}) {}.0<1>:d {} {} {}", when, simd_, to, source("d"), source("d"), mask);
      case 3: return add("{}add ({}) {}.0<1>:f {} {} {}", when, simd_, to, source("f"), source("f"), mask);
      case 4:
        return add("{}and ({}) {}.0<1>:ud {} {:#x}:ud {}", when, simd_, to, source("ud"), (1U << below(12)) - 1, mask);
      case 5: return add("{}or ({}) {}.0<1>:ud {} {} {}", when, simd_, to, source("ud"), source("ud"), mask);
      case 6: return add("{}xor ({}) {}.0<1>:ud {} {} {}", when, simd_, to, source("ud"), source("ud"), mask);
      case 7: return add("{0}xor ({1}) {2}.0<1>:ud {3}.0<8;8,1>:ud {3}.0<8;8,1>:ud {4}", when, simd_, to, any(), mask);
      case 8: return add("{}mul ({}) {}.0<1>:d {} {}:w {}", when, simd_, to, source("d"), below(4), mask);
      case 9: return add("{}shl ({}) {}.0<1>:ud {} {}:ud {}", when, simd_, to, source("ud"), below(32), mask);
      case 10: return add("{}shr ({}) {}.0<1>:ud {} {} {}", when, simd_, to, source("ud"), source("ud"), mask);
      case 11: return add("sel.l ({}) {}.0<1>:ud {} {} {}", simd_, to, source("ud"), source("ud"), mask);
      case 12:
        return add("(f0.{}) sel ({}) {}.0<1>:ud {} {} {}", below(2), simd_, to, source("ud"), source("ud"), mask);
      case 13: return add("{}add.sat ({}) {}.0<1>:d {} {} {}", when, simd_, to, source("d"), source("d"), mask);
      case 14: return add("add.nz.f0.{} ({}) {}.0<1>:d {} {} {}", below(2), simd_, to, source("d"), source("d"), mask);
      case 15:
        return add("{}{} ({}) {}.0<1>:ud {} {}", when, std::array{"lzd", "cbit", "bfrev", "fbl"}[below(4)], simd_, to,
                   source("ud"), mask);
      case 16: return add("mov (1) {}.{}<1>:uw {}.{}<0;1,0>:uw {{NoMask}}", to, below(16), any(), below(16));
      case 17: return add("mov (8) {}.0<2>:uw {}.0<8;8,1>:ud {}", to, any(), mask);
      case 18: return add("mov (8) {}.{}<4>:ub {}.0<8;8,1>:ud {}", to, below(4), any(), mask);
      default: return add("{}math.inv ({}) {}.0<1>:f {} null<8;8,1>:f {}", when, simd_, to, source("f"), mask);
    }
  }

  void compare() {
    const char* const condition = std::array{"l", "ge", "z", "nz"}[below(4)];
    const char* const type = std::array{"ud", "d", "f"}[below(3)];
    const std::string other = one_in(2) ? source(type) : fmt::format("{}:{}", below(20), type);
    add("cmp.{}.f0.{} ({}) null:{} {} {} {}", condition, below(2), simd_, type, source(type), other, mask());
  }

  void flag_or_address() {
    if (one_in(2)) return add("mov (1) f0.{}<1>:uw {}.{}<0;1,0>:uw {{NoMask}}", below(2), any(), below(16));
    add("and (1) a0.0<1>:uw {}.{}<0;1,0>:uw 0x1C:uw {{NoMask}}", any(), below(16));
    add("add (1) a0.0<1>:uw a0.0<0;1,0>:uw {}:uw {{NoMask}}", 32 * (20 + below(4)));
    add("mov (8) {}.0<1>:ud r[a0.0]<8;8,1>:ud {}", any(), mask());
  }

  // Puts offsets into r40; gives the index in the binding table, in words of the assembly.
  std::string place(unsigned bytes) {
    const unsigned inside = UndefinedLayout::kBytes - bytes;
    const bool is_own = !one_in(4);
    add("shl ({}) r40.0<1>:ud {}.0<8;8,1>:ud {}:ud", simd_, is_own ? "r16" : any(), is_own ? 2 : below(3));
    if (is_own) add("add ({0}) r40.0<1>:ud r40.0<8;8,1>:ud {1}:ud", simd_, 64 * below(7));
    add("and ({0}) r40.0<1>:ud r40.0<8;8,1>:ud {1:#x}:ud", simd_, inside & ~(bytes - 1));
    switch (below(4)) {
      case 0: return "slm";
      case 1: add("add ({0}) r40.0<1>:ud r40.0<8;8,1>:ud r4.0<0;1,0>:ud", simd_); return "stateless";
      case 2:
        add("add ({0}) r40.0<1>:ud r40.0<8;8,1>:ud {1:#x}:ud", simd_, UndefinedLayout::kBuffers[below(3)]);
        return "stateless";
      default: return std::to_string(1 + below(3));
    }
  }

  void data(unsigned registers) {
    for (unsigned i = 0; i < registers; i += registers_) {
      add("mov ({}) r{}.0<1>:ud {} {}", simd_, 44 + i, source("ud"), one_in(2) ? "{NoMask}" : "");
    }
  }

  void access() {
    const std::string when = one_in(8) ? "(f0.0) " : "";
    const unsigned kind = below(9);
    const unsigned elements = kind < 5 && one_in(4) ? 2 : 1;
    const std::string bti = place(kind == 5 || kind == 6 ? 2 : 4 * elements);
    const char* const channels = elements == 1 ? "x" : "xy";
    switch (kind) {
      case 0:
      case 1:
        add("{}send ({}) r60 r40 data1.untyped_read(bti={}, channels={}, simd={})", when, simd_, bti, channels, simd_);
        return take();
      case 2:
      case 3:
      case 4:
        data(registers_ * elements);
        return add("{}sends ({}) null r40 r44 data1.untyped_write(bti={}, channels={}, simd={}, xlen={})", when, simd_,
                   bti, channels, simd_, registers_ * elements);
      case 5:
        add("{}send ({}) r60 r40 data0.byte_scattered_read(bti={}, simd={}, bytes=2)", when, simd_, bti, simd_);
        return take();
      case 6:
        data(registers_);
        return add("{}sends ({}) null r40 r44 data0.byte_scattered_write(bti={}, simd={}, bytes=2, xlen={})", when,
                   simd_, bti, simd_, registers_);
      case 7: return block(bti);
      default: break;
    }
    const bool compares = one_in(3);
    data(registers_);
    // The check treats the data that a compare-and-write may write as written, whether the comparison holds or not.
    if (compares) add("mov ({}) r{}.0<1>:ud {}:ud {{NoMask}}", simd_, 44 + registers_, below(9));
    add("{}sends ({}) r60 r40 r44 data1.untyped_atomic(bti={}, op={}, returns, simd={}, xlen={})", when, simd_, bti,
        compares ? "cmpwr" : std::array{"add", "or", "umax"}[below(3)], simd_, registers_ * (compares ? 2 : 1));
    take();
  }

  void take() { add("mov ({}) {}.0<1>:ud r60.0<8;8,1>:ud {}", simd_, any(), mask()); }

  // A block message of 16 bytes, at the first channel's offset.
  void block(const std::string& bti) {
    add("mov (8) r36.0<1>:ud 0:ud {{NoMask}}");
    add("shr (1) r36.2<1>:ud r40.0<0;1,0>:ud 4:ud {{NoMask}}");
    if (one_in(2)) {
      add("send (8) r60 r36 data0.oword_block_read(bti={}, owords=1) {{NoMask}}", bti);
      return add("mov (4) {}.0<1>:ud r60.0<4;4,1>:ud {{NoMask}}", any());
    }
    data(1);
    add("sends (8) null r36 r44 data0.oword_block_write(bti={}, owords=1, xlen=1) {{NoMask}}", bti);
  }

  void step(int depth) {
    const unsigned number = next_++;
    const unsigned kind = below(depth == 0 ? 16 : 20);
    if (kind < 8) return compute();
    if (kind < 10) return compare();
    if (kind == 10) return flag_or_address();
    if (kind < 16) return access();
    if (kind == 16) {
      add("({}f0.0{}) jmpi (1) Over{}", one_in(2) ? "-" : "", one_in(2) ? ".any8h" : "", number);
      step(0);
      return add("Over{}: nop", number);
    }
    if (kind < 19) {
      compare();
      add("(f0.{}) if ({}) Else{} Fi{}", below(2), simd_, number, number);
      for (unsigned i = 1 + below(2); i != 0; --i) step(depth - 1);
      add("else ({}) Fi{} Fi{}", simd_, number, number);
      add("Else{}:", number);
      if (one_in(2)) step(depth - 1);
      add("Fi{}: endif ({}) After{}", number, simd_, number);
      return add("After{}: nop", number);
    }
    const unsigned counter = 90 + 2 * (number % 16);
    add("and ({}) r{}.0<1>:d {} 3:d", simd_, counter, source("d"));
    add("Again{}:", number);
    step(depth - 1);
    add("add ({0}) r{1}.0<1>:d r{1}.0<8;8,1>:d -1:d", simd_, counter);
    add("cmp.ge.f0.0 ({}) null:d r{}.0<8;8,1>:d 0:d", simd_, counter);
    add("(f0.0) while ({}) Again{}", simd_, number);
  }

  std::mt19937_64 random_;
  unsigned simd_;
  unsigned registers_;  // that a value takes
  unsigned undefined_;  // chance in percent that a value begins undefined
  std::string text_;
  unsigned next_ = 0;
};

}  // namespace eugene::gpu
