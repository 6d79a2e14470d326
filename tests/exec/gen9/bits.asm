// The operations of SNB PRM vol4 part2 chapter 8 on Gen9 (BXT PRM vol6), and those Gen7 added: bfrev, cbit, fbh, fbl, bfe, bfi1, bfi2, addc, subb.
// gen: gen9

// case bfrev ud
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 0 2147483648 1 4294967295 510274632 32768 4294967294 4152210811
bfrev (8) r10<1>:ud r2<8;8,1>:ud

// case bfrev of floats: the bits are reversed, and no number is converted (docs/record/errata.md)
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:d = 0 -2147483648 1 -1 510274632 32768 -2 -142756485
bfrev (8) r10<1>:d r2<8;8,1>:f

// case cbit ud
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 0 1 1 32 13 1 31 24
cbit (8) r10<1>:ud r2<8;8,1>:ud

// case lzd ud
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 32 31 0 0 3 15 1 0
lzd (8) r10<1>:ud r2<8;8,1>:ud

// case fbl ud
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 4294967295 0 31 0 3 16 0 0
fbl (8) r10<1>:ud r2<8;8,1>:ud

// case fbh ud
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 4294967295 31 0 0 3 15 1 0
fbh (8) r10<1>:ud r2<8;8,1>:ud

// case fbh d
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 4294967295 31 1 4294967295 3 15 1 2
fbh (8) r10<1>:ud r2<8;8,1>:d

// case addc: the carry is in the accumulator
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef ; set r3:ud = 0x1 0xffffffff 0x80000000 0x1 0x12345678 0xffff0000 0x1 0x21524111
// expect r10:ud = 1 0 0 0 610839792 0 2147483648 0
// expect r11:ud = 0 1 1 1 0 1 0 1
addc (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud {AccWrEn}
mov (8) r11<1>:ud acc0<8;8,1>:ud

// case subb: the borrow is in the accumulator
// set r2:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef ; set r3:ud = 0x1 0xffffffff 0x80000000 0x1 0x12345678 0xffff0000 0x1 0x21524111
// expect r10:ud = 4294967295 2 0 4294967294 0 131072 2147483646 3176889822
// expect r11:ud = 1 1 0 0 0 1 0 0
subb (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud {AccWrEn}
mov (8) r11<1>:ud acc0<8;8,1>:ud

// case bfi1: a mask of width at offset
// set r2:ud = 4 8 1 31 16 5 0 3 ; set r3:ud = 0 4 31 1 8 27 0 10
// expect r10:ud = 15 4080 2147483648 4294967294 16776960 4160749568 0 7168
bfi1 (8) r10<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case bfi2: insert under the mask
// set r2:ud = 0xff 0xff00 0xf0f0 0xffffffff 0x0 0xffff0000 0x1 0x80000000 ; set r3:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef ; set r4:ud = 0x1 0xffffffff 0x80000000 0x1 0x12345678 0xffff0000 0x1 0x21524111
// expect r10:ud = 0 4294902271 2147483648 4294967295 305419896 0 1 2706522385
bfi2 (8) r10<1>:ud r2<4>.xyzw:ud r3<4>.xyzw:ud r4<4>.xyzw:ud {Align16}

// case bfe unsigned
// set r2:ud = 4 8 1 16 5 3 8 12 ; set r3:ud = 0 4 31 8 27 29 16 20 ; set r4:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:ud = 0 0 1 65535 2 0 255 3562
bfe (8) r10<1>:ud r2<4>.xyzw:ud r3<4>.xyzw:ud r4<4>.xyzw:ud {Align16}

// case bfe signed
// set r2:d = 4 8 1 16 5 3 8 12 ; set r3:d = 0 4 31 8 27 29 16 20 ; set r4:ud = 0x0 0x1 0x80000000 0xffffffff 0x12345678 0x10000 0x7fffffff 0xdeadbeef
// expect r10:d = 0 0 -1 -1 2 0 -1 -534
bfe (8) r10<1>:d r2<4>.xyzw:d r3<4>.xyzw:d r4<4>.xyzw:d {Align16}
