// SNB PRM vol4 part2 8.3.35 pln: dst = p * u + q * v + r; v is in the register after u.
// gen: gen6

// case p, q, r are elements 0, 1, 3
// set r2:f = 2 3 9 1 ; set r4:f = 1 2 3 4 5 6 7 8 ; set r5:f = 10 20 30 40 50 60 70 80
// expect r10:f = 33 65 97 129 161 193 225 257
pln (8) r10<1>:f r2.0<0;1,0>:f r4<8;8,1>:f

// case the upper half of the register
// set r2:f = 0 0 0 0 1 -1 9 0.5 ; set r4:f = 1 2 3 4 5 6 7 8 ; set r5:f = 1 ...
// expect r10:f = 0.5 1.5 2.5 3.5 4.5 5.5 6.5 7.5
pln (8) r10<1>:f r2.4<0;1,0>:f r4<8;8,1>:f

// case sixteen channels: u, v of the second half follow
// set r2:f = 1 100 0 0 ; set r4:f = 1 ... ; set r5:f = 2 ... ; set r6:f = 3 ... ; set r7:f = 4 ...
// expect r10:f = 201 201 ... ; expect r11:f = 403 403 ...
pln (16) r10<1>:f r2.0<0;1,0>:f r4<8;8,1>:f
