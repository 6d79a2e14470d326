// SNB PRM vol4 part1 "Data Port" as the messages of SNB PRM vol4 part2 reach it (6.3.6, 6.6, 9.2.5.2): the header's M0.2 is
// the global offset, in OWords for blocks and in dwords for scattered messages; offsets beyond a surface read zero.
// Functions: 0x4 sampler cache, 0x5 render cache, 0x9 constant cache.
// gen: gen6
// memory 0x1000 size 4096 ; surface 3 = 0x1000 size 512 raw

// case OWord block read, sampler cache, two OWords from OWord 3
// set mem 0x1000:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 ; set m1.2 = 3
// expect r10:d = 112 113 114 115 116 117 118 119 ; expect r11:d = 0 ...
send (16) r10:ud m1 dp_sampler.oword_block_read(bti=3, owords=2) {NoMask}

// case OWord block read, render cache, two OWords from OWord 3
// set mem 0x1000:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 ; set m1.2 = 3
// expect r10:d = 112 113 114 115 116 117 118 119 ; expect r11:d = 0 ...
send (16) r10:ud m1 render.oword_block_read(bti=3, owords=2) {NoMask}

// case OWord block read, constant cache, two OWords from OWord 3
// set mem 0x1000:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 ; set m1.2 = 3
// expect r10:d = 112 113 114 115 116 117 118 119 ; expect r11:d = 0 ...
send (16) r10:ud m1 constant.oword_block_read(bti=3, owords=2) {NoMask}

// case OWord block read, one OWord, low half
// set mem 0x1000:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 ; set m1.2 = 2 ; set r10:d = 9 ...
// expect r10:d = 108 109 110 111 9 9 9 9
send (16) r10:ud m1 render.oword_block_read(bti=3, owords=1) {NoMask}

// case OWord block read, one OWord, high half
// set mem 0x1000:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 ; set m1.2 = 2 ; set r10:d = 9 ...
// expect r10:d = 9 9 9 9 108 109 110 111
send (16) r10:ud m1 render.oword_block_read(bti=3, owords=1h) {NoMask}

// case OWord block read, four OWords
// set m1:d = 0 ... ; set mem 0x1000:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163
// expect r10..r11:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 ; expect r12:d = 0 ...
send (16) r10:ud m1 render.oword_block_read(bti=3, owords=4) {NoMask}

// case OWord block read, eight OWords
// set mem 0x1000:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 ; set m1.2 = 1
// expect r10..r13:d = 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 ; expect r14:d = 0 ...
send (16) r10:ud m1 render.oword_block_read(bti=3, owords=8) {NoMask}

// case OWord block read over the end of the surface: zeros
// set mem 0x11F0:d = 1 2 3 4 5 6 7 8 ; set m1.2 = 31 ; set r10:d = 9 ...
// expect r10:d = 1 2 3 4 0 0 0 0
send (16) r10:ud m1 render.oword_block_read(bti=3, owords=2) {NoMask}

// case unaligned OWord block read: M0.2 counts bytes
// set mem 0x1000:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 ; set m1.2 = 20
// expect r10:d = 105 106 107 108 109 110 111 112
send (16) r10:ud m1 dp_sampler.unaligned_oword_block_read(bti=3, owords=2) {NoMask}

// case OWord block write, one OWord from the low half
// set m1.2 = 2 ; set m2:d = 1 2 3 4 5 6 7 8
// expect mem 0x1010:d size 48 = 0 0 0 0 1 2 3 4 0 ...
send (16) null m1 render.oword_block_write(bti=3, owords=1) {NoMask}

// case OWord block write, one OWord from the high half
// set m1.2 = 2 ; set m2:d = 1 2 3 4 5 6 7 8
// expect mem 0x1010:d size 48 = 0 0 0 0 5 6 7 8 0 ...
send (16) null m1 render.oword_block_write(bti=3, owords=1h) {NoMask}

// case OWord block write, eight OWords
// set m1.2 = 4 ; set m2..m5:d = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
// expect mem 0x1030:d size 160 = 0 0 0 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 0 ...
send (16) null m1 render.oword_block_write(bti=3, owords=8) {NoMask}

// case OWord block write under channel enables: dwords of each register
// set m1:d = 0 ... ; mask = 0x0ff5 ; set m2..m3:d = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// expect mem 0x1000:d size 64 = 1 0 3 0 5 6 7 8 9 10 11 12 0 0 0 0
send (16) null m1 render.oword_block_write(bti=3, owords=4)

// case OWord block write beyond the surface is dropped
// set m1.2 = 31 ; set m2:d = 1 2 3 4 5 6 7 8
// expect mem 0x11F0:d size 32 = 1 2 3 4 0 0 0 0
send (16) null m1 render.oword_block_write(bti=3, owords=2) {NoMask}

// case a committed write answers with an empty message (8.3.44)
// set m1:d = 0 ... ; set m2:d = 1 2 3 4 5 6 7 8 ; set r10:d = 9 ...
// expect mem 0x1000:d size 32 = 1 2 3 4 5 6 7 8 ; expect r10:d = 9 ...
send (16) r10:ud m1 render.oword_block_write(bti=3, owords=2, commit, rlen=1) {NoMask}

// case stateless: binding table index 255 counts from M0.5[31:10]
// set mem 0x1400:d = 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 ; set m1.2 = 1 ; set m1.5 = 0x1403
// expect r10:d = 54 55 56 57 58 59 60 61
send (16) r10:ud m1 render.oword_block_read(bti=stateless, owords=2) {NoMask}

// case 254 is a binding table index as others are (6.3.5)
// set m1:d = 0 ... ; surface 254 = 0x1200 size 64 raw ; set mem 0x1200:d = 7 8 9 10 11 12 13 14
// expect r10:d = 7 8 9 10 11 12 13 14
send (16) r10:ud m1 render.oword_block_read(bti=254, owords=2) {NoMask}

// case unmapped memory is a fault
// set m1.2 = 0x10000
// expect fault "unmapped"
send (16) r10:ud m1 render.oword_block_read(bti=stateless, owords=2) {NoMask}

// case a block message needs its header
// set m1:d = 0 ... ; expect fault "header"
send (16) r10:ud m1 render.oword_block_read(bti=3, owords=2, header=0, mlen=1) {NoMask}

// case OWord dual block read: an OWord for each half, by dwords 0 and 4 of M1
// set mem 0x1000:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 ; set m1.2 = 1 ; set m2.0 = 4 ; set m2.4 = 9
// expect r10:d = 120 121 122 123 140 141 142 143
send (8) r10:ud m1 render.oword_dual_block_read(bti=3, owords=1, mlen=2, rlen=1) {NoMask}

// case OWord dual block read, four OWords for each half
// set m1:d = 0 ... ; set mem 0x1000:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 ; set m2.0 = 0 ; set m2.4 = 8
// expect r10..r13:d = 100 101 102 103 132 133 134 135 104 105 106 107 136 137 138 139 108 109 110 111 140 141 142 143 112 113 114 115 144 145 146 147
send (8) r10:ud m1 constant.oword_dual_block_read(bti=3, owords=4, mlen=2, rlen=4) {NoMask}

// case OWord dual block write under the channels of each half
// set m1:d = 0 ... ; mask = 0x37 ; set m2.0 = 4 ; set m2.4 = 6 ; set m3:d = 1 2 3 4 5 6 7 8
// expect mem 0x1040:d size 48 = 1 2 3 0 0 0 0 0 5 6 0 0
send (8) null m1 render.oword_dual_block_write(bti=3, owords=1, mlen=3)

// case dword scattered read, eight channels: offsets in dwords, plus M0.2
// set mem 0x1000:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 ; set m1.2 = 2 ; set m2 = 0 5 1 20 3 3 60 7 ; mask = 0xbf ; set r10:d = 9 ...
// expect r10:d = 102 107 103 122 105 105 9 109
send (8) r10:ud m1 render.dword_scattered_read(bti=3, simd=8, header)

// case dword scattered read, sixteen channels
// set m1:d = 0 ... ; set mem 0x1000:d = 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 ; set m2..m3 = 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 200
// expect r10..r11:d = 115 114 113 112 111 110 109 108 107 106 105 104 103 102 101 0
send (16) r10:ud m1 dp_sampler.dword_scattered_read(bti=3, simd=16, header) {NoMask}

// case dword scattered write, eight channels: the last of two to one place stays
// expect report "same-byte"
// set m1:d = 0 ... ; set m2 = 0 2 4 6 7 7 1 200 ; set m3:d = 1 2 3 4 5 6 7 8 ; mask = 0xfd
// expect mem 0x1000:d size 32 = 1 7 0 0 3 0 4 6
send (8) null m1 render.dword_scattered_write(bti=3, simd=8, header)

// case dword scattered write, sixteen channels, predicated
// set m1:d = 0 ... ; set m2..m3 = 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 ; set m4..m5:d = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 ; set f0.0 = 0x8001
// expect mem 0x1000:d size 128 = 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 16 0
(f0.0) send (16) null m1 render.dword_scattered_write(bti=3, simd=16, header)

// case media block read: bytes of rows
// surface 4 = 0x1000 width 8 height 4 format R8G8B8A8_UNORM pitch 64 ; set mem 0x1000:d = 1 2 3 4 5 6 7 8 ; set mem 0x1040:d = 11 12 13 14 15 16 17 18 ; set mem 0x1080:d = 21 22 23 24 25 26 27 28 ; set mem 0x10C0:d = 31 32 33 34 35 36 37 38
// set m1 = 4 1 0x0002000B
// expect r10:d = 12 13 14 0 22 23 24 0 ; expect r11:d = 32 33 34 0
send (8) r10:ud m1 render.media_block_read(bti=4, mlen=1, rlen=2) {NoMask}

// case media block read through the sampler cache by its other type (1100b: docs/record/errata.md)
// surface 4 = 0x1000 width 8 height 4 format R8G8B8A8_UNORM pitch 64 ; set mem 0x1000:d = 1 2 3 4 5 6 7 8 ; set mem 0x1040:d = 11 12 13 14 15 16 17 18
// set m1 = 4 1 0x0000000B
// expect r10:d = 12 13 14
send (8) r10:ud m1 dp_sampler.media_block_read_high_type(bti=4, mlen=1, rlen=1) {NoMask}

// case media block read beyond the surface: the nearest pixels
// surface 4 = 0x1000 width 8 height 4 format R8G8B8A8_UNORM pitch 64 ; set mem 0x1000:d = 1 2 3 4 5 6 7 8 ; set mem 0x1040:d = 11 12 13 14 15 16 17 18 ; set mem 0x1080:d = 21 22 23 24 25 26 27 28 ; set mem 0x10C0:d = 31 32 33 34 35 36 37 38
// set m1 = 24 3 0x0001000F
// expect r10:d = 37 38 38 38 37 38 38 38
send (8) r10:ud m1 dp_sampler.media_block_read(bti=4, mlen=1, rlen=1) {NoMask}

// case media block write; outside nothing is written
// surface 4 = 0x1000 width 8 height 4 format R8G8B8A8_UNORM pitch 64
// set m1 = 24 2 0x0002000F ; set m2..m3:d = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
// expect mem 0x1080:d size 40 = 0 0 0 0 0 0 1 2 0 0 ; expect mem 0x10C0:d size 40 = 0 0 0 0 0 0 5 6 0 0 ; expect mem 0x1100:d size 64 = 0 ...
send (8) null m1 render.media_block_write(bti=4, mlen=3) {NoMask}

// case media block read of every other row, as the message says
// surface 4 = 0x1000 width 8 height 4 format R8G8B8A8_UNORM pitch 64 ; set mem 0x1000:d = 1 2 3 4 5 6 7 8 ; set mem 0x1040:d = 11 12 13 14 15 16 17 18 ; set mem 0x1080:d = 21 22 23 24 25 26 27 28 ; set mem 0x10C0:d = 31 32 33 34 35 36 37 38
// set m1 = 0 0 0x00010007
// expect r10:d = 11 12 31 32
send (8) r10:ud m1 render.media_block_read(bti=4, override_stride, vertical_stride, vertical_offset, mlen=1, rlen=1) {NoMask}

// Render target writes: M1.2 to M1.5 place the subspans, M1.7 enables the pixels.

// case render target write, SIMD8: two subspans of two by two pixels
// set m1:d = 0 ... ; surface 5 = 0x1000 width 8 height 4 format R32G32B32A32_FLOAT
// set m2.2 = 2 0x00020006 ; set m2.7 = 0xff
// set m3:f = 1 2 3 4 5 6 7 8 ; set m4:f = 11 12 13 14 15 16 17 18 ; set m5:f = 21 22 23 24 25 26 27 28 ; set m6:f = 31 32 33 34 35 36 37 38
// expect mem 0x1000:f size 96 = 0 0 0 0 0 0 0 0 1 11 21 31 2 12 22 32 0 ...
// expect mem 0x1080:f size 96 = 0 0 0 0 0 0 0 0 3 13 23 33 4 14 24 34 0 ...
// expect mem 0x1160:f size 32 = 5 15 25 35 6 16 26 36 ; expect mem 0x11E0:f size 32 = 7 17 27 37 8 18 28 38
send (8) null m1 render.target_write(bti=5, subtype=simd8, header, mlen=6) {NoMask}

// case render target write, SIMD16: pixels that are off, by mask or channel, or outside, stay
// set m1:d = 0 ... ; surface 5 = 0x1000 width 16 height 4 format R8G8B8A8_UNORM
// mask = 0xfffe ; set m2.2 = 0 4 8 14 ; set m2.7 = 0xfffd
// set m3..m4:f = 1 ... ; set m5..m6:f = 0 ... ; set m7..m8:f = 0.2 ... ; set m9..m10:f = 2 ...
// expect mem 0x1000 size 64 = 0 0 0 0 0xff3300ff 0xff3300ff 0 0 0xff3300ff 0xff3300ff 0 0 0 0 0xff3300ff 0xff3300ff
// expect mem 0x1040 size 64 = 0xff3300ff 0xff3300ff 0 0 0xff3300ff 0xff3300ff 0 0 0xff3300ff 0xff3300ff 0 0 0 0 0xff3300ff 0xff3300ff
send (16) null m1 render.target_write(bti=5, subtype=simd16, header, mlen=10)

// case render target write, one colour for sixteen pixels, which ends the thread
// surface 5 = 0x1000 width 16 height 4 format R8G8B8A8_UNORM
// set m2.2 = 0 2 4 15 ; set m2.7 = 0xffff ; set m3:f = 0 1 0 1
// expect mem 0x1000 size 64 = 0xff00ff00 0xff00ff00 0xff00ff00 0xff00ff00 0xff00ff00 0xff00ff00 0 0 0 0 0 0 0 0 0 0xff00ff00
// expect r10:d = 0
send (16) null m1 render.target_write(bti=5, subtype=replicated, header, mlen=3) {EOT, NoMask}
mov (1) r10:d 1:d

// case render target write, SIMD8, high slots
// set m1:d = 0 ... ; surface 5 = 0x1000 width 16 height 4 format R8G8B8A8_UNORM
// set m2.2 = 0 2 4 6 ; set m2.7 = 0xfdff ; set m3:f = 1 ... ; set m4:f = 1 ... ; set m5:f = 1 ... ; set m6:f = 1 ...
// expect mem 0x1000 size 64 = 0 0 0 0 0xffffffff 0 0xffffffff 0xffffffff 0 ...
send (8) null m1 render.target_write(bti=5, subtype=simd8, high_slots, header, mlen=6) {NoMask}

// case render target write, X-tiled
// set m6:d = 0 ... ; set m5:d = 0 ... ; set m4:d = 0 ... ; set m1:d = 0 ... ; surface 5 = 0x1000 width 128 height 8 format R32_UINT pitch 512 tile x
// set m2.2 = 0x00020004 0x00060004 ; set m2.7 = 0xff ; set m3:d = 1 2 3 4 5 6 7 8
// expect mem 0x1410:d = 1 2 ; expect mem 0x1610:d = 3 4 ; expect mem 0x1C10:d = 5 6 ; expect mem 0x1E10:d = 7 8
send (8) null m1 render.target_write(bti=5, subtype=simd8, header, mlen=6) {NoMask}

// case render target write without a header: nothing places its pixels
// set m4:d = 0 ... ; set m3:d = 0 ... ; set m2:d = 0 ... ; set m1:d = 0 ... ; surface 5 = 0x1000 width 16 height 4 format R8G8B8A8_UNORM
// expect fault "header"
send (8) null m1 render.target_write(bti=5, subtype=simd8, mlen=4) {NoMask}

// case render target write of two sources: without blending, the first one is written
// set m10:d = 0 ... ; set m9:d = 0 ... ; set m8:d = 0 ... ; set m7:f = 0.5 ... ; set m6:f = 1 ... ; set m5:d = 0 ... ; set m4:d = 0 ... ; set m3:f = 1 ... ; set m1:d = 0 ... ; surface 5 = 0x1000 width 16 height 4 format R8G8B8A8_UNORM
// set m2.2 = 0x00020004 0x00020006 ; set m2.7 = 0xff
// expect mem 0x1090:ud = 0xff0000ff 0xff0000ff 0xff0000ff 0xff0000ff ; expect mem 0x10D0:ud = 0xff0000ff 0xff0000ff
send (8) null m1 render.target_write(bti=5, subtype=dual_low, header, mlen=10) {NoMask}

// case streamed vertex buffer write: M0.5 is the element, the format says how much of M0.0 to M0.3
// surface 6 = 0x1000 size 256 pitch 32 format R32G32B32_FLOAT ; set m1:f = 1 2 3 4 ; set m1.5 = 2
// expect mem 0x1030:f size 40 = 0 0 0 0 1 2 3 0 0 0
send (8) null m1 render.streamed_vertex_buffer_write(bti=6, mlen=1) {NoMask}

// case streamed vertex buffer write beyond the buffer is dropped
// surface 6 = 0x1000 size 256 pitch 32 format R32G32B32_FLOAT ; set m1:f = 1 2 3 4 ; set m1.5 = 8
// expect mem 0x1000:f size 512 = 0 ...
send (8) r10 m1 render.streamed_vertex_buffer_write(bti=6, commit, mlen=1, rlen=1) {NoMask}

// case a data port message that nothing describes
// set m2:d = 0 ... ; set m1:d = 0 ... ; expect fault "no message"
send (8) null m1 0x5 0x0408E003 {NoMask}

// case the sampler
// set m1:d = 0 ... ; expect fault "(sampler state)"
send (8) r10:ud m1 sampler.sample(bti=1, sampler=0, simd=8, mlen=1, rlen=4) {NoMask}

// case the thread spawner takes the end of a thread
// expect r10:d = 0
send (8) null m1 spawner.dereference() {EOT, NoMask}
mov (1) r10:d 1:d
