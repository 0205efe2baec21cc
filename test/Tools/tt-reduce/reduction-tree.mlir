// What the script does not look for goes: other functions, ops that nothing
// uses, and, by the patterns of tt-reduce, ops that an operand or zeros can
// stand in for. `math.exp` of zeros would be a constant, so the load remains.

// RUN: tt-reduce %s --reduction-tree='traversal-mode=0 test=%S/Inputs/contains.sh test-arg=math.exp' 2>/dev/null | FileCheck %s

// CHECK-NOT: @other
// CHECK-LABEL: tt.func public @kernel
// CHECK-NEXT: %[[P:.*]] = tt.splat %arg0
// CHECK-NEXT: %[[X:.*]] = tt.load %[[P]] :
// CHECK-NEXT: %[[Y:.*]] = math.exp %[[X]]
// CHECK-NEXT: %[[SUM:.*]] = "tt.reduce"(%[[Y]])
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: tt.reduce.return %[[A]]
// CHECK-NEXT: })
// CHECK-NEXT: tt.store %arg0, %[[SUM]]
// CHECK-NEXT: tt.return

tt.func public @other(%p: !tt.ptr<f32>) {
  %x = tt.load %p : !tt.ptr<f32>
  tt.store %p, %x : !tt.ptr<f32>
  tt.return
}

tt.func public @kernel(%p: !tt.ptr<f32>, %n: i32) {
  %pid = tt.get_program_id x : i32
  %c = arith.constant 128 : i32
  %s = arith.muli %pid, %c : i32
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %b = tt.splat %s : i32 -> tensor<128xi32>
  %o = arith.addi %b, %r : tensor<128xi32>
  %q = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %a = tt.addptr %q, %o : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %v = tt.load %a : tensor<128x!tt.ptr<f32>>
  %w = math.exp %v : tensor<128xf32>
  %sum = "tt.reduce"(%w) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %m: f32):
    %add = arith.addf %l, %m : f32
    tt.reduce.return %add : f32
  }) : (tensor<128xf32>) -> f32
  tt.store %p, %sum : !tt.ptr<f32>
  tt.return
}
