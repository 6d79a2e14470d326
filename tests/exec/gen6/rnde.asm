// SNB PRM vol4 part2 8.3.39 rnde.
// gen: gen6

// case table 8-11
// mask = 0x1ff
// set r2..r3:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -inf -2 -0.0 -0.0 0 0 2 inf nan
rnde (16) r10<1>:f r2<8;8,1>:f

// case table 8-12, ALT mode
// set cr0.0 = 1
// set r2:f = -3.40282347e+38 -2.5 0x80000001 -0.0 0 0x1 1.5 3.40282347e+38
// expect r10:f = -3.40282347e+38 -2 -0.0 -0.0 0 0 2 3.40282347e+38
rnde (8) r10<1>:f r2<8;8,1>:f

// case finite numbers 1
// set r2:f = -3.5 -2.5 -1.5 -0.5 0.5 1.5 2.5 3.25
// expect r10:f = -4 -2 -2 -0.0 0 2 2 3
rnde (8) r10<1>:f r2<8;8,1>:f

// case finite numbers 2
// set r2:f = -3.25 -0.75 0.75 8388607.5 16777216 -8388607.5 1e+30 -1e-20
// expect r10:f = -3 -1 1 8388608 16777216 -8388608 1e+30 -0.0
rnde (8) r10<1>:f r2<8;8,1>:f

// case from and to an accumulator, which only 8.3.37 (rndd) forbids
// set r2:f = 0.5 1.5 2.5 -0.5 -1.5 -2.5 3.25 -3.75
// expect r10:f = 0 2 2 -0 -2 -2 3 -4
// expect r11:f = 1 2 3 -0 -1 -2 4 -3
// expect r12:f = 0 1 2 -0 -1 -2 3 -3
mov (8) acc0<1>:f r2<8;8,1>:f
rnde (8) r10<1>:f acc0<8;8,1>:f
rndu (8) acc0<1>:f r2<8;8,1>:f
mov (8) r11<1>:f acc0<8;8,1>:f
mov (8) acc0<1>:f r2<8;8,1>:f
rndz (8) acc0<1>:f acc0<8;8,1>:f
mov (8) r12<1>:f acc0<8;8,1>:f
