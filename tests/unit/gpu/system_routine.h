// System routines that save and restore threads: one of the tests' own, and Intel's where its compiler is installed.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "executor_fixture.h"
#include "gpu/tiers/kernel_bytes.h"
#include "isa/encoding/decode.h"

namespace eugene::gpu {

// A routine that saves register n to HWord n of the thread's part of the context image, and the rest of the thread's
// state behind the registers.
inline std::string own_routine() {
  std::string text = R"(
    mov (1) dbg0.0<1>:ud f0.0<0;1,0>:ud {NoMask}
    and (1) f0.0<1>:uw cr0.3<0;1,0>:uw 512:uw {NoMask}
    (f0.0.any16h) jmpi (1) save {NoMask}
)";
  const auto read = [&](unsigned to, unsigned hword) {
    text += fmt::format("send (16) r{}.0<1>:uw r0.0<8;8,1>:uw 0xA {:#x} {{NoMask}}\n", to, 0x021D'0800 + hword);
  };
  const auto write = [&](unsigned from, unsigned hword) {
    text += fmt::format("sends (16) null:uw r0.0:ud r{}.0:ud 0x4A {:#x} {{NoMask}}\n", from, 0x020E'0800 + hword);
  };
  std::vector<std::string> flow;
  for (unsigned i = 0; i < 32; ++i)
    flow.push_back(i % 4 == 0 ? fmt::format("fc0.{}", i / 4) : fmt::format("fc0.{}b", i));
  for (const char* each : {"fc1.0", "fc2.0", "fc3.0"}) flow.emplace_back(each);

  constexpr unsigned kOthers = 128;
  constexpr unsigned kFlow = 132;
  read(1, kOthers);
  text += "mov (8) a0.0<1>:ud r1.0<8;8,1>:ud {NoMask}\n";
  read(1, kOthers + 1);
  text += "mov (8) acc0.0<1>:ud r1.0<8;8,1>:ud {NoMask}\n";
  for (unsigned i = 0; i < flow.size(); ++i) {
    read(1, kFlow + i);
    text += fmt::format("mov (8) {}<1>:ud r1.0<8;8,1>:ud {{NoMask}}\n", flow[i]);
  }
  read(1, kOthers + 2);
  text += R"(
    mov (4) sp.0<1>:ud r1.0<4;4,1>:ud {NoMask}
    mov (4) n0.0<1>:ud r1.4<4;4,1>:ud {NoMask}
)";
  read(1, kOthers + 3);
  text += R"(
    mov (2) dbg0.0<1>:ud r1.0<2;2,1>:ud {NoMask}
    mov (1) f1.0<1>:ud r1.1<0;1,0>:ud {NoMask}
    mov (4) cr0.0<1>:ud r1.4<4;4,1>:ud {NoMask}
)";
  text += "mov (1) f0.0<1>:ud dbg0.0<0;1,0>:ud {NoMask}\n";
  for (unsigned i = 128; i-- > 0;) read(i, i);
  text += R"(
    and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0xFFFFFF:ud {NoMask}
    and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7FFFFFFF:ud {NoMask}
  save:
    mov (1) f0.0<1>:ud dbg0.0<0;1,0>:ud {NoMask}
)";
  for (unsigned i = 0; i < 128; ++i) write(i, i);
  text += "mov (8) r1.0<1>:ud a0.0<8;8,1>:ud {NoMask}\n";
  write(1, kOthers);
  text += "mov (8) r1.0<1>:ud acc0.0<8;8,1>:ud {NoMask}\n";
  write(1, kOthers + 1);
  for (unsigned i = 0; i < flow.size(); ++i) {
    text += fmt::format("mov (8) r1.0<1>:ud {}<0;1,0>:ud {{NoMask}}\n", flow[i]);
    write(1, kFlow + i);
  }
  text += R"(
    mov (4) r1.0<1>:ud sp.0<4;4,1>:ud {NoMask}
    mov (4) r1.4<1>:ud n0.0<4;4,1>:ud {NoMask}
)";
  write(1, kOthers + 2);
  text += R"(
    mov (1) r1.0<1>:ud f0.0<0;1,0>:ud {NoMask}
    mov (1) r1.1<1>:ud f1.0<0;1,0>:ud {NoMask}
    mov (4) r1.4<1>:ud cr0.0<4;4,1>:ud {NoMask}
)";
  write(1, kOthers + 3);
  text += R"(
    and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7FFFFFFF:ud {NoMask}
    mov (8) r80.0<1>:ud r0.0<8;8,1>:ud {NoMask}
    send (8) null r80 0x27 0x02000000 {NoMask, EOT}
)";
  return text;
}

struct Routine {
  std::string name;
  std::vector<std::byte> code;
};

// The tests' own routine, and those in Intel's compiler library, which are found by their first instructions.
inline std::vector<Routine> routines() {
  std::vector<Routine> found{{.name = "own", .code = machine_code(own_routine())}};
  std::ifstream file("/usr/lib/x86_64-linux-gnu/libigc.so.1", std::ios::binary);
  const std::string library(std::istreambuf_iterator<char>(file), {});
  // mov (1) dbg0.0<1>:ud f0.0<0;1,0>:ud {NoMask, Switch}; and (1) f0.0<1>:uw cr0.3<0;1,0>:uw 512:d {NoMask};
  // (f0.0.any16h) jmpi (1), which jumps to the code that saves.
  constexpr std::array<unsigned char, 48> kBegin{
      0x01, 0x80, 0x00, 0x00, 0x04, 0x00, 0x00, 0x3E, 0x00, 0x06, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x05, 0x00, 0x00, 0x00, 0x44, 0x10, 0x00, 0x26, 0x06, 0x10, 0x00, 0x0E, 0x00, 0x02, 0x00, 0x00,
      0x20, 0x00, 0x0A, 0x00, 0x04, 0x00, 0x00, 0x34, 0x00, 0x14, 0x00, 0x0E, 0x88, 0x00, 0x00, 0x00};
  const std::string_view begin(reinterpret_cast<const char*>(kBegin.data()), kBegin.size());
  for (std::size_t at = library.find(begin); at != std::string::npos; at = library.find(begin, at + 1)) {
    memory::FlatMemory memory;
    const auto code = memory.map(0, 0x4000);
    const std::size_t bytes = std::min<std::size_t>(code->size(), library.size() - at);
    std::memcpy(code->data(), library.data() + at, bytes);
    memory::View view(memory);
    std::vector<std::byte> routine = read_kernel(isa::kGen9, 0, view);
    // Among them are some that debuggers install: they save by other messages.
    const auto last = isa::decode(isa::kGen9, std::span(routine).last(isa::kInstructionBytes));
    if (last && isa::ends_thread(*last))
      found.push_back({.name = fmt::format("Intel's at {:#x}", at), .code = std::move(routine)});
  }
  return found;
}

}  // namespace eugene::gpu
