// Logic, shifts and operations on bits take the bits of floats (docs/record/undefined.md).
// gen: gen9

// case not of floats takes their bits
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 4294967295 4294967294 2147483647 0 3989547399 4294901759 2147483648 559038736
not (8) r10<1>:ud r2<8;8,1>:f

// case and of floats takes their bits
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef ; set r3:ud = 0x0 0x3 0x3f800000 0xc0490fdb 0xff 0x7f800000 0x80000000 0x55555555
// expect r10:ud = 0 1 0 3226013659 120 0 0 1409619013
and (8) r10<1>:ud r2<8;8,1>:f r3<8;8,1>:f

// case or of floats takes their bits
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef ; set r3:ud = 0x0 0x3 0x3f800000 0xc0490fdb 0xff 0x7f800000 0x80000000 0x55555555
// expect r10:ud = 0 3 3212836864 4294967295 305420031 2139160576 4294967295 3757965311
or (8) r10<1>:ud r2<8;8,1>:f r3<8;8,1>:f

// case xor of floats takes their bits
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef ; set r3:ud = 0x0 0x3 0x3f800000 0xc0490fdb 0xff 0x7f800000 0x80000000 0x55555555
// expect r10:ud = 0 2 3212836864 1068953636 305419911 2139160576 4294967295 2348346298
xor (8) r10<1>:ud r2<8;8,1>:f r3<8;8,1>:f

// case shr of floats takes their bits
// expect report "mixed-sources"
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 0 0 134217728 268435455 19088743 4096 134217727 233495534
shr (8) r10<1>:ud r2<8;8,1>:f 4:uw

// case shl of floats takes their bits
// expect report "mixed-sources"
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 0 16 0 4294967280 591751040 1048576 4294967280 3940282096
shl (8) r10<1>:ud r2<8;8,1>:f 4:uw

// case asr of floats takes their bits
// expect report "mixed-sources"
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 0 0 4160749568 4294967295 19088743 4096 134217727 4260027374
asr (8) r10<1>:ud r2<8;8,1>:f 4:uw

// case cbit of floats takes their bits
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 0 1 1 32 13 1 31 24
cbit (8) r10<1>:ud r2<8;8,1>:f

// case lzd of floats takes their bits
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 32 31 0 0 3 15 1 0
lzd (8) r10<1>:ud r2<8;8,1>:f

// case fbl of floats takes their bits
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 4294967295 0 31 0 3 16 0 0
fbl (8) r10<1>:ud r2<8;8,1>:f

// case fbh of floats takes their bits
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 4294967295 31 0 0 3 15 1 0
fbh (8) r10<1>:ud r2<8;8,1>:f
