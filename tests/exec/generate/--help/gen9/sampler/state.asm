// Which surface and sampler states a message uses, and how long they are kept (BXT PRM vol6 "State", "State Caching").
// Made by tests/exec/generate/sampler_state_cases.py.
// gen: gen9

// case binding table index 0 of 1
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// set mem 0x10000:f = 0 1 2 3
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 0 ...
send (8) r60:ud r2 0x2 0x243a000
send (8) null r127 0x27 0x02000010 {EOT}

// case binding table index 1 of 2
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 10 ...
send (8) r60:ud r2 0x2 0x243a001
send (8) null r127 0x27 0x02000010 {EOT}

// case binding table index 6 of 7
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// surface 2 = 0x12000 width 4 height 1 pitch 64 format R32_FLOAT
// surface 3 = 0x13000 width 4 height 1 pitch 64 format R32_FLOAT
// surface 4 = 0x14000 width 4 height 1 pitch 64 format R32_FLOAT
// surface 5 = 0x15000 width 4 height 1 pitch 64 format R32_FLOAT
// surface 6 = 0x16000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set mem 0x12000:f = 20 21 22 23
// set mem 0x13000:f = 30 31 32 33
// set mem 0x14000:f = 40 41 42 43
// set mem 0x15000:f = 50 51 52 53
// set mem 0x16000:f = 60 61 62 63
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 60 ...
send (8) r60:ud r2 0x2 0x243a006
send (8) null r127 0x27 0x02000010 {EOT}

// case two surfaces in turn
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 0 ...
// expect r64:f = 10 ...
// expect r68:f = 0 ...
send (8) r60:ud r2 0x2 0x243a000
send (8) r64:ud r2 0x2 0x243a001
send (8) r68:ud r2 0x2 0x243a000
send (8) null r127 0x27 0x02000010 {EOT}

// case an entry that names the surface state of another
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 0 ...
mov (1) r20.0:ud 0x4:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x400:ud
send (1) null r20 0xC 0x06068100
send (8) r60:ud r2 0x2 0x243a001
send (8) null r127 0x27 0x02000010 {EOT}

// case an entry, whose bits 5:0 do not count
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 10 ...
mov (1) r20.0:ud 0x4:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x47f:ud
send (1) null r20 0xC 0x06068100
send (8) r60:ud r2 0x2 0x243a001
send (8) null r127 0x27 0x02000010 {EOT}

// case a surface state that the program writes
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 10 ...
mov (1) r20.0:ud 0x400:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x23614000:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0x404:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x0:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0x408:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x3:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0x40c:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x3f:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0x410:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x0:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0x414:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x0:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0x418:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x0:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0x41c:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x9770000:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0x420:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x11000:ud
send (1) null r20 0xC 0x06068100
send (8) r60:ud r2 0x2 0x243a000
send (8) null r127 0x27 0x02000010 {EOT}

// case sampler index 0
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest border colour 0x42200000 0x42200000 0x42200000 0x42200000
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 1 = nearest clamp
// sampler 2 = nearest wrap
// sampler 3 = nearest mirror
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 40 ...
mov (8) r11:f 1.625:f
send (8) r60:ud r11 0x2 0x2438000
send (8) null r127 0x27 0x02000010 {EOT}

// case sampler index 1
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest border colour 0x42200000 0x42200000 0x42200000 0x42200000
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 1 = nearest clamp
// sampler 2 = nearest wrap
// sampler 3 = nearest mirror
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 3 ...
mov (8) r11:f 1.625:f
send (8) r60:ud r11 0x2 0x2438100
send (8) null r127 0x27 0x02000010 {EOT}

// case sampler index 2
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest border colour 0x42200000 0x42200000 0x42200000 0x42200000
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 1 = nearest clamp
// sampler 2 = nearest wrap
// sampler 3 = nearest mirror
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 2 ...
mov (8) r11:f 1.625:f
send (8) r60:ud r11 0x2 0x2438200
send (8) null r127 0x27 0x02000010 {EOT}

// case sampler index 3
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest border colour 0x42200000 0x42200000 0x42200000 0x42200000
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 1 = nearest clamp
// sampler 2 = nearest wrap
// sampler 3 = nearest mirror
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 1 ...
mov (8) r11:f 1.625:f
send (8) r60:ud r11 0x2 0x2438300
send (8) null r127 0x27 0x02000010 {EOT}

// case sampler state pointer 0x10 and index 0
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest border colour 0x42200000 0x42200000 0x42200000 0x42200000
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 1 = nearest clamp
// sampler 2 = nearest wrap
// sampler 3 = nearest mirror
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 3 ...
mov (1) r10.3:ud 0x10:ud
mov (8) r11:f 1.625:f
send (8) r60:ud r10 0x2 0x44b8000
send (8) null r127 0x27 0x02000010 {EOT}

// case sampler state pointer 0x10 and index 1
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest border colour 0x42200000 0x42200000 0x42200000 0x42200000
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 1 = nearest clamp
// sampler 2 = nearest wrap
// sampler 3 = nearest mirror
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 2 ...
mov (1) r10.3:ud 0x10:ud
mov (8) r11:f 1.625:f
send (8) r60:ud r10 0x2 0x44b8100
send (8) null r127 0x27 0x02000010 {EOT}

// case sampler state pointer 0x20 and index 0
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest border colour 0x42200000 0x42200000 0x42200000 0x42200000
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 1 = nearest clamp
// sampler 2 = nearest wrap
// sampler 3 = nearest mirror
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 2 ...
mov (1) r10.3:ud 0x20:ud
mov (8) r11:f 1.625:f
send (8) r60:ud r10 0x2 0x44b8000
send (8) null r127 0x27 0x02000010 {EOT}

// case sampler state pointer 0x20 and index 1
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest border colour 0x42200000 0x42200000 0x42200000 0x42200000
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 1 = nearest clamp
// sampler 2 = nearest wrap
// sampler 3 = nearest mirror
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 1 ...
mov (1) r10.3:ud 0x20:ud
mov (8) r11:f 1.625:f
send (8) r60:ud r10 0x2 0x44b8100
send (8) null r127 0x27 0x02000010 {EOT}

// case sampler state pointer, whose bits 3:0 do not count
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest border colour 0x42200000 0x42200000 0x42200000 0x42200000
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 1 = nearest clamp
// sampler 2 = nearest wrap
// sampler 3 = nearest mirror
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 2 ...
mov (1) r10.3:ud 0x2f:ud
mov (8) r11:f 1.625:f
send (8) r60:ud r10 0x2 0x44b8000
send (8) null r127 0x27 0x02000010 {EOT}

// case a sampler state pointer of 0 is the first table
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest border colour 0x42200000 0x42200000 0x42200000 0x42200000
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 1 = nearest clamp
// sampler 2 = nearest wrap
// sampler 3 = nearest mirror
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 3 ...
mov (1) r10.3:ud 0x0:ud
mov (8) r11:f 1.625:f
send (8) r60:ud r10 0x2 0x44b8100
send (8) null r127 0x27 0x02000010 {EOT}

// case a sampler state that the program writes
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 2 ...
mov (1) r20.0:ud 0x0:ud
mov (1) r20.1:ud 0xfffffffe:ud
mov (1) r22.0:ud 0x0:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0x4:ud
mov (1) r20.1:ud 0xfffffffe:ud
mov (1) r22.0:ud 0x0:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0x8:ud
mov (1) r20.1:ud 0xfffffffe:ud
mov (1) r22.0:ud 0x0:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0xc:ud
mov (1) r20.1:ud 0xfffffffe:ud
mov (1) r22.0:ud 0x0:ud
send (1) null r20 0xC 0x06068100
mov (8) r11:f 1.625:f
send (8) r60:ud r11 0x2 0x2438000
send (8) null r127 0x27 0x02000010 {EOT}

// case sampler index 15 of a table of 16
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 1 = nearest wrap
// sampler 2 = nearest wrap
// sampler 3 = nearest wrap
// sampler 4 = nearest wrap
// sampler 5 = nearest wrap
// sampler 6 = nearest wrap
// sampler 7 = nearest wrap
// sampler 8 = nearest wrap
// sampler 9 = nearest wrap
// sampler 10 = nearest wrap
// sampler 11 = nearest wrap
// sampler 12 = nearest wrap
// sampler 13 = nearest wrap
// sampler 14 = nearest wrap
// sampler 15 = nearest wrap
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 2 ...
mov (8) r11:f 1.625:f
send (8) r60:ud r11 0x2 0x2438f00
send (8) null r127 0x27 0x02000010 {EOT}

// case stale: a surface state changes
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 0 ...
// expect r64:f = 0 ...
// expect r68:f = 10 ...
// expect report "stale surface state of binding table index 0"
send (8) r60:ud r2 0x2 0x243a000
mov (1) r20.0:ud 0x420:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x11000:ud
send (1) null r20 0xC 0x06068100
send (8) r64:ud r2 0x2 0x243a000
send (8) r50 r10 0x2 0x21ff000
send (8) r68:ud r2 0x2 0x243a000
send (8) null r127 0x27 0x02000010 {EOT}

// case stale: a binding table entry changes
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 0 ...
// expect r64:f = 0 ...
// expect r68:f = 10 ...
// expect report "stale binding table index 0"
send (8) r60:ud r2 0x2 0x243a000
mov (1) r20.0:ud 0x0:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x440:ud
send (1) null r20 0xC 0x06068100
send (8) r64:ud r2 0x2 0x243a000
send (8) r50 r10 0x2 0x21ff000
send (8) r68:ud r2 0x2 0x243a000
send (8) null r127 0x27 0x02000010 {EOT}

// case stale: a sampler state changes
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 3 ...
// expect r64:f = 3 ...
// expect r68:f = 2 ...
// expect report "stale sampler state"
mov (8) r11:f 1.625:f
send (8) r60:ud r11 0x2 0x2438000
mov (1) r20.0:ud 0x0:ud
mov (1) r20.1:ud 0xfffffffe:ud
mov (1) r22.0:ud 0x0:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0x4:ud
mov (1) r20.1:ud 0xfffffffe:ud
mov (1) r22.0:ud 0x0:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0x8:ud
mov (1) r20.1:ud 0xfffffffe:ud
mov (1) r22.0:ud 0x0:ud
send (1) null r20 0xC 0x06068100
mov (1) r20.0:ud 0xc:ud
mov (1) r20.1:ud 0xfffffffe:ud
mov (1) r22.0:ud 0x0:ud
send (1) null r20 0xC 0x06068100
mov (8) r11:f 1.625:f
send (8) r64:ud r11 0x2 0x2438000
send (8) r50 r10 0x2 0x21ff000
mov (8) r11:f 1.625:f
send (8) r68:ud r11 0x2 0x2438000
send (8) null r127 0x27 0x02000010 {EOT}

// case stale: a border colour changes
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest border colour 0x42200000 0x42200000 0x42200000 0x42200000
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 1 = nearest clamp
// sampler 2 = nearest wrap
// sampler 3 = nearest mirror
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 40 ...
// expect r64:f = 40 ...
// expect r68:f = 41 ...
// expect report "stale border colour"
mov (8) r11:f 1.625:f
send (8) r60:ud r11 0x2 0x2438000
mov (1) r20.0:ud 0x100:ud
mov (1) r20.1:ud 0xfffffffe:ud
mov (1) r22.0:ud 0x42240000:ud
send (1) null r20 0xC 0x06068100
mov (8) r11:f 1.625:f
send (8) r64:ud r11 0x2 0x2438000
send (8) r50 r10 0x2 0x21ff000
mov (8) r11:f 1.625:f
send (8) r68:ud r11 0x2 0x2438000
send (8) null r127 0x27 0x02000010 {EOT}

// case stale: a surface state that a typed message has read is the sampler's too
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 0 ...
// expect report "stale-state"
send (8) r40:ud r2 0xC 0x4115e00
mov (1) r20.0:ud 0x420:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x11000:ud
send (1) null r20 0xC 0x06068100
send (8) r60:ud r2 0x2 0x243a000
send (8) null r127 0x27 0x02000010 {EOT}

// case stale: a typed message uses what the sampler has read
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r40:ud = 0 ...
// expect r60:f = 0 ...
// expect report "stale-state"
send (8) r60:ud r2 0x2 0x243a000
mov (1) r20.0:ud 0x420:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x11000:ud
send (1) null r20 0xC 0x06068100
send (8) r40:ud r2 0xC 0x4115e00
send (8) null r127 0x27 0x02000010 {EOT}

// case not stale: a state that is written as it was
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 0 ...
// expect r64:f = 0 ...
send (8) r60:ud r2 0x2 0x243a000
mov (1) r20.0:ud 0x420:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x10000:ud
send (1) null r20 0xC 0x06068100
send (8) r64:ud r2 0x2 0x243a000
send (8) null r127 0x27 0x02000010 {EOT}

// case not stale: a state that is flushed before it is used
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 0 ...
// expect r64:f = 10 ...
send (8) r60:ud r2 0x2 0x243a000
mov (1) r20.0:ud 0x420:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x11000:ud
send (1) null r20 0xC 0x06068100
send (8) r50 r10 0x2 0x21ff000
send (8) r64:ud r2 0x2 0x243a000
send (8) null r127 0x27 0x02000010 {EOT}

// case not stale: a state that nothing has read yet
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 0 ...
// expect r64:f = 0 ...
send (8) r60:ud r2 0x2 0x243a000
mov (1) r20.0:ud 0x460:ud
mov (1) r20.1:ud 0xffffffff:ud
mov (1) r22.0:ud 0x10000:ud
send (1) null r20 0xC 0x06068100
send (8) r64:ud r2 0x2 0x243a001
send (8) null r127 0x27 0x02000010 {EOT}

// case not stale: texels are not kept
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 0 ...
// expect r64:f = 7 ...
send (8) r60:ud r2 0x2 0x243a000
mov (1) r20.0:ud 0x10000:ud
mov (1) r20.1:ud 0x0:ud
mov (1) r22.0:ud 0x40e00000:ud
send (1) null r20 0xC 0x06068100
send (8) r64:ud r2 0x2 0x243a000
send (8) null r127 0x27 0x02000010 {EOT}

// case a flush twice
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 1 pitch 64 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 1 = 0x11000 width 4 height 1 pitch 64 format R32_FLOAT
// set mem 0x10000:f = 0 1 2 3
// set mem 0x11000:f = 10 11 12 13
// set r2..r3:ud = 0 ...
// set r10:ud = 0 ...
// set r20..r22:ud = 0 ...
// expect r60:f = 0 ...
send (8) r50 r10 0x2 0x21ff000
send (8) r50 r10 0x2 0x21ff000
send (8) r60:ud r2 0x2 0x243a000
send (8) null r127 0x27 0x02000010 {EOT}
