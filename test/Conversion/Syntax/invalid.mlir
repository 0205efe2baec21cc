// RUN: tt-opt %s --split-input-file --verify-diagnostics --tt-syntax=3.8

tt.func private @f(%p: !tt.ptr<i32>) {
  // expected-error@+1 {{'tt.atomic_load' op does not exist in Triton 3.8}}
  %0 = tt.atomic_load relaxed, gpu, %p : (!tt.ptr<i32>) -> i32
  tt.return
}

// -----

tt.func private @f() {
  // expected-error@+1 {{'ttng.cluster_barrier' op does not exist in Triton 3.8}}
  ttng.cluster_barrier
  tt.return
}

// -----

#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2, CTASplitN = 2>
// expected-error@+1 {{has no spelling in this version of Triton}}
tt.func private @f(!ttg.memdesc<256x128xf32, #tmem, #ttng.tensor_memory, mutable>)
