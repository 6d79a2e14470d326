// gen: gen6
// memory 0x1000 size 64 ; set mem 0x1000:f = 1 ...
// case one
// set r2:f = 1 2 nan inf -0.0 0x3f800000 ; set f0.0 = 0x0f ; mask = 0xff ; threads 2
// expect r10:f = 2 * nan ... ; print thread 1 acc0:q
(f0.0) add (8) r10<1>:f r2<8;8,1>:f 1.0:f
// case two
// expect fault "illegal"
illegal
