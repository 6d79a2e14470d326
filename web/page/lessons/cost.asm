//: Press Profile. The margin shows which part of the time each instruction takes, the table below how often it ran and how long its thread waited
//: before it. The numbers are an estimate, by a model of the machine: results come some cycles late, and who needs one at once waits.
//:
//: Eight numbers are added up twice. With one sum each add waits for the one before it; with four sums there is less to wait for. Then two
//: gathers: eight neighbours are in one line of the cache, eight dwords that are 64 bytes apart in eight lines.
//:
//: The time goes not to a send but to the first instruction that needs its answer. Move both sends to the beginning, and profile again.
// gen: gen9
// mask = 0xff
// memory 0x10000 size 4096 ; surface 0 = 0x10000 size 4096 raw
// set r2..r9:f = 1 ... ; set r30:ud = 0 4 8 12 16 20 24 28 ; set r31:ud = 0 64 128 192 256 320 384 448
// set r10..r14:f = 0 ...
// expect r10:f = 8 ... ; expect r11:f = 8 ...
add (8) r10<1>:f r10<8;8,1>:f r2<8;8,1>:f       // one sum
add (8) r10<1>:f r10<8;8,1>:f r3<8;8,1>:f
add (8) r10<1>:f r10<8;8,1>:f r4<8;8,1>:f
add (8) r10<1>:f r10<8;8,1>:f r5<8;8,1>:f
add (8) r10<1>:f r10<8;8,1>:f r6<8;8,1>:f
add (8) r10<1>:f r10<8;8,1>:f r7<8;8,1>:f
add (8) r10<1>:f r10<8;8,1>:f r8<8;8,1>:f
add (8) r10<1>:f r10<8;8,1>:f r9<8;8,1>:f
add (8) r11<1>:f r2<8;8,1>:f r3<8;8,1>:f        // four sums
add (8) r12<1>:f r4<8;8,1>:f r5<8;8,1>:f
add (8) r13<1>:f r6<8;8,1>:f r7<8;8,1>:f
add (8) r14<1>:f r8<8;8,1>:f r9<8;8,1>:f
add (8) r11<1>:f r11<8;8,1>:f r12<8;8,1>:f
add (8) r13<1>:f r13<8;8,1>:f r14<8;8,1>:f
add (8) r11<1>:f r11<8;8,1>:f r13<8;8,1>:f
send (8) r20 r30 data1.untyped_read(bti=0, channels=x, simd=8)      // eight neighbours
mov (8) r21<1>:d r20<8;8,1>:d
send (8) r22 r31 data1.untyped_read(bti=0, channels=x, simd=8)      // eight lines
mov (8) r23<1>:d r22<8;8,1>:d
send (8) null r127 spawner.dereference(keep) {EOT}
