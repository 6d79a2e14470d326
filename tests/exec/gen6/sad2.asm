// SNB PRM vol4 part2 8.3.41 sad2: |a0 - b0| + |a1 - b1| in every other word.
// gen: gen6

// case unsigned bytes, eight channels
// set r2:ub = 103 10 211 196 211 107 192 138 ; set r3:ub = 138 127 196 204 228 221 159 11
// expect r10:uw = 152 * * * 23 * * * 131 * * * 160
sad2 (8) r10<2>:uw r2<8;8,1>:ub r3<8;8,1>:ub

// case signed bytes
// set r2:b = -25 -118 83 68 83 -21 64 10 ; set r3:b = 10 -1 68 76 100 93 31 -117
// expect r10:w = 152 * * * 23 * * * 131 * * * 160
sad2 (8) r10<2>:w r2<8;8,1>:b r3<8;8,1>:b
