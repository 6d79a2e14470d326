// SNB PRM vol4 part2 5.3.8 Align16 in every class of instructions: swizzles of both sources, write masks, groups of four.
// gen: gen6
// set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 10 20 30 40 50 60 70 80 ; set r20:f = 9 ...
// set r4:d = 1 2 3 4 5 6 7 8 ; set r5:d = 10 20 30 40 50 60 70 80 ; set r21:d = 9 ... ; set r22:d = 9 ...

// case mov
// expect r20:f = 4 9 2 9 8 9 6 9
mov (8) r20<1>.xz:f r2<4>.wxyz:f {Align16}

// case mov converts
// expect r21:d = 9 2 9 3 9 6 9 7
mov (8) r21<1>.yw:d r2<4>.xyzz:f {Align16}

// case mov of a scalar immediate
// expect r20:f = 9 9 9 5 9 9 9 5
mov (8) r20<1>.w:f 5:f {Align16}

// case add, both sources swizzled, modifiers, saturation
// expect r20:f = 1 1 1 9 1 1 1 9
add.sat (8) r20<1>.xyz:f r3<4>.wwxx:f -r2<4>.yzwx:f {Align16}

// case mul of integers
// expect r21:d = 20 20 60 60 300 300 420 420
mul (8) r21<1>:d r4<4>.xxzz:d r5<4>.yyyy:d {Align16}
// The products: 1*20 1*20 3*20 3*20 and 5*60 5*60 7*60 7*60.

// case logic
// expect r21:d = 9 9 7 9 9 9 15 9
or (8) r21<1>.z:d r4<4>.wwww:d r4<4>.zzzz:d {Align16}

// case not
// expect r21:d = -5 9 9 9 -9 9 9 9
not (8) r21<1>.x:d r4<4>.wzyx:d {Align16}

// case shift
// expect r21:d = 8 9 9 9 256 9 9 9
shl (8) r21<1>.x:d r4<4>.wwww:d r4<4>.xxxx:d {Align16}

// case avg
// expect r21:d = 3 9 9 9 7 9 9 9
avg (8) r21<1>.x:d r4<4>.xxxx:d r4<4>.wwww:d {Align16}

// case round down and fraction
// set r6:f = 1.5 -1.5 2.25 -0.25 1.5 -1.5 2.25 -0.25 ; expect r20:f = -1 9 -2 9 -1 9 -2 9 ; expect r23:f = 0 0.25 0 0.75 0 0.25 0 0.75
rndd (8) r20<1>.xz:f r6<4>.wzyx:f {Align16}
frc (8) r23<1>.yw:f r6<4>.xzyw:f {Align16}

// case cmp: flags by channel, of the channels that the mask writes
// mask = 0xff ; set f0.0 = 0 ; expect f0.0 = 0x55
cmp.g.f0.0 (8) null.xz:f r3<4>.xyzw:f r2<4>.wzyx:f {Align16}

// case a condition of arithmetic, of the channels that the mask writes
// mask = 0xff ; set f0.0 = 0xff ; expect f0.0 = 0xdd
add.nz.f0.0 (8) r20<1>.y:f r2<4>.xyzw:f -r2<4>.xyzw:f {Align16}

// case sel
// mask = 0xff ; set f0.0 = 0x99 ; expect r20:f = 4 30 20 1 8 70 60 5
(f0.0) sel (8) r20<1>:f r2<4>.wzyx:f r3<4>.wzyx:f {Align16}

// case sel with a condition
// expect r20:f = 4 3 3 4 8 7 7 8
sel.ge (8) r20<1>:f r2<4>.xyzw:f r2<4>.wzyx:f {Align16}

// case mac and the accumulator
// set acc0:f = 100 200 300 400 500 600 700 800 ; expect r20:f = 110 9 9 9 750 9 9 9 ; expect acc0:f = 110 200 300 400 750 600 700 800
mac (8) r20<1>.x:f r2<4>.xxxx:f r3<4>.xxxx:f {Align16, AccWrEn}

// case dp4, dp3, dp2, dph into components
// set r6:f = 1 1 1 1 2 2 2 2 ; expect r20:f = 10 6 3 7 52 36 22 38
dp4 (8) r20<1>.x:f r2<4>:f r6<4>:f {Align16}
dp3 (8) r20<1>.y:f r2<4>:f r6<4>:f {Align16}
dp2 (8) r20<1>.z:f r2<4>:f r6<4>:f {Align16}
dph (8) r20<1>.w:f r2<4>.xyzz:f r6<4>:f {Align16}

// case lrp and mad
// set r6:f = 0.5 0.25 0 1 0.5 0.25 0 1 ; expect r20:f = 5.5 9 9 9 27.5 9 9 9 ; expect r23:f = 0 0 90 0 0 0 490 0
lrp (8) r20<1>.x:f r6<4>.xxxx:f r3<4>.xxxx:f r2<4>.xxxx:f {Align16}
mad (8) r23<1>.z:f r3<4>.zzzz:f r2<4>.yyyy:f r3<4>.zzzz:f {Align16}

// case math
// set r6:f = 4 16 64 256 4 16 64 256 ; expect r20:f = 16 9 9 2 16 9 9 2
math.sqrt (8) r20<1>.xw:f r6<4>.wyzx:f null {Align16}

// case lzd
// set r6:ud = 1 2 4 8 16 32 64 128 ; expect r21:ud = 28 9 9 9 24 9 9 9
lzd (8) r21<1>.x:ud r6<4>.wwww:ud {Align16}

// case predication by one component of each group (5.4.3)
// mask = 0xff ; set f0.0 = 0x12 ; expect r20:f = 9 9 9 9 5 6 7 8 ; expect r23:f = 1 2 3 4 0 0 0 0
(f0.0.x) mov (8) r20<1>:f r2<4>:f {Align16}
(f0.0.y) mov (8) r23<1>:f r2<4>:f {Align16}

// case predication by any and all of a group
// mask = 0xff ; set f0.0 = 0xf1 ; expect r20:f = 9 9 9 9 5 6 7 8 ; expect r23:f = 1 2 3 4 5 6 7 8 ; expect r24:f = 1 2 3 4 0 0 0 0
(f0.0.all4h) mov (8) r20<1>:f r2<4>:f {Align16}
(f0.0.any4h) mov (8) r23<1>:f r2<4>:f {Align16}
(-f0.0.all4h) mov (8) r24<1>:f r2<4>:f {Align16}

// case an if by a component
// mask = 0xff ; set f0.0 = 0x80 ; expect r20:f = 9 9 9 9 5 6 7 8
(f0.0.w) if (8) Fi {Align16}
mov (8) r20<1>:f r2<4>:f {Align16}
Fi: endif (8) Out
Out: nop

// case register-indirect sources and destination: 16-byte aligned
// set a0.0:uw = 80 640 ; expect r20:f = 5 6 7 9 5 6 7 9
mov (8) r[a0.1]<1>.xyz:f r[a0.0]<0>.xyzw:f {Align16}

// case four channels, the other half stays
// expect r20:f = 9 9 9 9 14 13 12 11
add (4) r20.4<1>:f r2<4>.wzyx:f 10:f {Align16}

// case sixteen channels
// set r6..r7:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; set r24..r25:f = 0 ... ; expect r24..r25:f = 2 1 0 0 6 5 0 0 10 9 0 0 14 13 0 0
mov (16) r24<1>.xy:f r6<4>.yxzw:f {Align16}
