// Three-source instructions, whose operands are Align1 regions: columns "12+" of Mesa's brw_inst.h.
// gen: gen12

// case mad: source 0 is added to the product of the others
// set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 2 ... ; set r4:f = 10 20 30 40 50 60 70 80
// expect r10:f = 21 42 63 84 105 126 147 168
mad (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f r4<8;8,1>:f

// case scalars, and regions whose rows begin one element apart
// set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 2 ... ; set r4:f = 10 20 30 40 50 60 70 80
// expect r10:f = 31 32 33 34 35 36 37 38 ; expect r11:f = 21 42 63 84 25 46 67 88 ; expect r12:f = 23 24 25 26 27 28 22 22
mad (8) r10<1>:f r2<8;8,1>:f r4.1<0;1,0>:f 1.5:hf
mad (4) r11<1>:f r2<4;4,1>:f r3<0;1,0>:f r4<8;8,1>:f {NoMask}
mad (4) r11.4<1>:f r2.4<4;4,1>:f r3<0;1,0>:f r4<8;8,1>:f {NoMask}
mad (8) r12<1>:f r2.2<1;1,0>:f r3<0;1,0>:f r4<0;1,0>:f {NoMask}

// case modifiers, saturation and a condition
// set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 2 -2 2 -2 2 -2 2 -2 ; set r4:f = -1 ...
// expect r10:f = 1 1 1 1 1 1 1 1 ; expect r11:f = -3 0 -5 -2 -7 -4 -9 -6 ; expect f0 = 0xfd
mad.sat (8) r10<1>:f r2<8;8,1>:f (abs)r3<8;8,1>:f -r4<8;8,1>:f
mad.l.f0.0 (8) r11<1>:f -r2<8;8,1>:f r3<8;8,1>:f r4<8;8,1>:f

// case mad of integers: an addend of dwords, a product of words
// set r2:d = 1 2 3 4 5 6 7 8 ; set r3:w = 100 -200 300 -400 500 -600 700 -800
// expect r10:d = 100001 -199998 300003 -399996 500005 -599994 700007 -799992
mad (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:w 1000:w

// case a word immediate as source 0
// set r3:w = 1 2 3 4 5 6 7 8 ; set r4:w = 3 3 3 3 3 3 3 3 ; expect r10:w = 10 13 16 19 22 25 28 31
mad (8) r10<1>:w 7:w r3<8;8,1>:w r4<8;8,1>:w

// case half floats
// set r2:hf = 1 2 3 4 5 6 7 8 ; set r3:hf = 0.5 ... ; set r4:hf = 4 ... ; expect r10:hf = 3 4 5 6 7 8 9 10
mad (8) r10<1>:hf r2<8;8,1>:hf r3<8;8,1>:hf r4<8;8,1>:hf

// case every second element of a destination and of a source
// set r10:f = 9 ... ; set r2:f = 1 2 3 4 5 6 7 8 ; set r4:f = 1 2 3 4 5 6 7 8 ; set r3:f = 10 ...
// expect r10:f = 11 9 32 9 53 9 74 9
mad (4) r10<2>:f r2<4;4,1>:f r3<8;8,1>:f r4<16;8,2>:f {NoMask}

// case the accumulator as addend
// set r2:f = 1 2 3 4 5 6 7 8 ; set acc0:f = 100 ... ; expect r10:f = 102 104 106 108 110 112 114 116
mad (8) r10<1>:f acc0<8;8,1>:f r2<8;8,1>:f 2.0:hf

// case csel of floats and of words: source 2 is compared with zero
// set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = -1 -2 -3 -4 -5 -6 -7 -8 ; set r4:f = 1 -1 0 5 -5 nan 2 -0.0
// set r5:w = 1 2 3 4 ; set r6:w = 11 12 13 14 ; set r7:w = 0 -1 0 1
// expect r10:f = 1 -2 3 4 -5 * 7 8 ; expect r11:w = 1 12 3 14 ; expect r12:w = 11 2 13 14
csel.ge (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f r4<8;8,1>:f
csel.z (4) r11<1>:w r5<4;4,1>:w r6<4;4,1>:w r7<8;8,1>:w {NoMask}
csel.l (4) r12<1>:w r5<4;4,1>:w r6<4;4,1>:w r7<8;8,1>:w {NoMask}

// case bfe and bfi2
// set r2:ud = 8 4 0 31 ; set r3:ud = 4 28 1 1 ; set r4:ud = 0x12345678 0xa0000000 0xffffffff 0xffffffff
// expect r10:ud = 0x67 0xa 0 0x7fffffff ; expect r11:ud = 0x12345ff8 0xafffffff
// set r5:ud = 0xff0 0xfffffff ; set r6:ud = 0xff 0xfffffff ; set r7:ud = 0x12345008 0xa0000000
bfe (4) r10<1>:ud r2<4;4,1>:ud r3<4;4,1>:ud r4<8;8,1>:ud {NoMask}
bfi2 (2) r11<1>:ud r5<4;4,1>:ud r6<4;4,1>:ud r7<8;8,1>:ud {NoMask}
