// SNB PRM vol4 part2 8.3.1 add: dst = src0 + src1.
// gen: gen6

// case floats (8.3.1)
// set r2:f = 1 2 3 4 5 6 7 8 ; set r3:f = 0.5 ...
// expect r10:f = 1.5 2.5 3.5 4.5 5.5 6.5 7.5 8.5
add (8) r10.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f

// case dispatch mask: channels that are off keep what they held (5.3.4.7)
// mask = 0x0f ; set r10:d = 7 ...
// expect r10:d = 1 1 1 1 7 7 7 7
add (8) r10<1>:d r2<8;8,1>:d 1:d
