// SNB PRM vol4 part2 chapter 8: what the descriptions of the instructions say beside their arithmetic.
// gen: gen6

// case 8.2: NoMask writes in channels that are off; a predicate still counts
// mask = 0x0f ; set f0.0 = 0x55 ; expect r10:d = 1 0 1 0 1 0 1 0 ; expect r11:d = 1 1 1 1 0 0 0 0
(f0.0) mov (8) r10:d 1:d {NoMask}
mov (8) r11:d 1:d

// case 8.2: channels beyond the execution size are never written
// set r10:d = 9 ... ; expect r10:d = 1 1 9 9 9 9 9 9
mov (2) r10:d 1:d {NoMask}

// case 8.3.1 add: integers to a float
// set r2:d = 1 -2 3 0 ... ; set r3:d = 10 20 -30 0 ... ; expect r10:f = 11 18 -27
add (4) r10:f r2<4;4,1>:d r3<4;4,1>:d

// case 8.3.1 add: an unsigned and a signed source are added as signed
// set r2:uw = 1 65535 ; set r3:w = -2 -1 ; expect r10:d = -1 65534
add (2) r10:d r2<2;2,1>:uw r3<2;2,1>:w

// case 8.3.2 and: source modifiers are arithmetic
// set r2:d = -6 5 ; expect r10:d = 6 5 ; expect r11:d = 6 -5
and (2) r10:d (abs)r2<2;2,1>:d 15:d
and (2) r11:d -r2<2;2,1>:d -1:d

// case 8.3.2 and: the accumulator as destination, then in a move
// set r2:d = 0x0ff0 0x1234 ; expect r10:d = 0x0f00 0x0200
and (2) acc0:d r2<2;2,1>:d 0x0f00:d
mov (2) r10:d acc0<2;2,1>:d

// case 8.3.3 asr: -1 stays -1 whatever the count; only five bits of the count matter
// set r2:d = -1 -1 -1 -1 8 8 -8 -9 ; set r3:d = 0 5 31 63 1 33 2 1 ; expect r10:d = -1 -1 -1 -1 4 4 -2 -5
asr (8) r10:d r2<8;8,1>:d r3<8;8,1>:d

// case 8.3.4 avg: rounds up, also between negative numbers, and beyond 32 bits
// set r2:d = 1 -1 -2 2147483647 ; set r3:d = 2 -2 -1 2147483646 ; expect r10:d = 2 -1 -1 2147483647
avg (4) r10:d r2<4;4,1>:d r3<4;4,1>:d

// case 8.3.8 cmp: the destination's lowest bit is the flag, and no channel beyond the enabled is written
// mask = 0x3f ; set r2:d = 1 2 3 4 5 6 7 8 ; set r10:d = 9 ... ; expect f0.0 = 0x38 ; expect r11:d = 0 0 0 1 1 1 1 1
cmp.g.f0.0 (8) r10:d r2<8;8,1>:d 3:d
and (8) r11:d r10<8;8,1>:d 1:d {NoMask}

// case 8.3.8 cmp: packed words
// mask = 0xffff ; set r2:w = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; expect f0.1 = 0xff80 ; expect r11:w = 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1
cmp.ge.f0.1 (16) r10:w r2<16;16,1>:w 8:w
and (16) r11:w r10<16;16,1>:w 1:w

// case 8.3.9 cmpn of integers is cmp
// mask = 0xff ; set r2:d = 1 2 3 4 5 6 7 8 ; expect f0.0 = 0xf8 ; expect f0.1 = 0x07
cmpn.ge.f0.0 (8) null:d r2<8;8,1>:d 4:d
cmpn.l.f0.1 (8) null:d r2<8;8,1>:d 4:d

// case 8.3.11 dp2: the result may go to the accumulator, replicated as in the destination
// set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 10 ... ; expect acc0:f = 30 30 30 30 110 110 110 110 ; expect r10:f = 30 30 30 30 110 110 110 110
dp2 (8) r10:f r2<8;8,1>:f r3<8;8,1>:f {AccWrEn}

// case 8.3.11 to 8.3.14: what is not part of the product is not looked at, a NaN either
// set r2:f = 1 2 nan nan 3 4 5 nan ; set r3:f = 1 1 1 1 1 1 1 1 ; expect r10:f = 3 3 3 3 7 7 7 7 ; expect r11:f = * * * * 12 12 12 12
dp2 (8) r10:f r2<8;8,1>:f r3<8;8,1>:f
dp3 (8) r11:f r2<8;8,1>:f r3<8;8,1>:f

// case 8.3.14 dph: the fourth component of source 0 is 1
// set r2:f = 1 2 3 nan 4 5 6 100 ; set r3:f = 1 1 1 7 1 1 1 8 ; expect r10:f = 13 13 13 13 23 23 23 23
dph (8) r10:f r2<8;8,1>:f r3<8;8,1>:f

// case 8.3.11: a zero has the sign of the products in use
// set r2:f = -0.0 0 1 1 0 ... ; set r3:f = 1 -0.0 0 0 0 ... ; expect r10:f = -0.0 -0.0 -0.0 -0.0 0 0 0 0
dp2 (8) r10:f r2<8;8,1>:f r3<8;8,1>:f

// case 8.3.13 dp4 with enabled channels of a group: each alone
// mask = 0xa5 ; set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 1 ... ; set r10:f = 9 ... ; expect r10:f = 10 9 10 9 9 26 9 26
dp4 (8) r10:f r2<8;8,1>:f r3<8;8,1>:f

// case 8.3.22 line: p and q of the upper tuple, words
// set r2:w = 0 0 0 0 3 0 0 5 ; set r3:w = 1 2 3 4 5 6 7 8 ; expect r10:w = 8 11 14 17 20 23 26 29
line (8) r10:w r2.4<0;1,0>:w r3<8;8,1>:w

// case 8.3.22 line: sixteen channels, under a mask
// mask = 0xff0f ; set r2:f = 2 0 0 1 ; set r3..r4:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; set r10..r11:f = 0 ...
// expect r10..r11:f = 3 5 7 9 0 0 0 0 19 21 23 25 27 29 31 33
line (16) r10:f r2<0;1,0>:f r3<8;8,1>:f

// case 8.3.23 lzd: zero has 32 leading zeros
// set r2:ud = 0 1 0x80000000 0x00ffffff ; expect r10:ud = 32 31 0 8
lzd (4) r10:ud r2<4;4,1>:ud

// case 8.3.24 lrp: sixteen channels are two of eight; replicated scalars
// set r2:f = 0 0.25 0.5 0.75 1 0 0 1 ; set r3:f = 8 ... ; set r4:f = 4 ... ; expect r10:f = 4 5 6 7 8 4 4 8 ; expect r11:f = 5 5 5 5 5 5 5 5
lrp (8) r10:f r2<4>:f r3<4>:f r4<4>:f {Align16}
lrp (8) r11:f r2.1<0;1,0>:f r3<4>:f r4<4>:f {Align16}

// case 8.3.25 mac: again and again; only the last product has a destination
// set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 10 ... ; expect r10:f = 40 80 120 160 200 240 280 320 ; expect acc0:f = 40 80 120 160 200 240 280 320
mul (8) acc0:f r2<8;8,1>:f r3<8;8,1>:f
mac (8) acc0:f r2<8;8,1>:f r3<8;8,1>:f
mac (8) null:f r2<8;8,1>:f r3<8;8,1>:f {AccWrEn}
mac (8) r10:f r2<8;8,1>:f r3<8;8,1>:f {AccWrEn}

// case 8.3.25 mac: without AccWrEn the accumulator stays
// set acc0:f = 1 ... ; set r2:f = 2 ... ; expect r10:f = 5 ... ; expect acc0:f = 1 ...
mac (8) r10:f r2<8;8,1>:f r2<8;8,1>:f

// case 8.3.25 mac: unsigned bytes, sixteen channels, saturated at the end alone
// set r2:ub = 255 200 100 1 0 0 0 0 0 0 0 0 0 0 0 2 ; expect r10:ub = 255 * 255 * 255 * 3 * ; expect acc0:w = 765 600 300 3 0 0 0 0 0 0 0 0 0 0 0 6
mul (16) acc0:w r2<16;16,1>:ub 1:w
mac (16) null:w r2<16;16,1>:ub 1:w {AccWrEn}
mac (16) null:w r2<16;16,1>:ub 1:w {AccWrEn}
mov.sat (16) r10<2>:ub acc0<16;16,1>:w

// case 8.3.26 mach: the second half of sixteen channels, with SecHalf throughout
// mask = 0xffff ; set r2:d = 100000 -100000 2147483647 -2147483648 7 -1 65536 123456789 ; set r3:d = 100000 100000 2147483647 -2147483648 -9 -1 65536 987654321
// expect r5:d = 2 -3 1073741823 1073741824 -1 0 1 28389652 ; expect r6:d = 1410065408 -1410065408 1 0 -63 1 0 -67153019 ; expect acc0:d = 0 ...
mul  (8) acc0:d r2<8;8,1>:d r3<8;8,1>:d {SecHalf}
mach (8) r5:d r2<8;8,1>:d r3<8;8,1>:d {SecHalf, AccWrEn}
mov  (8) r6:d acc0<8;8,1>:d {SecHalf}

// case 8.3.26 mach: without a destination, for the low half alone
// set r2:ud = 0xffffffff 0x12345678 ; set r3:ud = 0xffffffff 0x10 ; expect r6:ud = 1 0x23456780 ; expect acc0:q = 0xfffffffe00000001 0x123456780
mul  (2) acc0:ud r2<2;2,1>:ud r3<2;2,1>:ud
mach (2) null:ud r2<2;2,1>:ud r3<2;2,1>:ud {AccWrEn}
mov  (2) r6:ud acc0<2;2,1>:ud

// case 8.3.27 mad: modifiers, saturation and a condition
// mask = 0xff ; set r2:f = 1 -1 2 -2 0.5 0 0 0 ; set r3:f = 1 ... ; set r4:f = 0.25 ... ; expect r10:f = 0 0.75 0 1 0 0 0 0 ; expect f0.0 = 0x0a
mad.sat.g.f0.0 (8) r10:f -r2<4>:f r3<4>:f -(abs)r4<4>:f {Align16}

// case 8.3.28 math: int div writes quotient and remainder to two registers
// set r2:d = 17 -17 17 -17 100 7 0 5 ; set r3:d = 5 5 -5 -5 10 8 3 5 ; expect r10:d = 3 -3 -3 3 10 0 0 1 ; expect r11:d = 2 -2 2 -2 0 7 0 0
math.intdivmod (8) r10:d r2<8;8,1>:d r3<8;8,1>:d

// case 8.3.28 math: a scalar source, under a predicate
// set f0.0 = 0x0f ; set r2:f = 4 ; set r10:f = 9 ... ; expect r10:f = 2 2 2 2 9 9 9 9
(f0.0) math.sqrt (8) r10:f r2<0;1,0>:f null

// case 8.3.28 math: source modifiers and saturation
// set r2:f = -4 -16 ; expect r10:f = 2 4 ; expect r11:f = 1 1
math.sqrt (2) r10:f -r2<2;2,1>:f null
math.sqrt.sat (2) r11:f (abs)r2<2;2,1>:f null

// case 8.3.29 mov: a scalar immediate goes to all channels, converted
// expect r10:f = 7 ... ; expect r11:w = -3 ... ; expect r12:d = 2 ...
mov (8) r10:f 7:d
mov (16) r11:w -3:w
mov (8) r12:d 2.75:f

// case 8.3.30 movi: words; source and destination are the same type
// set r2:uw = 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 ; set a0.0:uw = 94 64 66 92 68 70 72 74
// expect r10:uw = 25 10 11 24 12 13 14 15 0 ...
movi (8) r10<1>:uw r[a0.0]<1,0>:uw

// case 8.3.30 movi: bytes
// set r2:ub = 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 ; set a0.0:uw = 95 64 65 94 66 67 68 69
// expect r10:ub = 41 10 11 40 12 13 14 15 0 ...
movi (8) r10<1>:ub r[a0.0]<1,0>:ub

// case 8.3.30 movi: an address immediate; the register is that of the first address, the others' register bits do not count
// expect report "index-registers"
// set r3:d = 1 2 3 4 5 6 7 8 ; set a0.0:uw = 64 4 0x488 12 16 20 24 28 ; expect r10:d = 1 2 3 4 5 6 7 8
movi (8) r10<1>:d r[a0.0,32]<1,0>:d

// case 8.3.30 movi: the immediate is added to the byte, within the register
// set r2:d = 1 2 3 4 5 6 7 8 ; set a0.0:uw = 64 68 72 76 80 84 88 92 ; expect r10:d = 2 3 4 5 6 7 8 1
movi (8) r10<1>:d r[a0.0,4]<1,0>:d

// case 8.3.30 movi: the destination's offset says which addresses are used
// set r2:d = 1 2 3 4 5 6 7 8 ; set a0.0:uw = 64 68 72 76 92 88 84 80 ; expect r10:d = 0 0 0 0 8 7 6 5
movi (4) r10.4<1>:d r[a0.0]<1,0>:d

// case 8.3.30 movi: an indirect destination
// set r2:f = 1 2 3 4 ; set a0.0:uw = 76 72 68 64 0 0 0 320 ; expect r10:f = 4 3 2 1 0 0 0 0
movi (4) r[a0.7]<1>:f r[a0.0]<1,0>:f

// case 8.3.31 mul: a word and a dword, the word in source 0
// set r2:w = -3 100 ; set r3:d = 100000 -7 ; expect r10:d = -300000 -700
mul (2) r10:d r2<2;2,1>:w r3<2;2,1>:d

// case 8.3.31 mul: of dwords the low word of source 0, and the accumulator keeps 48 bits
// set r2:ud = 0x1ffff 0x10002 ; set r3:ud = 0xffffffff 5 ; expect acc0:q = 0xfffeffff0001 10
mul (2) acc0:ud r2<2;2,1>:ud r3<2;2,1>:ud

// case 8.3.35 pln: sixteen channels, u and v in turns
// set r2:f = 1 10 0 100 ; set r4:f = 1 2 3 4 5 6 7 8 ; set r5:f = 1 ... ; set r6:f = 9 10 11 12 13 14 15 16 ; set r7:f = 2 ...
// expect r10..r11:f = 111 112 113 114 115 116 117 118 129 130 131 132 133 134 135 136
pln (16) r10:f r2<0;1,0>:f r4<8;8,1>:f

// case 8.3.41 sad2: sixteen channels
// set r2:ub = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; set r3:ub = 0 0 10 10 5 6 0 0 9 0 1 1 255 255 15 0
// expect r10:uw = 3 * 13 * 0 * 15 * 10 * 21 * 483 * 16 *
sad2 (16) r10<1>:uw r2<16;16,1>:ub r3<16;16,1>:ub

// case 8.3.41 sad2: source modifiers, and the sum in the accumulator
// set r2:b = -5 5 -100 -1 ; set r3:b = 5 5 100 1 ; expect r10:w = 0 * 0 * ; expect acc0:w = 0 * 0 *
sad2 (4) r10<1>:w (abs)r2<4;4,1>:b r3<4;4,1>:b {AccWrEn}
sad2 (4) r11<1>:w r2<4;4,1>:b -(abs)r2<4;4,1>:b
// The second: |-5 - -5| + |5 - -5|, and |-100 - -100| + |-1 - -1|.
// expect r11:w = 10 * 0 *

// case 8.3.42 sada2: sixteen channels on the accumulator of the first channel of each pair
// set acc0:w = 100 200 300 400 500 600 700 800 900 1000 1100 1200 1300 1400 1500 1600 ; set r2:ub = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// set r3:ub = 0 ... ; expect r10:w = 103 * 307 * 511 * 715 * 919 * 1123 * 1327 * 1531 *
sada2 (16) r10<1>:w r2<16;16,1>:ub r3<16;16,1>:ub

// case 8.3.42 sada2: rounds add up in the accumulator
// set r2:ub = 255 255 1 0 ; set r3:ub = 0 0 0 0 ; expect r10:uw = 2040 * 4 * ; expect acc0:uw = 2040 * 4 *
sad2 (4) r10<1>:uw r2<4;4,1>:ub r3<4;4,1>:ub {AccWrEn}
sada2 (4) r10<1>:uw r2<4;4,1>:ub r3<4;4,1>:ub {AccWrEn}
sada2 (4) r10<1>:uw r2<4;4,1>:ub r3<4;4,1>:ub {AccWrEn}
sada2 (4) r10<1>:uw r2<4;4,1>:ub r3<4;4,1>:ub {AccWrEn}

// case 8.3.43 sel: the predicate selects and masks nothing
// mask = 0x3f ; set f0.0 = 0x15 ; set r2:d = 1 2 3 4 5 6 7 8 ; set r3:d = 10 20 30 40 50 60 70 80 ; set r10:d = 9 ...
// expect r10:d = 1 20 3 40 5 60 9 9
(f0.0) sel (8) r10:d r2<8;8,1>:d r3<8;8,1>:d

// case 8.3.43 sel with a condition flushes denormals, without it keeps them
// set r2 = 0x00000001 ; set r3 = 0x80000001 ; set f0.0 = 1 ; expect r10 = 0x00000000 ; expect r11 = 0x00000001
sel.ge (1) r10:f r2<0;1,0>:f r3<0;1,0>:f {NoMask}
(f0.0) sel (1) r11:f r2<0;1,0>:f r3<0;1,0>:f {NoMask}

// case 8.3.46 shl: five bits of the count; words shift in more than 16 bits
// set r2:w = 1 -1 0x4000 0 ... ; set r3:w = 4 33 2 0 ... ; expect r10:d = 16 -2 65536
shl (4) r10:d r2<4;4,1>:w r3<4;4,1>:w

// case 8.3.47 shr: zeros come in from above
// set r2:ud = 0x80000000 0xffffffff ; set r3:ud = 31 36 ; expect r10:ud = 1 0x0fffffff
shr (2) r10:ud r2<2;2,1>:ud r3<2;2,1>:ud

// case 8.3.48 wait: n2 is for forwarded notifications
// set n0.0:ud = 0 0 2 ; expect n0.0:ud = 0 0 1
wait (1) n2
