// SNB PRM vol4 part2 8.3.42 sada2: sad2 added to the accumulator of the first channel.
// gen: gen6

// case unsigned bytes
// set acc0:uw = 100 0 200 0 300 0 400 0
// set r2:ub = 103 10 211 196 211 107 192 138 ; set r3:ub = 138 127 196 204 228 221 159 11
// expect r10:uw = 252 * * * 223 * * * 431 * * * 560
sada2 (8) r10<2>:uw r2<8;8,1>:ub r3<8;8,1>:ub

// case a chain of three (the accumulator is updated)
// set r2:ub = 103 10 211 196 211 107 192 138 ; set r3:ub = 138 127 196 204 228 221 159 11
// expect r10:uw = 456 * * * 69 * * * 393 * * * 480
sad2 (8) r10<2>:uw r2<8;8,1>:ub r3<8;8,1>:ub {AccWrEn}
sada2 (8) r10<2>:uw r2<8;8,1>:ub r3<8;8,1>:ub {AccWrEn}
sada2 (8) r10<2>:uw r2<8;8,1>:ub r3<8;8,1>:ub {AccWrEn}
