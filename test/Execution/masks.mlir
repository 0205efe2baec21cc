// Where the mask is off, a load gives `other` and touches no memory, though the
// addresses there are far outside of the buffer; with cache and eviction hints,
// too.

// RUN: tt-run %s --device=cpu --num-warps=1
// RUN: tt-run %s --device=cpu --num-warps=4
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=1 %}
// RUN: %if cuda %{ tt-run %s --device=cuda --num-warps=4 %}

// tt-run: --grid=1 --arg=x=randn:f16[100]:seed=1 --arg=out=uninit:f16[512]
// tt-run: --expect='out=where(iota(512) < 100, take(x, minimum(iota(512), 99)), -1.5)'

tt.func public @masks(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32} loc("x"),
                      %out: !tt.ptr<f16> {tt.divisibility = 16 : i32} loc("out")) {
  %other = arith.constant dense<-1.5> : tensor<512xf16>
  %n = arith.constant dense<100> : tensor<512xi32>
  %far = arith.constant dense<100000000> : tensor<512xi32>
  %at = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %inside = arith.cmpi slt, %at, %n : tensor<512xi32>
  %wild = arith.addi %at, %far : tensor<512xi32>
  %from = arith.select %inside, %at, %wild : tensor<512xi1>, tensor<512xi32>
  %x_t = tt.splat %x : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>>
  %x_p = tt.addptr %x_t, %from : tensor<512x!tt.ptr<f16>>, tensor<512xi32>
  %v = tt.load %x_p, %inside, %other evictionPolicy = evict_first : tensor<512x!tt.ptr<f16>>
  %out_t = tt.splat %out : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>>
  %out_p = tt.addptr %out_t, %at : tensor<512x!tt.ptr<f16>>, tensor<512xi32>
  tt.store %out_p, %v cacheModifier = cs : tensor<512x!tt.ptr<f16>>
  tt.return
}
