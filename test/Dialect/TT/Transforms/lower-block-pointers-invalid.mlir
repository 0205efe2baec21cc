// RUN: tt-opt %s --tt-lower-block-pointers --split-input-file --verify-diagnostics --allow-unregistered-dialect

tt.func private @unknown(%d: !tt.tensordesc<16xf32>) {
  // expected-error@+1 {{'test.use' op cannot have a value of type '!tt.tensordesc<16xf32>', which is rewritten to plain pointers}}
  "test.use"(%d) : (!tt.tensordesc<16xf32>) -> ()
  tt.return
}

// -----

// A block pointer in memory has no parts.
tt.func private @loaded(%p: !tt.ptr<!tt.ptr<tensor<16xf32>>>) {
  // expected-error@+1 {{'tt.load' op cannot have a value of type '!tt.ptr<tensor<16xf32>>', which is rewritten to plain pointers}}
  %b = tt.load %p : !tt.ptr<!tt.ptr<tensor<16xf32>>>
  tt.return
}

// -----

tt.func private @region(%d: !tt.tensordesc<16xf32>) {
  // expected-error@+1 {{'scf.execute_region' op cannot have a value of type '!tt.tensordesc<16xf32>'}}
  %e = scf.execute_region -> !tt.tensordesc<16xf32> {
    scf.yield %d : !tt.tensordesc<16xf32>
  }
  tt.return
}

// -----

tt.func private @increment(%d: !tt.tensordesc<16xui32>, %i: i32, %x: tensor<16xi32>) {
  // expected-error@+1 {{'tt.descriptor_reduce' op 'inc' of 'ui32' has no form with plain pointers}}
  tt.descriptor_reduce inc, %d[%i], %x : !tt.tensordesc<16xui32>, tensor<16xi32>
  tt.return
}

// -----

tt.func private @floats(%d: !tt.tensordesc<16xf16>, %i: i32, %x: tensor<16xf16>) {
  // expected-error@+1 {{'tt.descriptor_reduce' op 'max' of 'f16' has no form with plain pointers}}
  tt.descriptor_reduce max, %d[%i], %x : !tt.tensordesc<16xf16>, tensor<16xf16>
  tt.return
}

// -----

tt.func private @signless(%d: !tt.tensordesc<16xi32>, %i: i32, %x: tensor<16xi32>) {
  // expected-error@+1 {{'tt.descriptor_reduce' op 'min' of 'i32' has no form with plain pointers; expected a descriptor that says whether its integers have a sign}}
  tt.descriptor_reduce min, %d[%i], %x : !tt.tensordesc<16xi32>, tensor<16xi32>
  tt.return
}

// -----

// Hints of stores are none of loads.
tt.func private @hint(%d: !tt.tensordesc<16xi32>, %i: i32) {
  // expected-error@+1 {{'tt.descriptor_load' op cache modifier 'wb' is for stores}}
  %x = tt.descriptor_load %d[%i] cacheModifier = wb : !tt.tensordesc<16xi32> -> tensor<16xi32>
  tt.return
}
