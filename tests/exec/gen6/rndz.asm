// SNB PRM vol4 part2 8.3.40 rndz.
// gen: gen6

// case table 8-13
// mask = 0x1ff
// set r2..r3:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// expect r10..r11:f = -inf -2 -0.0 -0.0 0 0 1 inf nan
rndz (16) r10<1>:f r2<8;8,1>:f

// case table 8-14, ALT mode
// set cr0.0 = 1
// set r2:f = -3.40282347e+38 -2.5 0x80000001 -0.0 0 0x1 1.5 3.40282347e+38
// expect r10:f = -3.40282347e+38 -2 -0.0 -0.0 0 0 1 3.40282347e+38
rndz (8) r10<1>:f r2<8;8,1>:f

// case finite numbers 1
// set r2:f = -3.5 -2.5 -1.5 -0.5 0.5 1.5 2.5 3.25
// expect r10:f = -3 -2 -1 -0.0 0 1 2 3
rndz (8) r10<1>:f r2<8;8,1>:f

// case finite numbers 2
// set r2:f = -3.25 -0.75 0.75 8388607.5 16777216 -8388607.5 1e+30 -1e-20
// expect r10:f = -3 -0.0 0 8388607 16777216 -8388607 1e+30 -0.0
rndz (8) r10<1>:f r2<8;8,1>:f
