// sync, and what it stands for where instructions are executed in order: IGA's ModelXe.hpp.
// gen: gen12

// case waits for tokens and for other instructions do nothing
// set r2:d = 1 2 3 4 5 6 7 8 ; expect r10:d = 1 2 3 4 5 6 7 8 ; expect r11:d = 2 4 6 8 10 12 14 16
sync.nop null {@1}
mov (8) r10<1>:d r2<8;8,1>:d {$3.dst}
sync.allrd null
sync.allwr ($0,$3)
add (8) r11<1>:d r10<8;8,1>:d r2<8;8,1>:d {@1}
sync.nop null

// case threads of a group meet at a barrier
// threads 4 ; slm size 64 ; set slm 0:d = 0 ; set r2:ud = 0 ... ; set r4:ud = 4 ...
// set r3:d = 10 ... ; set thread 1 r3:d = 20 ... ; set thread 2 r3:d = 30 ... ; set thread 3 r3:d = 40 ...
// expect r10:d = 100 ...
send (1) null r2 r3 data1.untyped_atomic(bti=slm, op=add, simd=8, mlen=1, xlen=1) {$0}
send (8) null r0 null gateway.barrier(header=0) {NoMask, $1}
sync.bar null {NoMask}
mov (8) r5<1>:ud 0:ud {NoMask}
send (8) r10 r5 null data1.untyped_read(bti=slm, channels=x, simd=8) {@1, $2}
send (8) null r127 null spawner.dereference(keep) {EOT}
