// SNB PRM vol4 part2 chapter 1, the message gateway: between threads of this file's cases. m1 is the payload: M0.5 has
// register base, offset and length, M0.4 the recipient, M0.0 to M0.3 the data.
// gen: gen6
// mask = 0xff

// case forward writes into the register file of a thread with an open gateway (1.1.2, 1.1.4)
// set f0.0 = 0 ; threads 2 ; set thread 1 f0.0 = 1
// set thread 0 m1.5 = 0x02800000
// set thread 1 m1 = 0x11223344 0 0 0 0 0x00680200
// expect thread 0 r23 = 0 0 0x11223344 0
(f0.0) jmpi (1) Sender {NoMask}
send (8) null m1 gateway.open() {NoMask}
wait (1) n0
jmpi (1) End {NoMask}
Sender: send (8) null m1 gateway.forward(notify=n0) {NoMask}
End: nop

// case open is acknowledged: the function's identifier, no error, and nothing else of the register (1.1.2.2)
// set m1.5 = 0x0fe00000 ; set r10 = 1 2 3 4 5 6 7 8 ; expect r10 = 0x00030000 2 3 4 5 6 7 8
send (8) r10 m1 gateway.open(acknowledge, rlen=1) {NoMask}

// case open: a base beyond r127 (1.1.2.1) exceeds the size
// expect report "gateway-base"
// set m1.5 = 0x10000000 ; expect r10 = 0x00030001
send (8) r10 m1 gateway.open(acknowledge, rlen=1) {NoMask}

// case close is acknowledged (1.1.3.2), and closes
// expect report "gateway-reserved"
// expect report "gateway-recipient"
// set f0.0 = 0 ; threads 2 ; set thread 1 f0.0 = 1 ; set m1 = 5 0 0 0 0 0x00200200
// expect thread 0 r10 = 0x00030000 ; expect thread 1 r10 = 0x00030002
(f0.0) jmpi (1) Sender {NoMask}
send (8) null m1 gateway.open() {NoMask}
send (8) r10 m1 gateway.close(acknowledge, rlen=1) {NoMask}
jmpi (1) End {NoMask}
Sender: send (8) r10 m1 gateway.forward(acknowledge, rlen=1) {NoMask}
End: nop

// case forward to a thread whose gateway is closed is answered with error code 2 (1.1.4.2)
// expect report "gateway-recipient"
// threads 2
// set m1 = 0x11223344 0 0 0x00010000 0x00680200
// expect thread 0 r10 = 0x00030002
send (8) r10 m1 gateway.forward(acknowledge, rlen=1) {NoMask}

// case forward to nobody
// expect report "gateway-recipient"
// set m1 = 1 0 0 0 0x0f070000 0x00200200 ; expect r10 = 0x00030002
send (8) r10 m1 gateway.forward(acknowledge, rlen=1) {NoMask}

// case forward of a reserved length (1.1.4.2): error code 6
// gateway bypass ; set m1 = 1 0 0 0 0 0x00200500 ; expect r10 = 0x00030006
send (8) r10 m1 gateway.forward(acknowledge, rlen=1) {NoMask}

// case the MMIO function is not here: error code 5
// expect report "gateway-opcode"
// set m1:d = 0 ... ; expect r10 = 0x00030005
send (8) r10 m1 gateway.mmio(acknowledge, rlen=1) {NoMask}

// case without AckReq an error is not told (1.1.1)
// expect report "gateway-recipient"
// set m1 = 1 0 0 0 0x0f070000 0x00200200 ; expect r10 = 0
send (8) null m1 gateway.forward() {NoMask}

// case a byte (1.1.4.1)
// gateway bypass ; set m1 = 0x77777777 0 0 0 0 0x02830000 ; set r20 = 0x11111111 ... ; expect r20 = 0x77111111 0x11111111 ; expect n0 = 0
send (8) null m1 gateway.forward() {NoMask}

// case a word
// gateway bypass ; set m1 = 0x12345678 0 0 0 0 0x02860100 ; set r20 = 0x11111111 ... ; expect r20 = 0x11111111 0x56781111 0x11111111
send (8) null m1 gateway.forward() {NoMask}

// case two dwords
// gateway bypass ; set m1 = 1 2 3 4 0 0x02880300 ; expect r20 = 0 0 1 2 0
send (8) null m1 gateway.forward() {NoMask}

// case four dwords, to the upper half
// gateway bypass ; set m1 = 1 2 3 4 0 0x02900400 ; expect r20 = 0 0 0 0 1 2 3 4
send (8) null m1 gateway.forward() {NoMask}

// case an offset that is not aligned to the length
// gateway bypass ; set m1 = 1 2 3 4 0 0x02820200 ; expect fault "not aligned"
send (8) null m1 gateway.forward() {NoMask}

// case r0 is no destination (1.1.4.1)
// gateway bypass ; set m1 = 1 2 3 4 0 0x00000200 ; expect fault "r0"
send (8) null m1 gateway.forward() {NoMask}

// case notify n0
// gateway bypass ; set m1 = 1 0 0 0 0 0x02800200 ; expect n0.0:ud = 1 0 0
send (8) null m1 gateway.forward(notify=n0) {NoMask}

// case notify n2
// gateway bypass ; set m1 = 1 0 0 0 0 0x02800200 ; expect n0.0:ud = 0 0 1
send (8) null m1 gateway.forward(notify=n2) {NoMask}

// case several messages, of which the last alone wakes the recipient (1.1.4)
// set f0.0 = 0 ; gateway bypass ; threads 2 ; set thread 1 f0.0 = 1 ; set m1 = 7 0 0 0 0 0x02800200 ; expect thread 0 r10:d = 21
(f0.0) jmpi (1) Sender {NoMask}
wait (1) n0
add (1) r10:d r20.0<0;1,0>:d r20.1<0;1,0>:d {NoMask}
add (1) r10:d r10<0;1,0>:d r20.2<0;1,0>:d {NoMask}
jmpi (1) End {NoMask}
Sender: send (8) null m1 gateway.forward() {NoMask}
mov (1) m1.5:ud 0x02840200:ud {NoMask}
send (8) null m1 gateway.forward() {NoMask}
mov (1) m1.5:ud 0x02880200:ud {NoMask}
send (8) null m1 gateway.forward(notify=n0) {NoMask}
End: nop

// case an answer that is asked for with the end of the thread (1.1.1 bit 14)
// expect fault "ends the thread"
send (8) null m1 gateway.open(acknowledge) {EOT, NoMask}

// case open with the end of the thread closes (1.1.2)
// expect report "gateway-reserved"
// expect report "gateway-recipient"
// set f0.0 = 0 ; threads 2 ; set thread 1 f0.0 = 1 ; set m1 = 5 0 0 0 0 0x00200200 ; expect thread 1 r10 = 0x00030002
(f0.0) jmpi (1) Sender {NoMask}
send (8) null m1 gateway.open() {EOT, NoMask}
Sender: send (8) r10 m1 gateway.forward(acknowledge, rlen=1) {NoMask}

// case a destination without AckReq
// set m1:d = 0 ... ; expect fault "without an acknowledgement"
send (8) r10 m1 gateway.open(rlen=1) {NoMask}

// case AckReq without a destination
// set m1:d = 0 ... ; expect fault "without a destination"
send (8) null m1 gateway.open(acknowledge) {NoMask}

// case a time stamp goes to the low half (1.1.5.2)
// set m1:d = 0 ... ; set r10 = 9 ... ; expect r10 = * 0 * 0 9 9 9 9
send (8) r10 m1 gateway.get_timestamp(acknowledge, rlen=1) {NoMask}

// case or to the high half
// set m1.5 = 0x80000000 ; set r10 = 9 ... ; expect r10 = 9 9 9 9 * 0 * 0
send (8) r10 m1 gateway.get_timestamp(acknowledge, rlen=1) {NoMask}

// case time goes on
// set m1:d = 0 ... ; expect f0.0 = 1
send (8) r10 m1 gateway.get_timestamp(acknowledge, rlen=1) {NoMask}
nop
nop
send (8) r11 m1 gateway.get_timestamp(acknowledge, rlen=1) {NoMask}
cmp.g.f0.0 (1) null:ud r11<0;1,0>:ud r10<0;1,0>:ud {NoMask}

// case a time stamp that is not acknowledged
// set m1:d = 0 ... ; expect fault "time stamp"
send (8) null m1 gateway.get_timestamp() {NoMask}

// case a barrier for all threads (1.1.6)
// expect report "gateway-r0"
// threads 4 ; barrier 5 threads 4 byte 0x7f
// set m1.2 = 0x05000000
// expect n0 = 0 ; expect r10:d = 1
send (8) null m1 gateway.barrier() {NoMask}
wait (1) n0
mov (1) r10<1>:d 1:d

// case the barrier's byte goes to Barrier.Offset, even registers alone, other bytes stay (1.1.6.1, 1.1.6.3)
// threads 2 ; barrier 1 threads 2 byte 0x7f ; set m1.2 = 0x01150000 ; set r20 = 0x11111111 ... ; expect r20 = 0x1111117f 0x11111111
send (8) null m1 gateway.barrier() {NoMask}
wait (1) n0

// case the byte counts from the requester's register base
// threads 2 ; barrier 1 threads 2 byte 0x7f ; set m1.5 = 0x02800000 ; set m1.2 = 0x01020000 ; expect r22 = 0x7f
send (8) null m1 gateway.open() {NoMask}
send (8) null m1 gateway.barrier() {NoMask}
wait (1) n0

// case an inactive barrier: error code 1 (1.1.6.2)
// set m1.2 = 0x09000000 ; expect r10 = 0x00030001
send (8) r10 m1 gateway.barrier(acknowledge, rlen=1) {NoMask}

// case a barrier is acknowledged at once, and answered when all have come
// expect report "gateway-r0"
// threads 2 ; barrier 1 threads 2 ; set m1.2 = 0x01000000 ; expect r10 = 0x00030000 ; expect r11:d = 1
send (8) r10 m1 gateway.barrier(acknowledge, rlen=1) {NoMask}
wait (1) n0
mov (1) r11:d 1:d {NoMask}

// case two barriers are apart, and each can be used again
// expect report "gateway-r0"
// set r10:d = 0 ... ; threads 4 ; barrier 1 threads 2 ; barrier 2 threads 2
// set thread 0 m1.2 = 0x01000000 ; set thread 1 m1.2 = 0x02000000 ; set thread 2 m1.2 = 0x01000000 ; set thread 3 m1.2 = 0x02000000
// expect r10:d = 3
Again: send (8) null m1 gateway.barrier() {NoMask}
wait (1) n0
add (1) r10:d r10<0;1,0>:d 1:d {NoMask}
cmp.l.f0.0 (1) null:d r10<0;1,0>:d 3:d {NoMask}
(f0.0) jmpi (1) Again {NoMask}

// case UpdateGatewayState changes the barrier's byte (1.1)
// expect report "gateway-state"
// threads 2 ; barrier 1 threads 2 byte 0x7f ; set m1.2 = 0x01140000 ; expect r20 = 0x14
send (8) null m1 gateway.update_state() {NoMask}
send (8) null m1 gateway.barrier() {NoMask}
wait (1) n0

// case a barrier for more threads than come: the deadlock names who waits for what
// expect report "gateway-r0"
// threads 2 ; barrier 5 threads 3
// set m1.2 = 0x05000000
// expect fault "deadlock, no thread can advance: thread 0 waits for a notification in n0, thread 1 waits for a notification in n0"
send (8) null m1 gateway.barrier() {NoMask}
wait (1) n0

// case a reserved function is answered with error code 5 (1.1.1, 1.1.4.2)
// set m1:d = 0 ... ; expect r20 = 0x30005 0 ; expect report "gateway-opcode"
send (8) r20:ud m1 gateway.reserved(acknowledge, rlen=1)

// case a descriptor in a0.0 has 29 bits, whatever is above them (8.3.44)
// set m1 = 0 ... ; set a0.0 = 0x4001 0xe210
// expect r20 = 0x30000 0
send (8) r20:ud m1 0x3 a0.0<0;1,0>:ud
