// Atomics on words, in the low halves of dwords: IGA's MessageDecoderHDC.cpp, SKL PRM vol7 "Atomic Operations".
// gen: gen12

// case an exchange, as the compiler writes it for halves: the words beside keep their values
// check
// memory 0x10000 size 4096 ; set mem 0x10000:uw = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0xfff0
// set r2:ud = 0x10000 0 0x10004 0 0x10008 0 0x1000c 0 ; set r3:ud = 0x10010 0 0x10014 0 0x10018 0 0x1001e 0
// set r4:ud = 0x3c00 0xffff4000 3 4 5 6 7 8
// expect r10:ud = 1 3 5 7 9 11 13 0xfff0
// expect mem 0x10000:uw = 0x3c00 2 0x4000 4 3 6 4 8 5 10 6 12 7 14 15 8
send (8) r10 r2 r4 data1.a64_untyped_atomic_word(bti=stateless, op=mov, returns, mlen=2, xlen=1) {$0}
sync.nop null {$0.dst}
send (8) null r127 null spawner.dereference(keep) {EOT}

// case signs are those of words
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw ; set mem 0x10000:uw = 0xffff 0 1 0 0x8000 0
// set r2:ud = 0 4 8 ; mask = 7 ; set r4:ud = 1 0xffff 0x7fff
// expect mem 0x10000:uw = 1 0 1 0 0x7fff 0 ; expect r10:ud = 0xffff 1 0x8000
send (8) r10 r2 r4 data1.untyped_atomic_word(bti=0, op=imax, returns, simd=8, xlen=1) {$0}

// case a sum of sixteen channels in local memory wraps as a word
// slm size 64 ; set slm 0:uw = 0xfff8 7
// set r2:ud = 0 ... ; set r3:ud = 0 ... ; set r4:ud = 1 ... ; set r5:ud = 1 ...
// expect slm 0:uw = 8 7 ; expect r10:ud = 0xfff8 0xfff9 0xfffa 0xfffb 0xfffc 0xfffd 0xfffe 0xffff ; expect r11:ud = 0 1 2 3 4 5 6 7
send (16) r10 r2 r4 data1.untyped_atomic_word(bti=slm, op=add, returns, simd=16, xlen=2) {$0}

// case compare and write compares words
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw ; set mem 0x10000:uw = 5 1 5 1
// set r2:ud = 0 4 ; mask = 3 ; set r4:ud = 0x10005 6 ; set r5:ud = 9 9
// expect mem 0x10000:uw = 9 1 5 1 ; expect r10:ud = 5 5
send (8) r10 r2 r4 data1.untyped_atomic_word(bti=0, op=cmpwr, returns, simd=8, xlen=2) {$0}

// case halves are compared as numbers
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw ; set mem 0x10000:uw = 0xbc00 7 0x3c00 7 0x7e00 7 0x4000 7
// set r2:ud = 0 4 8 12 ; mask = 15 ; set r4:ud = 0xc000 0x4000 0x3c00 0x7e00
// expect mem 0x10000:uw = 0xbc00 7 0x4000 7 0x3c00 7 0x4000 7 ; expect r10:ud = 0xbc00 0x3c00 0x7e00 0x4000
// expect report "float-atomic-nan"
send (8) r10 r2 r4 data1.untyped_half_atomic(bti=0, op=fmax, returns, simd=8, mlen=1, rlen=1, xlen=1) {$0}

// case halves by address
// memory 0x10000 size 4096 ; set mem 0x10000:uw = 0 7 0x3c00 7
// set r2:ud = 0x10000 0 0x10004 0 ; set r3:ud = 0 ... ; mask = 3 ; set r4:ud = 0x8000 0x3c00 ; set r5:ud = 0x4000 0x4400
// expect mem 0x10000:uw = 0x4000 7 0x4400 7
send (8) null r2 r4 data1.a64_untyped_half_atomic(bti=stateless, op=fcmpwr, mlen=2, xlen=2) {$0}
