// Messages whose descriptors lie in a0: Mesa's brw_inst.h (descriptor and extended descriptor of split sends).
// gen: gen12

// case a descriptor in a0.0
// memory 0x10000 size 4096 ; surface 1 = 0x10000 size 4096 raw ; set mem 0x10000:d = 1 2 3 4 5 6 7 8
// set r2:ud = 0 4 8 12 16 20 24 28
// expect r10:d = 1 2 3 4 5 6 7 8
mov (1) a0.0<1>:ud 0x02106E01:ud {NoMask}
send (8) r10 r2 null 0xc a0.0<0;1,0>:ud {@1, $0}

// case an extended descriptor in a0.2, which has the length of the second payload
// memory 0x10000 size 4096 ; surface 1 = 0x10000 size 4096 raw
// set r2:ud = 0 4 8 12 16 20 24 28 ; set r20:d = 8 7 6 5 4 3 2 1
// expect mem 0x10000:d = 8 7 6 5 4 3 2 1
mov (1) a0.2<1>:ud 0x40:ud {NoMask}
send (8) null r2 r20 a0.2<0;1,0>:ud 0x02026E01 {SFID=12, @1, $0}

// case both in a0
// memory 0x10000 size 4096 ; surface 1 = 0x10000 size 4096 raw
// set r2:ud = 0 4 8 12 16 20 24 28 ; set r20:d = 8 7 6 5 4 3 2 1 ; set r21:d = 0 ...
// expect mem 0x10000:d = 8 7 6 5 4 3 2 1
mov (1) a0.0<1>:ud 0x02026E01:ud {NoMask}
mov (1) a0.4<1>:ud 0x40:ud {NoMask}
send (8) null r2 r20 a0.4<0;1,0>:ud a0.0<0;1,0>:ud {SFID=12, @1, $0}

// case a second payload of no registers, because a0 says so
// memory 0x10000 size 4096 ; surface 1 = 0x10000 size 4096 raw
// set r2:ud = 0 4 8 12 16 20 24 28 ; set r20:d = 8 ...
// expect fault "too short"
mov (1) a0.2<1>:ud 0x0:ud {NoMask}
send (8) null r2 r20 a0.2<0;1,0>:ud 0x02026E01 {SFID=12, @1, $0}
