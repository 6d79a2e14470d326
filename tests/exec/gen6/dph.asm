// SNB PRM vol4 part2 8.3.14 dph: one result for each four channels.
// gen: gen6

// case two groups of four
// set r2:f = 1 2 3 4 -5 6 -7 8 ; set r3:f = 10 20 30 40 1 2 3 4
// expect r10:f = 180 180 180 180 -10 -10 -10 -10
dph (8) r10<1>:f r2<4>.xyzw:f r3<4>.xyzw:f {Align16}

// case the write mask and swizzles
// set r2:f = 1 2 3 4 -5 6 -7 8 ; set r3:f = 10 20 30 40 1 2 3 4 ; set r10:f = 0.5 ...
// expect r10:f = 0.5 200 0.5 0.5 0.5 16 0.5 0.5
dph (8) r10<1>.y:f r2<4>.wzyx:f r3<4>.xyzw:f {Align16}

// case Align1
// set r2:f = 1 2 3 4 -5 6 -7 8 ; set r3:f = 10 20 30 40 1 2 3 4
// expect r10:f = 180 180 180 180 -10 -10 -10 -10
dph (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case infinities of both signs
// set r2:f = inf -inf 1 1 1 1 1 1 ; set r3:f = 1 ...
// expect r10:f = nan nan nan nan * * * *
dph (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f
