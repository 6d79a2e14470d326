// SNB PRM vol4 part2 5.3.4.2: subregisters that are not there. Writes are dropped; reads give what docs/record/undefined.md says.
// gen: gen6
// set r10:ud = 9 ...

// case a flag subregister beyond f0.1
// set f0 = 0x12345678 ; expect report "reserved-register" ; expect r10:ud = 0 9 9 9 9 9 9 9 ; expect f0 = 0x12345678
mov (1) f0.2:uw 7:uw {NoMask}
mov (1) r10:ud f0.2<0;1,0>:uw {NoMask}

// case an address subregister beyond a0.7
// set a0.0 = 1 2 3 4 5 6 7 8 ; expect report "reserved-register" ; expect r10:ud = 0 9 9 9 9 9 9 9 ; expect a0.0 = 1 2 3 4 5 6 7 8
mov (1) a0.8:uw 7:uw {NoMask}
mov (1) r10:ud a0.8<0;1,0>:uw {NoMask}

// case of a region the part that is there is written
// set a0.0 = 1 2 3 4 5 6 7 8 ; expect report "reserved-register" ; expect a0.0 = 1 2 3 4 7 7 7 7
mov (8) a0.4<1>:uw 7:uw {NoMask}

// case of a region the part that is there is read
// set a0.0 = 1 2 3 4 5 6 7 8 ; expect report "reserved-register" ; expect r10:uw = 5 6 7 8 0 0 0 0
mov (8) r10<1>:uw a0.4<8;8,1>:uw {NoMask}

// case dependency registers beyond tdr0.7: the valid bits of those that are there go
// set tdr0.0 = 0x8001 0x8002 0x8003 0x8004 0x8005 0x8006 0x8007 0x8008 ; expect report "reserved-register"
// expect tdr0.0 = 0x8001 0x8002 0x8003 0x8004 0x8005 0x8006 7 8
mov (1) tdr0.8:uw 0:uw {NoMask}
mov (4) tdr0.6<1>:uw 0:uw {NoMask}

// case a notification count beyond n0.2, a state beyond sr0.3, a control register beyond cr0.3
// expect report "reserved-register" ; expect r10:ud = 0 0 0 9 9 9 9 9
mov (1) r10.0:ud n0.3<0;1,0>:ud {NoMask}
mov (1) r10.1:ud sr0.4<0;1,0>:ud {NoMask}
mov (1) r10.2:ud cr0.4<0;1,0>:ud {NoMask, Switch}

// case what is not there still decides flags: the destination alone is dropped
// set f0 = 0 ; set r2:uw = 1 ... ; set a0.0 = 1 2 3 4 5 6 7 8 ; expect report "reserved-register" ; expect f0.0 = 0xff ; expect a0.0 = 1 2 3 4 3 3 3 3
add.nz.f0.0 (8) a0.4<1>:uw r2<8;8,1>:uw 2:uw {NoMask}

// case a write of cr0 that goes beyond it
// expect report "reserved-register" ; expect cr0.2 = 0x40 ; expect cr0.3 = 0
mov (2) cr0.2<1>:ud 0x40:ud {NoMask, Switch}

// case beyond the 32 bytes that a subregister number reaches is a fault
// set a0.0 = 1 2 3 4 5 6 7 8 ; expect fault "outside its register file" ; expect report "reserved-register"
mov (16) r10<1>:uw a0.4<8;8,1>:uw {NoMask}
