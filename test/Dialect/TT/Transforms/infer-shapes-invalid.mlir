// RUN: tt-opt %s --tt-infer-shapes --split-input-file --verify-diagnostics

tt.func private @open(%x: f32) {
  // expected-error@+1 {{'tt.splat' op leaves extent 1 of 'tensor<8x?xf32>' open; nothing that it is made of or used for determines it}}
  %0 = tt.splat %x : f32 -> tensor<8x?xf32>
  %1 = math.exp %0 : tensor<8x?xf32>
  tt.return
}

// -----

// expected-error@+1 {{'tt.func' op leaves extent 0 of 'tensor<?xf32>' open}}
tt.func private @argument(%x: tensor<?xf32>) {
  tt.return
}

// -----

// expected-error@+1 {{'tt.func' op leaves extent 1 of 'tensor<4x?xf32>' open}}
tt.func private @declared(i32) -> tensor<4x?xf32>

// -----

// expected-error@+1 {{'tt.func' op leaves extent 0 of '!tt.ptr<tensor<?xf32>>' open}}
tt.func private @block(%x: !tt.ptr<tensor<?xf32>>) {
  tt.return
}

// -----

// What is broadcast may have been 1 wide.
tt.func private @broadcast(%x: f32) -> tensor<64xf32> {
  // expected-error@+1 {{'tt.splat' op leaves extent 0 of 'tensor<?xf32>' open}}
  %0 = tt.splat %x : f32 -> tensor<?xf32>
  // expected-note@+1 {{this allows 1 and 64}}
  %1 = tt.broadcast %0 : tensor<?xf32> -> tensor<64xf32>
  tt.return %1 : tensor<64xf32>
}

// -----

tt.func private @both(%x: f32) {
  // expected-error@+1 {{'tt.splat' op leaves extent 0 of 'tensor<?xf32>' open}}
  %0 = tt.splat %x : f32 -> tensor<?xf32>
  // expected-error@+2 {{'tt.broadcast' op leaves extent 0 of 'tensor<?xf32>' open}}
  // expected-note@+1 {{this allows 1 and what its result has}}
  %1 = tt.broadcast %0 : tensor<?xf32> -> tensor<?xf32>
  tt.return
}

// -----

tt.func private @reshape(%x: tensor<64xf32>) {
  // expected-error@+3 {{'tt.reshape' op leaves extent 0 of 'tensor<?x?xf32>' open}}
  // expected-error@+2 {{'tt.reshape' op leaves extent 1 of 'tensor<?x?xf32>' open}}
  // expected-note@+1 {{this leaves more than one extent open}}
  %0 = tt.reshape %x : tensor<64xf32> -> tensor<?x?xf32>
  tt.return
}

// -----

// expected-note@+1 {{32 comes from here}}
tt.func private @contradiction(%x: tensor<32xf32>) {
  // expected-note@+1 {{64 comes from here}}
  %0 = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<?xi32>
  %1 = arith.sitofp %0 : tensor<?xi32> to tensor<?xf32>
  %2 = tt.expand_dims %1 {axis = 0 : i32} : tensor<?xf32> -> tensor<1x?xf32>
  %3 = tt.expand_dims %x {axis = 0 : i32} : tensor<32xf32> -> tensor<1x?xf32>
  // expected-error@+1 {{'arith.addf' op cannot have one extent that is both 64 and 32}}
  %4 = arith.addf %2, %3 : tensor<1x?xf32>
  tt.return
}

// -----

// The callers of a function agree.
tt.func private @callee(%x: tensor<1x?xf32>) {
  tt.return
}
// expected-note@+1 {{16 comes from here}}
tt.func private @one(%x: tensor<16xf32>) {
  %0 = tt.expand_dims %x {axis = 0 : i32} : tensor<16xf32> -> tensor<1x?xf32>
  tt.call @callee(%0) : (tensor<1x?xf32>) -> ()
  tt.return
}
// expected-note@+1 {{32 comes from here}}
tt.func private @other(%y: tensor<32xf32>) {
  %0 = tt.expand_dims %y {axis = 0 : i32} : tensor<32xf32> -> tensor<1x?xf32>
  // expected-error@+1 {{'tt.call' op cannot have one extent that is both 32 and 16}}
  tt.call @callee(%0) : (tensor<1x?xf32>) -> ()
  tt.return
}

// -----

// expected-note@+1 {{an extent comes from here}}
tt.func private @elements(%x: tensor<64xf32>) {
  // expected-error@+1 {{'tt.reshape' op no extents suit 'tensor<64xf32>' and 'tensor<?x128xf32>'}}
  %0 = tt.reshape %x : tensor<64xf32> -> tensor<?x128xf32>
  tt.return
}

// -----

tt.func private @root(%x: tensor<32xf32>) {
  // expected-note@-1 {{an extent comes from here}}
  // expected-error@+1 {{'tt.reshape' op no extents suit 'tensor<32xf32>' and 'tensor<?x?xf32>'}}
  %0 = tt.reshape %x : tensor<32xf32> -> tensor<?x?xf32>
  %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<?x?xf32> -> tensor<?x?xf32>
  %2 = arith.addf %0, %1 : tensor<?x?xf32>
  tt.return
}

// -----

tt.func private @doubled(%x: tensor<32xf32>) {
  // expected-note@+1 {{an extent comes from here}}
  %0 = tt.reshape %x : tensor<32xf32> -> tensor<32x?xf32>
  // expected-error@+1 {{'tt.cat' op no extents suit 'tensor<32x1xf32>' and 'tensor<32x1xf32>'}}
  %1 = tt.cat %0, %0 : tensor<32x?xf32> -> tensor<?x1xf32>
  // expected-note@+1 {{an extent comes from here}}
  %2 = tt.trans %1 {order = array<i32: 1, 0>} : tensor<?x1xf32> -> tensor<1x32xf32>
  tt.return
}

// -----

// What is inferred is verified like what is written.
tt.func private @size() {
  // expected-error@+1 {{expected extents that are powers of two, found 'tensor<48xi32>'}}
  %0 = tt.make_range {start = 0 : i32, end = 48 : i32} : tensor<?xi32>
  tt.return
}
