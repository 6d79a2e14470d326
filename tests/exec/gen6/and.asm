// SNB PRM vol4 part2 8.3.2 and, bit by bit.
// gen: gen6

// case and ub
// set r2:ub = 0 1 255 0 254 2 128 3
// set r3:ub = 255 0 254 2 128 3 0 1
// expect r10:ub = 0 * 0 * 254 * 0 * 128 * 2 * 0 * 1
and (8) r10<2>:ub r2<8;8,1>:ub r3<8;8,1>:ub

// case and b
// set r2:b = 0 1 127 -128 126 -127 64 3
// set r3:b = 127 -128 126 -127 64 3 0 1
// expect r10:b = 0 * 0 * 126 * -128 * 64 * 1 * 0 * 1
and (8) r10<2>:b r2<8;8,1>:b r3<8;8,1>:b

// case and uw
// set r2:uw = 0 1 65535 0 65534 2 32768 3
// set r3:uw = 65535 0 65534 2 32768 3 0 1
// expect r10:uw = 0 0 65534 0 32768 2 0 1
and (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case and w
// set r2:w = 0 1 32767 -32768 32766 -32767 16384 3
// set r3:w = 32767 -32768 32766 -32767 16384 3 0 1
// expect r10:w = 0 0 32766 -32768 16384 1 0 1
and (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case and ud
// set r2:ud = 0 1 4294967295 0 4294967294 2 2147483648 3
// set r3:ud = 4294967295 0 4294967294 2 2147483648 3 0 1
// expect r10:ud = 0 0 4294967294 0 2147483648 2 0 1
and (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case and d
// set r2:d = 0 1 2147483647 -2147483648 2147483646 -2147483647 1073741824 3
// set r3:d = 2147483647 -2147483648 2147483646 -2147483647 1073741824 3 0 1
// expect r10:d = 0 0 2147483646 -2147483648 1073741824 1 0 1
and (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case and with an immediate
// set r2:ud = 0x0f0f0f0f 0xffffffff 0 0x12345678
// expect r10:ud = 0xf000f 0xff00ff 0x0 0x340078
and (4) r10<1>:ud r2<4;4,1>:ud 0x00ff00ff:ud

// case and.z and and.nz: only these conditions are defined (5.7)
// set r2:ud = 0 1 2 4 8 0 3 0 ; set r3:ud = 0 1 2 0 0 0 1 5
// expect f0.0 = 0xb9
and.z.f0.0 (8) null<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case and.nz
// set r2:ud = 0 1 2 4 8 0 3 0 ; set r3:ud = 0 1 2 0 0 0 1 5
// expect f0.0 = 0x46
and.nz.f0.0 (8) null<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud
