// SNB PRM vol4 part2 chapter 5: the examples of its text and figures.
// gen: gen6

// case 5.2.2: SIMD4, one program flow; the mask leaves w, the execution size dwords 4 to 7
// mask = 0 ; set r2:f = 1 2 3 4 10 20 30 40 ; set r3:f = 9 ...
// expect r3:f = 32 43 14 9 9 9 9 9
add (4)    r3<4>.xyz:f    r2<4>.yzwx:f    r2.4<4>.zwxy:f    {NoMask}

// case 5.2.3, figure 5-3 (a): SIMD4x2, both program flows
// mask = 0xff ; set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 10 20 30 40 50 60 70 80 ; set r4:f = 9 ...
// expect r4:f = 32 41 13 9 76 85 57 9
add (8)    r4<4>.xyz:f    r2<4>.yxzw:f    r3<4>.zwxy:f

// case 5.2.3, figure 5-3 (b): the dispatch mask 0x000F leaves the second flow
// mask = 0x0f ; set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 10 20 30 40 50 60 70 80 ; set r4:f = 9 ...
// expect r4:f = 32 41 13 9 9 9 9 9
add (8)    r4<4>.xyz:f    r2<4>.yxzw:f    r3<4>.zwxy:f

// case 5.2.3, figure 5-4: vertical stride 0, a constant vector for both flows
// mask = 0xff ; set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 10 20 30 40 50 60 70 80 ; set r4:f = 9 ...
// expect r4:f = 32 43 14 9 72 83 54 9
add (8)    r4<4>.xyz:f    r2<0>.yzwx:f    r3<4>.zwxy:f

// case 5.2.4: SIMD16, one instruction for each component
// set r4..r5:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; set r6..r7:f = 2 ... ; set r8..r9:f = 3 ...
// set r14..r15:f = 100 ... ; set r16..r17:f = 200 ... ; set r10..r11:f = 300 ...
// expect r18..r19:f = 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116
// expect r20..r21:f = 202 ... ; expect r22..r23:f = 303 ... ; expect r24..r25:f = 0 ...
add (16)    r18<1>:f    r4<8;8,1>:f    r14<8;8,1>:f  // dst.x = src0.y + src1.z
add (16)    r20<1>:f    r6<8;8,1>:f    r16<8;8,1>:f  // dst.y = src0.z + src1.w
add (16)    r22<1>:f    r8<8;8,1>:f    r10<8;8,1>:f  // dst.z = src0.w + src1.x

// case 5.2.4: the dispatch mask by subspans of four pixels
// mask = 0xf0f0 ; set r4..r5:f = 1 ... ; set r14..r15:f = 2 ... ; set r18..r19:f = 9 ...
// expect r18..r19:f = 9 9 9 9 3 3 3 3 9 9 9 9 3 3 3 3
add (16)    r18<1>:f    r4<8;8,1>:f    r14<8;8,1>:f

// case 5.2.4, figure 5-6: a constant of an AOS vector for all sixteen flows
// set r2:f = 1 2 3 4 ; set r14..r15:f = 100 ... ; set r16..r17:f = 200 ... ; set r10..r11:f = 300 ...
// expect r18..r19:f = 102 ... ; expect r20..r21:f = 203 ... ; expect r22..r23:f = 304 ...
add (16)    r18<1>:f    r2.1<0;1,0>:f    r14<8;8,1>:f   {Compr} // dst.x = src0.y + src1.z
add (16)    r20<1>:f    r2.2<0;1,0>:f    r16<8;8,1>:f   {Compr} // dst.y = src0.z + src1.w
add (16)    r22<1>:f    r2.3<0;1,0>:f    r10<8;8,1>:f   {Compr} // dst.z = src0.w + src1.x

// case 5.2.5: two SIMD8 instructions are one SIMD16 instruction; each half has its channels
// mask = 0x0ff0 ; set r4..r5:f = 1 ... ; set r14..r15:f = 2 ... ; set r18..r19:f = 9 ...
// expect r18..r19:f = 9 9 9 9 3 3 3 3 3 3 3 3 9 9 9 9
add (8)    r18<1>:f    r4<8;8,1>:f    r14<8;8,1>:f     // dst.x[7:0] = src0.y + src1.z
add (8)    r19<1>:f    r5<8;8,1>:f    r15<8;8,1>:f    {SecHalf}  // dst.x[15:8] = src0.y + src1.z

// case figure 5-9: r4.1<16;8,2>:w, rows of every other word, two registers
// set r4:w = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 ; set r5:w = 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
// expect r10:w = 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31
mov (16) r10<1>:w r4.1<16;8,2>:w

// case figure 5-10: r5.0<1;8,2>:w, interleaved rows
// set r5:w = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
// expect r10:w = 0 2 4 6 8 10 12 14 1 3 5 7 9 11 13 15
mov (16) r10<1>:w r5.0<1;8,2>:w

// case figure 5-11: two rectangles of bytes, one over a register's border, to words
// set r1:b = 3 1 4 1 5 9 2 6 0 0 0 0 0 0 0 0 5 3 5 8 9 7 9 3
// set r2:b = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 9 8 7 6 5 4 3 2 ; set r3:b = 0 0 1 2 3 4 5 6 7 8
// expect r5:w = 12 9 11 7 10 13 5 8 6 5 8 12 14 13 16 11
add (16) r5<1>:w r1.0<16;8,1>:b r2.18<16;8,1>:b

// case figure 5-12: source 0 is two replicated bytes, at 14 and 16 bytes on
// set r1:b = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 4
// set r2:b = 0 1 2 3 4 5 6 7 0 0 0 0 0 0 0 0 10 11 12 13 14 15 16 17
// expect r5:w = 1 2 3 4 5 6 7 8 14 15 16 17 18 19 20 21
add (16) r5<1>:w r1.14<16;8,0>:b r2.0<16;8,1>:b

// case figure 5-13: the origin is in a0.0, the region in the instruction
// set a0.0 = 35 ; set r1:b = 0 0 0 3 1 4 1 5 9 2 6 0 0 0 0 0 0 0 0 5 3 5 8 9 7 9 3 ; set r2:b = 1 ...
// expect r5:w = 4 2 5 2 6 10 3 7 6 4 6 9 10 8 10 4
add (16) r5<1>:w r[a0.0]<16;8,1>:b r2.0<16;8,1>:b

// case figure 5-14: Vx1, an address for each row of four
// set a0.0:uw = 36 72 ; set r1:d = 0 1 2 3 4 5 6 7 ; set r2:d = 10 11 12 13 14 15 16 17
// expect r5:d = 1 2 3 4 12 13 14 15
mov (8) r5<1>:d r[a0.0]<4,1>:d

// case figure 5-15: VxH, an address for each element
// set a0.0:uw = 60 32 64 92 36 36 40 88 ; set r1:d = 0 1 2 3 4 5 6 7 ; set r2:d = 10 11 12 13 14 15 16 17
// expect r5:d = 7 0 10 17 1 1 2 16
mov (8) r5<1>:d r[a0.0]<1,0>:d

// case 5.3.10 rule 12.3.1: eight addresses gather from up to eight registers
// set a0.0:uw = 64 96 128 160 192 224 256 288
// set r2:uw = 1 99 2 ; set r3:uw = 3 99 4 ; set r4:uw = 5 99 6 ; set r5:uw = 7 99 8
// set r6:uw = 9 99 10 ; set r7:uw = 11 99 12 ; set r8:uw = 13 99 14 ; set r9:uw = 15 99 16
// expect r0:uw = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
mov (16) r0.0:uw r[a0.0]<2,2>:uw

// case 5.3.10.2: a raw move keeps the bits of a denormal, arithmetic flushes it
// set r2 = 0x00000001 0x80000001 0x7f800001 ... ; set r3:f = 0 ...
// expect r10 = 0x00000001 0x80000001 0x7f800001 ; expect r11 = 0x00000000 0x80000000
mov (8) r10<1>:f r2<8;8,1>:f
mov (2) r11<1>:f -r2<2;2,1>:f
mov (2) r11<1>:f -r11<2;2,1>:f

// case 5.3.10.2: a byte raw move maps an element to a channel, at odd bytes too
// mask = 0x55 ; set r2:b = 1 2 3 4 5 6 7 8
// expect r10:b = 0 1 0 0 0 3 0 0 0 5 0 0 0 7 0 0
mov (8) r10.1<2>:b r2.0<8;8,1>:b

// case 5.3.10.2: a packed byte raw move
// set r2:b = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// expect r10:b = 0 0 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
mov (16) r10.3<1>:b r2.0<16;16,1>:b {NoMask}

// case 5.3.5: an immediate vector of integers: eight signed half-bytes
// expect r10:w = 1 -1 7 -8 0 2 3 -3
mov (8) r10<1>:w 0xD32087F1:v

// case 5.3.5: an immediate vector of restricted floats
// expect r10:f = 1 -2 0.5 31
mov (4) r10<1>:f 0x7F20C030:vf
