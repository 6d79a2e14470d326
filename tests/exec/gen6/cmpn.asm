// SNB PRM vol4 part2 8.3.9 cmpn, and tables 4-9 and 4-10, entry by entry: channel n compares with column n.
// gen: gen6

// case table 4-9: src0 -inf
// set r2..r3:f = -inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1fe
cmpn.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-9: src0 -fin
// set r2..r3:f = -2.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1fc
cmpn.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-9: src0 -denorm
// set r2..r3:f = 0x80000001 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1c0
cmpn.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-9: src0 -0
// set r2..r3:f = -0.0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1c0
cmpn.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-9: src0 +0
// set r2..r3:f = 0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1c0
cmpn.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-9: src0 +denorm
// set r2..r3:f = 0x1 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1c0
cmpn.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-9: src0 +fin
// set r2..r3:f = 1.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x180
cmpn.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-9: src0 +inf
// set r2..r3:f = inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x100
cmpn.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-9: src0 nan
// expect report "cmpn-nan"
// set r2..r3:f = nan ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x0
cmpn.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-10: src0 -inf
// set r2..r3:f = -inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x101
cmpn.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-10: src0 -fin
// set r2..r3:f = -2.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x103
cmpn.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-10: src0 -denorm
// set r2..r3:f = 0x80000001 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x13f
cmpn.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-10: src0 -0
// set r2..r3:f = -0.0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x13f
cmpn.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-10: src0 +0
// set r2..r3:f = 0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x13f
cmpn.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-10: src0 +denorm
// set r2..r3:f = 0x1 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x13f
cmpn.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-10: src0 +fin
// set r2..r3:f = 1.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x17f
cmpn.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-10: src0 +inf
// set r2..r3:f = inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1ff
cmpn.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-10: src0 nan
// expect report "cmpn-nan"
// set r2..r3:f = nan ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x0
cmpn.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f
