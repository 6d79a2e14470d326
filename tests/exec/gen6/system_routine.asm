// SNB PRM vol4 part2 6.6, the system handler, whole: it frees registers into system scratch memory by the data port, serves
// all exceptions in the order of their significance, and restores what it has used. Chapter 6 for what leads to it.
//
// Where the document's listing is older than Gen6 (docs/record/errata.md), this is what Gen6 needs: offsets of OWord blocks count
// OWords, a block has at most eight of them, and the exceptions are the high bits of cr0.1.
//
// Scratch of a thread, in OWords: message registers 1 to 16 at 0, r1 to r15 at 34, the flags at 64.
// Its convention with the application: r100 counts the services, r101 has the AIP of each, r102 what cr0.1 was.
// gen: gen6
// memory 0x100000 size 262144 ; surface 254 = 0x100000 size 262144 raw ; sip = Sys_Entry
// set r0.4 = 0xdead ; set m1:d = 101 ... ; set m2:d = 102 ... ; set m5:d = 105 ... ; set m12:d = 112 ... ; set m16:d = 116 ...
// set r1:d = 1 ... ; set r2:d = 2 ... ; set r3:d = 3 ... ; set r4..r7:d = 4 ... ; set r8..r15:d = 8 ...
// set acc0:f = 1.5 ... ; set f0 = 0x12345678

.define ACC_DISABLE 2:ud
.define ACC_DISABLE_MASK 0xFFFFFFFD:ud
.define MASTER_EXCP_MASK 0x7FFFFFFF:ud
.define STATUS_MASK 0xF8000000:ud
.define SYSROUTINE_SCRATCH_BLKSIZE 1024
.define ML1 0x02000000
.define ML2 0x04000000
.define ML3 0x06000000
.define ML5 0x0A000000
.define RL0 0x00000000
.define RL1 0x00100000
.define RL2 0x00200000
.define RL4 0x00400000
.define BS2 0x200
.define BS4 0x300
.define BS8 0x400
.define SCR_OFFSET_MRF 0
.define SCR_OFFSET_GRF 32
.define SCR_OFFSET_ARF 64
// Function 5, header present, types 8 and 0, binding table index 254.
.define DPW 0x5000900FE
.define DPR 0x5000800FE

jmpi (1) Application {NoMask}

Sys_Entry:
 or    (1) cr0.0:ud cr0.0:ud ACC_DISABLE {NoMask}
 // --- calc scratch offset for this thread into r0.4 ---
 shr   (1) r0.4:ud sr0.0<0;1,0>:uw 6:ud   {NoMask}
 add   (1) r0.4:ud r0.4<0;1,0>:ud sr0.0<0;1,0>:ub   {NoMask}
 mul   (1) r0.4:ud r0.4<0;1,0>:ud SYSROUTINE_SCRATCH_BLKSIZE  {NoMask}

 // --- save m1 to m16, each block's header in the last register of the block before
 mov   (8) m0:ud r0:ud {NoMask}
 add   (1) m0.2:ud r0.4<0;1,0>:ud SCR_OFFSET_MRF {NoMask}
 send  (16) null m0 null DPW|ML5|RL0|BS8 {NoMask}
 mov   (8) m4:ud r0:ud {NoMask}
 add   (1) m4.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_MRF + 8) {NoMask}
 send  (16) null m4 null DPW|ML5|RL0|BS8 {NoMask}
 mov   (8) m8:ud r0:ud {NoMask}
 add   (1) m8.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_MRF + 16) {NoMask}
 send  (16) null m8 null DPW|ML5|RL0|BS8 {NoMask}
 mov   (8) m12:ud r0:ud {NoMask}
 add   (1) m12.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_MRF + 24) {NoMask}
 send  (16) null m12 null DPW|ML5|RL0|BS8 {NoMask}

 // --- save r1, r2..r3, r4..r7, r8..r11, r12..r15; r0 stays as it is but for r0.4
 mov   (8) m1:ud r1:ud {NoMask}
 add   (1) m0.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_GRF + 2) {NoMask}
 send  (16) null m0 null DPW|ML2|RL0|BS2 {NoMask}
 mov   (8) m2:ud r0:ud {NoMask}
 add   (1) m2.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_GRF + 4) {NoMask}
 mov   (16) m3:ud r2:ud {NoMask}
 send  (16) null m2 null DPW|ML3|RL0|BS4 {NoMask}
 mov   (8) m7:ud r0:ud {NoMask}
 add   (1) m7.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_GRF + 8) {NoMask}
 mov   (16) m8:ud r4:ud {NoMask}
 mov   (16) m10:ud r6:ud {NoMask}
 send  (16) null m7 null DPW|ML5|RL0|BS8 {NoMask}
 add   (1) m0.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_GRF + 16) {NoMask}
 mov   (16) m1:ud r8:ud {NoMask}
 mov   (16) m3:ud r10:ud {NoMask}
 send  (16) null m0 null DPW|ML5|RL0|BS8 {NoMask}
 add   (1) m7.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_GRF + 24) {NoMask}
 mov   (16) m8:ud r12:ud {NoMask}
 mov   (16) m10:ud r14:ud {NoMask}
 send  (16) null m7 null DPW|ML5|RL0|BS8 {NoMask}

 // --- save f0.0 ---
 mov   (1) r1.0:uw f0.0:uw {NoMask}

Next: // --- exceptions pending? If not, exit ---
 and.z.f0.0 (1) null:ud cr0.1<0;1,0>:ud STATUS_MASK {NoMask}
 (f0.0) mov (1) ip Exit {NoMask}

 // --- find highest priority exception ---
 lzd   (1) r1.1:ud cr0.1<0;1,0>:ud {NoMask}

 // --- jumptable to service routine: jmpi counts 8 bytes a unit, two a row (8.3.21) ---
 shl   (1) r1.1:d r1.1<0;1,0>:d 1:d {NoMask}
 jmpi  (1) r1.1<0;1,0>:d {NoMask}
 mov   (1) ip CRService_0 {NoMask}
 mov   (1) ip CRService_1 {NoMask}
 mov   (1) ip CRService_2 {NoMask}
 mov   (1) ip CRService_3 {NoMask}
 mov   (1) ip CRService_4 {NoMask}

CRService_0: // breakpoint: the instruction is to be executed this time (5.3.4.8)
 add   (1) r100.0:d r100.0<0;1,0>:d 1:d {NoMask}
 mov   (1) r101.0:ud cr0.2<0;1,0>:ud {NoMask}
 or    (1) cr0.0:ud cr0.0<0;1,0>:ud 0x8000:ud {NoMask}
 // r103.0: single stepping leaves the status set (6.4.4).
 cmp.nz.f0.0 (1) null:d r103.0<0;1,0>:d 0:d {NoMask}
 (f0.0) mov (1) ip Exit {NoMask}
 and   (1) cr0.1:ud cr0.1<0;1,0>:ud 0x7FFFFFFF:ud {NoMask}
 mov   (1) ip Next {NoMask}

CRService_1: // external halt
 add   (1) r100.1:d r100.1<0;1,0>:d 1:d {NoMask}
 mov   (1) r101.1:ud cr0.2<0;1,0>:ud {NoMask}
 and   (1) cr0.1:ud cr0.1<0;1,0>:ud 0xBFFFFFFF:ud {NoMask}
 mov   (1) ip Next {NoMask}

CRService_2: // software exception
 add   (1) r100.2:d r100.2<0;1,0>:d 1:d {NoMask}
 mov   (1) r101.2:ud cr0.2<0;1,0>:ud {NoMask}
 and   (1) cr0.1:ud cr0.1<0;1,0>:ud 0xDFFFFFFF:ud {NoMask}
 mov   (1) ip Next {NoMask}

CRService_3: // illegal opcode: goes on behind it
 add   (1) r100.3:d r100.3<0;1,0>:d 1:d {NoMask}
 mov   (1) r101.3:ud cr0.2<0;1,0>:ud {NoMask}
 add   (1) cr0.2:ud cr0.2<0;1,0>:ud 16:ud {NoMask}
 and   (1) cr0.1:ud cr0.1<0;1,0>:ud 0xEFFFFFFF:ud {NoMask}
 mov   (1) ip Next {NoMask}

CRService_4: // stack overflow
 add   (1) r100.4:d r100.4<0;1,0>:d 1:d {NoMask}
 mov   (1) r101.4:ud cr0.2<0;1,0>:ud {NoMask}
 and   (1) cr0.1:ud cr0.1<0;1,0>:ud 0xF7FFFFFF:ud {NoMask}
 mov   (1) ip Next {NoMask}

Exit:
 // --- restore f0.0 ---
 mov   (1) f0.0:uw r1.0<0;1,0>:uw {NoMask}

 // --- restore m1..m16, by way of r4..r7 ---
 mov   (8) m0:ud r0:ud {NoMask}
 add   (1) m0.2:ud r0.4<0;1,0>:ud SCR_OFFSET_MRF {NoMask}
 send  (16) r4:ud m0 null DPR|ML1|RL4|BS8 {NoMask}
 mov   (16) m1:ud r4:ud {NoMask}
 mov   (16) m3:ud r6:ud {NoMask}
 add   (1) m0.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_MRF + 8) {NoMask}
 send  (16) r4:ud m0 null DPR|ML1|RL4|BS8 {NoMask}
 mov   (16) m5:ud r4:ud {NoMask}
 mov   (16) m7:ud r6:ud {NoMask}
 add   (1) m0.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_MRF + 16) {NoMask}
 send  (16) r4:ud m0 null DPR|ML1|RL4|BS8 {NoMask}
 mov   (16) m9:ud r4:ud {NoMask}
 mov   (16) m11:ud r6:ud {NoMask}
 add   (1) m0.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_MRF + 24) {NoMask}
 send  (16) r4:ud m0 null DPR|ML1|RL4|BS8 {NoMask}
 mov   (16) m13:ud r4:ud {NoMask}
 mov   (16) m15:ud r6:ud {NoMask}

 // --- restore r12..r15, r8..r11, r4..r7, r2..r3, r1 ---
 add   (1) m0.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_GRF + 24) {NoMask}
 send  (16) r12:ud m0 null DPR|ML1|RL4|BS8 {NoMask}
 add   (1) m0.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_GRF + 16) {NoMask}
 send  (16) r8:ud m0 null DPR|ML1|RL4|BS8 {NoMask}
 add   (1) m0.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_GRF + 8) {NoMask}
 send  (16) r4:ud m0 null DPR|ML1|RL4|BS8 {NoMask}
 add   (1) m0.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_GRF + 4) {NoMask}
 send  (16) r2:ud m0 null DPR|ML1|RL2|BS4 {NoMask}
 add   (1) m0.2:ud r0.4<0;1,0>:ud (SCR_OFFSET_GRF + 2) {NoMask}
 send  (16) r1:ud m0 null DPR|ML1|RL1|BS2 {NoMask}

 and   (1) cr0.0:ud cr0.0<0;1,0>:ud ACC_DISABLE_MASK {NoMask}
 // --- clear Master Exception State bit in CR0.0
 and   (1) cr0.0:ud cr0.0<0;1,0>:ud MASTER_EXCP_MASK {NoMask}
 nop (16)

// case a breakpoint is served, and then its instruction executed
// set cr0.1 = 0xB800 ; expect r20:d = 3 3 3 3 3 3 3 3
// expect r100:d = 1 0 0 0 0 ; expect r30 = 16 ; expect cr0.0 = 0 ; expect cr0.1 = 0xB800
// expect mem 0x100000:d size 64 = 101 101 101 101 101 101 101 101 102 ...
// expect mem 0x100220:d size 32 = 1 ... ; expect mem 0x100280:d size 128 = 4 ... ; expect mem 0x100300:d size 256 = 8 ...
// expect r1:d = 1 ... ; expect r2:d = 2 ... ; expect r3:d = 3 ... ; expect r4..r7:d = 4 ... ; expect r8..r15:d = 8 ...
// expect m1:d = 101 ... ; expect m2:d = 102 ... ; expect m5:d = 105 ... ; expect m12:d = 112 ... ; expect m16:d = 116 ...
// expect acc0:f = 1.5 ... ; expect f0 = 0x12345678
Application:
 mov (8) r20:d 1:d
 mov (1) r110:ud ip {NoMask}
 add (8) r20:d r20:d 1:d {Breakpoint}
 add (8) r20:d r20:d 1:d
 // AIP of a breakpoint is its instruction.
 add (1) r30:ud r101<0;1,0>:ud -r110<0;1,0>:ud {NoMask}

// case a breakpoint inside a branch finds its channels again
// set cr0.1 = 0xB800 ; mask = 0xff ; set f0 = 0x12345678 ; expect r20:d = 1 1 1 5 5 5 5 1 ; expect r100:d = 1 0 0 0 0
// expect r1:d = 1 ... ; expect r2:d = 2 ... ; expect r3:d = 3 ... ; expect r4..r7:d = 4 ... ; expect r8..r15:d = 8 ...
// expect m1:d = 101 ... ; expect m2:d = 102 ... ; expect m5:d = 105 ... ; expect m12:d = 112 ... ; expect m16:d = 116 ...
// expect acc0:f = 1.5 ... ; expect f0 = 0x12345678
Application:
 mov (8) r20:d 1:d
 (f0.0) if (8) Fi
 mov (8) r20:d 5:d {Breakpoint}
Fi: endif (8) Out
Out: nop

// case single stepping: the routine runs before every instruction (6.4.4)
// set cr0.1 = 0xB800 ; set r103 = 1 ; expect r20:d = 4 4 ; expect r100:d = 4 0 0 0 0 ; expect r30 = 64
// expect r1:d = 1 ... ; expect r2:d = 2 ... ; expect r3:d = 3 ... ; expect r4..r7:d = 4 ... ; expect r8..r15:d = 8 ...
// expect m1:d = 101 ... ; expect m2:d = 102 ... ; expect m5:d = 105 ... ; expect m12:d = 112 ... ; expect m16:d = 116 ...
// expect acc0:f = 1.5 ... ; expect f0 = 0x12345678
Application:
 mov (8) r20:d 1:d
 mov (1) r110:ud ip {NoMask}
 add (8) r20:d r20:d 1:d {Breakpoint}
 add (8) r20:d r20:d 1:d
 // AIP of the third step.
 add (8) r20:d r20:d 1:d
 add (1) r30:ud r101<0;1,0>:ud -r110<0;1,0>:ud {NoMask}

// case a software exception, which the application raises; AIP is the next instruction
// set cr0.1 = 0xB800 ; expect r20:d = 2 2 ; expect r100:d = 0 0 1 0 0 ; expect r30 = 32 ; expect cr0.1 = 0xB800
// expect r1:d = 1 ... ; expect r2:d = 2 ... ; expect r3:d = 3 ... ; expect r4..r7:d = 4 ... ; expect r8..r15:d = 8 ...
// expect m1:d = 101 ... ; expect m2:d = 102 ... ; expect m5:d = 105 ... ; expect m12:d = 112 ... ; expect m16:d = 116 ...
// expect acc0:f = 1.5 ... ; expect f0 = 0x12345678
Application:
 mov (8) r20:d 1:d
 mov (1) r110:ud ip {NoMask}
 or (1) cr0.1:ud cr0.1<0;1,0>:ud 0x20000000:ud {NoMask}
 add (8) r20:d r20:d 1:d
 add (1) r30:ud r101.2<0;1,0>:ud -r110<0;1,0>:ud {NoMask}

// case an illegal opcode; the routine moves AIP behind it
// set cr0.1 = 0xB800 ; expect r20:d = 2 2 ; expect r100:d = 0 0 0 1 0 ; expect r30 = 16
// expect r1:d = 1 ... ; expect r2:d = 2 ... ; expect r3:d = 3 ... ; expect r4..r7:d = 4 ... ; expect r8..r15:d = 8 ...
// expect m1:d = 101 ... ; expect m2:d = 102 ... ; expect m5:d = 105 ... ; expect m12:d = 112 ... ; expect m16:d = 116 ...
// expect acc0:f = 1.5 ... ; expect f0 = 0x12345678
Application:
 mov (8) r20:d 1:d
 mov (1) r110:ud ip {NoMask}
 illegal
 add (8) r20:d r20:d 1:d
 add (1) r30:ud r101.3<0;1,0>:ud -r110<0;1,0>:ud {NoMask}

// case an external halt, which nothing disables
// set cr0.1 = 0x40000000 ; expect r20:d = 2 2 ; expect r100:d = 0 1 0 0 0 ; expect cr0.1 = 0
// expect r1:d = 1 ... ; expect r2:d = 2 ... ; expect r3:d = 3 ... ; expect r4..r7:d = 4 ... ; expect r8..r15:d = 8 ...
// expect m1:d = 101 ... ; expect m2:d = 102 ... ; expect m5:d = 105 ... ; expect m12:d = 112 ... ; expect m16:d = 116 ...
// expect acc0:f = 1.5 ... ; expect f0 = 0x12345678
Application:
 mov (8) r20:d 1:d
 add (8) r20:d r20:d 1:d

// case several at once: the most significant is served first, all in one invocation
// set cr0.1 = 0xB800 ; expect r20:d = 2 2 ; expect r100:d = 1 1 1 1 1 ; expect cr0.1 = 0xB800 ; expect r30 = 32 ; expect r31 = 48
// expect r1:d = 1 ... ; expect r2:d = 2 ... ; expect r3:d = 3 ... ; expect r4..r7:d = 4 ... ; expect r8..r15:d = 8 ...
// expect m1:d = 101 ... ; expect m2:d = 102 ... ; expect m5:d = 105 ... ; expect m12:d = 112 ... ; expect m16:d = 116 ...
// expect acc0:f = 1.5 ... ; expect f0 = 0x12345678
Application:
 mov (8) r20:d 1:d
 mov (1) r110:ud ip {NoMask}
 or (1) cr0.1:ud cr0.1<0;1,0>:ud 0xF8000000:ud {NoMask}
 mov (8) r20:d 9:d  // skipped: the illegal opcode's service moves AIP
 add (8) r20:d r20:d 1:d
 add (1) r30:ud r101.0<0;1,0>:ud -r110<0;1,0>:ud {NoMask}
 add (1) r31:ud r101.4<0;1,0>:ud -r110<0;1,0>:ud {NoMask}

// case four threads have a block of scratch each
// set r20:d = 0 ... ; threads 4 ; set cr0.1 = 0xB800 ; expect r100:d = 1 0 0 0 0
// set thread 2 r12:d = 77 ... ; set thread 3 r12:d = 78 ... ; set thread 2 m1:d = 55 ... ; set thread 3 m1:d = 56 ...
// expect mem 0x108380:d size 32 = 77 ... ; expect mem 0x10C380:d size 32 = 78 ... ; expect mem 0x108000:d size 32 = 55 ...
// expect mem 0x10C000:d size 32 = 56 ... ; expect mem 0x104000:d size 32 = 101 ...
// expect r1:d = 1 ... ; expect thread 2 r12:d = 77 ... ; expect thread 3 r12:d = 78 ... ; expect thread 2 m1:d = 55 ...
Application:
 add (8) r20:d r20:d 1:d {Breakpoint}

// case threads of three EUs, of four threads each, too: offsets do not collide (6.3.6)
// set r20:d = 0 ... ; threads 9 ; set cr0.1 = 0xB800 ; expect r100:d = 1 0 0 0 0
// set thread 4 r12:d = 77 ... ; set thread 8 r12:d = 78 ... ; set thread 4 m1:d = 55 ... ; set thread 8 m1:d = 56 ...
// expect mem 0x110380:d size 32 = 77 ... ; expect mem 0x120380:d size 32 = 78 ... ; expect mem 0x110000:d size 32 = 55 ...
// expect mem 0x120000:d size 32 = 56 ... ; expect thread 4 r12:d = 77 ... ; expect thread 8 m1:d = 56 ...
Application:
 add (8) r20:d r20:d 1:d {Breakpoint}

// case an exception that is not enabled leaves its status, and nothing else happens (5.3.4.8)
// set r20:d = 0 ... ; set cr0.1 = 0 ; expect r20:d = 1 1 ; expect r100:d = 0 0 0 0 0 ; expect cr0.1 = 0xB0000000
Application:
 or (1) cr0.1:ud cr0.1<0;1,0>:ud 0x20000000:ud {NoMask}
 illegal
 add (8) r20:d r20:d 1:d {Breakpoint}

// case illegal opcode and stack overflow bits that are left set cause no exception (5.3.4.8)
// set r20:d = 0 ... ; set cr0.1 = 0x1800B800 ; expect r20:d = 1 1 ; expect r100:d = 0 0 0 0 0 ; expect cr0.1 = 0x1800B800
Application:
 add (8) r20:d r20:d 1:d
