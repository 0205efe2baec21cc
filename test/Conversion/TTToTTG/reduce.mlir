// RUN: tt-opt --split-input-file --convert-tt-to-ttg="target=cuda:90" %s | FileCheck %s
// RUN: tt-opt --split-input-file --convert-tt-to-ttg="target=cuda:90" --remarks-filter=layout-assignment %s 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// Warps take rows of their own, so that no row is summed across warps. The
// result is the slice that the reduction leaves, and is stored from there if
// that costs less than another layout.

// CHECK: #[[B:.*]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-LABEL: @row_sums
// CHECK: tt.load %{{.*}} : tensor<16x512x!tt.ptr<f32>, #[[B]]>
// CHECK: "tt.reduce"
// CHECK: }) : (tensor<16x512xf32, #[[B]]>) -> tensor<16xf32, #ttg.slice<{dim = 1, parent = #[[B]]}>>

// REMARK: remark: [Analysis] memory-access {{.*}}Function=row_sums{{.*}}Layout="#ttg.blocked<{sizePerThread = [1, 4]{{.*}}MinSectors=1.024000e+03, Remark="tt.load: 128-bit accesses", Sectors=1.024000e+03
tt.func public @row_sums(%src: !tt.ptr<f32> {tt.divisibility = 16 : i32},
                         %dst: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %stride = arith.constant dense<512> : tensor<16x1xi32>
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %c = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %rows = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %start = arith.muli %rows, %stride : tensor<16x1xi32>
  %cols = tt.expand_dims %c {axis = 0 : i32} : tensor<512xi32> -> tensor<1x512xi32>
  %a = tt.broadcast %start : tensor<16x1xi32> -> tensor<16x512xi32>
  %b = tt.broadcast %cols : tensor<1x512xi32> -> tensor<16x512xi32>
  %i = arith.addi %a, %b : tensor<16x512xi32>
  %s = tt.splat %src : !tt.ptr<f32> -> tensor<16x512x!tt.ptr<f32>>
  %p = tt.addptr %s, %i : tensor<16x512x!tt.ptr<f32>>, tensor<16x512xi32>
  %x = tt.load %p : tensor<16x512x!tt.ptr<f32>>
  %sum = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    tt.reduce.return %w : f32
  }) : (tensor<16x512xf32>) -> tensor<16xf32>
  %d = tt.splat %dst : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %q = tt.addptr %d, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %q, %sum : tensor<16x!tt.ptr<f32>>
  tt.return
}
