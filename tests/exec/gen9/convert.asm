// The operations of SNB PRM vol4 part2 chapter 8 on Gen9 (BXT PRM vol6): conversions with the types of Gen9.
// gen: gen9

// case float to half, ties to even
// set r2:f = 1 0.1 65519 65520 2049 2051 -2.5 nan
// expect r10:hf = 1 * 0.099975586 * 65504 * inf * 2048 * 2052 * -2.5 * nan
mov (8) r10<2>:hf r2<8;8,1>:f

// case half to float
// set r2:hf = 1 -2 65504 inf 0.5 0x3555 nan 0x8000
// expect r10:f = 1 -2 65504 inf 0.5 0.333251953125 nan -0.0
mov (8) r10<1>:f r2<8;8,1>:hf

// case float to double and back
// set r2:f = 1.5 -0.1 inf 3e38
// expect r12:f = 1.5 * -0.1 * inf * 3e38
mov (4) r10<1>:df r2<4;4,1>:f
mov (4) r12<2>:f r10<4;4,1>:df

// case double to integer, toward zero and within range
// set r2:df = 1.9 -1.9 1e300 nan
// expect r10:d = 1 * -1 * 2147483647 * 0
mov (4) r10<2>:d r2<4;4,1>:df

// case quadword to float
// set r2:q = 9223372036854775807 -1 1 16777217
// expect r10:f = 9223372036854775808 * -1 * 1 * 16777216
mov (4) r10<2>:f r2<4;4,1>:q

// case quadword truncates to dword
// set r2:q = 0x123456789 -1 0x80000000 5
// expect r10:d = 0x23456789 * -1 * -2147483648 * 5
mov (4) r10<2>:d r2<4;4,1>:q
