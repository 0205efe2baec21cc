// RUN: tt-opt %s --convert-to-host --split-input-file --verify-diagnostics

module attributes {"ttg.num-warps" = 1 : i32} {
  llvm.func @k() attributes {nvvm.kernel} {
    // expected-error @below {{inline assembly is text for the GPU's assembler; the CPU runtime cannot execute it}}
    llvm.inline_asm has_side_effects "membar.gl;", "" : () -> ()
    llvm.return
  }
}

// -----

module attributes {"ttg.num-warps" = 1 : i32} {
  llvm.func @k() attributes {nvvm.kernel} {
    // expected-error @below {{the PTX text of 'nvvm.inline_ptx' is for the GPU's assembler}}
    nvvm.inline_ptx "membar.gl;"
    llvm.return
  }
}

// -----

module attributes {"ttg.num-warps" = 1 : i32} {
  llvm.func @k(%p: !llvm.ptr<3>, %n: i32) attributes {nvvm.kernel} {
    // expected-error @below {{the CPU runtime has no mapping for 'nvvm.tcgen05.alloc'}}
    nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32
    llvm.return
  }
}

// -----

module attributes {"ttg.num-warps" = 1 : i32} {
  llvm.func @printf(!llvm.ptr)
  llvm.func @k(%p: !llvm.ptr) attributes {nvvm.kernel} {
    // expected-error @below {{the CPU runtime does not know the function 'printf'}}
    llvm.call @printf(%p) : (!llvm.ptr) -> ()
    llvm.return
  }
}

// -----

module attributes {"ttg.num-warps" = 1 : i32} {
  llvm.func @k(%x: f32) attributes {nvvm.kernel} {
    // expected-error @below {{the CPU runtime has no mapping for the intrinsic 'llvm.nvvm.texsurf.handle'}}
    %0 = llvm.call_intrinsic "llvm.nvvm.texsurf.handle"(%x) : (f32) -> i64
    llvm.return
  }
}

// -----

// expected-error @below {{no kernel: no function has nvvm.kernel}}
module {
}

// -----

module {
  // expected-error @below {{kernel without nvvm.reqntid or ttg.num-warps: the number of its threads is unknown}}
  llvm.func @k() attributes {nvvm.kernel} {
    llvm.return
  }
}

// -----

module {
  // expected-error @below {{a block of 2048 threads; it must have 1 to 1024}}
  llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 2048>} {
    llvm.return
  }
}
