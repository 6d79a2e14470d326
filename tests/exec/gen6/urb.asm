// SNB PRM vol4 part2 chapter 2, the unified return buffer: m1 is the header, its first dwords are the handles.
// gen: gen6
// mask = 0xff

// case consecutive rows (2.4.3.2.1)
// set m1 = 16 ; set m2:d = 1 2 3 4 5 6 7 8 ; set m3:d = 9 10 11 12 13 14 15 16
// expect urb 16:d = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 0
send (8) null m1 urb.write(mlen=3)

// case an offset in rows
// set m1 = 16 ; set m2:d = 1 2 3 4 5 6 7 8
// expect urb 16:d = 0 0 0 0 0 0 0 0 ; expect urb 19:d = 1 2 3 4 5 6 7 8
send (8) null m1 urb.write(offset=3, mlen=2)

// case plain writes take all channels, whatever the mask (2.4.3.2.1)
// mask = 0x03 ; set m1 = 16 ; set m2:d = 1 2 3 4 5 6 7 8 ; expect urb 16:d = 1 2 3 4 5 6 7 8
send (8) null m1 urb.write(mlen=2)

// case interleaved: two vertices (2.4.3.2.2)
// set m1 = 16 18 ; set m2:d = 1 2 3 4 5 6 7 8 ; set m3:d = 11 12 13 14 15 16 17 18
// expect urb 16:d = 1 2 3 4 11 12 13 14 ; expect urb 18:d = 5 6 7 8 15 16 17 18
send (8) null m1 urb.write(swizzle=interleaved, mlen=3)

// case interleaved writes use the channel enables, and one offset for both
// mask = 0x1e ; set m1 = 16 20 ; set m2:d = 1 2 3 4 5 6 7 8 ; set m3:d = 11 12 13 14 15 16 17 18
// expect urb 17:d = 0 2 3 4 0 12 13 14 ; expect urb 21:d = 5 0 0 0 15 0 0 0
send (8) null m1 urb.write(offset=1, swizzle=interleaved, mlen=3)

// case interleaved writes come in pairs of registers
// set m2:d = 0 ... ; set m1 = 16 18 ; expect fault "even number"
send (8) null m1 urb.write(swizzle=interleaved, mlen=2)

// case transposed, table 2-2
// set m1 = 16 ; set m2:d = 1 2 3 4 5 6 7 8 ; set m3:d = 11 12 13 14 15 16 17 18 ; set m4:d = 21 22 23 24 25 26 27 28
// expect urb 16:d = 1 11 0 21 2 12 0 22 ; expect urb 17:d = 3 13 0 23 4 14 0 24 ; expect urb 18:d = 5 15 0 25 6 16 0 26 ; expect urb 19:d = 7 17 0 27 8 18 0 28
send (8) null m1 urb.write(swizzle=transposed, mlen=4)

// case transposed, two sets of attributes
// set m1 = 16 ; set m2..m4:d = 1 ... ; set m5:d = 1 2 ; set m6:d = 11 12 ; set m7:d = 21 22 ; expect urb 22:d = 1 11 0 21 2 12 0 22
send (8) null m1 urb.write(offset=2, swizzle=transposed, mlen=7)

// case transposed writes are in triples
// set m3:d = 0 ... ; set m2:d = 0 ... ; set m1 = 16 ; expect fault "multiple of 3"
send (8) null m1 urb.write(swizzle=transposed, mlen=3)

// case and at even offsets
// set m4:d = 0 ... ; set m3:d = 0 ... ; set m2:d = 0 ... ; set m1 = 16 ; expect fault "odd offset"
send (8) null m1 urb.write(offset=1, swizzle=transposed, mlen=4)

// case the reserved swizzle
// set m2:d = 0 ... ; set m1 = 16 ; expect fault "reserved"
send (8) null m1 urb.write(swizzle=3, mlen=2)

// case a reserved opcode
// set m2:d = 0 ... ; set m1 = 16 ; expect fault "reserved"
send (8) null m1 urb.type_2(mlen=2)

// case a message without its header (2.4.2)
// set m2:d = 0 ... ; set m1 = 16
// expect fault "header"
send (8) null m1 urb.write(header=0, mlen=2)

// case beyond the URB (2.1)
// set m3:d = 0 ... ; set m2:d = 0 ... ; set m1 = 1023 ; expect fault "past"
send (8) null m1 urb.write(mlen=3)

// case allocation answers with handle and identifier, the rest is zero (2.4.3.3)
// set m1:d = 0 ... ; urb entries 2 rows 4 from 16 ; set r10 = 9 ... ; set r11 = 9 ... ; expect r10 = 16 0 0 0 0 0 0 0 ; expect r11 = 0x00010014 0 0 0 0 0 0 0
send (8) r10 m1 urb.write(allocate, complete, mlen=1, rlen=1)
mov (1) m1.0:ud r10<0;1,0>:ud {NoMask}
send (8) r11 m1 urb.write(allocate, used, complete, mlen=1, rlen=1)

// case an entry that is given back unused is allocated again (2.4.2 Used)
// set m1:d = 0 ... ; urb entries 1 rows 4 from 16 ; urb function gs ; expect r10 = 16 ; expect r11 = 16
send (8) r10 m1 urb.write(allocate, mlen=1, rlen=1)
mov (1) m1.0:ud r10<0;1,0>:ud {NoMask}
send (8) null m1 urb.write(complete, mlen=1)
send (8) r11 m1 urb.write(allocate, mlen=1, rlen=1)

// case only GS and clip threads may give entries back unused
// urb function vs ; urb handles 16 ; set m1 = 16 ; expect fault "unused"
send (8) null m1 urb.write(complete, mlen=1)

// case an allocation needs a destination
// set m1:d = 0 ... ; expect fault "needs a destination"
send (8) null m1 urb.write(allocate, used, complete, mlen=1)

// case a second allocation while an entry is not complete (2.4.2)
// expect report "urb-allocation"
// set m1:d = 0 ... ; urb entries 4 rows 2 from 16 ; urb function gs ; expect fault "not complete"
send (8) r10 m1 urb.write(allocate, mlen=1, rlen=1)
send (8) r11 m1 urb.write(allocate, mlen=1, rlen=1)

// case a complete entry is not written again
// set m1 = 16 ; set m2:d = 1 ... ; expect fault "complete"
send (8) null m1 urb.write(used, complete, mlen=2)
send (8) null m1 urb.write(mlen=2)

// case past its entry
// set m4:d = 0 ... ; set m3:d = 0 ... ; set m2:d = 0 ... ; urb entries 2 rows 2 from 16 ; set m1 = 16 ; expect fault "past"
send (8) null m1 urb.write(mlen=4)

// case the thread's end completes its entry
// urb function vs ; urb handles 16 ; set m1 = 16 ; set m2:d = 5 ... ; expect urb 16:d = 5 5 ; expect r10 = 0
send (8) null m1 urb.write(used, complete, mlen=2) {EOT}
mov (1) r10:ud 1:ud

// case the thread ends with an entry open
// set m2:d = 0 ... ; urb function vs ; urb handles 16 18 ; set m1 = 16 ; expect fault "not complete"
send (8) null m1 urb.write(used, complete, mlen=2)
send (8) null m1 urb.write(mlen=1) {EOT}

// case threads of other functions do not end with a URB message (2.4)
// urb function other ; set m1 = 16 ; expect fault "cannot end"
send (8) null m1 urb.write(used, complete, mlen=2) {EOT}

// case the end of a thread with an allocation is invalid
// urb function gs ; set m1 = 16 ; expect fault "ends the thread cannot allocate an entry"
send (8) null m1 urb.write(allocate, used, complete, mlen=2) {EOT}

// case FF_SYNC: handle, and the streamed vertex buffer indices (2.4.4.2)
// set m1:d = 0 ... ; urb entries 2 rows 2 from 32 ; urb function gs ; urb indices 5 6 7 8 ; expect r10 = 0x80000020 5 6 7 8 0 0 0
send (8) r10 m1 urb.ff_sync(mlen=1, rlen=1)

// case FF_SYNC without a free entry: no valid handle
// set m1:d = 0 ... ; urb function gs ; urb indices 5 6 7 8 ; expect r10 = 0 5 6 7 8 0 0 0
send (8) r10 m1 urb.ff_sync(allocate, mlen=1, rlen=1)

// case FF_SYNC is allowed only in GS and clip threads
// set m1:d = 0 ... ; urb function sf ; expect fault "GS and clip"
send (8) null m1 urb.ff_sync(mlen=1)

// case the entry of FF_SYNC is written and completed
// set m1:d = 0 ... ; urb entries 2 rows 2 from 32 ; urb function clip ; set m2:d = 3 ... ; expect urb 32:d = 3 3 3 3 3 3 3 3
send (8) r10 m1 urb.ff_sync(allocate, mlen=1, rlen=1)
and (1) m1.0:ud r10<0;1,0>:ud 0xfff:ud {NoMask}
send (8) null m1 urb.write(used, complete, mlen=2) {EOT}

// case allocation waits until another thread gives an entry back
// set m1:d = 0 ... ; threads 2 ; urb entries 1 rows 2 from 16 ; urb function gs ; expect r10 = 16
send (8) r10 m1 urb.write(allocate, mlen=1, rlen=1)
mov (1) m1.0:ud r10<0;1,0>:ud {NoMask}
send (8) null m1 urb.write(complete, mlen=1)
