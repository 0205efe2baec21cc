// The cache hints of loads and stores, read and written as each version does.

// RUN: tt-opt %s --tt-syntax=3.6 | FileCheck %s --check-prefix=OLD
// RUN: tt-opt %s --tt-syntax=3.7 | FileCheck %s --check-prefix=OLD
// RUN: tt-opt %s --tt-syntax=3.8 | FileCheck %s --check-prefix=OLD
// RUN: tt-opt %s --tt-syntax=3.9 | FileCheck %s --check-prefix=NEW
// RUN: tt-opt %s | FileCheck %s --check-prefix=NEW
// RUN: tt-opt %s --tt-syntax=3.6 | tt-opt | FileCheck %s --check-prefix=NEW
// RUN: tt-opt %s --tt-syntax=3.9 | tt-opt --tt-syntax=3.6 | FileCheck %s --check-prefix=OLD
// RUN: not tt-opt %s --tt-syntax=3.5 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: Cannot find option named '3.5'

// OLD-LABEL: @load
// NEW-LABEL: @load
tt.func @load(%p: !tt.ptr<f32>, %m: i1) {
  // OLD: tt.load %arg0, %arg1 cacheModifier = cg evictionPolicy = evict_last {isVolatile = true} : !tt.ptr<f32>
  // NEW: tt.load %arg0, %arg1 {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>, isVolatile = true} : !tt.ptr<f32>
  %0 = tt.load %p, %m cacheModifier = cg evictionPolicy = evict_last {isVolatile = true} : !tt.ptr<f32>
  // OLD: tt.load %arg0 evictionPolicy = evict_first : !tt.ptr<f32>
  // NEW: tt.load %arg0 {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : !tt.ptr<f32>
  %1 = tt.load %p {cachePolicy = #tt.cache_policy<eviction_policy = evict_first>} : !tt.ptr<f32>
  // OLD: tt.load %arg0 : !tt.ptr<f32>
  // NEW: tt.load %arg0 : !tt.ptr<f32>
  %2 = tt.load %p {cachePolicy = #tt.cache_policy<>} : !tt.ptr<f32>
  tt.return
}

// OLD-LABEL: @store
// NEW-LABEL: @store
tt.func @store(%p: !tt.ptr<f32>, %x: f32) {
  // OLD: tt.store %arg0, %arg1 cacheModifier = wt : !tt.ptr<f32>
  // NEW: tt.store %arg0, %arg1 {cachePolicy = #tt.cache_policy<cache_modifier = wt, eviction_policy = evict_normal>} : !tt.ptr<f32>
  tt.store %p, %x cacheModifier = wt : !tt.ptr<f32>
  tt.return
}
