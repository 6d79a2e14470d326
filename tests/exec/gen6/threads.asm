// Several threads and thread groups: dispatch masks, messages between threads, deadlocks (SNB PRM vol4 part2 1, 5.3.4.7, 8.3.48).
// gen: gen6

// case groups have their number in r0.1
// threads 2 ; groups 3 ; expect thread 0 r10 = 0 ; expect thread 2 r10 = 1 ; expect thread 3 r10 = 1 ; expect thread 5 r10 = 2
mov (1) r10:ud r0.1<0;1,0>:ud {NoMask}

// case threads of all groups write where they belong
// threads 4 ; groups 2 ; mask = 0xff ; memory 0x1000 size 4096 ; surface 0 = 0x1000 size 256 raw
// expect mem 0x1000:d size 256 = 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 10 10 10 10 10 10 10 10 11 11 11 11 11 11 11 11 12 12 12 12 12 12 12 12 13 13 13 13 13 13 13 13
and (1) r10:d sr0.0<0;1,0>:d 7:d {NoMask}
mul (1) r11:d r0.2<0;1,0>:w 10:d {NoMask}
mul (1) r12:d r0.2<0;1,0>:w 8:d {NoMask}
mul (1) r13:d r10.0<0;1,0>:w 2:d {NoMask}
mov (8) m1:ud r0:ud
add (1) m1.2:d r12<0;1,0>:d r13<0;1,0>:d {NoMask}
add (8) m2:d r11<0;1,0>:d r10<0;1,0>:d
send (16) null m1 render.oword_block_write(bti=0, owords=2) {NoMask}

// case a dispatch mask is that of every thread
// threads 2 ; mask = 0x5a ; expect r10:d = 0 1 0 1 1 0 1 0 ; expect r11 = 0x5a
mov (8) r10:d 1:d
mov (1) r11:ud sr0.2<0;1,0>:ud {NoMask}

// case no channel dispatched: NoMask instructions alone run
// mask = 0 ; expect r10:d = 0 ... ; expect r11:d = 1 ...
mov (8) r10:d 1:d
mov (8) r11:d 1:d {NoMask}

// case a ring of eight threads: each adds its number and hands the sum on
// set r20:d = 0 ... ; gateway bypass ; threads 8 ; mask = 0xff ; set thread 0 n0.0:ud = 1 ; expect thread 7 r11:d = 28 ; expect thread 3 r11:d = 6
// The sum so far is in r20. A thread's number is four times its EUID and its TID (6.3.6); the next one is on the next EU
// where this TID is the last.
shr (1) r10:ud sr0.0<0;1,0>:uw 6:ud {NoMask}
add (1) r10:ud r10<0;1,0>:ud sr0.0<0;1,0>:ub {NoMask}
wait (1) n0
add (1) r11:d r20<0;1,0>:d r10<0;1,0>:d {NoMask}
cmp.z.f0.0 (1) null:d r10<0;1,0>:d 7:d {NoMask}
(f0.0) jmpi (1) End {NoMask}
mov (1) m1.0:d r11<0;1,0>:d {NoMask}
add (1) r12:ud r10<0;1,0>:ud 1:ud {NoMask}
shr (1) r13:ud r12<0;1,0>:ud 2:ud {NoMask}
shl (1) r13:ud r13<0;1,0>:ud 24:ud {NoMask}
and (1) r12:ud r12<0;1,0>:ud 3:ud {NoMask}
shl (1) r12:ud r12<0;1,0>:ud 16:ud {NoMask}
or (1) m1.4:ud r12<0;1,0>:ud r13<0;1,0>:ud {NoMask}
mov (1) m1.5:ud 0x02800200:ud {NoMask}
send (8) null m1 gateway.forward(notify=n0) {NoMask}
End: nop

// case ping and pong, a hundred times
// expect report "gateway-recipient"
// set r13:d = 0 ... ; set r20:d = 0 ... ; gateway bypass ; threads 2 ; set thread 0 n0.0:ud = 1 ; expect thread 0 r20:d = 198 ; expect thread 1 r20:d = 199
and (1) r10:d sr0.0<0;1,0>:d 7:d {NoMask}
xor (1) r12:d r10<0;1,0>:d 1:d {NoMask}
shl (1) m1.4:d r12<0;1,0>:d 16:d {NoMask}
mov (1) m1.5:ud 0x02800200:ud {NoMask}
Again: wait (1) n0
add (1) m1.0:d r20<0;1,0>:d 1:d {NoMask}
send (8) null m1 gateway.forward(notify=n0) {NoMask}
add (1) r13:d r13<0;1,0>:d 1:d {NoMask}
cmp.l.f0.0 (1) null:d r13<0;1,0>:d 100:d {NoMask}
(f0.0) jmpi (1) Again {NoMask}

// case threads on several EUs: EUID and TID together address one
// expect report "gateway-r0"
// set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; set f0.0 = 0 ; gateway bypass ; threads 20 ; barrier 0 threads 20 ; set thread 19 f0.0 = 1 ; set thread 19 m1 = 5 0 0 0 0x01020000 0x02800200
// expect thread 6 r20 = 5 ; expect thread 2 r20 = 0 ; expect thread 10 r20 = 0
mov (8) m3:ud 0:ud {NoMask}
send (8) null m3 gateway.barrier() {NoMask}
wait (1) n0
(f0.0) send (8) null m1 gateway.forward()

// case a barrier between phases: each thread reads what its neighbour wrote
// expect report "gateway-r0"
// threads 4 ; barrier 0 threads 4 ; mask = 0xff ; memory 0x1000 size 4096 ; surface 0 = 0x1000 size 256 raw
// expect thread 0 r20:d = 102 ... ; expect thread 1 r20:d = 103 ... ; expect thread 2 r20:d = 104 ... ; expect thread 3 r20:d = 101 ...
and (1) r10:d sr0.0<0;1,0>:d 7:d {NoMask}
mul (1) m1.2:d r10<0;1,0>:w 2:d {NoMask}
add (8) m2:d r10<0;1,0>:d 101:d
send (16) null m1 render.oword_block_write(bti=0, owords=2) {NoMask}
mov (8) m3:ud 0:ud {NoMask}
send (8) null m3 gateway.barrier() {NoMask}
wait (1) n0
add (1) r11:d r10<0;1,0>:d 1:d {NoMask}
and (1) r11:d r11<0;1,0>:d 3:d {NoMask}
mul (1) m1.2:d r11<0;1,0>:w 2:d {NoMask}
send (16) r20:d m1 render.oword_block_read(bti=0, owords=2) {NoMask}

// case a deadlock names the threads that wait, not those that have ended
// set f0.0 = 0 ; set f0.0 = 0 ; threads 3 ; set thread 1 f0.0 = 1
// expect fault "deadlock, no thread can advance: thread 0 waits for a notification in n0, thread 2 waits for a notification in n0"
(f0.0) jmpi (1) End {NoMask}
wait (1) n0
End: nop

// case a deadlock in the second group has the numbers of its threads
// threads 1 ; groups 2 ; set thread 0 n0.0:ud = 1 ; set thread 1 n0.0:ud = 0
// expect fault "thread 1 waits for a notification in n0"
wait (1) n0

// case waiting for a URB entry that nobody gives back
// set m1:d = 0 ... ; urb entries 1 rows 2 from 16 ; mask = 0xff
// expect fault "thread 0 waits for its message to be accepted"
send (8) r10 m1 urb.write(allocate, used, complete, mlen=1, rlen=1)
mov (8) m1:ud r10<8;8,1>:ud
send (8) r11 m1 urb.write(allocate, used, complete, mlen=1, rlen=1)
