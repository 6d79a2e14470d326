// The border colour as each class of formats has it, next to a texel of zeros.
// Made by tests/exec/generate/sampler_gen6_cases.py.
// gen: gen6

// case border colour of R8G8B8A8_UNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R8G8B8A8_UNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set m2..m2:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set m3..m3:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// set m4..m4:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 1 1 1 1 1 1 1 1
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = 0 0 0 0 0 0 0 0
send (8) r60:ud m2 0x2 0xa412000

// case border colour of R16G16B16A16_UNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R16G16B16A16_UNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set m2..m2:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set m3..m3:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// set m4..m4:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 1 1 1 1 1 1 1 1
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = 0 0 0 0 0 0 0 0
send (8) r60:ud m2 0x2 0xa412000

// case border colour of R8G8B8A8_SNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R8G8B8A8_SNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set m2..m2:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set m3..m3:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// set m4..m4:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 1 1 1 1 1 1 1 1
// expect r61..r61:f = -1 -1 -1 -1 -1 -1 -1 -1
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5
send (8) r60:ud m2 0x2 0xa412000

// case border colour of R16G16B16A16_SNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R16G16B16A16_SNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set m2..m2:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set m3..m3:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// set m4..m4:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 1 1 1 1 1 1 1 1
// expect r61..r61:f = -1 -1 -1 -1 -1 -1 -1 -1
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5
send (8) r60:ud m2 0x2 0xa412000

// case border colour of R32G32B32A32_FLOAT
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32G32B32A32_FLOAT
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set m2..m2:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set m3..m3:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// set m4..m4:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 2 2 2 2 2 2 2 2
// expect r61..r61:f = -2 -2 -2 -2 -2 -2 -2 -2
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5
send (8) r60:ud m2 0x2 0xa412000

// case border colour of R16G16B16A16_FLOAT
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R16G16B16A16_FLOAT
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set m2..m2:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set m3..m3:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// set m4..m4:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 2 2 2 2 2 2 2 2
// expect r61..r61:f = -2 -2 -2 -2 -2 -2 -2 -2
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5
send (8) r60:ud m2 0x2 0xa412000

// case border colour of R8_UNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R8_UNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set m2..m2:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set m3..m3:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// set m4..m4:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 1 1 1 1 1 1 1 1
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud m2 0x2 0xa412000

// case border colour of R32_FLOAT
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32_FLOAT
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set m2..m2:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set m3..m3:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// set m4..m4:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 2 2 2 2 2 2 2 2
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud m2 0x2 0xa412000

// case border colour of B8G8R8A8_UNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format B8G8R8A8_UNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set m2..m2:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set m3..m3:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// set m4..m4:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 1 1 1 1 1 1 1 1
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = 0 0 0 0 0 0 0 0
send (8) r60:ud m2 0x2 0xa412000

// case border colour of A8_UNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format A8_UNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set m2..m2:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set m3..m3:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// set m4..m4:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 0 0 0 0 0 0 0 0
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 0 0 0 0 0 0 0 0
send (8) r60:ud m2 0x2 0xa412000

// case border colour of R32G32B32A32_UINT
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32G32B32A32_UINT
// sampler 0 = nearest border colour 5 6 7 0xfffffff8
// set m2..m2:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set m3..m3:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// set m4..m4:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:ud = 0x5 0x5 0x5 0x5 0x5 0x5 0x5 0x5
// expect r61..r61:ud = 0x6 0x6 0x6 0x6 0x6 0x6 0x6 0x6
// expect r62..r62:ud = 0x7 0x7 0x7 0x7 0x7 0x7 0x7 0x7
// expect r63..r63:ud = 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8
send (8) r60:ud m2 0x2 0xa412000

// case border colour of R8G8B8A8_SINT
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R8G8B8A8_SINT
// sampler 0 = nearest border colour 5 6 7 0xfffffff8
// set m2..m2:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set m3..m3:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// set m4..m4:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:ud = 0x5 0x5 0x5 0x5 0x5 0x5 0x5 0x5
// expect r61..r61:ud = 0x6 0x6 0x6 0x6 0x6 0x6 0x6 0x6
// expect r62..r62:ud = 0x7 0x7 0x7 0x7 0x7 0x7 0x7 0x7
// expect r63..r63:ud = 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8
send (8) r60:ud m2 0x2 0xa412000

// case a sampler that is disabled
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R8G8B8A8_UNORM
// sampler 0 = nearest disabled
// set m2..m2:f = 0 0 0 0 0 0 0 0
// set m3..m3:f = 0 0 0 0 0 0 0 0
// set m4..m4:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m5..m5:ud = 0x0 0x0 0x0 0x0 0x0 0x0 0x0 0x0
// set m6..m6:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 0 0 0 0 0 0 0 0
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 0 0 0 0 0 0 0 0
send (8) r60:ud m2 0x2 0xa412000
