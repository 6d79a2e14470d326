// SNB PRM vol4 part2 8.3.47 shr: the five least significant bits of src1 count.
// gen: gen6

// case shr ud 1
// set r2:ud = 1 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 1 0 0 0 0 0 1 0
shr (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case shr ud 4294967295
// set r2:ud = 4294967295 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 4294967295 2147483647 268435455 131071 65535 1 4294967295 134217727
shr (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case shr ud 0
// set r2:ud = 0 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 0 0 0 0 0 0 0 0
shr (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case shr ud 4294967294
// set r2:ud = 4294967294 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 4294967294 2147483647 268435455 131071 65535 1 4294967294 134217727
shr (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case shr ud 2
// set r2:ud = 2 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 2 1 0 0 0 0 2 0
shr (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case shr ud 2147483648
// set r2:ud = 2147483648 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 2147483648 1073741824 134217728 65536 32768 1 2147483648 67108864
shr (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case shr uw 1
// set r2:uw = 1 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 1 0 0 0 0 0 1 0
shr (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case shr uw 65535
// set r2:uw = 65535 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 65535 32767 4095 1 0 0 65535 2047
shr (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case shr uw 0
// set r2:uw = 0 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 0 0 0 0 0 0 0 0
shr (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case shr uw 65534
// set r2:uw = 65534 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 65534 32767 4095 1 0 0 65534 2047
shr (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case shr uw 2
// set r2:uw = 2 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 2 1 0 0 0 0 2 0
shr (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case shr uw 32768
// set r2:uw = 32768 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 32768 16384 2048 1 0 0 32768 1024
shr (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case shr by an immediate
// set r2:ud = 0x40000000 8 16 0x3fffffff
// expect r10:ud = 0x10000000 0x2 0x4 0xfffffff
shr (4) r10<1>:ud r2<4;4,1>:ud 2:ud

// case shr of a signed source with (abs)
// set r2:d = -16 16 -1 0 ; set r3:ud = 2 ...
// expect r10:ud = 4 4 0 0
shr (4) r10<1>:ud (abs)r2<4;4,1>:d r3<4;4,1>:ud
