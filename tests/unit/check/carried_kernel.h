// Parts of kernels whose values the check `init` carries.
#pragma once

namespace eugene::gpu {

// r5: the numbers 0 to 7; r20: zeros, where the test's part leaves its result.
inline constexpr const char* kCarriedBegin = R"(
    mov (8) r3.0<1>:w 0x76543210:v
    mov (8) r5.0<1>:d r3.0<8;8,1>:w
    mov (8) r20.0<1>:d 0:d
)";
// Bits 11:2 of r20 are an offset in memory.
inline constexpr const char* kUse = R"(
    and (8) r2.0<1>:ud r20.0<8;8,1>:ud 0xffc:ud
    mov (8) r3.0<1>:ud 0:ud
    send (8) null r2 0xC 0x4026eff
)";
inline constexpr const char* kEnd = "    send (8) null r127 0x27 0x02000010 {EOT}\n";

}  // namespace eugene::gpu
