// SNB PRM vol4 part2 8.3.33 not: one's complement.
// gen: gen6

// case not uw
// set r2:uw = 0 1 65535 0 65534 2 32768 3
// expect r10:uw = 65535 65534 0 65535 1 65533 32767 65532
not (8) r10<1>:uw r2<8;8,1>:uw

// case not w
// set r2:w = 0 1 32767 -32768 32766 -32767 16384 3
// expect r10:w = -1 -2 -32768 32767 -32767 32766 -16385 -4
not (8) r10<1>:w r2<8;8,1>:w

// case not ud
// set r2:ud = 0 1 4294967295 0 4294967294 2 2147483648 3
// expect r10:ud = 4294967295 4294967294 0 4294967295 1 4294967293 2147483647 4294967292
not (8) r10<1>:ud r2<8;8,1>:ud

// case not d
// set r2:d = 0 1 2147483647 -2147483648 2147483646 -2147483647 1073741824 3
// expect r10:d = -1 -2 -2147483648 2147483647 -2147483647 2147483646 -1073741825 -4
not (8) r10<1>:d r2<8;8,1>:d

// case not of an immediate
// expect r10:ud = 0xffff0000 ...
not (8) r10<1>:ud 0x0000ffff:ud

// case not.z
// set r2:ud = 0xffffffff 0 1 0xffffffff
// expect f0.0 = 9
not.z.f0.0 (4) null<1>:ud r2<4;4,1>:ud
