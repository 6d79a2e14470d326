// SNB PRM vol4 part2 8.3.8 cmp, and tables 4-3 to 4-8, entry by entry: channel n compares with column n.
// gen: gen6

// case table 4-3: src0 -inf
// set r2..r3:f = -inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x0
cmp.g.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-3: src0 -fin
// set r2..r3:f = -2.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1
cmp.g.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-3: src0 -denorm
// set r2..r3:f = 0x80000001 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3
cmp.g.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-3: src0 -0
// set r2..r3:f = -0.0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3
cmp.g.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-3: src0 +0
// set r2..r3:f = 0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3
cmp.g.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-3: src0 +denorm
// set r2..r3:f = 0x1 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3
cmp.g.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-3: src0 +fin
// set r2..r3:f = 1.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3f
cmp.g.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-3: src0 +inf
// set r2..r3:f = inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x7f
cmp.g.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-3: src0 nan
// set r2..r3:f = nan ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x0
cmp.g.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-4: src0 -inf
// set r2..r3:f = -inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xfe
cmp.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-4: src0 -fin
// set r2..r3:f = -2.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xfc
cmp.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-4: src0 -denorm
// set r2..r3:f = 0x80000001 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xc0
cmp.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-4: src0 -0
// set r2..r3:f = -0.0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xc0
cmp.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-4: src0 +0
// set r2..r3:f = 0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xc0
cmp.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-4: src0 +denorm
// set r2..r3:f = 0x1 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xc0
cmp.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-4: src0 +fin
// set r2..r3:f = 1.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x80
cmp.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-4: src0 +inf
// set r2..r3:f = inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x0
cmp.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-4: src0 nan
// set r2..r3:f = nan ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x0
cmp.l.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-5: src0 -inf
// set r2..r3:f = -inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1
cmp.z.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-5: src0 -fin
// set r2..r3:f = -2.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x2
cmp.z.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-5: src0 -denorm
// set r2..r3:f = 0x80000001 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3c
cmp.z.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-5: src0 -0
// set r2..r3:f = -0.0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3c
cmp.z.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-5: src0 +0
// set r2..r3:f = 0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3c
cmp.z.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-5: src0 +denorm
// set r2..r3:f = 0x1 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3c
cmp.z.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-5: src0 +fin
// set r2..r3:f = 1.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x40
cmp.z.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-5: src0 +inf
// set r2..r3:f = inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x80
cmp.z.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-5: src0 nan
// set r2..r3:f = nan ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x0
cmp.z.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-6: src0 -inf
// set r2..r3:f = -inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1fe
cmp.nz.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-6: src0 -fin
// set r2..r3:f = -2.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1fd
cmp.nz.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-6: src0 -denorm
// set r2..r3:f = 0x80000001 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1c3
cmp.nz.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-6: src0 -0
// set r2..r3:f = -0.0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1c3
cmp.nz.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-6: src0 +0
// set r2..r3:f = 0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1c3
cmp.nz.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-6: src0 +denorm
// set r2..r3:f = 0x1 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1c3
cmp.nz.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-6: src0 +fin
// set r2..r3:f = 1.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1bf
cmp.nz.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-6: src0 +inf
// set r2..r3:f = inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x17f
cmp.nz.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-6: src0 nan
// set r2..r3:f = nan ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1ff
cmp.nz.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-7: src0 -inf
// set r2..r3:f = -inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xff
cmp.le.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-7: src0 -fin
// set r2..r3:f = -2.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xfe
cmp.le.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-7: src0 -denorm
// set r2..r3:f = 0x80000001 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xfc
cmp.le.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-7: src0 -0
// set r2..r3:f = -0.0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xfc
cmp.le.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-7: src0 +0
// set r2..r3:f = 0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xfc
cmp.le.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-7: src0 +denorm
// set r2..r3:f = 0x1 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xfc
cmp.le.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-7: src0 +fin
// set r2..r3:f = 1.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xc0
cmp.le.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-7: src0 +inf
// set r2..r3:f = inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x80
cmp.le.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-7: src0 nan
// set r2..r3:f = nan ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x0
cmp.le.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-8: src0 -inf
// set r2..r3:f = -inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x1
cmp.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-8: src0 -fin
// set r2..r3:f = -2.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3
cmp.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-8: src0 -denorm
// set r2..r3:f = 0x80000001 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3f
cmp.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-8: src0 -0
// set r2..r3:f = -0.0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3f
cmp.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-8: src0 +0
// set r2..r3:f = 0 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3f
cmp.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-8: src0 +denorm
// set r2..r3:f = 0x1 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x3f
cmp.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-8: src0 +fin
// set r2..r3:f = 1.5 ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x7f
cmp.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-8: src0 +inf
// set r2..r3:f = inf ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0xff
cmp.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case table 4-8: src0 nan
// set r2..r3:f = nan ... ; set r4..r5:f = -inf -2.5 0x80000001 -0.0 0 0x1 1.5 inf nan
// mask = 0x1ff
// expect f0.0 = 0x0
cmp.ge.f0.0 (16) null<1>:f r2<8;8,1>:f r4<8;8,1>:f

// case cmp.z ub
// set r2:ub = 0 1 255 0 5 254 3 2 ; set r3:ub = 0 2 0 255 5 255 2 3
// expect f0.0 = 0x11
cmp.z.f0.0 (8) null<1>:ub r2<8;8,1>:ub r3<8;8,1>:ub

// case cmp.nz ub
// set r2:ub = 0 1 255 0 5 254 3 2 ; set r3:ub = 0 2 0 255 5 255 2 3
// expect f0.0 = 0xee
cmp.nz.f0.0 (8) null<1>:ub r2<8;8,1>:ub r3<8;8,1>:ub

// case cmp.g ub
// set r2:ub = 0 1 255 0 5 254 3 2 ; set r3:ub = 0 2 0 255 5 255 2 3
// expect f0.0 = 0x44
cmp.g.f0.0 (8) null<1>:ub r2<8;8,1>:ub r3<8;8,1>:ub

// case cmp.ge ub
// set r2:ub = 0 1 255 0 5 254 3 2 ; set r3:ub = 0 2 0 255 5 255 2 3
// expect f0.0 = 0x55
cmp.ge.f0.0 (8) null<1>:ub r2<8;8,1>:ub r3<8;8,1>:ub

// case cmp.l ub
// set r2:ub = 0 1 255 0 5 254 3 2 ; set r3:ub = 0 2 0 255 5 255 2 3
// expect f0.0 = 0xaa
cmp.l.f0.0 (8) null<1>:ub r2<8;8,1>:ub r3<8;8,1>:ub

// case cmp.le ub
// set r2:ub = 0 1 255 0 5 254 3 2 ; set r3:ub = 0 2 0 255 5 255 2 3
// expect f0.0 = 0xbb
cmp.le.f0.0 (8) null<1>:ub r2<8;8,1>:ub r3<8;8,1>:ub

// case cmp.z b
// set r2:b = 0 1 127 -128 5 126 3 2 ; set r3:b = 0 2 -128 127 5 127 2 3
// expect f0.0 = 0x11
cmp.z.f0.0 (8) null<1>:b r2<8;8,1>:b r3<8;8,1>:b

// case cmp.nz b
// set r2:b = 0 1 127 -128 5 126 3 2 ; set r3:b = 0 2 -128 127 5 127 2 3
// expect f0.0 = 0xee
cmp.nz.f0.0 (8) null<1>:b r2<8;8,1>:b r3<8;8,1>:b

// case cmp.g b
// set r2:b = 0 1 127 -128 5 126 3 2 ; set r3:b = 0 2 -128 127 5 127 2 3
// expect f0.0 = 0x44
cmp.g.f0.0 (8) null<1>:b r2<8;8,1>:b r3<8;8,1>:b

// case cmp.ge b
// set r2:b = 0 1 127 -128 5 126 3 2 ; set r3:b = 0 2 -128 127 5 127 2 3
// expect f0.0 = 0x55
cmp.ge.f0.0 (8) null<1>:b r2<8;8,1>:b r3<8;8,1>:b

// case cmp.l b
// set r2:b = 0 1 127 -128 5 126 3 2 ; set r3:b = 0 2 -128 127 5 127 2 3
// expect f0.0 = 0xaa
cmp.l.f0.0 (8) null<1>:b r2<8;8,1>:b r3<8;8,1>:b

// case cmp.le b
// set r2:b = 0 1 127 -128 5 126 3 2 ; set r3:b = 0 2 -128 127 5 127 2 3
// expect f0.0 = 0xbb
cmp.le.f0.0 (8) null<1>:b r2<8;8,1>:b r3<8;8,1>:b

// case cmp.z uw
// set r2:uw = 0 1 65535 0 5 65534 3 2 ; set r3:uw = 0 2 0 65535 5 65535 2 3
// expect f0.0 = 0x11
cmp.z.f0.0 (8) null<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case cmp.nz uw
// set r2:uw = 0 1 65535 0 5 65534 3 2 ; set r3:uw = 0 2 0 65535 5 65535 2 3
// expect f0.0 = 0xee
cmp.nz.f0.0 (8) null<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case cmp.g uw
// set r2:uw = 0 1 65535 0 5 65534 3 2 ; set r3:uw = 0 2 0 65535 5 65535 2 3
// expect f0.0 = 0x44
cmp.g.f0.0 (8) null<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case cmp.ge uw
// set r2:uw = 0 1 65535 0 5 65534 3 2 ; set r3:uw = 0 2 0 65535 5 65535 2 3
// expect f0.0 = 0x55
cmp.ge.f0.0 (8) null<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case cmp.l uw
// set r2:uw = 0 1 65535 0 5 65534 3 2 ; set r3:uw = 0 2 0 65535 5 65535 2 3
// expect f0.0 = 0xaa
cmp.l.f0.0 (8) null<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case cmp.le uw
// set r2:uw = 0 1 65535 0 5 65534 3 2 ; set r3:uw = 0 2 0 65535 5 65535 2 3
// expect f0.0 = 0xbb
cmp.le.f0.0 (8) null<1>:uw r2<8;8,1>:uw r3<8;8,1>:uw

// case cmp.z w
// set r2:w = 0 1 32767 -32768 5 32766 3 2 ; set r3:w = 0 2 -32768 32767 5 32767 2 3
// expect f0.0 = 0x11
cmp.z.f0.0 (8) null<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case cmp.nz w
// set r2:w = 0 1 32767 -32768 5 32766 3 2 ; set r3:w = 0 2 -32768 32767 5 32767 2 3
// expect f0.0 = 0xee
cmp.nz.f0.0 (8) null<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case cmp.g w
// set r2:w = 0 1 32767 -32768 5 32766 3 2 ; set r3:w = 0 2 -32768 32767 5 32767 2 3
// expect f0.0 = 0x44
cmp.g.f0.0 (8) null<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case cmp.ge w
// set r2:w = 0 1 32767 -32768 5 32766 3 2 ; set r3:w = 0 2 -32768 32767 5 32767 2 3
// expect f0.0 = 0x55
cmp.ge.f0.0 (8) null<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case cmp.l w
// set r2:w = 0 1 32767 -32768 5 32766 3 2 ; set r3:w = 0 2 -32768 32767 5 32767 2 3
// expect f0.0 = 0xaa
cmp.l.f0.0 (8) null<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case cmp.le w
// set r2:w = 0 1 32767 -32768 5 32766 3 2 ; set r3:w = 0 2 -32768 32767 5 32767 2 3
// expect f0.0 = 0xbb
cmp.le.f0.0 (8) null<1>:w r2<8;8,1>:w r3<8;8,1>:w

// case cmp.z ud
// set r2:ud = 0 1 4294967295 0 5 4294967294 3 2 ; set r3:ud = 0 2 0 4294967295 5 4294967295 2 3
// expect f0.0 = 0x11
cmp.z.f0.0 (8) null<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case cmp.nz ud
// set r2:ud = 0 1 4294967295 0 5 4294967294 3 2 ; set r3:ud = 0 2 0 4294967295 5 4294967295 2 3
// expect f0.0 = 0xee
cmp.nz.f0.0 (8) null<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case cmp.g ud
// set r2:ud = 0 1 4294967295 0 5 4294967294 3 2 ; set r3:ud = 0 2 0 4294967295 5 4294967295 2 3
// expect f0.0 = 0x44
cmp.g.f0.0 (8) null<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case cmp.ge ud
// set r2:ud = 0 1 4294967295 0 5 4294967294 3 2 ; set r3:ud = 0 2 0 4294967295 5 4294967295 2 3
// expect f0.0 = 0x55
cmp.ge.f0.0 (8) null<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case cmp.l ud
// set r2:ud = 0 1 4294967295 0 5 4294967294 3 2 ; set r3:ud = 0 2 0 4294967295 5 4294967295 2 3
// expect f0.0 = 0xaa
cmp.l.f0.0 (8) null<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case cmp.le ud
// set r2:ud = 0 1 4294967295 0 5 4294967294 3 2 ; set r3:ud = 0 2 0 4294967295 5 4294967295 2 3
// expect f0.0 = 0xbb
cmp.le.f0.0 (8) null<1>:ud r2<8;8,1>:ud r3<8;8,1>:ud

// case cmp.z d
// set r2:d = 0 1 2147483647 -2147483648 5 2147483646 3 2 ; set r3:d = 0 2 -2147483648 2147483647 5 2147483647 2 3
// expect f0.0 = 0x11
cmp.z.f0.0 (8) null<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case cmp.nz d
// set r2:d = 0 1 2147483647 -2147483648 5 2147483646 3 2 ; set r3:d = 0 2 -2147483648 2147483647 5 2147483647 2 3
// expect f0.0 = 0xee
cmp.nz.f0.0 (8) null<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case cmp.g d
// set r2:d = 0 1 2147483647 -2147483648 5 2147483646 3 2 ; set r3:d = 0 2 -2147483648 2147483647 5 2147483647 2 3
// expect f0.0 = 0x44
cmp.g.f0.0 (8) null<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case cmp.ge d
// set r2:d = 0 1 2147483647 -2147483648 5 2147483646 3 2 ; set r3:d = 0 2 -2147483648 2147483647 5 2147483647 2 3
// expect f0.0 = 0x55
cmp.ge.f0.0 (8) null<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case cmp.l d
// set r2:d = 0 1 2147483647 -2147483648 5 2147483646 3 2 ; set r3:d = 0 2 -2147483648 2147483647 5 2147483647 2 3
// expect f0.0 = 0xaa
cmp.l.f0.0 (8) null<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case cmp.le d
// set r2:d = 0 1 2147483647 -2147483648 5 2147483646 3 2 ; set r3:d = 0 2 -2147483648 2147483647 5 2147483647 2 3
// expect f0.0 = 0xbb
cmp.le.f0.0 (8) null<1>:d r2<8;8,1>:d r3<8;8,1>:d

// case the lowest bit of the destination is the flag; channels that are off keep theirs
// mask = 0x3f ; set r2:d = 1 2 3 4 5 6 7 8 ; set r10:d = -1 ...
// expect r11:d = 0 0 0 1 1 1 -1 -1
// expect f0.0 = 0x38
// set r11:d = -1 ...
cmp.g.f0.0 (8) r10<1>:d r2<8;8,1>:d 3:d
and (8) r11<1>:d r10<8;8,1>:d 1:d

// case the second half writes flags 15:8 (SecHalf)
// set r2:d = 1 2 3 4 5 6 7 8 ; set f0.0 = 0xaa55
// expect f0.0 = 0xf855
cmp.g.f0.0 (8) null<1>:d r2<8;8,1>:d 3:d {SecHalf}

// case a predicated cmp leaves the flags of other channels
// set r2:d = 1 2 3 4 5 6 7 8 ; set f0.0 = 0xf3
// expect f0.0 = 0xf0
(f0.0) cmp.g.f0.0 (8) null<1>:d r2<8;8,1>:d 2:d
