// RUN: tt-opt %s --convert-ttg-to-llvm --split-input-file | FileCheck %s

#b4 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#b8 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-warps" = 2 : i32, ttg.target = "cuda:90"} {

// One instruction for four neighbours; the address is that of the first.
// CHECK-LABEL: llvm.func @vector
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x range <i32, 0, 64>
// CHECK: %[[I0:.*]] = llvm.shl %[[TID]], %{{.*}} overflow<nsw, nuw>
// CHECK: %[[I4:.*]] = llvm.or disjoint %[[I0]], %{{.*}}
// CHECK: %[[A0:.*]] = llvm.getelementptr %arg0[%[[I0]]] : {{.*}}, f32
// CHECK: %[[A4:.*]] = llvm.getelementptr %arg0[%[[I4]]] : {{.*}}, f32
// CHECK: %[[V0:.*]]:4 = ptx.ld %[[A0]] : !llvm.ptr<1> -> f32, f32, f32, f32
// CHECK: %[[V4:.*]]:4 = ptx.ld %[[A4]] : !llvm.ptr<1> -> f32, f32, f32, f32
// CHECK: ptx.st %{{.*}}, (%[[V0]]#0, %[[V0]]#1, %[[V0]]#2, %[[V0]]#3) : !llvm.ptr<1>
// CHECK: ptx.st %{{.*}}, (%[[V4]]#0, %[[V4]]#1, %[[V4]]#2, %[[V4]]#3) : !llvm.ptr<1>
tt.func public @vector(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #b4>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #b4>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #b4>
  %pa = tt.addptr %ps, %r : tensor<512x!tt.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %qa = tt.addptr %qs, %r : tensor<512x!tt.ptr<f32>, #b4>, tensor<512xi32, #b4>
  %v = tt.load %pa : tensor<512x!tt.ptr<f32>, #b4>
  tt.store %qa, %v : tensor<512x!tt.ptr<f32>, #b4>
  tt.return
}

// The base is not known to be aligned: element by element.
// CHECK-LABEL: llvm.func @unaligned
// CHECK-COUNT-4: ptx.ld %{{.*}} : !llvm.ptr<1> -> f32{{$}}
tt.func public @unaligned(%p: !tt.ptr<f32>) {
  %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b4>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b4>
  %pa = tt.addptr %ps, %r : tensor<256x!tt.ptr<f32>, #b4>, tensor<256xi32, #b4>
  %v = tt.load %pa : tensor<256x!tt.ptr<f32>, #b4>
  tt.store %pa, %v : tensor<256x!tt.ptr<f32>, #b4>
  tt.return
}

// The mask is equal along 4 elements (n is a multiple of 4), although 16 bytes
// hold 8.
// CHECK-LABEL: llvm.func @masked
// CHECK: %[[M0:.*]] = llvm.icmp "slt" %{{.*}}, %arg1
// CHECK: %[[M4:.*]] = llvm.icmp "slt" %{{.*}}, %arg1
// CHECK: %[[V:.*]]:4 = ptx.ld %{{.*}} if %[[M0]] else (%[[O:.*]], %[[O]], %[[O]], %[[O]] : f16, f16, f16, f16) : !llvm.ptr<1> -> f16, f16, f16, f16
// CHECK: %[[W:.*]]:4 = ptx.ld %{{.*}} if %[[M4]] else
// CHECK: ptx.st %{{.*}}, (%[[V]]#0, %[[V]]#1, %[[V]]#2, %[[V]]#3) if %[[M0]]
// CHECK: ptx.st %{{.*}}, (%[[W]]#0, %[[W]]#1, %[[W]]#2, %[[W]]#3) if %[[M4]]
tt.func public @masked(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 4 : i32}) {
  %o = arith.constant dense<1.0> : tensor<512xf16, #b8>
  %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #b8>
  %ns = tt.splat %n : i32 -> tensor<512xi32, #b8>
  %m = arith.cmpi slt, %r, %ns : tensor<512xi32, #b8>
  %ps = tt.splat %p : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>, #b8>
  %pa = tt.addptr %ps, %r : tensor<512x!tt.ptr<f16>, #b8>, tensor<512xi32, #b8>
  %v = tt.load %pa, %m, %o : tensor<512x!tt.ptr<f16>, #b8>
  tt.store %pa, %v, %m : tensor<512x!tt.ptr<f16>, #b8>
  tt.return
}

// 64 elements in 64 threads that want 4 each: threads 16 and on hold copies.
// All load, the first 16 store.
// CHECK-LABEL: llvm.func @copies
// CHECK: %[[C48:.*]] = llvm.mlir.constant(48 : i32)
// CHECK: %[[HIGH:.*]] = llvm.and %{{.*}}, %[[C48]] : i32
// CHECK: %[[FIRST:.*]] = llvm.icmp "eq" %[[HIGH]], %{{.*}} : i32
// CHECK: ptx.ld %{{.*}} : !llvm.ptr<1> -> f32, f32, f32, f32
// CHECK: ptx.st %{{.*}} if %[[FIRST]]
tt.func public @copies(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b4>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #b4>
  %pa = tt.addptr %ps, %r : tensor<64x!tt.ptr<f32>, #b4>, tensor<64xi32, #b4>
  %v = tt.load %pa : tensor<64x!tt.ptr<f32>, #b4>
  tt.store %pa, %v : tensor<64x!tt.ptr<f32>, #b4>
  tt.return
}

// All threads read a scalar, the first one writes it.
// CHECK-LABEL: llvm.func @scalar
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[FIRST:.*]] = llvm.icmp "eq" %[[TID]]
// CHECK: %[[B:.*]] = ptx.ld %arg0 : !llvm.ptr<1> -> i8
// CHECK: %[[V:.*]] = llvm.icmp "ne" %[[B]]
// CHECK: %[[W:.*]] = llvm.zext %[[V]] : i1 to i8
// CHECK: %[[M:.*]] = llvm.and %arg1, %[[FIRST]]
// CHECK: ptx.st %arg0, (%[[W]]) if %[[M]]
tt.func public @scalar(%p: !tt.ptr<i1>, %m: i1) {
  %v = tt.load %p : !tt.ptr<i1>
  tt.store %p, %v, %m : !tt.ptr<i1>
  tt.return
}

// Equal pointers are read once.
// CHECK-LABEL: llvm.func @uniform
// CHECK-COUNT-1: ptx.ld
// CHECK-NOT: ptx.ld
tt.func public @uniform(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>) {
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b4>
  %v = tt.load %ps : tensor<256x!tt.ptr<i32>, #b4>
  %qs = tt.splat %q : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b4>
  %qa = tt.addptr %qs, %v : tensor<256x!tt.ptr<i32>, #b4>, tensor<256xi32, #b4>
  tt.store %qa, %v : tensor<256x!tt.ptr<i32>, #b4>
  tt.return
}

// Pointers are stored as numbers.
// CHECK-LABEL: llvm.func @pointers
// CHECK: %[[N:.*]] = ptx.ld %arg0 : !llvm.ptr<1> -> i64
// CHECK: %[[P:.*]] = llvm.inttoptr %[[N]] : i64 to !llvm.ptr<1>
// CHECK: ptx.ld %[[P]] : !llvm.ptr<1> -> f32
tt.func public @pointers(%p: !tt.ptr<!tt.ptr<f32>>, %o: !tt.ptr<f32>) {
  %q = tt.load %p : !tt.ptr<!tt.ptr<f32>>
  %v = tt.load %q : !tt.ptr<f32>
  tt.store %o, %v : !tt.ptr<f32>
  tt.return
}

// CHECK-LABEL: llvm.func @hints
// CHECK: ptx.ld %{{.*}} cache = cg : !llvm.ptr<1> -> i32
// CHECK: ptx.ld %{{.*}} evict = evict_last : !llvm.ptr<1> -> i32
// CHECK: ptx.ld %{{.*}} volatile : !llvm.ptr<1> -> i32
// CHECK: ptx.st %{{.*}} cache = wt : !llvm.ptr<1>, i32
// CHECK: ptx.st %{{.*}} evict = evict_first : !llvm.ptr<1>, i32
tt.func public @hints(%p: !tt.ptr<i32>) {
  %a = tt.load %p cacheModifier = cg : !tt.ptr<i32>
  %b = tt.load %p evictionPolicy = evict_last : !tt.ptr<i32>
  %c = tt.load %p {isVolatile = true} : !tt.ptr<i32>
  tt.store %p, %a cacheModifier = wt : !tt.ptr<i32>
  tt.store %p, %b evictionPolicy = evict_first : !tt.ptr<i32>
  tt.store %p, %c : !tt.ptr<i32>
  tt.return
}
}

// -----

// Newer targets access 32 bytes at once.
#b8 = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:100"} {
// CHECK-LABEL: llvm.func @wide
// CHECK: ptx.ld %{{.*}} : !llvm.ptr<1> -> f32, f32, f32, f32, f32, f32, f32, f32
tt.func public @wide(%p: !tt.ptr<f32> {tt.divisibility = 32 : i32}) {
  %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b8>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b8>
  %pa = tt.addptr %ps, %r : tensor<256x!tt.ptr<f32>, #b8>, tensor<256xi32, #b8>
  %v = tt.load %pa : tensor<256x!tt.ptr<f32>, #b8>
  tt.store %pa, %v : tensor<256x!tt.ptr<f32>, #b8>
  tt.return
}
}

// -----

// Registers may come in any order, but in the same one in every thread: where a
// lane bit changes bit 1 of the element, vectors end at two elements.
#l = #ttg.linear<{register = [[2], [1]], lane = [[4], [8], [16], [32], [64]], warp = [], block = []}>
#x = #ttg.linear<{register = [[1], [2]], lane = [[6], [8], [16], [32], [64]], warp = [], block = []}>
module attributes {"ttg.num-warps" = 1 : i32, ttg.target = "cuda:90"} {
// CHECK-LABEL: llvm.func @permuted
// CHECK: %[[V:.*]]:4 = ptx.ld %{{.*}} : !llvm.ptr<1> -> f32, f32, f32, f32
// CHECK: %[[S:.*]] = llvm.fadd %[[V]]#2, %[[V]]#2
// CHECK: ptx.st %{{.*}}, (%{{.*}}, %{{.*}}, %[[S]], %{{.*}})
tt.func public @permuted(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #l>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #l>
  %pa = tt.addptr %ps, %r : tensor<128x!tt.ptr<f32>, #l>, tensor<128xi32, #l>
  %v = tt.load %pa : tensor<128x!tt.ptr<f32>, #l>
  %s = arith.addf %v, %v : tensor<128xf32, #l>
  tt.store %pa, %s : tensor<128x!tt.ptr<f32>, #l>
  tt.return
}

// CHECK-LABEL: llvm.func @swizzled
// CHECK-COUNT-2: ptx.ld %{{.*}} : !llvm.ptr<1> -> f32, f32{{$}}
tt.func public @swizzled(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #x>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #x>
  %pa = tt.addptr %ps, %r : tensor<128x!tt.ptr<f32>, #x>, tensor<128xi32, #x>
  %v = tt.load %pa : tensor<128x!tt.ptr<f32>, #x>
  tt.store %pa, %v : tensor<128x!tt.ptr<f32>, #x>
  tt.return
}
}
