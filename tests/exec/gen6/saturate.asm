// SNB PRM vol4 part2 destination modifier .sat: floats to [0, 1], integers to the range of the type.
// gen: gen6

// case add.sat f
// set r2:f = 0.5 0.75 -1 3 inf -inf 0 nan ; set r3:f = 0.25 0.5 0.5 1 1 1 1 1
// expect r10:f = 0.75 1 0 1 1 0 1 0
add.sat (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case mul.sat f
// set r2:f = 0.5 2 -1 3 inf -inf 0 nan ; set r3:f = 0.5 2 1 0.25 1 1 1 1
// expect r10:f = 0.25 1 0 0.75 1 0 0 0
mul.sat (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f
