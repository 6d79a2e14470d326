// SNB PRM vol4 part2 8.3.24 lrp: dst = src0 * src1 + (1 - src0) * src2.
// gen: gen6

// case halves and ends
// set r2:f = 0 1 0.5 0.25 0.75 0 1 0.5 ; set r3:f = 8 8 8 8 8 1 2 3 ; set r4:f = 4 4 4 4 4 5 6 7
// expect r10:f = 4 8 6 5 7 5 2 5
lrp (8) r10<1>:f r2<4>.xyzw:f r3<4>.xyzw:f r4<4>.xyzw:f
