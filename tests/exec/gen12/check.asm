// What --check reports of the software scoreboard, and what it must not (docs/user/findings.md "Waits of Tiger Lake").
// gen: gen12

// case a response that is read before its token is waited for
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw ; set mem 0x10000:d = 1 2 3 4 5 6 7 8
// set r2:ud = 0 4 8 12 16 20 24 28
// expect report "r10 is read" ; expect r11:d = 1 2 3 4 5 6 7 8
send (8) r10 r2 null data1.untyped_read(bti=0, channels=x, simd=8) {$3}
mov (8) r11<1>:d r10<8;8,1>:d
send (8) null r127 null spawner.dereference(keep) {EOT, @1}

// case a response that is read after a wait for another token
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 0 4 8 12 16 20 24 28
// expect report "scoreboard"
send (8) r10 r2 null data1.untyped_read(bti=0, channels=x, simd=8) {$3}
mov (8) r11<1>:d r10<8;8,1>:d {$4.dst}
send (8) null r127 null spawner.dereference(keep) {EOT, @1}

// case a wait in the instruction that reads
// check
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw ; set mem 0x10000:d = 1 2 3 4 5 6 7 8
// set r2:ud = 0 4 8 12 16 20 24 28
// expect r11:d = 1 2 3 4 5 6 7 8
send (8) r10 r2 null data1.untyped_read(bti=0, channels=x, simd=8) {$3}
mov (8) r11<1>:d r10<8;8,1>:d {$3.dst}
send (8) null r127 null spawner.dereference(keep) {EOT, @1}

// case a wait in a sync before
// check
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw ; set mem 0x10000:d = 1 2 3 4 5 6 7 8
// set r2:ud = 0 4 8 12 16 20 24 28
// expect r11:d = 1 2 3 4 5 6 7 8
send (8) r10 r2 null data1.untyped_read(bti=0, channels=x, simd=8) {$3}
sync.allwr ($3)
mov (8) r11<1>:d r10<8;8,1>:d
send (8) null r127 null spawner.dereference(keep) {EOT, @1}

// case a payload that is overwritten while the message may still read it
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 0 4 8 12 16 20 24 28 ; set r3:d = 1 2 3 4 5 6 7 8
// expect report "r3 is written" ; expect mem 0x10000:d = 1 2 3 4 5 6 7 8
send (8) null r2 r3 data1.untyped_write(bti=0, channels=x, simd=8, mlen=1, xlen=1) {$0}
mov (8) r3<1>:d 0:d
send (8) null r127 null spawner.dereference(keep) {EOT, @1}

// case a wait for reads, which is enough to overwrite a payload
// check
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 0 4 8 12 16 20 24 28 ; set r3:d = 1 2 3 4 5 6 7 8
// expect mem 0x10000:d = 1 2 3 4 5 6 7 8
send (8) null r2 r3 data1.untyped_write(bti=0, channels=x, simd=8, mlen=1, xlen=1) {$0}
mov (8) r3<1>:d 0:d {$0.src}
send (8) null r127 null spawner.dereference(keep) {EOT, @1}

// case a payload that an instruction just before has written
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2:ud = 0 4 8 12 16 20 24 28 ; set r4:d = 1 2 3 4 5 6 7 8
// expect report "scoreboard" ; expect mem 0x10000:d = 1 2 3 4 5 6 7 8
mov (8) r3<1>:d r4<8;8,1>:d
send (8) null r2 r3 data1.untyped_write(bti=0, channels=x, simd=8, mlen=1, xlen=1) {$0}
send (8) null r127 null spawner.dereference(keep) {EOT}

// case a register that an instruction in order has written: the distance may reach further back
// check
// set r2:d = 1 ...
// expect r4:d = 2 ... ; expect r5:d = 3 ...
add (8) r3<1>:d r2<8;8,1>:d r2<8;8,1>:d
mov (8) r6<1>:d r2<8;8,1>:d
mov (8) r4<1>:d r3<8;8,1>:d {@2}
add (8) r5<1>:d r3<8;8,1>:d r2<8;8,1>:d
send (8) null r127 null spawner.dereference(keep) {EOT, @1}

// case the result of math, which ends out of order
// set r2:f = 4.0 ...
// expect report "r3 is read" ; expect r4:f = 2.0 ...
math.sqrt (8) r3<1>:f r2<8;8,1>:f {$1}
mov (8) r4<1>:f r3<8;8,1>:f {@1}
send (8) null r127 null spawner.dereference(keep) {EOT, @1}

// case a wait on one path only
// set r2:f = 4.0 ... ; set r5:d = 1 ; set r6:f = 0.0 ...
// expect report "r3 is read"
math.sqrt (8) r3<1>:f r2<8;8,1>:f {$1}
cmp.e.f0.0 (1) null<1>:d r5<0;1,0>:d 0:d {NoMask}
(f0.0) jmpi (1) wait {NoMask, @1}
mov (8) r4<1>:f r3<8;8,1>:f
jmpi (1) end {NoMask}
wait:
mov (8) r4<1>:f r3<8;8,1>:f {$1.dst}
end:
send (8) null r127 null spawner.dereference(keep) {EOT, @1}
