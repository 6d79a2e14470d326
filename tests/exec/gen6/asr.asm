// SNB PRM vol4 part2 8.3.3 asr: the five least significant bits of src1 count.
// gen: gen6

// case asr ud 1
// set r2:ud = 1 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 1 0 0 0 0 0 1 0
asr (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case asr ud 4294967295
// set r2:ud = 4294967295 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 4294967295 2147483647 268435455 131071 65535 1 4294967295 134217727
asr (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case asr ud 0
// set r2:ud = 0 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 0 0 0 0 0 0 0 0
asr (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case asr ud 4294967294
// set r2:ud = 4294967294 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 4294967294 2147483647 268435455 131071 65535 1 4294967294 134217727
asr (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case asr ud 2
// set r2:ud = 2 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 2 1 0 0 0 0 2 0
asr (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case asr ud 2147483648
// set r2:ud = 2147483648 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:ud = 2147483648 1073741824 134217728 65536 32768 1 2147483648 67108864
asr (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case asr d 1
// set r2:d = 1 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:d = 1 0 0 0 0 0 1 0
asr (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:ud

// case asr d 2147483647
// set r2:d = 2147483647 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:d = 2147483647 1073741823 134217727 65535 32767 0 2147483647 67108863
asr (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:ud

// case asr d -2147483648
// set r2:d = -2147483648 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:d = -2147483648 -1073741824 -134217728 -65536 -32768 -1 -2147483648 -67108864
asr (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:ud

// case asr d 2147483646
// set r2:d = 2147483646 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:d = 2147483646 1073741823 134217727 65535 32767 0 2147483646 67108863
asr (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:ud

// case asr d -2147483647
// set r2:d = -2147483647 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:d = -2147483647 -1073741824 -134217728 -65536 -32768 -1 -2147483647 -67108864
asr (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:ud

// case asr d 1073741824
// set r2:d = 1073741824 ... ; set r3:ud = 0 1 4 15 16 31 32 37
// expect r10:d = 1073741824 536870912 67108864 32768 16384 0 1073741824 33554432
asr (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:ud

// case asr uw 1
// set r2:uw = 1 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 1 0 0 0 0 0 1 0
asr (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case asr uw 65535
// set r2:uw = 65535 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 65535 32767 4095 1 0 0 65535 2047
asr (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case asr uw 0
// set r2:uw = 0 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 0 0 0 0 0 0 0 0
asr (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case asr uw 65534
// set r2:uw = 65534 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 65534 32767 4095 1 0 0 65534 2047
asr (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case asr uw 2
// set r2:uw = 2 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 2 1 0 0 0 0 2 0
asr (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case asr uw 32768
// set r2:uw = 32768 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:uw = 32768 16384 2048 1 0 0 32768 1024
asr (8) r10<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case asr w 1
// set r2:w = 1 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:w = 1 0 0 0 0 0 1 0
asr (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:uw

// case asr w 32767
// set r2:w = 32767 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:w = 32767 16383 2047 0 0 0 32767 1023
asr (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:uw

// case asr w -32768
// set r2:w = -32768 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:w = -32768 -16384 -2048 -1 -1 -1 -32768 -1024
asr (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:uw

// case asr w 32766
// set r2:w = 32766 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:w = 32766 16383 2047 0 0 0 32766 1023
asr (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:uw

// case asr w -32767
// set r2:w = -32767 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:w = -32767 -16384 -2048 -1 -1 -1 -32767 -1024
asr (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:uw

// case asr w 16384
// set r2:w = 16384 ... ; set r3:uw = 0 1 4 15 16 31 32 37
// expect r10:w = 16384 8192 1024 0 0 0 16384 512
asr (8) r10<1>:w r2<8;8,1>:w r3<8;8,1>:uw

// case asr by an immediate
// set r2:ud = 0x40000000 8 16 0x3fffffff
// expect r10:ud = 0x10000000 0x2 0x4 0xfffffff
asr (4) r10<1>:ud r2<4;4,1>:ud 2:ud

// case asr of unsigned dwords by the magnitude of a signed count
// set r2:ud = 0x9a1a7f22 ... ; set r3:w = -1 1 -4 31 -31 -33 0 4 ; set r4:b = -1 1 -4 31 -31 -33 0 4
// expect r10:ud = 0x4d0d3f91 0x4d0d3f91 0x09a1a7f2 1 1 0x4d0d3f91 0x9a1a7f22 0x09a1a7f2
// expect r11:ud = 1 1 9 0x4d0d3f91 0x4d0d3f91 1 0x9a1a7f22 9
asr (8) r10<1>:ud r2<8;8,1>:ud (abs)r3<8;8,1>:w
asr (8) r11<1>:ud r2<8;8,1>:ud -(abs)r4<8;8,1>:b
