// What --check reports, and what it must not (docs/user/exec.md).
// gen: gen6

// case a clean program has no reports
// check
// mask = 0xff ; set r2:f = 1 ...
// expect r11:f = 2 2 2 2 2 2 2 2
add (8) r10<1>:f r2<8;8,1>:f 1.0:f
cmp.g.f0.0 (8) null<1>:f r10<8;8,1>:f 1.0:f
(f0.0) mov (8) r11<1>:f r10<8;8,1>:f
mov (8) m1<1>:ud r0<8;8,1>:ud

// case channels that are off may read what was never written
// check
// mask = 0x0f ; set r2:f = 1 2 3 4
// expect r10:f = 2 3 4 5
add (8) r10<1>:f r2<8;8,1>:f 1.0:f

// case channels of a predicate as well
// check
// mask = 0xff ; set f0.0 = 0x03 ; set r2:f = 1 2
// expect r10:f = 2 3
(f0.0) add (8) r10<1>:f r2<8;8,1>:f 1.0:f

// case a branch that no channel takes does not read
// check
// mask = 0xff ; set f0.0 = 0
// expect r11:d = 1 1
(f0.0) if (8) Fi
mov (8) r10<1>:d r50<8;8,1>:d
Fi: endif (8) Out
Out: mov (8) r11<1>:d 1:d

// case waits with an instruction between them
// check
// set n0.0:ud = 2
// expect n0.0:ud = 0
wait (1) n0
nop
wait (1) n0

// case a chain of NoDDClr and NoDDChk that ends with a clearing write
// check
// set r2:f = 1 ... ; set r4:f = 1 ...
// expect r10:f = 4 4 4 4 4 4 4 4
dp4 (8) r5<1>.xy:f r2<4>.xyzw:f r4<4>.xyzw:f {NoDDClr}
dp4 (8) r5<1>.zw:f r2<4>.xyzw:f r4<4>.xyzw:f {NoDDChk}
mov (8) r10<1>:f r5<8;8,1>:f

// case a register that was never written
// expect report "source 0 reads r2"
mov (8) r10<1>:f r2<8;8,1>:f

// case part of a register
// set r2:d = 1 2 3
// expect report "source 0 reads r2, byte 12"
mov (4) r10<1>:d r2<4;4,1>:d

// case an immediate offset beyond what was set
// set a0.0 = 64 ; set r2:d = 1 ...
// expect report "a0.1, which was never written"
mov (8) r10<1>:d r[a0.1]<8;8,1>:d

// case a flag
// expect report "f0.0, which was never written"
(f0.0) mov (8) r10<1>:d 1:d

// case the accumulator
// set r2:f = 1 ...
// expect report "acc0, which was never written"
mov (8) r10<1>:f acc0<8;8,1>:f

// case two waits in a row (8.3.48)
// set n0.0:ud = 2
// expect report "two-waits"
wait (1) n0
wait (1) n0

// case reading behind NoDDClr (5.8)
// set r2:f = 1 ...
// expect report "NoDDClr"
mov (8) r5<1>:f r2<8;8,1>:f {NoDDClr}
mov (8) r10<1>:f r5<8;8,1>:f

// case sign of a logic instruction (8.3.2)
// set r2:d = 1 ...
// expect report "logic-condition"
and.g.f0.0 (8) r10<1>:d r2<8;8,1>:d 1:d

// case an infinity in ALT mode (4.3.2)
// set cr0.0 = 1 ; set r2:f = inf ...
// expect report "alt-special"
add (8) r10<1>:f r2<8;8,1>:f 1.0:f

// case division by zero
// set r2:d = 1 ... ; set r3:d = 0 ...
// expect report "int-division"
math.idiv (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case lzd of a negative number (8.3.23)
// set r2:d = -1 ...
// expect report "negative-unsigned"
lzd (8) r10<1>:ud r2<8;8,1>:d

// case one accumulator as source and another as destination (5.3.4.5)
// set acc0:f = 1 ...
// expect report "accumulator-pair"
add (8) acc1<1>:f acc0<8;8,1>:f 1.0:f

// case saturation of a shifted dword (8.3.46)
// set r2:d = 1 ...
// expect report "shift-saturation"
shl.sat (8) r10<1>:d r2<8;8,1>:d 2:d

// case cmpn of two NaNs
// set r2:f = nan ...
// expect report "cmpn-nan"
cmpn.l.f0.0 (8) null<1>:f r2<8;8,1>:f r2<8;8,1>:f

// case the same saturation of a shifted word within 34 bits
// check
// set r2:w = 1 ...
// expect r10:w = 4 4 4 4 4 4 4 4
shl.sat (8) r10<1>:w r2<8;8,1>:w 2:w

// case saturation of a word shifted out of 34 bits (8.3.46)
// set r2:w = 0x7fff ...
// expect report "shift-saturation"
shl.sat (8) r10<1>:w r2<8;8,1>:w 30:w

// case the accumulator that mac adds to
// set r2:f = 1 ...
// expect report "mac adds acc0, which was never written"
mac (8) r10<1>:f r2<8;8,1>:f r2<8;8,1>:f

// case mac after mul
// check
// set r2:f = 2 ...
// expect r10:f = 8 8 8 8 8 8 8 8
mul (8) acc0<1>:f r2<8;8,1>:f r2<8;8,1>:f
mac (8) r10<1>:f r2<8;8,1>:f r2<8;8,1>:f

// case the address of an indirect source
// set r2:d = 1 ...
// expect report "source 0 is addressed by a0.0, which was never written" ; expect report "never-written"
mov (8) r10<1>:d r[a0.0 + 64]<8;8,1>:d

// case the address of an indirect destination
// expect report "the destination is addressed by a0.2, which was never written"
mov (8) r[a0.2 + 64]<1>:d 1:d

// case the descriptor of a message
// set m1 = 0 ...
// expect report "takes its descriptor from a0.0, which was never written" ; expect report "descriptor" ; expect fault ""
send (8) null m1 0x3 a0.0

// case the payload of a message
// mask = 0xff ; set m1 = 16
// expect report "sends m2, which was never written"
send (8) null m1 urb.write(mlen=2)

// case the distance of jmpi
// expect report "jumps by r2, byte 0, which was never written"
jmpi (1) r2.0<0;1,0>:d

// case where ret goes
// mask = 0xff ; set f0.0 = 0
// expect report "returns to r2, byte 0, which was never written"
(f0.0) jmpi (1) Done
mov (1) f0.0<1>:uw 0xff:uw {NoMask}
ret (2) r2.0<2;2,1>:ud
Done: nop

// case the other numbers of line
// set r2:f = 1 ; set r3:f = 1 ...
// expect report "line reads q in r2, byte 12"
line (8) r10<1>:f r2.0<0;1,0>:f r3<8;8,1>:f

// case the second register of pln
// set r2:f = 1 ... ; set r4:f = 1 ...
// expect report "pln reads v in r5, byte 0"
pln (8) r10<1>:f r2.0<0;1,0>:f r4<8;8,1>:f

// case both flag subregisters of anyv
// set f0.0 = 1
// expect report "reads f0.1, which was never written"
(f0.0.anyv) mov (8) r10<1>:d 1:d

// case a condition modifier writes the flags
// check
// set r2:d = 1 ...
// expect f0.0 = 0xff ; expect r10:d = 1 1
mov.nz.f0.0 (8) null<1>:d r2<8;8,1>:d
(f0.0) mov (8) r10<1>:d 1:d

// case sel by predicate reads the flag
// set r2:d = 1 ...
// expect report "reads f0.0, which was never written"
(f0.0) sel (8) r10<1>:d r2<8;8,1>:d 1:d

// case sel that nothing decides (8.3.43)
// set r2:d = 1 ...
// expect report "sel-without-condition"
sel (8) r10<1>:d r2<8;8,1>:d 1:d

// case the odd results of sad2 (8.3.41)
// set r2:ub = 1 ... ; set r3:ub = 2 ...
// expect report "source 0 reads r10, byte 4, which holds an undefined value"
sad2 (8) r10<2>:w r2<8;8,1>:ub r3<8;8,1>:ub
mov (8) r11<1>:w r10<16;8,2>:w

// case the even results of sad2
// check
// set r2:ub = 1 ... ; set r3:ub = 3 ...
// expect r11:w = 4 4 4 4
sad2 (8) r10<2>:w r2<8;8,1>:ub r3<8;8,1>:ub
mov (4) r11<1>:w r10<16;4,4>:w

// case the accumulator behind frc (8.3.18)
// set r2:f = 1.5 ...
// expect report "undefined-value"
frc (8) r10<1>:f r2<8;8,1>:f {AccWrEn}
mov (8) r11<1>:f acc0<8;8,1>:f

// case arithmetic on what a logic instruction left in the accumulator (8.3.2)
// set r2:d = 1 ...
// expect report "logic-accumulator"
and (8) acc0<1>:d r2<8;8,1>:d 1:d
add (8) r10<1>:d acc0<8;8,1>:d 1:d

// case a move of it to integers
// check
// set r2:d = 1 ...
// expect r10:d = 1 1 1 1 1 1 1 1
and (8) acc0<1>:d r2<8;8,1>:d 1:d
mov (8) r10<1>:d acc0<8;8,1>:d

// case the upper bits of a comparison's result (8.3.8)
// set r2:d = 1 ...
// expect report "of which a comparison defined only the lowest bit"
cmp.g.f0.0 (8) r10<1>:d r2<8;8,1>:d 0:d
add (8) r11<1>:d r10<8;8,1>:d 1:d

// case the same masked, also after moves and logic
// check
// set r2:d = 1 ...
// expect r13:d = 1 1 1 1 1 1 1 1
cmp.g.f0.0 (8) r10<1>:d r2<8;8,1>:d 0:d
mov (8) r11<1>:d r10<8;8,1>:d
or (8) r12<1>:d r11<8;8,1>:d r10<8;8,1>:d
and (8) r13<1>:d r12<8;8,1>:d 1:d
add (8) r14<1>:d r13<8;8,1>:d 1:d

// case the mask that call stores (8.3.6 against 8.3.36)
// mask = 0xff ; set f0.0 = 0xff
// expect report "source 0 reads r2, byte 4, which holds an undefined value"
call (2) r2<1>:ud Sub
jmpi (1) End
Sub: mov (1) r10<1>:ud r2.1<0;1,0>:ud
ret (2) r2.0<2;2,1>:ud
End: nop

// case waiting behind NoDDClr
// set r2:f = 1 ...
// expect report "dependency-left-set"
mov (8) r5<1>:f r2<8;8,1>:f {NoDDClr}
mov (8) r5<1>:f r2<8;8,1>:f

// case NoDDChk while a message is under way (5.8)
// mask = 0xff ; set m1 = 0x11223344 0 0 0 0x00010000 0x00680200
// expect report "dependency-in-flight" ; expect report "gateway-recipient"
send (8) r10 m1 gateway.forward(acknowledge, rlen=1) {NoMask}
mov (8) r10<1>:d 1:d {NoDDChk}

// case NoDDChk after something has waited for the message
// check
// threads 2 ; mask = 0xff ; set m1 = 0x11223344 0 0 0 0x00010000 0x00680200
// expect r10:d = 1 1
send (8) r10 m1 gateway.forward(acknowledge, rlen=1) {NoMask}
mov (8) r11<1>:d r10<8;8,1>:d
mov (8) r10<1>:d 1:d {NoDDChk}

// case mach with channels off (8.3.26)
// mask = 0x7f ; set r2:d = 3 ...
// expect report "channels-off"
mul (8) acc0<1>:d r2<8;8,1>:d r2<8;8,1>:d {NoMask}
mach (8) r10<1>:d r2<8;8,1>:d r2<8;8,1>:d {AccWrEn}

// case packed bytes with channels off (5.3.10.2)
// mask = 0x1 ; set r2:ub = 1 ...
// expect report "two bytes share a channel"
mov (8) r10<1>:ub r2<8;8,1>:ub

// case packed bytes with NoMask
// check
// mask = 0x1 ; set r2:ub = 1 ...
// expect r10:ub = 1 1 1 1 1 1 1 1
mov (8) r10<1>:ub r2<8;8,1>:ub {NoMask}

// case the accumulator's 33 bits (5.3.4.5)
// set r2:w = 0x7fff ...
// expect report "accumulator-overflow"
mul (8) acc0<1>:w r2<8;8,1>:w r2<8;8,1>:w
mac (8) acc0<1>:w r2<8;8,1>:w r2<8;8,1>:w
mac (8) acc0<1>:w r2<8;8,1>:w r2<8;8,1>:w
mac (8) acc0<1>:w r2<8;8,1>:w r2<8;8,1>:w
mac.sat (8) r10<1>:w r2<8;8,1>:w r2<8;8,1>:w

// case a sum that fits
// check
// set r2:w = 0x7fff ...
// expect r10:w = 0x7fff 0x7fff
mul (8) acc0<1>:w r2<8;8,1>:w r2<8;8,1>:w
mac.sat (8) r10<1>:w r2<8;8,1>:w r2<8;8,1>:w

// case FDIV in ALT mode (8.3.28)
// set cr0.0 = 1 ; set r2:f = 1 ...
// expect report "alt-fdiv"
math.fdiv (8) r10<1>:f r2<8;8,1>:f r2<8;8,1>:f

// case the least dword divided by -1
// set r2:d = 0x80000000 ... ; set r3:d = -1 ...
// expect report "int-division"
math.idiv (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case pow of a negative base
// set r2:f = -2 ... ; set r3:f = 2 ...
// expect report "pow-base"
math.pow (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:f

// case sine of a great number
// set r2:f = 1e10 ...
// expect report "trig-range"
math.sin (8) r10<1>:f r2<8;8,1>:f null<8;8,1>:f

// case overflow of a product of dwords (8.3.31)
// set r2:d = 1 ... ; set r3:w = 1 ...
// expect report "dword-product"
mul.sat (8) r10<1>:d r3<8;8,1>:w r2<8;8,1>:d

// case a product with a negated unsigned dword (5.3.4.5)
// set r2:ud = 1 ...
// expect report "negated-ud-product"
mul (8) acc0<1>:d -r2<8;8,1>:ud r2<8;8,1>:ud

// case a source that is null (5.3.4.3)
// expect report "null-source"
mov (8) r10<1>:d null<8;8,1>:d

// case floats and integers (5.3.9)
// set r2:f = 1 ... ; set r3:d = 1 ...
// expect report "mixed-sources"
add (8) r10<1>:f r2<8;8,1>:f r3<8;8,1>:d

// case the second half reads what the first has written
// set r2..r3:d = 1 ...
// expect report "overlap"
mov (16) r3<1>:d r2<8;8,1>:d

// case the same register as source and destination
// check
// set r2..r3:d = 1 ...
// expect r2:d = 2 2
add (16) r2<1>:d r2<8;8,1>:d 1:d

// case a write to a notification register (5.3.4.9)
// set r2:ud = 1
// expect report "read-only"
mov (1) n0.0<1>:ud r2.0<0;1,0>:ud

// case cr0.3 (5.3.4.8)
// expect report "reserved-register"
mov (1) r10<1>:ud cr0.3<0;1,0>:ud {Switch}

// case a gateway beyond r127 (1.1.2.1)
// mask = 0xff ; set m1 = 0 0 0 0 0 0x10000000 0 0
// expect report "gateway-base" ; expect r10 = 0x30001
send (8) r10 m1 gateway.open(acknowledge, rlen=1) {NoMask}

// case a barrier that answers in r0 (1.1.6.1)
// barrier 5 threads 1 ; mask = 0xff ; set m1 = 0 0 0x05000000
// expect report "gateway-r0"
send (8) null m1 gateway.barrier() {NoMask}
wait (1) n0

// case UpdateGatewayState
// mask = 0xff ; set m1 = 0 ...
// expect report "gateway-state"
send (8) null m1 gateway.update_state() {NoMask}

// case the MMIO message
// mask = 0xff ; set m1 = 0 ...
// expect report "gateway-opcode" ; expect r10 = 0x30005
send (8) r10 m1 gateway.mmio(acknowledge, rlen=1) {NoMask}

// case what another thread forwards is written (1.1.4)
// check
// threads 2 ; set f0.0 = 0 ; set thread 1 f0.0 = 1 ; mask = 0xff
// set thread 0 m1 = 0 0 0 0 0 0x02800000
// set thread 1 m1 = 0x11223344 0 0 0 0 0x00680200
// expect thread 0 r24 = 0x11223344
(f0.0) jmpi (1) Sender {NoMask}
send (8) null m1 gateway.open() {NoMask}
wait (1) n0
mov (1) r24<1>:ud r23.2<0;1,0>:ud
jmpi (1) End {NoMask}
Sender: send (8) null m1 gateway.forward(notify=n0) {NoMask}
End: nop

// case a jump into an instruction (5.3.4.10)
// expect report "ip-inside"
mov (1) ip<1>:ud 0x28:ud
nop
nop
nop

// case a jump forward by one instruction (5.3.4.10)
// expect report "ip-distance"
add (1) ip<1>:ud ip<0;1,0>:ud 16:ud
nop

// case a jump forward by two, and one into an instruction by its lowest bits alone
// check
// expect r10:d = 1
add (1) ip<1>:ud ip<0;1,0>:ud 0x25:ud
mov (1) r10<1>:d 99:d
mov (1) r10<1>:d 1:d

// case single program flow set by hand (5.3.4.8)
// set cr0.0 = 0
// expect report "single-flow"
or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 4:ud {Switch}

// case single program flow set by fork, and cr0 written with it as it was
// check
// expect cr0.0 = 5
fork (16) null Next
Next: or (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 1:ud {Switch}

// case a quarter of the channels under single program flow
// mask = 0xffff ; set cr0.0 = 4
// expect report "single-flow"
mov (8) r10<1>:d 1:d {Q2}

// case the second half of 32 channels under single program flow (7.2.2)
// check
// mask = 0xffffffff ; set cr0.0 = 4
// expect r10:d = 1 ...
mov (16) r10<1>:d 1:d {H2}

// case ip written under single program flow (5.3.4.10)
// set cr0.0 = 4
// expect report "single-flow"
add (1) ip<1>:ud ip<0;1,0>:ud 32:ud
nop
nop

// case jmpi under single program flow
// check
// set cr0.0 = 4
// expect r10:d = 1
jmpi (1) Far {NoMask}
nop
Far: mov (1) r10<1>:d 1:d

// case a call by a predicate of each channel under single program flow (8.3.6)
// mask = 0xff ; set cr0.0 = 4 ; set f0.0 = 1
// expect report "single-flow"
(f0.0) call (2) r2<1>:ud Sub
jmpi (1) End {NoMask}
Sub: ret (2) r2.0<2;2,1>:ud
End: nop

// case a branch by a predicate that is the same for all channels
// check
// mask = 0xff ; set cr0.0 = 4 ; set f0.0 = 1 ; expect r10:d = 1 ...
(f0.0.any8h) if (8) Fi
mov (8) r10<1>:d 1:d
Fi: endif (8) Out
Out: nop

// case a reserved bit of cr0.1 (5.3.4.8)
// set cr0.1 = 0
// expect report "control-reserved"
mov (1) cr0.1<1>:ud 0x400:ud {Switch}

// case addresses of movi in two registers (8.3.30)
// set a0.0 = 64 65 66 67 68 69 70 96 ; set r2..r3:ub = 1 ...
// expect report "index-registers"
movi (8) r10<1>:ub r[a0.0]<8;8,1>:ub

// case addresses of movi in one register
// check
// set a0.0 = 71 70 69 68 67 66 65 64 ; set r2:ub = 0 1 2 3 4 5 6 7
// expect r10:ub = 7 6 5 4 3 2 1 0
movi (8) r10<1>:ub r[a0.0]<8;8,1>:ub

// case the address registers that a destination in the upper half uses
// check
// set a0.4 = 76 72 68 64 ; set a0.0 = 64 ; set r2:d = 1 2 3 4
// expect r10:d = 0 0 0 0 4 3 2 1
movi (4) r10.4<1>:d r[a0.0]<1,0>:d

// case an address of movi that was never written
// set a0.0 = 64 65 66 67 ; set r2:ub = 0 1 2 3 4 5 6 7
// expect report "source 0 is addressed by a0.4, which was never written"
movi (8) r10<1>:ub r[a0.0]<8;8,1>:ub

// case mul to the accumulator with channels off (8.3.26)
// mask = 0x7f ; set r2:d = 3 ...
// expect report "mach uses all channels"
mul (8) acc0<1>:d r2<8;8,1>:d r2<8;8,1>:d

// case pln of sixteen channels reads two pairs of registers (8.3.35)
// check
// set r2:f = 1 ... ; set r4..r7:f = 1 ...
// expect r10..r11:f = 3 ...
pln (16) r10<1>:f r2.0<0;1,0>:f r4<8;8,1>:f

// case of the second pair v was never written
// set r2:f = 1 ... ; set r4..r6:f = 1 ...
// expect report "pln reads v in r7, byte 0"
pln (16) r10<1>:f r2.0<0;1,0>:f r4<8;8,1>:f

// case lzd of -(abs) (8.3.23)
// set r2:d = 1 ...
// expect report "negative-unsigned"
lzd (8) r10<1>:ud -(abs)r2<8;8,1>:d

// case the lower half of the channels where fork has chosen the upper one (8.3.17)
// mask = 0x000f000f ; set cr0.0 = 4
// expect report "single-flow"
fork (16) sr0.5<0;1,0>:uw Next
mov (8) r10<1>:d 1:d
Next: nop

// case a response to r0 (8.3.44)
// mask = 0xff ; set m1 = 0 ... ; set a0.0 = 0x4003 0x0210
// expect report "r0 cannot receive a response"
send (8) r0 m1 0x3 a0.0

// case a message without payload (8.3.44)
// mask = 0xff ; set m1 = 0 ... ; set a0.0 = 0 0
// expect report "message length of 0" ; expect fault ""
send (8) null m1 0x3 a0.0

// case a response without destination (8.3.44)
// mask = 0xff ; set m1 = 0 ... ; set a0.0 = 0x4003 0x0210
// expect report "the destination is null" ; expect fault ""
send (8) null m1 0x3 a0.0

// case reserved bits of a gateway message (1.1.2.1)
// mask = 0xff ; set m1 = 0 0 0 0 0 0x00000400
// expect report "gateway-reserved"
send (8) null m1 gateway.open() {NoMask}

// case Header Present in a gateway message (1.1.1)
// mask = 0xff ; set m1 = 0 0 0 0 0 0
// expect report "Header Present"
send (8) null m1 gateway.open(header, mlen=1) {NoMask}

// case bits 13:3 of a gateway descriptor (1.1.1)
// mask = 0xff ; set m1 = 0 0 0 0 0 0
// expect report "bits 13:3" ; expect fault "reserved encoding"
send (8) null m1 0x3 0x02001008 {NoMask}

// case bits 13:3 of a gateway descriptor in a0 (1.1.1)
// mask = 0xff ; set m1 = 0 0 0 0 0 0 ; set a0.0:ud = 0x02000008
// expect report "bits 13:3" ; expect fault "reserved encoding"
send (8) null m1 0x3 a0.0<0;1,0>:ud {NoMask}

// case a URB entry asked for before the last one has come (2.4.2 bit 13)
// set m1:d = 0 ... ; urb entries 4 rows 2 from 16 ; urb function gs
// expect report "urb-allocation" ; expect fault "not complete"
send (8) r10 m1 urb.write(allocate, mlen=1, rlen=1)
send (8) r11 m1 urb.write(allocate, mlen=1, rlen=1)

// case one entry after the other
// check
// set m1:d = 0 ... ; urb entries 2 rows 4 from 16
// expect r11 = 0x00010014
send (8) r10 m1 urb.write(allocate, complete, mlen=1, rlen=1)
mov (1) m1.0:ud r10<0;1,0>:ud {NoMask}
send (8) r11 m1 urb.write(allocate, used, complete, mlen=1, rlen=1)

// case the system routine left without nop (16) behind it (6.3.3)
// sip = Routine ; set cr0.1 = 0x2000
// expect report "exception-return"
or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x20000000:ud {Switch, NoMask}
jmpi (1) End {NoMask}
Routine: and (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0xdfffffff:ud {Switch, NoMask}
and (1) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x7fffffff:ud {Switch, NoMask}
nop (8)
End: nop
