// Bindless surfaces and the sampler states that go with them (BXT PRM vol6 "Bindless Sampler State").
// Made by tests/exec/generate/sampler_cases.py.
// gen: gen9

// case ld of a bindless surface
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 1 height 1 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 3 = 0x11000 width 8 height 1 format R32_FLOAT
// set mem 0x11000:f = 0.25 1.25 2.25 3.25 4.25 5.25 6.25 7.25
// set r21..r21:ud = 0x0 0x1 0x2 0x3 0x4 0x5 0x6 0x7
// set r22..r22:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set r23..r23:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// expect r60..r60:f = 0.25 1.25 2.25 3.25 4.25 5.25 6.25 7.25
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
sends (8) r60:ud r21 null 0x13002 0x64270fc
send (8) null r127 0x27 0x02000010 {EOT}

// case resinfo of a bindless surface
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 1 height 1 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 3 = 0x11000 width 5 height 3 format R32_FLOAT
// set mem 0x11000:f = 0.25 1.25 2.25 3.25 4.25 5.25 6.25 7.25
// set r21..r21:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// expect r60..r60:ud = 0x5 0x5 0x5 0x5 0x5 0x5 0x5 0x5
// expect r61..r61:ud = 0x3 0x3 0x3 0x3 0x3 0x3 0x3 0x3
// expect r62..r62:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// expect r63..r63:ud = 0x1 0x1 0x1 0x1 0x1 0x1 0x1 0x1
sends (8) r60:ud r21 null 0x13002 0x242a0fc
send (8) null r127 0x27 0x02000010 {EOT}

// case a bindless surface with the first sampler
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 1 height 1 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 3 = 0x11000 width 8 height 1 format R32_FLOAT
// set mem 0x11000:f = 0.25 1.25 2.25 3.25 4.25 5.25 6.25 7.25
// set r21..r21:f = 0.0625 0.1875 0.3125 0.4375 0.5625 0.6875 0.8125 0.9375
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 0.25 1.25 2.25 3.25 4.25 5.25 6.25 7.25
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
sends (8) r60:ud r21 null 0x13002 0x44380fc
send (8) null r127 0x27 0x02000010 {EOT}

// case a bindless surface with the sampler that the header points to
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 1 height 1 format R32_FLOAT
// sampler 0 = nearest wrap
// surface 3 = 0x11000 width 8 height 1 format R32_FLOAT
// set mem 0x11000:f = 0.25 1.25 2.25 3.25 4.25 5.25 6.25 7.25
// sampler 1 = linear clamp
// set r20:ud = 0x0 0x0 0x0 0x10 0x0 0x0 0x0 0x0
// set r21..r21:f = 0 0.125 0.25 0.375 0.5 0.625 0.75 0.875
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 0.25 0.75 1.75 2.75 3.75 4.75 5.75 6.75
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
sends (8) r60:ud r20 null 0x13002 0x64b80fc
send (8) null r127 0x27 0x02000010 {EOT}

// case a bindless surface state beyond the heap
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 1 height 1 format R32_FLOAT
// sampler 0 = nearest clamp
// surface 3 = 0x11000 width 8 height 1 format R32_FLOAT
// set mem 0x11000:f = 0.25 1.25 2.25 3.25 4.25 5.25 6.25 7.25
// set r21..r21:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set r22..r22:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set r23..r23:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// expect fault "bindless surface state at offset 0x3ffffc0"
sends (8) r60:ud r21 null 0xfffff002 0x64270fc
send (8) null r127 0x27 0x02000010 {EOT}
