//: Memory of 16384 bytes is drawn as a picture of 64 by 64 pixels, a dword each, with red in the lowest byte. This program draws rings, 16 pixels
//: at a time. Which instruction would you take away first? Change the colours: Run draws again.
// gen: gen9
// mask = 0xffff
// memory 0x10000 size 16384 ; surface 0 = 0x10000 size 16384 raw
// expect mem 0x10000:ud = 0 ; expect mem 0x12080:ud = 0x00808000 0x00848001
      mov (8) r2<1>:w 0x76543210:v {NoMask}
      add (8) r2.8<1>:w r2<8;8,1>:w 8:w {NoMask}
      mov (16) r4<1>:d r2<8;8,1>:w                  // the number of each lane's pixel
Draw: and (16) r6<1>:d r4<8;8,1>:d 63:d             // x
      asr (16) r8<1>:d r4<8;8,1>:d 6:d              // y
      add (16) r10<1>:f r6<8;8,1>:d -32:d           // from the middle
      add (16) r12<1>:f r8<8;8,1>:d -32:d
      mul (16) r14<1>:f r10<8;8,1>:f r10<8;8,1>:f
      mul (16) r16<1>:f r12<8;8,1>:f r12<8;8,1>:f
      add (16) r14<1>:f r14<8;8,1>:f r16<8;8,1>:f   // distance, squared
      mov (16) r18<1>:d r14<8;8,1>:f
      and (16) r18<1>:d r18<8;8,1>:d 255:d          // red: rings
      shl (16) r20<1>:d r8<8;8,1>:d 10:d            // green: y
      shl (16) r22<1>:d r6<8;8,1>:d 18:d            // blue: x
      or (16) r18<1>:d r18<8;8,1>:d r20<8;8,1>:d
      or (16) r32<1>:d r18<8;8,1>:d r22<8;8,1>:d
      shl (16) r30<1>:d r4<8;8,1>:d 2:d             // byte offset
      send (16) null r30 data1.untyped_write(bti=0, channels=x, simd=16)
      add (16) r4<1>:d r4<8;8,1>:d 16:d
      cmp.l.f0.0 (16) null<1>:d r4<8;8,1>:d 4096:d
(f0.0) while (16) Draw
      send (8) null r127 spawner.dereference(keep) {EOT}
