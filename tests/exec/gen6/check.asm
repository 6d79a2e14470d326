// What --check reports, and what it must not (docs/exec.md).
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
// expect report "two waits in a row"
wait (1) n0
wait (1) n0

// case reading behind NoDDClr (5.8)
// set r2:f = 1 ...
// expect report "NoDDClr"
mov (8) r5<1>:f r2<8;8,1>:f {NoDDClr}
mov (8) r10<1>:f r5<8;8,1>:f

// case sign of a logic instruction (8.3.2)
// set r2:d = 1 ...
// expect report "undefined for logic"
and.g.f0.0 (8) r10<1>:d r2<8;8,1>:d 1:d

// case an infinity in ALT mode (4.3.2)
// set cr0.0 = 1 ; set r2:f = inf ...
// expect report "ALT mode"
add (8) r10<1>:f r2<8;8,1>:f 1.0:f

// case division by zero
// set r2:d = 1 ... ; set r3:d = 0 ...
// expect report "division by zero"
math.idiv (8) r10<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case lzd of a negative number (8.3.23)
// set r2:d = -1 ...
// expect report "negative source without (abs)"
lzd (8) r10<1>:ud r2<8;8,1>:d

// case an accumulator as source and destination (5.3.4.5)
// set acc0:f = 1 ...
// expect report "source and destination"
add (8) acc1<1>:f acc0<8;8,1>:f 1.0:f

// case a packed vector to dwords (5.3.5)
// expect report "packed vector"
mov (8) r3<1>:d 0x76543210:v

// case saturation of a shifted dword (8.3.46)
// set r2:d = 1 ...
// expect report "shifted dword"
shl.sat (8) r10<1>:d r2<8;8,1>:d 2:d

// case cmpn of two NaNs
// set r2:f = nan ...
// expect report "two NaNs"
cmpn.l.f0.0 (8) null<1>:f r2<8;8,1>:f r2<8;8,1>:f
