// The operations of SNB PRM vol4 part2 chapter 8 on Gen9 (BXT PRM vol6): float, half and double arithmetic.
// gen: gen9

// case denormals of single are kept with cr0.0 bit 7
// set cr0.0 = 0x80 ; set r2:f = 0x1 0x2 0x80000001 0x00800000 ; set r3:f = 0x1 0x1 0x1 0x80000001
// expect r10:f = 0x2 0x3 0 0x7fffff
add (4) r10<1>:f r2<4;4,1>:f r3<4;4,1>:f

// case and flushed without
// set r2:f = 0x1 0x2 0x80000001 0x00800000 ; set r3:f = 0x1 0x1 0x1 0x80000001
// expect r10:f = 0 0 0 0x00800000
add (4) r10<1>:f r2<4;4,1>:f r3<4;4,1>:f

// case rounding nearest even: cr0.0 bits 5:4
// set cr0.0 = 0x0 ; set r2:f = 1 0x3f800001 -1 0 ... ; set r3:f = 0x33800000 0x33800000 0xb3800000 0 ...
// expect r10:f = 0x3f800000 0x3f800002 0xbf800000
add (4) r10<1>:f r2<4;4,1>:f r3<4;4,1>:f

// case rounding up: cr0.0 bits 5:4
// set cr0.0 = 0x10 ; set r2:f = 1 0x3f800001 -1 0 ... ; set r3:f = 0x33800000 0x33800000 0xb3800000 0 ...
// expect r10:f = 0x3f800001 0x3f800002 0xbf800000
add (4) r10<1>:f r2<4;4,1>:f r3<4;4,1>:f

// case rounding down: cr0.0 bits 5:4
// set cr0.0 = 0x20 ; set r2:f = 1 0x3f800001 -1 0 ... ; set r3:f = 0x33800000 0x33800000 0xb3800000 0 ...
// expect r10:f = 0x3f800000 0x3f800001 0xbf800001
add (4) r10<1>:f r2<4;4,1>:f r3<4;4,1>:f

// case rounding to zero: cr0.0 bits 5:4
// set cr0.0 = 0x30 ; set r2:f = 1 0x3f800001 -1 0 ... ; set r3:f = 0x33800000 0x33800000 0xb3800000 0 ...
// expect r10:f = 0x3f800000 0x3f800001 0xbf800000
add (4) r10<1>:f r2<4;4,1>:f r3<4;4,1>:f

// case double add and mul
// set r2:df = 1.5 -2 1e300 0.1 ; set r3:df = 2.25 2 1e300 0.2
// expect r10:df = 3.75 0 2e300 0.30000000000000004 ; expect r11:df = 3.375 -4 inf *
add (4) r10<1>:df r2<4;4,1>:df r3<4;4,1>:df
mul (4) r11<1>:df r2<4;4,1>:df r3<4;4,1>:df

// case half add and mul
// set r2:hf = 1.5 -2 60000 0.25 0x1 1 2048 3 ; set r3:hf = 2.25 2 60000 0.25 0x1 0 1 4
// expect r10:hf = 3.75 0 inf 0.5 * 1 2048 7 ; expect r11:hf = 3.375 -4 inf 0.0625 * 0 2048 12
add (8) r10<1>:hf r2<8;8,1>:hf r3<8;8,1>:hf
mul (8) r11<1>:hf r2<8;8,1>:hf r3<8;8,1>:hf
