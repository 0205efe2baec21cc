// RUN: tt-opt %s --split-input-file --verify-diagnostics

// Functions and calls.

// expected-error@+1 {{a kernel returns nothing, found result type 'i32'}}
tt.func public @kernel_with_result() -> i32 {
  %c = arith.constant 1 : i32
  tt.return %c : i32
}

// -----

tt.func private @returns_f32(%x: i32) -> f32 {
  // expected-error@+1 {{expected the function's result types ('f32'), found ('i32')}}
  tt.return %x : i32
}

// -----

// expected-note@+1 {{callee is here}}
tt.func private @callee(%x: f32) -> f32 {
  tt.return %x : f32
}
tt.func private @caller(%x: i32) -> i32 {
  // expected-error@+1 {{expected the callee's signature '(f32) -> f32', found '(i32) -> i32'}}
  %0 = tt.call @callee(%x) : (i32) -> i32
  tt.return %0 : i32
}

// -----

tt.func private @calls_nothing() {
  // expected-error@+1 {{'missing' names no function}}
  tt.call @missing() : () -> ()
  tt.return
}

// -----

// expected-error@+1 {{requires attribute 'function_type'}}
"tt.func"() <{sym_name = "no_type"}> ({}) : () -> ()

// -----

// expected-error@+1 {{attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"tt.func"() <{sym_name = "scalar_type", function_type = i32}> ({}) : () -> ()

// -----

// expected-error@+1 {{argument 0: 'tt.divisibility' expects positive integers, found 0 : i32}}
tt.func @promise(%x: i32 {tt.divisibility = 0 : i32}) {
  tt.return
}

// -----

tt.func @promise_of_op(%x: i32) {
  // expected-error@+1 {{'tt.contiguity' expects positive integers, found "four"}}
  %0 = arith.addi %x, %x {tt.contiguity = "four"} : i32
  tt.return
}

// -----

// expected-error@+1 {{argument 1: expected an integer without a sign, a float, a pointer, a tensor or a tensor descriptor, found 'memref<4xf32>'}}
tt.func public @memref(%x: f32, %m: memref<4xf32>) {
  tt.return
}

// -----

// expected-error-re@+1 {{argument 0: expected an integer without a sign, {{.*}}, found 'vector<4xf32>'}}
tt.func public @vector(%v: vector<4xf32>) {
  tt.return
}

// -----

// expected-error-re@+1 {{argument 0: expected an integer without a sign, {{.*}}, found 'complex<f32>'}}
tt.func public @complex(%c: complex<f32>) {
  tt.return
}

// -----

// expected-error-re@+1 {{argument 0: expected an integer without a sign, {{.*}}, found 'index'}}
tt.func public @index(%i: index) {
  tt.return
}

// -----

// Types and tiles.

// expected-error@+1 {{a pointer points to a number, a pointer or a tensor, not to 'index'}}
tt.func @pointee(%p: !tt.ptr<index>) {
  tt.return
}

// -----

// expected-error@+1 {{expected address space 1 (global) or 3 (shared), found 2}}
tt.func @address_space(%p: !tt.ptr<f32, 2>) {
  tt.return
}

// -----

tt.func @extent() {
  // expected-error@+1 {{expected extents that are powers of two, found 'tensor<96xf32>'}}
  %0 = arith.constant dense<0.0> : tensor<96xf32>
  tt.return
}

// -----

tt.func @extent_zero(%x: f32) {
  // expected-error@+1 {{expected extents that are powers of two, found 'tensor<0xf32>'}}
  %0 = tt.splat %x : f32 -> tensor<0xf32>
  tt.return
}

// -----

tt.func @too_large(%x: f32) {
  // expected-error@+1 {{a tile has at most 1048576 elements, found 'tensor<2147483648xf32>'}}
  %0 = tt.splat %x : f32 -> tensor<2147483648xf32>
  tt.return
}

// -----

tt.func @too_large_product(%x: f32) {
  // expected-error@+1 {{a tile has at most 1048576 elements, found}}
  %0 = tt.splat %x : f32 -> tensor<4611686018427387904x4611686018427387904xf32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @unknown_extent(%x: f32) {
  // expected-error@+1 {{expected known extents beside a layout, found 'tensor<?xf32}}
  %0 = tt.splat %x : f32 -> tensor<?xf32, #blocked>
  tt.return
}

// -----

// MLIR's own verifier takes any shape where one is not known; one type is all
// that the text has.
tt.func @unlike_shapes(%x: tensor<?xf32>, %y: tensor<64xf32>) {
  // expected-error@+1 {{expected one shape, found 'tensor<?xf32>' and 'tensor<64xf32>'}}
  %0 = "arith.addf"(%x, %y) : (tensor<?xf32>, tensor<64xf32>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @no_layout(%x: f32) {
  // expected-error@+1 {{expected a layout of registers as the encoding of 'tensor<64xf32, 7 : i64>'}}
  %0 = tt.splat %x : f32 -> tensor<64xf32, 7>
  tt.return
}

// -----

// expected-error@+1 {{expected extents that are powers of two, found 'tensor<3xi32>'}}
tt.func private @argument(%x: tensor<3xi32>) {
  tt.return
}

// -----

tt.func @block_argument(%m: i1, %x: tensor<4xf32>) {
  cf.cond_br %m, ^exit, ^exit
^exit:
  tt.return
// expected-error@-4 {{expected extents that are powers of two, found 'tensor<5xf32>'}}
^dead(%y: tensor<5xf32>):
  tt.return
}

// -----

tt.func @unknown_op() {
  // expected-error@+1 {{custom op 'tt.vanish' is unknown}}
  tt.vanish
  tt.return
}

// -----

// Making and viewing tiles.

tt.func @range_type() {
  // expected-error@+1 {{expected a one-dimensional tensor of i32, found 'tensor<64xi64>'}}
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi64>
  tt.return
}

// -----

tt.func @range_order() {
  // expected-error@+1 {{expected start < end, found 64 and 0}}
  %0 = tt.make_range {end = 0 : i32, start = 64 : i32} : tensor<64xi32>
  tt.return
}

// -----

tt.func @range_size() {
  // expected-error@+1 {{expected 128 elements (end - start), found 'tensor<64xi32>'}}
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<64xi32>
  tt.return
}

// -----

tt.func @range_not_a_power() {
  // expected-error@+1 {{expected extents that are powers of two, found 'tensor<100xi32>'}}
  %0 = tt.make_range {end = 100 : i32, start = 0 : i32} : tensor<100xi32>
  tt.return
}

// -----

tt.func @splat(%x: f32) {
  // expected-error@+1 {{expected a tensor of 'f32', found 'tensor<64xi32>'}}
  %0 = tt.splat %x : f32 -> tensor<64xi32>
  tt.return
}

// -----

tt.func @unsplat(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected a tensor of one element, found 'tensor<2xf32>'}}
  %0 = tt.unsplat %x : tensor<2xf32>
  tt.return
}

// -----

tt.func @expand_axis(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected an axis from 0 to 1, found 2}}
  %0 = tt.expand_dims %x {axis = 2 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  tt.return
}

// -----

tt.func @expand_negative(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected an axis from 0 to 1, found -1}}
  %0 = tt.expand_dims %x {axis = -1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  tt.return
}

// -----

tt.func @expand_shape(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected the result shape 64x1, found 'tensor<1x64xf32>'}}
  %0 = tt.expand_dims %x {axis = 1 : i32} : tensor<64xf32> -> tensor<1x64xf32>
  tt.return
}

// -----

tt.func @expand_element(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected element type 'f32', found 'tensor<64x1xi32>'}}
  %0 = tt.expand_dims %x {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xi32>
  tt.return
}

// -----

tt.func @broadcast_rank(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected equal ranks, found 'tensor<64xf32>' and 'tensor<64x64xf32>'}}
  %0 = tt.broadcast %x : tensor<64xf32> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @broadcast_extent(%x: tensor<64x2xf32>) {
  // expected-error@+1 {{expected the result shape 64x2, found 'tensor<64x4xf32>'}}
  %0 = tt.broadcast %x : tensor<64x2xf32> -> tensor<64x4xf32>
  tt.return
}

// -----

tt.func @reshape_count(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected 64 elements, found 'tensor<8x4xf32>'}}
  %0 = tt.reshape %x : tensor<64xf32> -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @reshape_element(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected element type 'f32', found 'tensor<8x8xi32>'}}
  %0 = tt.reshape %x : tensor<64xf32> -> tensor<8x8xi32>
  tt.return
}

// -----

tt.func @trans_repeats(%x: tensor<64x32xf32>) {
  // expected-error@+1 {{expected 'order' to be a permutation of the 2 dimensions}}
  %0 = tt.trans %x {order = array<i32: 1, 1>} : tensor<64x32xf32> -> tensor<32x32xf32>
  tt.return
}

// -----

tt.func @trans_long(%x: tensor<64x32xf32>) {
  // expected-error@+1 {{expected 'order' to be a permutation of the 2 dimensions}}
  %0 = tt.trans %x {order = array<i32: 1, 0, 2>} : tensor<64x32xf32> -> tensor<32x64xf32>
  tt.return
}

// -----

tt.func @trans_shape(%x: tensor<64x32xf32>) {
  // expected-error@+1 {{expected the result shape 32x64, found 'tensor<64x32xf32>'}}
  %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x32xf32> -> tensor<64x32xf32>
  tt.return
}

// -----

tt.func @join(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected the result shape 64x2, found 'tensor<2x64xf32>'}}
  %0 = tt.join %x, %x : tensor<64xf32> -> tensor<2x64xf32>
  tt.return
}

// -----

tt.func @split_extent(%x: tensor<64x4xf32>) {
  // expected-error@+1 {{expected a last dimension of extent 2, found 'tensor<64x4xf32>'}}
  %0:2 = tt.split %x : tensor<64x4xf32> -> tensor<64xf32>
  tt.return
}

// -----

tt.func @split_shape(%x: tensor<64x2xf32>) {
  // expected-error@+1 {{expected the result shape 64, found 'tensor<32xf32>'}}
  %0:2 = tt.split %x : tensor<64x2xf32> -> tensor<32xf32>
  tt.return
}

// -----

// Pointers and memory.

tt.func @addptr_offset(%p: !tt.ptr<f32>, %i: i1) {
  // expected-error@+1 {{expected an offset of 8 to 64 bits, found 'i1'}}
  %0 = tt.addptr %p, %i : !tt.ptr<f32>, i1
  tt.return
}

// -----

tt.func @addptr_shape(%p: tensor<64x!tt.ptr<f32>>, %i: tensor<32xi32>) {
  // expected-error@+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = tt.addptr %p, %i : tensor<64x!tt.ptr<f32>>, tensor<32xi32>
  tt.return
}

// -----

tt.func @load_integer(%p: tensor<64xi64>) {
  // expected-error@+1 {{expected a pointer or a tensor of pointers, found 'tensor<64xi64>'}}
  %0 = tt.load %p : tensor<64xi64>
  tt.return
}

// -----

tt.func @load_store_modifier(%p: !tt.ptr<f32>) {
  // expected-error@+1 {{cache modifier 'wt' is for stores}}
  %0 = tt.load %p cacheModifier = wt : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @store_load_modifier(%p: !tt.ptr<f32>, %x: f32) {
  // expected-error@+1 {{cache modifier 'cv' is for loads}}
  tt.store %p, %x cacheModifier = cv : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @unknown_modifier(%p: !tt.ptr<f32>) {
  // expected-error@+1 {{unknown cache hint 'cq'}}
  %0 = tt.load %p cacheModifier = cq : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @policy_field(%p: !tt.ptr<f32>) {
  // expected-error@+1 {{expected 'cache_modifier' or 'eviction_policy', found 'evict'}}
  %0 = tt.load %p {cachePolicy = #tt.cache_policy<evict = evict_last>} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @policy_value(%p: !tt.ptr<f32>) {
  // expected-error@+1 {{unknown eviction_policy 'evict_soon'}}
  %0 = tt.load %p {cachePolicy = #tt.cache_policy<eviction_policy = evict_soon>} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @policy_type(%p: !tt.ptr<f32>) {
  // expected-error@+1 {{expected #tt.cache_policy, found 3 : i64}}
  %0 = tt.load %p {cachePolicy = 3} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @load_other_alone(%p: !tt.ptr<f32>, %x: f32) {
  // expected-error@+1 {{expected a mask beside 'other'}}
  %0 = "tt.load"(%p, %x) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @load_mask(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<32xi1>) {
  // expected-error@+1 {{mask: expected 'tensor<64xi1>' for 'tensor<64x!tt.ptr<f32>>', found 'tensor<32xi1>'}}
  %0 = "tt.load"(%p, %m) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<64x!tt.ptr<f32>>, tensor<32xi1>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @load_result(%p: !tt.ptr<f32>) {
  // expected-error@+1 {{result: expected 'f32' for '!tt.ptr<f32>', found 'i32'}}
  %0 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> i32
  tt.return
}

// -----

tt.func @store_value(%p: !tt.ptr<f32>, %x: i32) {
  // expected-error@+1 {{value: expected 'f32' for '!tt.ptr<f32>', found 'i32'}}
  "tt.store"(%p, %x) : (!tt.ptr<f32>, i32) -> ()
  tt.return
}

// -----

tt.func @atomic_value(%p: !tt.ptr<i32>, %x: f32) {
  // expected-error@+1 {{value: expected 'i32' for '!tt.ptr<i32>', found 'f32'}}
  %0 = tt.atomic_rmw add, acq_rel, gpu, %p, %x : (!tt.ptr<i32>, f32) -> i32
  tt.return
}

// -----

tt.func @atomic_type(%p: !tt.ptr<f32>, %x: f32) {
  // expected-error@+1 {{'add' expects integers of 8 to 64 bits, found 'f32'}}
  %0 = tt.atomic_rmw add, acq_rel, gpu, %p, %x : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @cas_type(%p: !tt.ptr<i32>, %x: i64) {
  %c = arith.constant 0 : i32
  // expected-error@+1 {{val: expected 'i32' for '!tt.ptr<i32>', found 'i64'}}
  %0 = tt.atomic_cas acq_rel, gpu, %p, %c, %x : (!tt.ptr<i32>, i32, i64) -> i32
  tt.return
}

// -----

tt.func @memory_order(%p: !tt.ptr<i32>, %x: i32) {
  // expected-error@+1 {{expected string or keyword containing one of the following enum values for attribute 'sem'}}
  %0 = tt.atomic_rmw add, seq_cst, gpu, %p, %x : (!tt.ptr<i32>, i32) -> i32
  tt.return
}

// -----

tt.func @load_releases(%p: !tt.ptr<i32>) {
  // expected-error@+1 {{expected 'relaxed' or 'acquire', found 'release'}}
  %0 = tt.atomic_load release, gpu, %p : (!tt.ptr<i32>) -> i32
  tt.return
}

// -----

tt.func @store_acquires(%p: !tt.ptr<i32>, %x: i32) {
  // expected-error@+1 {{expected 'relaxed' or 'release', found 'acq_rel'}}
  tt.atomic_store acq_rel, gpu, %p, %x : !tt.ptr<i32>
  tt.return
}

// -----

tt.func @atomic_load_result(%p: !tt.ptr<i32>) {
  // expected-error@+1 {{result: expected 'i32' for '!tt.ptr<i32>', found 'f32'}}
  %0 = tt.atomic_load relaxed, gpu, %p : (!tt.ptr<i32>) -> f32
  tt.return
}

// -----

tt.func @poll_expected(%p: !tt.ptr<i32>, %x: i64) {
  // expected-error@+1 {{expected: expected 'i32' for '!tt.ptr<i32>', found 'i64'}}
  %0 = tt.atomic_poll acquire, gpu, %p, %x : !tt.ptr<i32>, i64 -> i1
  tt.return
}

// -----

tt.func @poll_result(%p: tensor<4x!tt.ptr<i32>>, %x: tensor<4xi32>) {
  // expected-error@+1 {{result: expected 'tensor<4xi1>' for 'tensor<4x!tt.ptr<i32>>', found 'i1'}}
  %0 = tt.atomic_poll acquire, gpu, %p, %x : tensor<4x!tt.ptr<i32>>, tensor<4xi32> -> i1
  tt.return
}

// -----

// Block pointers.

tt.func @bounds_without_block(%p: tensor<4x!tt.ptr<f32>>) {
  // expected-error@+1 {{expected a block pointer beside 'boundaryCheck' or 'padding', found 'tensor<4x!tt.ptr<f32>>'}}
  %0 = tt.load %p {boundaryCheck = array<i32: 0>} : tensor<4x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @bounds_of_block(%p: !tt.ptr<tensor<4x4xf32>>, %x: tensor<4x4xf32>) {
  // expected-error@+1 {{expected dimensions of 'tensor<4x4xf32>' in 'boundaryCheck', found 2}}
  tt.store %p, %x {boundaryCheck = array<i32: 2>} : !tt.ptr<tensor<4x4xf32>>
  tt.return
}

// -----

tt.func @mask_of_block(%p: !tt.ptr<tensor<4x4xf32>>, %m: i1) {
  // expected-error@+1 {{expected no mask for the block pointer '!tt.ptr<tensor<4x4xf32>>'}}
  %0 = tt.load %p, %m : !tt.ptr<tensor<4x4xf32>>
  tt.return
}

// -----

tt.func @value_of_block(%p: !tt.ptr<tensor<4x4xf32>>, %x: tensor<4xf32>) {
  // expected-error@+1 {{expected 'tensor<4x4xf32>' for '!tt.ptr<tensor<4x4xf32>>', found 'tensor<4xf32>'}}
  "tt.store"(%p, %x) : (!tt.ptr<tensor<4x4xf32>>, tensor<4xf32>) -> ()
  tt.return
}

// -----

tt.func @make_pointer_type(%p: !tt.ptr<f32>, %i: i32, %s: i64) {
  // expected-error@+1 {{expected a pointer to a tensor, found '!tt.ptr<f32>'}}
  %0 = tt.make_tensor_ptr %p, [%s], [%s], [%i] {order = array<i32: 0>} : <f32>
  tt.return
}

// -----

tt.func @make_pointer_base(%p: !tt.ptr<f16>, %i: i32, %s: i64) {
  // expected-error@+1 {{expected a base pointer to 'f32', found '!tt.ptr<f16>'}}
  %0 = "tt.make_tensor_ptr"(%p, %s, %s, %i) <{order = array<i32: 0>}> : (!tt.ptr<f16>, i64, i64, i32) -> !tt.ptr<tensor<4xf32>>
  tt.return
}

// -----

tt.func @make_pointer_order(%p: !tt.ptr<f32>, %i: i32, %s: i64) {
  // expected-error@+1 {{expected 'order' to be a permutation of the 2 dimensions}}
  %0 = tt.make_tensor_ptr %p, [%s, %s], [%s, %s], [%i, %i] {order = array<i32: 0, 0>} : <tensor<4x4xf32>>
  tt.return
}

// -----

tt.func @make_pointer_operands(%p: !tt.ptr<f32>, %i: i32, %s: i64) {
  // expected-error@+1 {{expected 2 operands in 'shape', one for each dimension of the block, found 1}}
  %0 = tt.make_tensor_ptr %p, [%s], [%s], [%i] {order = array<i32: 1, 0>} : <tensor<4x4xf32>>
  tt.return
}

// -----

tt.func @advance_operands(%b: !tt.ptr<tensor<4x4xf32>>, %i: i32) {
  // expected-error@+1 {{expected 2 operands in 'offsets', one for each dimension of the block, found 1}}
  %0 = tt.advance %b, [%i] : <tensor<4x4xf32>>
  tt.return
}

// -----

tt.func @advance_scalar(%p: !tt.ptr<f32>) {
  // expected-error@+1 {{expected a pointer to a tensor, found '!tt.ptr<f32>'}}
  %0 = tt.advance %p, [] : <f32>
  tt.return
}

// -----

// Elementwise.

tt.func @bitcast_width(%x: f32) {
  // expected-error@+1 {{expected types of one width, found 'f32' and 'i64'}}
  %0 = tt.bitcast %x : f32 -> i64
  tt.return
}

// -----

tt.func @bitcast_pointer(%x: !tt.ptr<f32>) {
  // expected-error@+1 {{expected pointers on both sides or on neither, found '!tt.ptr<f32>' and 'i64'}}
  %0 = tt.bitcast %x : !tt.ptr<f32> -> i64
  tt.return
}

// -----

tt.func @narrowing(%x: f32) {
  // expected-error@+1 {{expected a rounding mode for the conversion from 'f32' to the narrower 'f8E5M2'}}
  %0 = tt.fp_to_fp %x : f32 -> f8E5M2
  tt.return
}

// -----

tt.func @extern(%x: f32) {
  // expected-error@+1 {{expected the name of a function in 'symbol'}}
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = ""} : (f32) -> f32
  tt.return
}

// -----

// Reductions.

tt.func @reduce_axis(%x: tensor<64xf32>) {
  // expected-error@+1 {{has no axis 1 in 'tensor<64xf32>'}}
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %a : f32
  }) : (tensor<64xf32>) -> f32
  tt.return
}

// -----

tt.func @reduce_negative_axis(%x: tensor<64xf32>) {
  // expected-error@+1 {{has no axis -1 in 'tensor<64xf32>'}}
  %0 = "tt.reduce"(%x) <{axis = -1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %a : f32
  }) : (tensor<64xf32>) -> f32
  tt.return
}

// -----

tt.func @reduce_shapes(%x: tensor<64xf32>, %y: tensor<32xf32>) {
  // expected-error@+1 {{expected operands of one shape and layout, found 'tensor<64xf32>' and 'tensor<32xf32>'}}
  %0:2 = "tt.reduce"(%x, %y) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    tt.reduce.return %a, %b : f32, f32
  }) : (tensor<64xf32>, tensor<32xf32>) -> (f32, f32)
  tt.return
}

// -----

tt.func @reduce_nothing() {
  // expected-error@+1 {{expected an operand}}
  "tt.reduce"() <{axis = 0 : i32}> ({
  ^bb0:
    "tt.reduce.return"() : () -> ()
  }) : () -> ()
  tt.return
}

// -----

tt.func @reduce_arguments(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected the region's arguments to be ('f32', 'f32'), found ('f32')}}
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32):
    tt.reduce.return %a : f32
  }) : (tensor<64xf32>) -> f32
  tt.return
}

// -----

tt.func @reduce_terminator(%x: tensor<64xf32>) {
  // expected-error@+1 {{expected the region to end in tt.reduce.return}}
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    llvm.unreachable
  }) : (tensor<64xf32>) -> f32
  tt.return
}

// -----

tt.func @reduce_return(%x: tensor<64xf32>) {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.constant 0 : i32
    // expected-error@+1 {{expected ('f32'), found ('i32')}}
    tt.reduce.return %c : i32
  }) : (tensor<64xf32>) -> f32
  tt.return
}

// -----

tt.func @assert(%x: f32) {
  // expected-error@+1 {{operand #0 must be i1 or tensor of i1}}
  tt.assert %x, "message" : f32
  tt.return
}
