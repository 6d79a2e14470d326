// SNB PRM vol4 part2 8.3.46 shl: the five least significant bits of src1 count.
// gen: gen6

// case shl ud 1
// set r2:ud = 1 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 1 2 16 32768 65536 2147483648 1 32
shl (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case shl ud 4294967295
// set r2:ud = 4294967295 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 4294967295 4294967294 4294967280 4294934528 4294901760 2147483648 4294967295 4294967264
shl (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case shl ud 0
// set r2:ud = 0 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 0 0 0 0 0 0 0 0
shl (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case shl ud 4294967294
// set r2:ud = 4294967294 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 4294967294 4294967292 4294967264 4294901760 4294836224 0 4294967294 4294967232
shl (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case shl ud 2
// set r2:ud = 2 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 2 4 32 65536 131072 0 2 64
shl (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case shl ud 2147483648
// set r2:ud = 2147483648 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 2147483648 0 0 0 0 0 2147483648 0
shl (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case shl d 1
// set r2:d = 1 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:d = 1 2 16 32768 65536 -2147483648 1 32
shl (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:ud

// case shl d 2147483647
// set r2:d = 2147483647 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:d = 2147483647 -2 -16 -32768 -65536 -2147483648 2147483647 -32
shl (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:ud

// case shl d -2147483648
// set r2:d = -2147483648 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:d = -2147483648 0 0 0 0 0 -2147483648 0
shl (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:ud

// case shl d 2147483646
// set r2:d = 2147483646 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:d = 2147483646 -4 -32 -65536 -131072 0 2147483646 -64
shl (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:ud

// case shl d -2147483647
// set r2:d = -2147483647 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:d = -2147483647 2 16 32768 65536 -2147483648 -2147483647 32
shl (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:ud

// case shl d 1073741824
// set r2:d = 1073741824 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:d = 1073741824 -2147483648 0 0 0 0 1073741824 0
shl (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:ud

// case shl uw 1
// set r2:uw = 1 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 1 2 16 32768 0 0 1 32
shl (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case shl uw 65535
// set r2:uw = 65535 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 65535 65534 65520 32768 0 0 65535 65504
shl (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case shl uw 0
// set r2:uw = 0 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 0 0 0 0 0 0 0 0
shl (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case shl uw 65534
// set r2:uw = 65534 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 65534 65532 65504 0 0 0 65534 65472
shl (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case shl uw 2
// set r2:uw = 2 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 2 4 32 0 0 0 2 64
shl (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case shl uw 32768
// set r2:uw = 32768 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 32768 0 0 0 0 0 32768 0
shl (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case shl w 1
// set r2:w = 1 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:w = 1 2 16 -32768 0 0 1 32
shl (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:uw

// case shl w 32767
// set r2:w = 32767 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:w = 32767 -2 -16 -32768 0 0 32767 -32
shl (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:uw

// case shl w -32768
// set r2:w = -32768 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:w = -32768 0 0 0 0 0 -32768 0
shl (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:uw

// case shl w 32766
// set r2:w = 32766 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:w = 32766 -4 -32 0 0 0 32766 -64
shl (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:uw

// case shl w -32767
// set r2:w = -32767 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:w = -32767 2 16 -32768 0 0 -32767 32
shl (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:uw

// case shl w 16384
// set r2:w = 16384 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:w = 16384 -32768 0 0 0 0 16384 0
shl (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:uw

// case shl by an immediate
// set r2:ud = 0x40000000 8 16 0x3fffffff
// expect r10:ud = 0x0 0x20 0x40 0xfffffffc
shl (4) r10<1>:ud r2<4;4,1>:ud 2:ud

// case shl.sat of words (packed-word mode)
// set r2:w = 1 -1 0x4000 -0x4000 0x7fff 3 0 ... ; set r3:uw = 14 15 1 2 1 0 0 ...
// expect r10:w = 0x4000 -32768 32767 -32768 32767 3
shl.sat (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:uw
