//: Lanes of a thread share its instructions. Where they want to go different ways, the thread goes all of them, one after the other, and
//: lanes that are elsewhere wait: they are not running. This is divergence, and it costs the time of both ways.
//:
//: Step through the loop and watch the row "running": lanes leave it when they have counted to their number.
// gen: gen9
// mask = 0xff
// set r2:d = 1 2 3 4 5 6 7 8 ; set r10:d = 0 ...
// expect r10:d = 1 2 3 4 5 6 7 8
// expect r11:d = 7 7 7 7 9 9 9 9
Do:   add (8) r10<1>:d r10<8;8,1>:d 1:d
      cmp.l.f0.0 (8) null<1>:d r10<8;8,1>:d r2<8;8,1>:d
(f0.0) while (8) Do                                       // the others wait behind the loop
      cmp.le.f0.0 (8) null<1>:d r2<8;8,1>:d 4:d
(f0.0) if (8) Else Fi
      mov (8) r11<1>:d 7:d
      else (8) Fi Fi
Else: mov (8) r11<1>:d 9:d
Fi:   endif (8) Out
Out:  nop
