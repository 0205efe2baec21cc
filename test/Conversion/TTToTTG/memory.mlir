// RUN: tt-opt --split-input-file --convert-tt-to-ttg="target=cuda:90" %s | FileCheck %s

// Sixteen bytes by each thread, neighbours side by side.

// CHECK: #[[B:.*]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}
// CHECK-LABEL: @copy
// CHECK: tt.load %{{.*}}, %{{.*}} : tensor<1024x!tt.ptr<f32>, #[[B]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store
tt.func public @copy(%src: !tt.ptr<f32> {tt.divisibility = 16 : i32},
                     %dst: !tt.ptr<f32> {tt.divisibility = 16 : i32},
                     %n: i32 {tt.divisibility = 16 : i32}) {
  %c1024 = arith.constant 1024 : i32
  %pid = tt.get_program_id x : i32
  %start = arith.muli %pid, %c1024 : i32
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %base = tt.splat %start : i32 -> tensor<1024xi32>
  %i = arith.addi %base, %range : tensor<1024xi32>
  %limit = tt.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %i, %limit : tensor<1024xi32>
  %s = tt.splat %src : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %sp = tt.addptr %s, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %x = tt.load %sp, %mask : tensor<1024x!tt.ptr<f32>>
  %d = tt.splat %dst : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dp = tt.addptr %d, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dp, %x, %mask : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// A mask that may change from one element to the next forbids vectors.

// CHECK: #[[B:.*]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-LABEL: @odd_limit
// CHECK: tt.store %{{.*}} : tensor<1024x!tt.ptr<f32>, #[[B]]>
tt.func public @odd_limit(%dst: !tt.ptr<f32> {tt.divisibility = 16 : i32},
                          %n: i32) {
  %x = arith.constant dense<1.0> : tensor<1024xf32>
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %limit = tt.splat %n : i32 -> tensor<1024xi32>
  %mask = arith.cmpi slt, %i, %limit : tensor<1024xi32>
  %d = tt.splat %dst : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %dp = tt.addptr %d, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %dp, %x, %mask : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Reading along one axis and writing along the other: the data is converted
// once, where it is narrowest, and every address is computed where it is used.

// CHECK-DAG: #[[R:.*]] = #ttg.blocked<{{.*}}order = [1, 0]}>
// CHECK-DAG: #[[C:.*]] = #ttg.blocked<{{.*}}order = [0, 1]}>
// CHECK-LABEL: @transpose
// CHECK: %[[X:.*]] = tt.load %{{.*}} : tensor<64x64x!tt.ptr<f16>, #[[R]]>
// CHECK: %[[Y:.*]] = ttg.convert_layout %[[X]] : tensor<64x64xf16, #[[R]]> -> tensor<64x64xf16, #[[C]]>
// CHECK-NOT: ttg.convert_layout
// CHECK: %[[W:.*]] = arith.extf %[[Y]]
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store %{{.*}} : tensor<64x64x!tt.ptr<f32>, #[[C]]>
tt.func public @transpose(%src: !tt.ptr<f16> {tt.divisibility = 16 : i32},
                          %dst: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %c64 = arith.constant dense<64> : tensor<64x1xi32>
  %c64t = arith.constant dense<64> : tensor<1x64xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %rows = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %cols = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %rowStart = arith.muli %rows, %c64 : tensor<64x1xi32>
  %rowWide = tt.broadcast %rowStart : tensor<64x1xi32> -> tensor<64x64xi32>
  %colWide = tt.broadcast %cols : tensor<1x64xi32> -> tensor<64x64xi32>
  %in = arith.addi %rowWide, %colWide : tensor<64x64xi32>
  %colStart = arith.muli %cols, %c64t : tensor<1x64xi32>
  %colStartWide = tt.broadcast %colStart : tensor<1x64xi32> -> tensor<64x64xi32>
  %rowsWide = tt.broadcast %rows : tensor<64x1xi32> -> tensor<64x64xi32>
  %out = arith.addi %colStartWide, %rowsWide : tensor<64x64xi32>
  %s = tt.splat %src : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %sp = tt.addptr %s, %in : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %x = tt.load %sp : tensor<64x64x!tt.ptr<f16>>
  %y = arith.extf %x : tensor<64x64xf16> to tensor<64x64xf32>
  %z = math.absf %y : tensor<64x64xf32>
  %d = tt.splat %dst : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %dp = tt.addptr %d, %out : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %dp, %z : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
