// SNB PRM vol4 part2 8.3.27 mad: dst = src1 * src2 + src0, in Align16.
// gen: gen6

// case every channel
// set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 10 ... ; set r4:f = 0.5 1 1.5 2 2.5 3 3.5 4
// expect r10:f = 6 12 18 24 30 36 42 48
mad (8) r10<1>:f r2<4>.xyzw:f r3<4>.xyzw:f r4<4>.xyzw:f

// case swizzles, mask and negation
// set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 10 20 30 40 50 60 70 80 ; set r4:f = 2 ... ; set r10:f = 9 ...
// expect r10:f = 16 36 9 9 92 112 9 9
mad (8) r10<1>.xy:f -r2<4>.wwww:f r3<4>.xyzw:f r4<4>.xxxx:f

// case saturation
// set r2:f = 0 1 -5 0.25 ; set r3:f = 1 ... ; set r4:f = 0.5 1 1 0.5
// expect r10:f = 0.5 1 0 0.75
mad.sat (4) r10<1>:f r2<4>.xyzw:f r3<4>.xyzw:f r4<4>.xyzw:f
