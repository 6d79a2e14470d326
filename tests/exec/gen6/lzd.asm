// SNB PRM vol4 part2 8.3.23 lzd: leading zeros of a dword.
// gen: gen6

// case lzd 1
// set r2:ud = 0x1 0x2 0x4 0x8 0x7fffffff 0x0 0xffffffff 0x80000000
// expect r10:ud = 31 30 29 28 1 32 0 0
lzd (8) r10<1>:ud r2<8;8,1>:ud

// case lzd 2
// set r2:ud = 0x10 0x20 0x40 0x80 0x7ffffff 0x0 0xffffffff 0x40000000
// expect r10:ud = 27 26 25 24 5 32 0 1
lzd (8) r10<1>:ud r2<8;8,1>:ud

// case lzd 3
// set r2:ud = 0x100 0x200 0x400 0x800 0x7fffff 0x0 0xffffffff 0x20000000
// expect r10:ud = 23 22 21 20 9 32 0 2
lzd (8) r10<1>:ud r2<8;8,1>:ud

// case lzd 4
// set r2:ud = 0x1000 0x2000 0x4000 0x8000 0x7ffff 0x0 0xffffffff 0x10000000
// expect r10:ud = 19 18 17 16 13 32 0 3
lzd (8) r10<1>:ud r2<8;8,1>:ud

// case lzd 5
// set r2:ud = 0x10000 0x20000 0x40000 0x80000 0x7fff 0x0 0xffffffff 0x8000000
// expect r10:ud = 15 14 13 12 17 32 0 4
lzd (8) r10<1>:ud r2<8;8,1>:ud

// case lzd 6
// set r2:ud = 0x100000 0x200000 0x400000 0x800000 0x7ff 0x0 0xffffffff 0x4000000
// expect r10:ud = 11 10 9 8 21 32 0 5
lzd (8) r10<1>:ud r2<8;8,1>:ud

// case lzd 7
// set r2:ud = 0x1000000 0x2000000 0x4000000 0x8000000 0x7f 0x0 0xffffffff 0x2000000
// expect r10:ud = 7 6 5 4 25 32 0 6
lzd (8) r10<1>:ud r2<8;8,1>:ud

// case lzd 8
// set r2:ud = 0x10000000 0x20000000 0x40000000 0x80000000 0x7 0x0 0xffffffff 0x1000000
// expect r10:ud = 3 2 1 0 29 32 0 7
lzd (8) r10<1>:ud r2<8;8,1>:ud

// case lzd of a signed source with (abs)
// set r2:d = -1 -16 0x7fffffff 0
// expect r10:ud = 31 27 1 32
lzd (4) r10<1>:ud (abs)r2<4;4,1>:d
