// SNB PRM vol4 part2 chapter 2, the unified return buffer: m1 is the header, its first dwords are the handles.
// gen: gen6

// case consecutive rows (2.4.3.2.1)
// mask = 0xff ; set m1 = 16 ; set m2:d = 1 2 3 4 5 6 7 8 ; set m3:d = 9 10 11 12 13 14 15 16
// expect urb 16:d = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 0
send (8) null m1 0x6 0x06080000

// case an offset in rows
// mask = 0xff ; set m1 = 16 ; set m2:d = 1 2 3 4 5 6 7 8
// expect urb 16:d = 0 0 0 0 0 0 0 0 ; expect urb 19:d = 1 2 3 4 5 6 7 8
send (8) null m1 0x6 0x04080030

// case interleaved: two vertices (2.4.3.2.2)
// mask = 0xff ; set m1 = 16 18 ; set m2:d = 1 2 3 4 5 6 7 8 ; set m3:d = 11 12 13 14 15 16 17 18
// expect urb 16:d = 1 2 3 4 11 12 13 14 ; expect urb 18:d = 5 6 7 8 15 16 17 18
send (8) null m1 0x6 0x06080400

// case a message without its header (2.4.2)
// mask = 0xff ; set m1 = 16
// expect fault "header"
send (8) null m1 0x6 0x04000000
