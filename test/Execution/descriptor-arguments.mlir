// A kernel's descriptor arguments are passed as base pointer, extents, strides
// and padding, each with a name of its own.

// RUN: tt-run %s --device=cpu --arg=x.padding=false --expect='out=where((i < 6) & (iota(8, 16) % 16 < 11), take(x, i % 6 * 16 + iota(8, 16) % 16), 0)'
// RUN: tt-run %s --device=cpu --arg=x.padding=true --expect='out=where((i < 6) & (iota(8, 16) % 16 < 11), take(x, i % 6 * 16 + iota(8, 16) % 16), nan)'
// RUN: not tt-run %s --device=cpu --arg=x.padding=true --arg=x.stride.0=12 --expect=out=0 2>&1 | FileCheck %s
// RUN: %if cuda %{ tt-run %s --device=cuda --arg=x.padding=false --expect='out=where((i < 6) & (iota(8, 16) % 16 < 11), take(x, i % 6 * 16 + iota(8, 16) % 16), 0)' %}
// RUN: %if cuda %{ tt-run %s --device=cuda --arg=x.padding=true --expect='out=where((i < 6) & (iota(8, 16) % 16 < 11), take(x, i % 6 * 16 + iota(8, 16) % 16), nan)' %}

// Rows begin at multiples of 16 bytes.
// CHECK: x.stride.0{{.*}} multiple of 8

// tt-run: --grid=1 --arg=x=arange:f16[6,16] --arg=x.shape.0=6 --arg=x.shape.1=11
// tt-run: --arg=x.stride.0=16 --arg=x.stride.1=1
// tt-run: --arg=out=uninit:f16[8,16] --arg=out.shape.0=8 --arg=out.shape.1=16
// tt-run: --arg=out.stride.0=16 --arg=out.stride.1=1 --arg=out.padding=false
// tt-run: --let='i=iota(8, 16) // 16'
tt.func public @copy(%x: !tt.tensordesc<8x16xf16> loc("x"), %out: !tt.tensordesc<8x16xf16> loc("out")) {
  %c0 = arith.constant 0 : i32
  %t = tt.descriptor_load %x[%c0, %c0] : !tt.tensordesc<8x16xf16> -> tensor<8x16xf16>
  tt.descriptor_store %out[%c0, %c0], %t : !tt.tensordesc<8x16xf16>, tensor<8x16xf16>
  tt.return
}
