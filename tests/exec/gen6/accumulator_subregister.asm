// The implied accumulator's region is that of the destination (SNB PRM vol4 part2 5.3.4.5), as the media kernels of 2011
// rely on: acc0.2 is what a scalar mac to subregister 2 adds to.
// gen: gen6

// case mac to a subregister adds to that of the accumulator
// set r5:f = 1 2 3 4 5 6 7 8 ; set r6:f = 0.5 0 0 0 0 0 0 0
// expect r9:f = * * 80 *
mov (1) acc0.2<1>:f r5.1<0;1,0>:f
mac (1) acc0.2<1>:f r5.7<0;1,0>:f 8.0:f
mac (1) r9.2<1>:f r6.0<0;1,0>:f 28.0:f

// case with AccWrEn it leaves its result there
// set r5:f = 1 2 3 4 5 6 7 8
// expect r9:f = * * * 10 * ; expect acc0:f = 100 100 100 10 100 100 100 100
mov (8) acc0:f 100.0:f
mov (1) acc0.3<1>:f 2.0:f
mac (1) r9.3<1>:f r5.1<0;1,0>:f r5.3<0;1,0>:f {AccWrEn}
