// What no layout can be chosen for says that it is not supported, at its place.

// RUN: not tt-translate --tt-to-ptx --target=sm_80 %s 2>&1 | FileCheck %s

tt.func public @kernel(%p: !tt.ptr<f32>) {
  %at = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %t = tt.splat %p : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %q = tt.addptr %t, %at : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  %x = tt.load %q : tensor<32x!tt.ptr<f32>>
  // CHECK: layouts-unsupported.mlir:[[#@LINE+1]]:8: error: 'tt.scan' op cannot be given layouts: this operation is not supported
  %y = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.scan.return %s : f32
  }) : (tensor<32xf32>) -> tensor<32xf32>
  tt.store %q, %y : tensor<32x!tt.ptr<f32>>
  tt.return
}
