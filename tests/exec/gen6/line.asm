// SNB PRM vol4 part2 8.3.22 line: dst = p * src1 + q.
// gen: gen6

// case p is element 0, q element 3
// set r2:f = 2 9 9 0.5 ; set r3:f = 1 2 3 4 5 6 7 8
// expect r10:f = 2.5 4.5 6.5 8.5 10.5 12.5 14.5 16.5
line (8) r10<1>:f r2.0<0;1,0>:f r3<8;8,1>:f

// case p is element 4, q element 7
// set r2:f = 0 0 0 0 -1 9 9 100 ; set r3:f = 1 2 3 4 5 6 7 8
// expect r10:f = 99 98 97 96 95 94 93 92
line (8) r10<1>:f r2.4<0;1,0>:f r3<8;8,1>:f

// case sixteen channels
// set r2:f = 1 0 0 1 ; set r4..r5:f = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
// expect r10..r11:f = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
line (16) r10<1>:f r2.0<0;1,0>:f r4<8;8,1>:f
