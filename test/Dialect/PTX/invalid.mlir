// RUN: tt-opt %s --split-input-file --verify-diagnostics

llvm.func @three(%p: !llvm.ptr<1>) {
  // expected-error@+1 {{accesses 3 scalars; their number must be a power of two}}
  %0:3 = ptx.ld %p : !llvm.ptr<1> -> i32, i32, i32
  llvm.return
}

// -----

llvm.func @mixed(%p: !llvm.ptr<1>, %a: f32, %b: i32) {
  // expected-error@+1 {{accesses scalars of different types}}
  ptx.st %p, (%a, %b) : !llvm.ptr<1>, f32, i32
  llvm.return
}

// -----

llvm.func @wide_shared(%p: !llvm.ptr<3>) {
  // expected-error@+1 {{accesses 32 bytes, but at most 16 in shared memory are possible}}
  %0:8 = ptx.ld %p : !llvm.ptr<3> -> f32, f32, f32, f32, f32, f32, f32, f32
  llvm.return
}

// -----

llvm.func @wide_global(%p: !llvm.ptr<1>) {
  // expected-error@+1 {{accesses 64 bytes, but at most 32 are possible}}
  %0:8 = ptx.ld %p : !llvm.ptr<1> -> i64, i64, i64, i64, i64, i64, i64, i64
  llvm.return
}

// -----

llvm.func @space(%p: !llvm.ptr) {
  // expected-error@+1 {{must be !llvm.ptr<1> (global memory) or !llvm.ptr<3> (shared memory)}}
  %0 = ptx.ld %p : !llvm.ptr -> i32
  llvm.return
}

// -----

llvm.func @element(%p: !llvm.ptr<1>) {
  // expected-error@+1 {{result #0 must be}}
  %0 = ptx.ld %p : !llvm.ptr<1> -> i1
  llvm.return
}

// -----

llvm.func @else_without_predicate(%p: !llvm.ptr<1>, %x: i32) {
  // expected-error@+1 {{has else values but no predicate}}
  %0 = ptx.ld %p else (%x : i32) : !llvm.ptr<1> -> i32
  llvm.return
}

// -----

llvm.func @else_count(%p: !llvm.ptr<1>, %c: i1, %x: i32) {
  // expected-error@+1 {{has else values whose number or types differ from its results'}}
  %0:2 = ptx.ld %p if %c else (%x : i32) : !llvm.ptr<1> -> i32, i32
  llvm.return
}

// -----

llvm.func @cache_and_eviction(%p: !llvm.ptr<1>) {
  // expected-error@+1 {{has both a cache operator and an eviction priority, which PTX forbids}}
  %0 = ptx.ld %p cache = ca evict = evict_first : !llvm.ptr<1> -> i32
  llvm.return
}

// -----

llvm.func @volatile_and_cache(%p: !llvm.ptr<1>, %x: i32) {
  // expected-error@+1 {{is volatile and has a cache operator, eviction priority or cache policy, which PTX forbids}}
  ptx.st %p, (%x) cache = wt volatile : !llvm.ptr<1>, i32
  llvm.return
}

// -----

llvm.func @volatile_and_policy(%p: !llvm.ptr<1>, %policy: i64) {
  // expected-error@+1 {{is volatile and has a cache operator, eviction priority or cache policy, which PTX forbids}}
  %0 = ptx.ld %p policy %policy volatile : !llvm.ptr<1> -> i32
  llvm.return
}

// -----

llvm.func @shared_eviction(%p: !llvm.ptr<3>) {
  // expected-error@+1 {{has an eviction priority or cache policy, which apply to global memory only}}
  %0 = ptx.ld %p evict = evict_last : !llvm.ptr<3> -> i32
  llvm.return
}

// -----

llvm.func @float_min(%p: !llvm.ptr<1>, %x: f32) {
  // expected-error@+1 {{PTX has no atomic 'min' of type 'f32'}}
  %0 = ptx.atom min relaxed gpu %p, %x : !llvm.ptr<1>, f32
  llvm.return
}

// -----

llvm.func @wide_inc(%p: !llvm.ptr<1>, %x: i64) {
  // expected-error@+1 {{PTX has no atomic 'inc' of type 'i64'}}
  ptx.red inc relaxed gpu %p, %x : !llvm.ptr<1>, i64
  llvm.return
}

// -----

llvm.func @red_acquire(%p: !llvm.ptr<1>, %x: i32) {
  // expected-error@+1 {{can be relaxed or release, but not acq_rel: it returns nothing to acquire}}
  ptx.red add acq_rel gpu %p, %x : !llvm.ptr<1>, i32
  llvm.return
}

// -----

llvm.func @red_exch(%p: !llvm.ptr<1>, %x: i32) {
  // expected-error@+1 {{PTX has no reduction 'exch'}}
  ptx.red exch relaxed gpu %p, %x : !llvm.ptr<1>, i32
  llvm.return
}

// -----

llvm.func @cas_float(%p: !llvm.ptr<1>, %x: f32) {
  // expected-error@+1 {{operand #1 must be}}
  %0 = ptx.cas relaxed gpu %p, %x, %x : !llvm.ptr<1>, f32
  llvm.return
}

// -----

llvm.func @access_value(%p: !llvm.ptr<1>) {
  // expected-error@+1 {{"ptx.access" must be "read", "write" or "readwrite"}}
  llvm.inline_asm has_side_effects {ptx.access = "none"} "", "l" %p
      : (!llvm.ptr<1>) -> ()
  llvm.return
}

// -----

// expected-error@+1 {{"ptx.access" belongs on llvm.inline_asm}}
llvm.func @access_place() attributes {ptx.access = "read"} {
  llvm.return
}

// -----

llvm.func @wgmma_types(%d: i64, %c: f32) {
  // expected-error@+1 {{cannot multiply f16 and bf16}}
  %0:4 = ptx.wgmma f16 bf16 a(%d : i64) b(%d) sums(%c, %c, %c, %c)
      : f32, f32, f32, f32 -> f32, f32, f32, f32
  llvm.return
}

// -----

llvm.func @wgmma_sums(%d: i64, %c: f32) {
  // expected-error@+1 {{cannot sum up products of s8 in 'f32'}}
  %0:4 = ptx.wgmma s8 s8 a(%d : i64) b(%d) sums(%c, %c, %c, %c)
      : f32, f32, f32, f32 -> f32, f32, f32, f32
  llvm.return
}

// -----

llvm.func @wgmma_shape(%d: i64, %c: f32) {
  // expected-error@+1 {{has no shape of 4 columns}}
  %0:2 = ptx.wgmma f16 f16 a(%d : i64) b(%d) sums(%c, %c) : f32, f32 -> f32, f32
  llvm.return
}

// -----

llvm.func @wgmma_operand(%d: i64, %r: i32, %c: f32) {
  // expected-error@+1 {{needs one i64 or four i32 for A}}
  %0:4 = ptx.wgmma f16 f16 a(%r, %r : i32, i32) b(%d) sums(%c, %c, %c, %c)
      : f32, f32, f32, f32 -> f32, f32, f32, f32
  llvm.return
}

// -----

llvm.func @wgmma_transpose(%d: i64, %c: f32) {
  // expected-error@+1 {{can transpose f16 and bf16 only}}
  %0:4 = ptx.wgmma tf32 tf32 a(%d : i64) b(%d) sums(%c, %c, %c, %c) {transposeB}
      : f32, f32, f32, f32 -> f32, f32, f32, f32
  llvm.return
}

// -----

llvm.func @wgmma_transpose_registers(%d: i64, %r: i32, %c: f32) {
  // expected-error@+1 {{cannot transpose registers}}
  %0:4 = ptx.wgmma f16 f16 a(%r, %r, %r, %r : i32, i32, i32, i32) b(%d)
      sums(%c, %c, %c, %c) {transposeA}
      : f32, f32, f32, f32 -> f32, f32, f32, f32
  llvm.return
}

// -----

llvm.func @wgmma_negate(%d: i64, %c: i32) {
  // expected-error@+1 {{cannot negate integers}}
  %0:4 = ptx.wgmma s8 s8 a(%d : i64) b(%d) sums(%c, %c, %c, %c) {negateA}
      : i32, i32, i32, i32 -> i32, i32, i32, i32
  llvm.return
}

// -----

llvm.func @wgmma_saturate(%d: i64, %c: f32) {
  // expected-error@+1 {{can saturate integers only}}
  %0:4 = ptx.wgmma f16 f16 a(%d : i64) b(%d) sums(%c, %c, %c, %c) {saturate}
      : f32, f32, f32, f32 -> f32, f32, f32, f32
  llvm.return
}

// -----

llvm.func @wgmma_wait(%c: f32) {
  // expected-error@+1 {{needs results of the values' types}}
  %0 = ptx.wgmma_wait 0, (%c, %c) : f32, f32 -> f32
  llvm.return
}

// -----

llvm.func @wgmma_sums(%d: i64, %c: f32, %i: i32) {
  // expected-error@+1 {{needs sums of one type and results of the same types}}
  %0:4 = ptx.wgmma f16 f16 a(%d : i64) b(%d) sums(%c, %c, %c, %i)
      : f32, f32, f32, i32 -> f32, f32, f32, i32
  llvm.return
}
