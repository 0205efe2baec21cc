// RUN: tt-opt --split-input-file --convert-tt-to-ttg="target=cuda:90" %s | FileCheck %s

// A loop's argument, its start, what it yields and its result have one layout:
// the one that the loads in the loop want.

// CHECK: #[[B:.*]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-LABEL: @sum_of_rows
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<512xf32, #[[B]]>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[ZERO]], %{{.*}} = %{{.*}}) -> (tensor<512xf32, #[[B]]>, tensor<512x!tt.ptr<f32>, #[[B]]>)
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store %{{.*}} : tensor<512x!tt.ptr<f32>, #[[B]]>
tt.func public @sum_of_rows(%src: !tt.ptr<f32> {tt.divisibility = 16 : i32},
                            %dst: !tt.ptr<f32> {tt.divisibility = 16 : i32},
                            %rows: i32) {
  %zero = arith.constant dense<0.0> : tensor<512xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %step = arith.constant dense<512> : tensor<512xi32>
  %i = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %s = tt.splat %src : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %p0 = tt.addptr %s, %i : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %r:2 = scf.for %k = %c0 to %rows step %c1 iter_args(%acc = %zero, %p = %p0)
      -> (tensor<512xf32>, tensor<512x!tt.ptr<f32>>) : i32 {
    %x = tt.load %p : tensor<512x!tt.ptr<f32>>
    %sum = arith.addf %acc, %x : tensor<512xf32>
    %next = tt.addptr %p, %step : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
    scf.yield %sum, %next : tensor<512xf32>, tensor<512x!tt.ptr<f32>>
  }
  %d = tt.splat %dst : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %dp = tt.addptr %d, %i : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  tt.store %dp, %r#0 : tensor<512x!tt.ptr<f32>>
  tt.return
}

// -----

// Both arms of an `scf.if` end in the layout of its result.

// CHECK-LABEL: @either
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (tensor<256xf32, #[[B:.*]]>)
// CHECK: scf.yield %{{.*}} : tensor<256xf32, #[[B]]>
// CHECK: else
// CHECK: scf.yield %{{.*}} : tensor<256xf32, #[[B]]>
// CHECK: tt.store %{{.*}}, %[[R]] : tensor<256x!tt.ptr<f32>, #[[B]]>
tt.func public @either(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c: i1) {
  %zero = arith.constant dense<0.0> : tensor<256xf32>
  %i = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %q = tt.addptr %s, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %r = scf.if %c -> tensor<256xf32> {
    %x = tt.load %q : tensor<256x!tt.ptr<f32>>
    scf.yield %x : tensor<256xf32>
  } else {
    scf.yield %zero : tensor<256xf32>
  }
  tt.store %q, %r : tensor<256x!tt.ptr<f32>>
  tt.return
}

// -----

// Arguments of blocks follow the branches.

// CHECK-LABEL: @blocks
// CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}} : tensor<128xf32, #[[B:.*]]>), ^bb2
// CHECK: ^bb1(%[[X:.*]]: tensor<128xf32, #[[B]]>):
// CHECK: tt.store %{{.*}}, %[[X]] : tensor<128x!tt.ptr<f32>, #[[B]]>
tt.func public @blocks(%p: !tt.ptr<f32>, %c: i1) {
  %i = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %q = tt.addptr %s, %i : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %x = tt.load %q : tensor<128x!tt.ptr<f32>>
  cf.cond_br %c, ^bb1(%x : tensor<128xf32>), ^bb2
^bb1(%y: tensor<128xf32>):
  tt.store %q, %y : tensor<128x!tt.ptr<f32>>
  cf.br ^bb2
^bb2:
  tt.return
}
