// SNB PRM vol4 part2 5.2.4 SIMD16: the structure-of-arrays examples.
// gen: gen6

// case add (16) of two registers each
// set r4..r5:f = 1 ... ; set r14..r15:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// expect r18..r19:f = 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17
add (16)    r18<1>:f    r4<8;8,1>:f    r14<8;8,1>:f

// case a scalar with sixteen channels
// set r2:f = 1 2 3 4 ; set r14..r15:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// expect r18..r19:f = 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18
add (16)    r18<1>:f    r2.1<0;1,0>:f    r14<8;8,1>:f   {Compr}

// case two halves
// mask = 0x0ff0
// set r4..r5:f = 1 ... ; set r14..r15:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// expect r18..r19:f = 0 0 0 0 6 7 8 9 10 11 12 13 0 0 0 0
add (8)    r18<1>:f    r4<8;8,1>:f    r14<8;8,1>:f
add (8)    r19<1>:f    r5<8;8,1>:f    r15<8;8,1>:f    {SecHalf}
