// The border colour as each class of formats has it, next to a texel of zeros.
// Made by tests/exec/generate/sampler_cases.py.
// gen: gen9

// case border colour of R8G8B8A8_UNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R8G8B8A8_UNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set r21..r21:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 1 1 1 1 1 1 1 1
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = 0 0 0 0 0 0 0 0
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case border colour of R16G16B16A16_UNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R16G16B16A16_UNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set r21..r21:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 1 1 1 1 1 1 1 1
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = 0 0 0 0 0 0 0 0
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case border colour of R8G8B8A8_SNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R8G8B8A8_SNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set r21..r21:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 1 1 1 1 1 1 1 1
// expect r61..r61:f = -1 -1 -1 -1 -1 -1 -1 -1
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case border colour of R16G16B16A16_SNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R16G16B16A16_SNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set r21..r21:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 1 1 1 1 1 1 1 1
// expect r61..r61:f = -1 -1 -1 -1 -1 -1 -1 -1
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case border colour of R32G32B32A32_FLOAT
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32G32B32A32_FLOAT
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set r21..r21:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 2 2 2 2 2 2 2 2
// expect r61..r61:f = -2 -2 -2 -2 -2 -2 -2 -2
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case border colour of R16G16B16A16_FLOAT
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R16G16B16A16_FLOAT
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set r21..r21:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 2 2 2 2 2 2 2 2
// expect r61..r61:f = -2 -2 -2 -2 -2 -2 -2 -2
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5 -0.5
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case border colour of R8_UNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R8_UNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set r21..r21:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 1 1 1 1 1 1 1 1
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case border colour of R32_FLOAT
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32_FLOAT
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set r21..r21:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 2 2 2 2 2 2 2 2
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case border colour of B8G8R8A8_UNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format B8G8R8A8_UNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set r21..r21:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 1 1 1 1 1 1 1 1
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0.25 0.25 0.25 0.25 0.25 0.25 0.25 0.25
// expect r63..r63:f = 0 0 0 0 0 0 0 0
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case border colour of A8_UNORM
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format A8_UNORM
// sampler 0 = nearest border colour 0x40000000 0xc0000000 0x3e800000 0xbf000000
// set r21..r21:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 0 0 0 0 0 0 0 0
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 0 0 0 0 0 0 0 0
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case border colour of R32G32B32A32_UINT
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R32G32B32A32_UINT
// sampler 0 = nearest border colour 5 6 7 0xfffffff8
// set r21..r21:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:ud = 0x5 0x5 0x5 0x5 0x5 0x5 0x5 0x5
// expect r61..r61:ud = 0x6 0x6 0x6 0x6 0x6 0x6 0x6 0x6
// expect r62..r62:ud = 0x7 0x7 0x7 0x7 0x7 0x7 0x7 0x7
// expect r63..r63:ud = 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case border colour of R8G8B8A8_SINT
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R8G8B8A8_SINT
// sampler 0 = nearest border colour 5 6 7 0xfffffff8
// set r21..r21:f = -0.5 1.5 -0.5 1.5 -0.5 1.5 -0.5 1.5
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:ud = 0x5 0x5 0x5 0x5 0x5 0x5 0x5 0x5
// expect r61..r61:ud = 0x6 0x6 0x6 0x6 0x6 0x6 0x6 0x6
// expect r62..r62:ud = 0x7 0x7 0x7 0x7 0x7 0x7 0x7 0x7
// expect r63..r63:ud = 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8 0xfffffff8
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case minimum of the texels
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 8 height 4 format R32_FLOAT
// sampler 0 = linear clamp reduce minimum
// set mem 0x10000:f = 0.265625 0.125 0.5 0.234375 0.984375 0.890625 0.9375 0.75
// set mem 0x10020:f = 0.40625 0.1875 0.96875 0.046875 0.765625 0.859375 0 0.890625
// set mem 0x10040:f = 0.53125 0.453125 0.203125 0.625 0.046875 0.03125 0.046875 0.015625
// set mem 0x10060:f = 0.75 0.421875 0.84375 0.046875 0.4375 0.875 0.984375 0.453125
// set r21..r21:f = 0 0.125 0.25 0.375 0.5 0.625 0.75 0.875
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 0.40625 0.1875 0.1875 0.046875 0.046875 0.03125 0 0
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case maximum of the texels
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 8 height 4 format R32_FLOAT
// sampler 0 = linear clamp reduce maximum
// set mem 0x10000:f = 0.265625 0.125 0.5 0.234375 0.984375 0.890625 0.9375 0.75
// set mem 0x10020:f = 0.40625 0.1875 0.96875 0.046875 0.765625 0.859375 0 0.890625
// set mem 0x10040:f = 0.53125 0.453125 0.203125 0.625 0.046875 0.03125 0.046875 0.015625
// set mem 0x10060:f = 0.75 0.421875 0.84375 0.046875 0.4375 0.875 0.984375 0.453125
// set r21..r21:f = 0 0.125 0.25 0.375 0.5 0.625 0.75 0.875
// set r22..r22:f = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
// expect r60..r60:f = 0.53125 0.53125 0.96875 0.96875 0.765625 0.859375 0.859375 0.890625
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 1 1 1 1 1 1 1 1
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}

// case a sampler that is disabled
// memory 0x10000 size 65536
// surface 0 = 0x10000 width 4 height 4 pitch 64 format R8G8B8A8_UNORM
// sampler 0 = nearest disabled
// set r21..r21:f = 0 0 0 0 0 0 0 0
// set r22..r22:f = 0 0 0 0 0 0 0 0
// expect r60..r60:f = 0 0 0 0 0 0 0 0
// expect r61..r61:f = 0 0 0 0 0 0 0 0
// expect r62..r62:f = 0 0 0 0 0 0 0 0
// expect r63..r63:f = 0 0 0 0 0 0 0 0
send (8) r60:ud r21 0x2 0x4438000
send (8) null r127 0x27 0x02000010 {EOT}
