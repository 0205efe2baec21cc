// Conversions between layouts: within threads, by shuffles, through shared
// memory; copies on either side; elements of every width.

// RUN: tt-run %s --device=cpu
// RUN: %if cuda %{ tt-run %s --device=cuda %}

// tt-run: --grid=1 --arg=x=randint:i32[16,32]:seed=1:low=-90:high=100
// tt-run: --arg=out=uninit:i32[36,16,32]
// tt-run: --expect='out=x + reshape(iota(36), 36, 1, 1)'

#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#registers = #ttg.linear<{register = [[0, 2], [0, 1]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#lanes = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 8], [0, 4], [1, 0], [0, 16], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#swapped = #ttg.linear<{register = [[0, 4], [1, 0]], lane = [[0, 2], [0, 8], [0, 16], [0, 1], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#copies = #ttg.linear<{register = [[0, 1], [0, 2], [0, 16]], lane = [[0, 4], [0, 8], [0, 0], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#turned = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#rows = #ttg.linear<{register = [[1, 0], [2, 0], [0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [4, 0], [8, 0]], warp = [[0, 0], [0, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @conversions(%x: !tt.ptr<i32> loc("x"), %out: !tt.ptr<i32> loc("out")) {
    // Where the elements of a tile are in memory, in layout #a.
    %a_i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #a}>>
    %a_j = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #a}>>
    %a_i2 = tt.expand_dims %a_i {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #a}>> -> tensor<16x1xi32, #a>
    %a_j2 = tt.expand_dims %a_j {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #a}>> -> tensor<1x32xi32, #a>
    %a_c = arith.constant dense<32> : tensor<16x1xi32, #a>
    %a_m = arith.muli %a_i2, %a_c : tensor<16x1xi32, #a>
    %a_mb = tt.broadcast %a_m : tensor<16x1xi32, #a> -> tensor<16x32xi32, #a>
    %a_jb = tt.broadcast %a_j2 : tensor<1x32xi32, #a> -> tensor<16x32xi32, #a>
    %a_at = arith.addi %a_mb, %a_jb : tensor<16x32xi32, #a>
    %xs = tt.splat %x : !tt.ptr<i32> -> tensor<16x32x!tt.ptr<i32>, #a>
    %xp = tt.addptr %xs, %a_at : tensor<16x32x!tt.ptr<i32>, #a>, tensor<16x32xi32, #a>
    %v_i32 = tt.load %xp : tensor<16x32x!tt.ptr<i32>, #a>
    %v_i64 = arith.extsi %v_i32 : tensor<16x32xi32, #a> to tensor<16x32xi64, #a>
    %v_i16 = arith.trunci %v_i32 : tensor<16x32xi32, #a> to tensor<16x32xi16, #a>
    %v_i8 = arith.trunci %v_i32 : tensor<16x32xi32, #a> to tensor<16x32xi8, #a>
    %v_f32 = arith.sitofp %v_i32 : tensor<16x32xi32, #a> to tensor<16x32xf32, #a>
    %v_ptr = tt.int_to_ptr %v_i64 : tensor<16x32xi64, #a> -> tensor<16x32x!tt.ptr<f16>, #a>

    // Where the elements of a tile are in memory, in layout #registers.
    %registers_i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #registers}>>
    %registers_j = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #registers}>>
    %registers_i2 = tt.expand_dims %registers_i {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #registers}>> -> tensor<16x1xi32, #registers>
    %registers_j2 = tt.expand_dims %registers_j {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #registers}>> -> tensor<1x32xi32, #registers>
    %registers_c = arith.constant dense<32> : tensor<16x1xi32, #registers>
    %registers_m = arith.muli %registers_i2, %registers_c : tensor<16x1xi32, #registers>
    %registers_mb = tt.broadcast %registers_m : tensor<16x1xi32, #registers> -> tensor<16x32xi32, #registers>
    %registers_jb = tt.broadcast %registers_j2 : tensor<1x32xi32, #registers> -> tensor<16x32xi32, #registers>
    %registers_at = arith.addi %registers_mb, %registers_jb : tensor<16x32xi32, #registers>
    %registers_s = tt.splat %out : !tt.ptr<i32> -> tensor<16x32x!tt.ptr<i32>, #registers>
    %registers_p = tt.addptr %registers_s, %registers_at : tensor<16x32x!tt.ptr<i32>, #registers>, tensor<16x32xi32, #registers>
    %c0 = ttg.convert_layout %v_i32 : tensor<16x32xi32, #a> -> tensor<16x32xi32, #registers>
    %k0 = arith.constant dense<0> : tensor<16x32xi32, #registers>
    %r0 = arith.addi %c0, %k0 : tensor<16x32xi32, #registers>
    %o0 = arith.constant dense<0> : tensor<16x32xi32, #registers>
    %p0 = tt.addptr %registers_p, %o0 : tensor<16x32x!tt.ptr<i32>, #registers>, tensor<16x32xi32, #registers>
    tt.store %p0, %r0 : tensor<16x32x!tt.ptr<i32>, #registers>
    %c1 = ttg.convert_layout %v_i64 : tensor<16x32xi64, #a> -> tensor<16x32xi64, #registers>
    %e1 = arith.trunci %c1 : tensor<16x32xi64, #registers> to tensor<16x32xi32, #registers>
    %k1 = arith.constant dense<1> : tensor<16x32xi32, #registers>
    %r1 = arith.addi %e1, %k1 : tensor<16x32xi32, #registers>
    %o1 = arith.constant dense<512> : tensor<16x32xi32, #registers>
    %p1 = tt.addptr %registers_p, %o1 : tensor<16x32x!tt.ptr<i32>, #registers>, tensor<16x32xi32, #registers>
    tt.store %p1, %r1 : tensor<16x32x!tt.ptr<i32>, #registers>
    %c2 = ttg.convert_layout %v_i16 : tensor<16x32xi16, #a> -> tensor<16x32xi16, #registers>
    %e2 = arith.extsi %c2 : tensor<16x32xi16, #registers> to tensor<16x32xi32, #registers>
    %k2 = arith.constant dense<2> : tensor<16x32xi32, #registers>
    %r2 = arith.addi %e2, %k2 : tensor<16x32xi32, #registers>
    %o2 = arith.constant dense<1024> : tensor<16x32xi32, #registers>
    %p2 = tt.addptr %registers_p, %o2 : tensor<16x32x!tt.ptr<i32>, #registers>, tensor<16x32xi32, #registers>
    tt.store %p2, %r2 : tensor<16x32x!tt.ptr<i32>, #registers>
    %c3 = ttg.convert_layout %v_i8 : tensor<16x32xi8, #a> -> tensor<16x32xi8, #registers>
    %e3 = arith.extsi %c3 : tensor<16x32xi8, #registers> to tensor<16x32xi32, #registers>
    %k3 = arith.constant dense<3> : tensor<16x32xi32, #registers>
    %r3 = arith.addi %e3, %k3 : tensor<16x32xi32, #registers>
    %o3 = arith.constant dense<1536> : tensor<16x32xi32, #registers>
    %p3 = tt.addptr %registers_p, %o3 : tensor<16x32x!tt.ptr<i32>, #registers>, tensor<16x32xi32, #registers>
    tt.store %p3, %r3 : tensor<16x32x!tt.ptr<i32>, #registers>
    %c4 = ttg.convert_layout %v_f32 : tensor<16x32xf32, #a> -> tensor<16x32xf32, #registers>
    %e4 = arith.fptosi %c4 : tensor<16x32xf32, #registers> to tensor<16x32xi32, #registers>
    %k4 = arith.constant dense<4> : tensor<16x32xi32, #registers>
    %r4 = arith.addi %e4, %k4 : tensor<16x32xi32, #registers>
    %o4 = arith.constant dense<2048> : tensor<16x32xi32, #registers>
    %p4 = tt.addptr %registers_p, %o4 : tensor<16x32x!tt.ptr<i32>, #registers>, tensor<16x32xi32, #registers>
    tt.store %p4, %r4 : tensor<16x32x!tt.ptr<i32>, #registers>
    %c5 = ttg.convert_layout %v_ptr : tensor<16x32x!tt.ptr<f16>, #a> -> tensor<16x32x!tt.ptr<f16>, #registers>
    %d5 = tt.ptr_to_int %c5 : tensor<16x32x!tt.ptr<f16>, #registers> -> tensor<16x32xi64, #registers>
    %e5 = arith.trunci %d5 : tensor<16x32xi64, #registers> to tensor<16x32xi32, #registers>
    %k5 = arith.constant dense<5> : tensor<16x32xi32, #registers>
    %r5 = arith.addi %e5, %k5 : tensor<16x32xi32, #registers>
    %o5 = arith.constant dense<2560> : tensor<16x32xi32, #registers>
    %p5 = tt.addptr %registers_p, %o5 : tensor<16x32x!tt.ptr<i32>, #registers>, tensor<16x32xi32, #registers>
    tt.store %p5, %r5 : tensor<16x32x!tt.ptr<i32>, #registers>

    // Where the elements of a tile are in memory, in layout #lanes.
    %lanes_i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #lanes}>>
    %lanes_j = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #lanes}>>
    %lanes_i2 = tt.expand_dims %lanes_i {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #lanes}>> -> tensor<16x1xi32, #lanes>
    %lanes_j2 = tt.expand_dims %lanes_j {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #lanes}>> -> tensor<1x32xi32, #lanes>
    %lanes_c = arith.constant dense<32> : tensor<16x1xi32, #lanes>
    %lanes_m = arith.muli %lanes_i2, %lanes_c : tensor<16x1xi32, #lanes>
    %lanes_mb = tt.broadcast %lanes_m : tensor<16x1xi32, #lanes> -> tensor<16x32xi32, #lanes>
    %lanes_jb = tt.broadcast %lanes_j2 : tensor<1x32xi32, #lanes> -> tensor<16x32xi32, #lanes>
    %lanes_at = arith.addi %lanes_mb, %lanes_jb : tensor<16x32xi32, #lanes>
    %lanes_s = tt.splat %out : !tt.ptr<i32> -> tensor<16x32x!tt.ptr<i32>, #lanes>
    %lanes_p = tt.addptr %lanes_s, %lanes_at : tensor<16x32x!tt.ptr<i32>, #lanes>, tensor<16x32xi32, #lanes>
    %c6 = ttg.convert_layout %v_i32 : tensor<16x32xi32, #a> -> tensor<16x32xi32, #lanes>
    %k6 = arith.constant dense<6> : tensor<16x32xi32, #lanes>
    %r6 = arith.addi %c6, %k6 : tensor<16x32xi32, #lanes>
    %o6 = arith.constant dense<3072> : tensor<16x32xi32, #lanes>
    %p6 = tt.addptr %lanes_p, %o6 : tensor<16x32x!tt.ptr<i32>, #lanes>, tensor<16x32xi32, #lanes>
    tt.store %p6, %r6 : tensor<16x32x!tt.ptr<i32>, #lanes>
    %c7 = ttg.convert_layout %v_i64 : tensor<16x32xi64, #a> -> tensor<16x32xi64, #lanes>
    %e7 = arith.trunci %c7 : tensor<16x32xi64, #lanes> to tensor<16x32xi32, #lanes>
    %k7 = arith.constant dense<7> : tensor<16x32xi32, #lanes>
    %r7 = arith.addi %e7, %k7 : tensor<16x32xi32, #lanes>
    %o7 = arith.constant dense<3584> : tensor<16x32xi32, #lanes>
    %p7 = tt.addptr %lanes_p, %o7 : tensor<16x32x!tt.ptr<i32>, #lanes>, tensor<16x32xi32, #lanes>
    tt.store %p7, %r7 : tensor<16x32x!tt.ptr<i32>, #lanes>
    %c8 = ttg.convert_layout %v_i16 : tensor<16x32xi16, #a> -> tensor<16x32xi16, #lanes>
    %e8 = arith.extsi %c8 : tensor<16x32xi16, #lanes> to tensor<16x32xi32, #lanes>
    %k8 = arith.constant dense<8> : tensor<16x32xi32, #lanes>
    %r8 = arith.addi %e8, %k8 : tensor<16x32xi32, #lanes>
    %o8 = arith.constant dense<4096> : tensor<16x32xi32, #lanes>
    %p8 = tt.addptr %lanes_p, %o8 : tensor<16x32x!tt.ptr<i32>, #lanes>, tensor<16x32xi32, #lanes>
    tt.store %p8, %r8 : tensor<16x32x!tt.ptr<i32>, #lanes>
    %c9 = ttg.convert_layout %v_i8 : tensor<16x32xi8, #a> -> tensor<16x32xi8, #lanes>
    %e9 = arith.extsi %c9 : tensor<16x32xi8, #lanes> to tensor<16x32xi32, #lanes>
    %k9 = arith.constant dense<9> : tensor<16x32xi32, #lanes>
    %r9 = arith.addi %e9, %k9 : tensor<16x32xi32, #lanes>
    %o9 = arith.constant dense<4608> : tensor<16x32xi32, #lanes>
    %p9 = tt.addptr %lanes_p, %o9 : tensor<16x32x!tt.ptr<i32>, #lanes>, tensor<16x32xi32, #lanes>
    tt.store %p9, %r9 : tensor<16x32x!tt.ptr<i32>, #lanes>
    %c10 = ttg.convert_layout %v_f32 : tensor<16x32xf32, #a> -> tensor<16x32xf32, #lanes>
    %e10 = arith.fptosi %c10 : tensor<16x32xf32, #lanes> to tensor<16x32xi32, #lanes>
    %k10 = arith.constant dense<10> : tensor<16x32xi32, #lanes>
    %r10 = arith.addi %e10, %k10 : tensor<16x32xi32, #lanes>
    %o10 = arith.constant dense<5120> : tensor<16x32xi32, #lanes>
    %p10 = tt.addptr %lanes_p, %o10 : tensor<16x32x!tt.ptr<i32>, #lanes>, tensor<16x32xi32, #lanes>
    tt.store %p10, %r10 : tensor<16x32x!tt.ptr<i32>, #lanes>
    %c11 = ttg.convert_layout %v_ptr : tensor<16x32x!tt.ptr<f16>, #a> -> tensor<16x32x!tt.ptr<f16>, #lanes>
    %d11 = tt.ptr_to_int %c11 : tensor<16x32x!tt.ptr<f16>, #lanes> -> tensor<16x32xi64, #lanes>
    %e11 = arith.trunci %d11 : tensor<16x32xi64, #lanes> to tensor<16x32xi32, #lanes>
    %k11 = arith.constant dense<11> : tensor<16x32xi32, #lanes>
    %r11 = arith.addi %e11, %k11 : tensor<16x32xi32, #lanes>
    %o11 = arith.constant dense<5632> : tensor<16x32xi32, #lanes>
    %p11 = tt.addptr %lanes_p, %o11 : tensor<16x32x!tt.ptr<i32>, #lanes>, tensor<16x32xi32, #lanes>
    tt.store %p11, %r11 : tensor<16x32x!tt.ptr<i32>, #lanes>

    // Where the elements of a tile are in memory, in layout #swapped.
    %swapped_i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #swapped}>>
    %swapped_j = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #swapped}>>
    %swapped_i2 = tt.expand_dims %swapped_i {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #swapped}>> -> tensor<16x1xi32, #swapped>
    %swapped_j2 = tt.expand_dims %swapped_j {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #swapped}>> -> tensor<1x32xi32, #swapped>
    %swapped_c = arith.constant dense<32> : tensor<16x1xi32, #swapped>
    %swapped_m = arith.muli %swapped_i2, %swapped_c : tensor<16x1xi32, #swapped>
    %swapped_mb = tt.broadcast %swapped_m : tensor<16x1xi32, #swapped> -> tensor<16x32xi32, #swapped>
    %swapped_jb = tt.broadcast %swapped_j2 : tensor<1x32xi32, #swapped> -> tensor<16x32xi32, #swapped>
    %swapped_at = arith.addi %swapped_mb, %swapped_jb : tensor<16x32xi32, #swapped>
    %swapped_s = tt.splat %out : !tt.ptr<i32> -> tensor<16x32x!tt.ptr<i32>, #swapped>
    %swapped_p = tt.addptr %swapped_s, %swapped_at : tensor<16x32x!tt.ptr<i32>, #swapped>, tensor<16x32xi32, #swapped>
    %c12 = ttg.convert_layout %v_i32 : tensor<16x32xi32, #a> -> tensor<16x32xi32, #swapped>
    %k12 = arith.constant dense<12> : tensor<16x32xi32, #swapped>
    %r12 = arith.addi %c12, %k12 : tensor<16x32xi32, #swapped>
    %o12 = arith.constant dense<6144> : tensor<16x32xi32, #swapped>
    %p12 = tt.addptr %swapped_p, %o12 : tensor<16x32x!tt.ptr<i32>, #swapped>, tensor<16x32xi32, #swapped>
    tt.store %p12, %r12 : tensor<16x32x!tt.ptr<i32>, #swapped>
    %c13 = ttg.convert_layout %v_i64 : tensor<16x32xi64, #a> -> tensor<16x32xi64, #swapped>
    %e13 = arith.trunci %c13 : tensor<16x32xi64, #swapped> to tensor<16x32xi32, #swapped>
    %k13 = arith.constant dense<13> : tensor<16x32xi32, #swapped>
    %r13 = arith.addi %e13, %k13 : tensor<16x32xi32, #swapped>
    %o13 = arith.constant dense<6656> : tensor<16x32xi32, #swapped>
    %p13 = tt.addptr %swapped_p, %o13 : tensor<16x32x!tt.ptr<i32>, #swapped>, tensor<16x32xi32, #swapped>
    tt.store %p13, %r13 : tensor<16x32x!tt.ptr<i32>, #swapped>
    %c14 = ttg.convert_layout %v_i16 : tensor<16x32xi16, #a> -> tensor<16x32xi16, #swapped>
    %e14 = arith.extsi %c14 : tensor<16x32xi16, #swapped> to tensor<16x32xi32, #swapped>
    %k14 = arith.constant dense<14> : tensor<16x32xi32, #swapped>
    %r14 = arith.addi %e14, %k14 : tensor<16x32xi32, #swapped>
    %o14 = arith.constant dense<7168> : tensor<16x32xi32, #swapped>
    %p14 = tt.addptr %swapped_p, %o14 : tensor<16x32x!tt.ptr<i32>, #swapped>, tensor<16x32xi32, #swapped>
    tt.store %p14, %r14 : tensor<16x32x!tt.ptr<i32>, #swapped>
    %c15 = ttg.convert_layout %v_i8 : tensor<16x32xi8, #a> -> tensor<16x32xi8, #swapped>
    %e15 = arith.extsi %c15 : tensor<16x32xi8, #swapped> to tensor<16x32xi32, #swapped>
    %k15 = arith.constant dense<15> : tensor<16x32xi32, #swapped>
    %r15 = arith.addi %e15, %k15 : tensor<16x32xi32, #swapped>
    %o15 = arith.constant dense<7680> : tensor<16x32xi32, #swapped>
    %p15 = tt.addptr %swapped_p, %o15 : tensor<16x32x!tt.ptr<i32>, #swapped>, tensor<16x32xi32, #swapped>
    tt.store %p15, %r15 : tensor<16x32x!tt.ptr<i32>, #swapped>
    %c16 = ttg.convert_layout %v_f32 : tensor<16x32xf32, #a> -> tensor<16x32xf32, #swapped>
    %e16 = arith.fptosi %c16 : tensor<16x32xf32, #swapped> to tensor<16x32xi32, #swapped>
    %k16 = arith.constant dense<16> : tensor<16x32xi32, #swapped>
    %r16 = arith.addi %e16, %k16 : tensor<16x32xi32, #swapped>
    %o16 = arith.constant dense<8192> : tensor<16x32xi32, #swapped>
    %p16 = tt.addptr %swapped_p, %o16 : tensor<16x32x!tt.ptr<i32>, #swapped>, tensor<16x32xi32, #swapped>
    tt.store %p16, %r16 : tensor<16x32x!tt.ptr<i32>, #swapped>
    %c17 = ttg.convert_layout %v_ptr : tensor<16x32x!tt.ptr<f16>, #a> -> tensor<16x32x!tt.ptr<f16>, #swapped>
    %d17 = tt.ptr_to_int %c17 : tensor<16x32x!tt.ptr<f16>, #swapped> -> tensor<16x32xi64, #swapped>
    %e17 = arith.trunci %d17 : tensor<16x32xi64, #swapped> to tensor<16x32xi32, #swapped>
    %k17 = arith.constant dense<17> : tensor<16x32xi32, #swapped>
    %r17 = arith.addi %e17, %k17 : tensor<16x32xi32, #swapped>
    %o17 = arith.constant dense<8704> : tensor<16x32xi32, #swapped>
    %p17 = tt.addptr %swapped_p, %o17 : tensor<16x32x!tt.ptr<i32>, #swapped>, tensor<16x32xi32, #swapped>
    tt.store %p17, %r17 : tensor<16x32x!tt.ptr<i32>, #swapped>

    // Where the elements of a tile are in memory, in layout #copies.
    %copies_i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #copies}>>
    %copies_j = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #copies}>>
    %copies_i2 = tt.expand_dims %copies_i {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #copies}>> -> tensor<16x1xi32, #copies>
    %copies_j2 = tt.expand_dims %copies_j {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #copies}>> -> tensor<1x32xi32, #copies>
    %copies_c = arith.constant dense<32> : tensor<16x1xi32, #copies>
    %copies_m = arith.muli %copies_i2, %copies_c : tensor<16x1xi32, #copies>
    %copies_mb = tt.broadcast %copies_m : tensor<16x1xi32, #copies> -> tensor<16x32xi32, #copies>
    %copies_jb = tt.broadcast %copies_j2 : tensor<1x32xi32, #copies> -> tensor<16x32xi32, #copies>
    %copies_at = arith.addi %copies_mb, %copies_jb : tensor<16x32xi32, #copies>
    %copies_s = tt.splat %out : !tt.ptr<i32> -> tensor<16x32x!tt.ptr<i32>, #copies>
    %copies_p = tt.addptr %copies_s, %copies_at : tensor<16x32x!tt.ptr<i32>, #copies>, tensor<16x32xi32, #copies>
    %c18 = ttg.convert_layout %v_i32 : tensor<16x32xi32, #a> -> tensor<16x32xi32, #copies>
    %k18 = arith.constant dense<18> : tensor<16x32xi32, #copies>
    %r18 = arith.addi %c18, %k18 : tensor<16x32xi32, #copies>
    %o18 = arith.constant dense<9216> : tensor<16x32xi32, #copies>
    %p18 = tt.addptr %copies_p, %o18 : tensor<16x32x!tt.ptr<i32>, #copies>, tensor<16x32xi32, #copies>
    tt.store %p18, %r18 : tensor<16x32x!tt.ptr<i32>, #copies>
    %c19 = ttg.convert_layout %v_i64 : tensor<16x32xi64, #a> -> tensor<16x32xi64, #copies>
    %e19 = arith.trunci %c19 : tensor<16x32xi64, #copies> to tensor<16x32xi32, #copies>
    %k19 = arith.constant dense<19> : tensor<16x32xi32, #copies>
    %r19 = arith.addi %e19, %k19 : tensor<16x32xi32, #copies>
    %o19 = arith.constant dense<9728> : tensor<16x32xi32, #copies>
    %p19 = tt.addptr %copies_p, %o19 : tensor<16x32x!tt.ptr<i32>, #copies>, tensor<16x32xi32, #copies>
    tt.store %p19, %r19 : tensor<16x32x!tt.ptr<i32>, #copies>
    %c20 = ttg.convert_layout %v_i16 : tensor<16x32xi16, #a> -> tensor<16x32xi16, #copies>
    %e20 = arith.extsi %c20 : tensor<16x32xi16, #copies> to tensor<16x32xi32, #copies>
    %k20 = arith.constant dense<20> : tensor<16x32xi32, #copies>
    %r20 = arith.addi %e20, %k20 : tensor<16x32xi32, #copies>
    %o20 = arith.constant dense<10240> : tensor<16x32xi32, #copies>
    %p20 = tt.addptr %copies_p, %o20 : tensor<16x32x!tt.ptr<i32>, #copies>, tensor<16x32xi32, #copies>
    tt.store %p20, %r20 : tensor<16x32x!tt.ptr<i32>, #copies>
    %c21 = ttg.convert_layout %v_i8 : tensor<16x32xi8, #a> -> tensor<16x32xi8, #copies>
    %e21 = arith.extsi %c21 : tensor<16x32xi8, #copies> to tensor<16x32xi32, #copies>
    %k21 = arith.constant dense<21> : tensor<16x32xi32, #copies>
    %r21 = arith.addi %e21, %k21 : tensor<16x32xi32, #copies>
    %o21 = arith.constant dense<10752> : tensor<16x32xi32, #copies>
    %p21 = tt.addptr %copies_p, %o21 : tensor<16x32x!tt.ptr<i32>, #copies>, tensor<16x32xi32, #copies>
    tt.store %p21, %r21 : tensor<16x32x!tt.ptr<i32>, #copies>
    %c22 = ttg.convert_layout %v_f32 : tensor<16x32xf32, #a> -> tensor<16x32xf32, #copies>
    %e22 = arith.fptosi %c22 : tensor<16x32xf32, #copies> to tensor<16x32xi32, #copies>
    %k22 = arith.constant dense<22> : tensor<16x32xi32, #copies>
    %r22 = arith.addi %e22, %k22 : tensor<16x32xi32, #copies>
    %o22 = arith.constant dense<11264> : tensor<16x32xi32, #copies>
    %p22 = tt.addptr %copies_p, %o22 : tensor<16x32x!tt.ptr<i32>, #copies>, tensor<16x32xi32, #copies>
    tt.store %p22, %r22 : tensor<16x32x!tt.ptr<i32>, #copies>
    %c23 = ttg.convert_layout %v_ptr : tensor<16x32x!tt.ptr<f16>, #a> -> tensor<16x32x!tt.ptr<f16>, #copies>
    %d23 = tt.ptr_to_int %c23 : tensor<16x32x!tt.ptr<f16>, #copies> -> tensor<16x32xi64, #copies>
    %e23 = arith.trunci %d23 : tensor<16x32xi64, #copies> to tensor<16x32xi32, #copies>
    %k23 = arith.constant dense<23> : tensor<16x32xi32, #copies>
    %r23 = arith.addi %e23, %k23 : tensor<16x32xi32, #copies>
    %o23 = arith.constant dense<11776> : tensor<16x32xi32, #copies>
    %p23 = tt.addptr %copies_p, %o23 : tensor<16x32x!tt.ptr<i32>, #copies>, tensor<16x32xi32, #copies>
    tt.store %p23, %r23 : tensor<16x32x!tt.ptr<i32>, #copies>

    // Where the elements of a tile are in memory, in layout #turned.
    %turned_i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #turned}>>
    %turned_j = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #turned}>>
    %turned_i2 = tt.expand_dims %turned_i {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #turned}>> -> tensor<16x1xi32, #turned>
    %turned_j2 = tt.expand_dims %turned_j {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #turned}>> -> tensor<1x32xi32, #turned>
    %turned_c = arith.constant dense<32> : tensor<16x1xi32, #turned>
    %turned_m = arith.muli %turned_i2, %turned_c : tensor<16x1xi32, #turned>
    %turned_mb = tt.broadcast %turned_m : tensor<16x1xi32, #turned> -> tensor<16x32xi32, #turned>
    %turned_jb = tt.broadcast %turned_j2 : tensor<1x32xi32, #turned> -> tensor<16x32xi32, #turned>
    %turned_at = arith.addi %turned_mb, %turned_jb : tensor<16x32xi32, #turned>
    %turned_s = tt.splat %out : !tt.ptr<i32> -> tensor<16x32x!tt.ptr<i32>, #turned>
    %turned_p = tt.addptr %turned_s, %turned_at : tensor<16x32x!tt.ptr<i32>, #turned>, tensor<16x32xi32, #turned>
    %c24 = ttg.convert_layout %v_i32 : tensor<16x32xi32, #a> -> tensor<16x32xi32, #turned>
    %k24 = arith.constant dense<24> : tensor<16x32xi32, #turned>
    %r24 = arith.addi %c24, %k24 : tensor<16x32xi32, #turned>
    %o24 = arith.constant dense<12288> : tensor<16x32xi32, #turned>
    %p24 = tt.addptr %turned_p, %o24 : tensor<16x32x!tt.ptr<i32>, #turned>, tensor<16x32xi32, #turned>
    tt.store %p24, %r24 : tensor<16x32x!tt.ptr<i32>, #turned>
    %c25 = ttg.convert_layout %v_i64 : tensor<16x32xi64, #a> -> tensor<16x32xi64, #turned>
    %e25 = arith.trunci %c25 : tensor<16x32xi64, #turned> to tensor<16x32xi32, #turned>
    %k25 = arith.constant dense<25> : tensor<16x32xi32, #turned>
    %r25 = arith.addi %e25, %k25 : tensor<16x32xi32, #turned>
    %o25 = arith.constant dense<12800> : tensor<16x32xi32, #turned>
    %p25 = tt.addptr %turned_p, %o25 : tensor<16x32x!tt.ptr<i32>, #turned>, tensor<16x32xi32, #turned>
    tt.store %p25, %r25 : tensor<16x32x!tt.ptr<i32>, #turned>
    %c26 = ttg.convert_layout %v_i16 : tensor<16x32xi16, #a> -> tensor<16x32xi16, #turned>
    %e26 = arith.extsi %c26 : tensor<16x32xi16, #turned> to tensor<16x32xi32, #turned>
    %k26 = arith.constant dense<26> : tensor<16x32xi32, #turned>
    %r26 = arith.addi %e26, %k26 : tensor<16x32xi32, #turned>
    %o26 = arith.constant dense<13312> : tensor<16x32xi32, #turned>
    %p26 = tt.addptr %turned_p, %o26 : tensor<16x32x!tt.ptr<i32>, #turned>, tensor<16x32xi32, #turned>
    tt.store %p26, %r26 : tensor<16x32x!tt.ptr<i32>, #turned>
    %c27 = ttg.convert_layout %v_i8 : tensor<16x32xi8, #a> -> tensor<16x32xi8, #turned>
    %e27 = arith.extsi %c27 : tensor<16x32xi8, #turned> to tensor<16x32xi32, #turned>
    %k27 = arith.constant dense<27> : tensor<16x32xi32, #turned>
    %r27 = arith.addi %e27, %k27 : tensor<16x32xi32, #turned>
    %o27 = arith.constant dense<13824> : tensor<16x32xi32, #turned>
    %p27 = tt.addptr %turned_p, %o27 : tensor<16x32x!tt.ptr<i32>, #turned>, tensor<16x32xi32, #turned>
    tt.store %p27, %r27 : tensor<16x32x!tt.ptr<i32>, #turned>
    %c28 = ttg.convert_layout %v_f32 : tensor<16x32xf32, #a> -> tensor<16x32xf32, #turned>
    %e28 = arith.fptosi %c28 : tensor<16x32xf32, #turned> to tensor<16x32xi32, #turned>
    %k28 = arith.constant dense<28> : tensor<16x32xi32, #turned>
    %r28 = arith.addi %e28, %k28 : tensor<16x32xi32, #turned>
    %o28 = arith.constant dense<14336> : tensor<16x32xi32, #turned>
    %p28 = tt.addptr %turned_p, %o28 : tensor<16x32x!tt.ptr<i32>, #turned>, tensor<16x32xi32, #turned>
    tt.store %p28, %r28 : tensor<16x32x!tt.ptr<i32>, #turned>
    %c29 = ttg.convert_layout %v_ptr : tensor<16x32x!tt.ptr<f16>, #a> -> tensor<16x32x!tt.ptr<f16>, #turned>
    %d29 = tt.ptr_to_int %c29 : tensor<16x32x!tt.ptr<f16>, #turned> -> tensor<16x32xi64, #turned>
    %e29 = arith.trunci %d29 : tensor<16x32xi64, #turned> to tensor<16x32xi32, #turned>
    %k29 = arith.constant dense<29> : tensor<16x32xi32, #turned>
    %r29 = arith.addi %e29, %k29 : tensor<16x32xi32, #turned>
    %o29 = arith.constant dense<14848> : tensor<16x32xi32, #turned>
    %p29 = tt.addptr %turned_p, %o29 : tensor<16x32x!tt.ptr<i32>, #turned>, tensor<16x32xi32, #turned>
    tt.store %p29, %r29 : tensor<16x32x!tt.ptr<i32>, #turned>

    // Where the elements of a tile are in memory, in layout #rows.
    %rows_i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #rows}>>
    %rows_j = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #rows}>>
    %rows_i2 = tt.expand_dims %rows_i {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #rows}>> -> tensor<16x1xi32, #rows>
    %rows_j2 = tt.expand_dims %rows_j {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #rows}>> -> tensor<1x32xi32, #rows>
    %rows_c = arith.constant dense<32> : tensor<16x1xi32, #rows>
    %rows_m = arith.muli %rows_i2, %rows_c : tensor<16x1xi32, #rows>
    %rows_mb = tt.broadcast %rows_m : tensor<16x1xi32, #rows> -> tensor<16x32xi32, #rows>
    %rows_jb = tt.broadcast %rows_j2 : tensor<1x32xi32, #rows> -> tensor<16x32xi32, #rows>
    %rows_at = arith.addi %rows_mb, %rows_jb : tensor<16x32xi32, #rows>
    %rows_s = tt.splat %out : !tt.ptr<i32> -> tensor<16x32x!tt.ptr<i32>, #rows>
    %rows_p = tt.addptr %rows_s, %rows_at : tensor<16x32x!tt.ptr<i32>, #rows>, tensor<16x32xi32, #rows>
    %c30 = ttg.convert_layout %v_i32 : tensor<16x32xi32, #a> -> tensor<16x32xi32, #rows>
    %k30 = arith.constant dense<30> : tensor<16x32xi32, #rows>
    %r30 = arith.addi %c30, %k30 : tensor<16x32xi32, #rows>
    %o30 = arith.constant dense<15360> : tensor<16x32xi32, #rows>
    %p30 = tt.addptr %rows_p, %o30 : tensor<16x32x!tt.ptr<i32>, #rows>, tensor<16x32xi32, #rows>
    tt.store %p30, %r30 : tensor<16x32x!tt.ptr<i32>, #rows>
    %c31 = ttg.convert_layout %v_i64 : tensor<16x32xi64, #a> -> tensor<16x32xi64, #rows>
    %e31 = arith.trunci %c31 : tensor<16x32xi64, #rows> to tensor<16x32xi32, #rows>
    %k31 = arith.constant dense<31> : tensor<16x32xi32, #rows>
    %r31 = arith.addi %e31, %k31 : tensor<16x32xi32, #rows>
    %o31 = arith.constant dense<15872> : tensor<16x32xi32, #rows>
    %p31 = tt.addptr %rows_p, %o31 : tensor<16x32x!tt.ptr<i32>, #rows>, tensor<16x32xi32, #rows>
    tt.store %p31, %r31 : tensor<16x32x!tt.ptr<i32>, #rows>
    %c32 = ttg.convert_layout %v_i16 : tensor<16x32xi16, #a> -> tensor<16x32xi16, #rows>
    %e32 = arith.extsi %c32 : tensor<16x32xi16, #rows> to tensor<16x32xi32, #rows>
    %k32 = arith.constant dense<32> : tensor<16x32xi32, #rows>
    %r32 = arith.addi %e32, %k32 : tensor<16x32xi32, #rows>
    %o32 = arith.constant dense<16384> : tensor<16x32xi32, #rows>
    %p32 = tt.addptr %rows_p, %o32 : tensor<16x32x!tt.ptr<i32>, #rows>, tensor<16x32xi32, #rows>
    tt.store %p32, %r32 : tensor<16x32x!tt.ptr<i32>, #rows>
    %c33 = ttg.convert_layout %v_i8 : tensor<16x32xi8, #a> -> tensor<16x32xi8, #rows>
    %e33 = arith.extsi %c33 : tensor<16x32xi8, #rows> to tensor<16x32xi32, #rows>
    %k33 = arith.constant dense<33> : tensor<16x32xi32, #rows>
    %r33 = arith.addi %e33, %k33 : tensor<16x32xi32, #rows>
    %o33 = arith.constant dense<16896> : tensor<16x32xi32, #rows>
    %p33 = tt.addptr %rows_p, %o33 : tensor<16x32x!tt.ptr<i32>, #rows>, tensor<16x32xi32, #rows>
    tt.store %p33, %r33 : tensor<16x32x!tt.ptr<i32>, #rows>
    %c34 = ttg.convert_layout %v_f32 : tensor<16x32xf32, #a> -> tensor<16x32xf32, #rows>
    %e34 = arith.fptosi %c34 : tensor<16x32xf32, #rows> to tensor<16x32xi32, #rows>
    %k34 = arith.constant dense<34> : tensor<16x32xi32, #rows>
    %r34 = arith.addi %e34, %k34 : tensor<16x32xi32, #rows>
    %o34 = arith.constant dense<17408> : tensor<16x32xi32, #rows>
    %p34 = tt.addptr %rows_p, %o34 : tensor<16x32x!tt.ptr<i32>, #rows>, tensor<16x32xi32, #rows>
    tt.store %p34, %r34 : tensor<16x32x!tt.ptr<i32>, #rows>
    %c35 = ttg.convert_layout %v_ptr : tensor<16x32x!tt.ptr<f16>, #a> -> tensor<16x32x!tt.ptr<f16>, #rows>
    %d35 = tt.ptr_to_int %c35 : tensor<16x32x!tt.ptr<f16>, #rows> -> tensor<16x32xi64, #rows>
    %e35 = arith.trunci %d35 : tensor<16x32xi64, #rows> to tensor<16x32xi32, #rows>
    %k35 = arith.constant dense<35> : tensor<16x32xi32, #rows>
    %r35 = arith.addi %e35, %k35 : tensor<16x32xi32, #rows>
    %o35 = arith.constant dense<17920> : tensor<16x32xi32, #rows>
    %p35 = tt.addptr %rows_p, %o35 : tensor<16x32x!tt.ptr<i32>, #rows>, tensor<16x32xi32, #rows>
    tt.store %p35, %r35 : tensor<16x32x!tt.ptr<i32>, #rows>
    tt.return
  }
}
