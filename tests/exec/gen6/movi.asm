// SNB PRM vol4 part2 8.3.30 movi: one address register for each element; the register is that of a0.0.
// gen: gen6

// case dwords
// set r2:d = 10 11 12 13 14 15 16 17 ; set a0.0:uw = 92 88 84 80 76 72 68 64
// expect r10:d = 17 16 15 14 13 12 11 10
movi (8) r10<1>:d r[a0.0]<1,0>:d

// case floats, predicated
// set r2:f = 1 2 3 4 5 6 7 8 ; set a0.0:uw = 92 88 84 80 76 72 68 64 ; set f0.0 = 0x55 ; set r10:f = 0.5 ...
// expect r10:f = 8 0.5 6 0.5 4 0.5 2 0.5
(f0.0) movi (8) r10<1>:f r[a0.0]<1,0>:f

// case an indirect destination: element n of its register is a0.n's there too
// expect report "index-registers"
// set r4:d = 100 101 102 103 104 105 106 107
// set a0.0 = 156 152 148 144 140 136 132 336
// expect r10:d = 0 0 0 0 103 102 101 104
movi (4) r[a0.7]<1>:d r[a0.0]<4;4,1>:d
