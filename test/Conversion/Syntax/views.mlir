// Versions before 3.9 compare the layouts around a view op with all registers
// that repeat elements; conversions that move nothing make them equal, and go
// when such text is read.

// RUN: tt-opt %s | FileCheck %s --check-prefix=OWN
// RUN: tt-opt %s --tt-syntax=3.6 | FileCheck %s --check-prefix=OLD
// RUN: tt-opt %s --tt-syntax=3.8 | FileCheck %s --check-prefix=OLD
// RUN: tt-opt %s --tt-syntax=3.9 | FileCheck %s --check-prefix=V39
// RUN: tt-opt %s --tt-syntax=3.6 | tt-opt | FileCheck %s --check-prefix=OWN

// The two ways to write these layouts denote one map for one column.
// OWN-DAG: [[M1:#mma[0-9]*]] = {{.*}}instrShape = [16, 128, 16]
// OWN-DAG: [[M2:#mma[0-9]*]] = {{.*}}instrShape = [16, 64, 16]
// OLD-DAG: [[M1:#mma[0-9]*]] = {{.*}}instrShape = [16, 128, 16]
// OLD-DAG: [[M2:#mma[0-9]*]] = {{.*}}instrShape = [16, 64, 16]
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
#mma1 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// The repeated register is dropped at once.
// OWN-DAG: [[L:#linear[0-9]*]] = #ttg.linear<{register = {{\[}}[1]], lane = {{\[}}[2], [4], [8], [16], [32]], warp = {{\[}}[64], [128]], block = []}>
// OLD-DAG: [[L:#linear[0-9]*]] = #ttg.linear<{register = {{\[}}[1]], lane
// OLD-DAG: [[R:#linear[0-9]*]] = #ttg.linear<{register = {{\[}}[1], [0]], lane
#linear = #ttg.linear<{register = [[1], [0]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = []}>
#pairs = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#join = #ttg.blocked<{sizePerThread = [2, 2, 2], threadsPerWarp = [1, 32, 1], warpsPerCTA = [1, 4, 1], order = [2, 1, 0]}>

module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // OWN-LABEL: @broadcast
  // OLD-LABEL: @broadcast
  tt.func private @broadcast(%x: tensor<128x1xf32, #mma>) {
    // OWN-NEXT: tt.broadcast %arg0 : tensor<128x1xf32, [[M1]]> -> tensor<128x64xf32, [[M2]]>
    // OLD-NEXT: %[[C:.*]] = ttg.convert_layout %arg0 : tensor<128x1xf32, [[M1]]> -> tensor<128x1xf32, [[M2]]>
    // OLD-NEXT: tt.broadcast %[[C]] : tensor<128x1xf32, [[M2]]> -> tensor<128x64xf32, [[M2]]>
    %0 = tt.broadcast %x : tensor<128x1xf32, #mma> -> tensor<128x64xf32, #mma1>
    tt.return
  }

  // OWN-LABEL: @reshape
  // V39-LABEL: @reshape
  // OLD-LABEL: @reshape
  tt.func private @reshape(%x: tensor<256xf32, #linear>) {
    // OWN-NEXT: tt.reshape %arg0 : tensor<256xf32, [[L]]> -> tensor<1x256xf32
    // V39-NEXT: tt.reshape %arg0 :
    // OLD-NEXT: %[[C:.*]] = ttg.convert_layout %arg0 : tensor<256xf32, [[L]]> -> tensor<256xf32, [[R]]>
    // OLD-NEXT: tt.reshape %[[C]] : tensor<256xf32, [[R]]> -> tensor<1x256xf32
    %0 = tt.reshape %x : tensor<256xf32, #linear> -> tensor<1x256xf32, #pairs>
    tt.return
  }

  // Every version wants a slice here.
  // OWN-LABEL: @expand_dims
  // V39-LABEL: @expand_dims
  // OLD-LABEL: @expand_dims
  tt.func private @expand_dims(%x: tensor<256xf32, #linear>) {
    // OWN-NEXT: tt.expand_dims %arg0 {axis = 0 : i32} : tensor<256xf32, [[L]]> ->
    // OLD-NEXT: ttg.convert_layout %arg0 : tensor<256xf32, [[L]]> -> tensor<256xf32, #ttg.slice<{dim = 0, parent = #blocked{{[0-9]*}}}>>
    // OLD-NEXT: tt.expand_dims
    // V39-NEXT: ttg.convert_layout %arg0 : tensor<256xf32, #{{.*}}> -> tensor<256xf32, #ttg.slice<{dim = 0, parent = #blocked{{[0-9]*}}}>>
    // V39-NEXT: tt.expand_dims
    %0 = tt.expand_dims %x {axis = 0 : i32} : tensor<256xf32, #linear> -> tensor<1x256xf32, #pairs>
    tt.return
  }

  // Two operands need one layout; what each was converted from is kept apart.
  // OWN-LABEL: @join
  // OLD-LABEL: @join
  tt.func private @join(%x: tensor<1x256xf32, #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], warp = [[0, 64], [0, 128]], block = []}>>) {
    // OWN-NEXT: tt.join %arg0, %arg0 :
    // OLD-NEXT: ttg.convert_layout %arg0
    // OLD-NEXT: ttg.convert_layout %arg0
    // OLD-NEXT: tt.join
    %0 = tt.join %x, %x : tensor<1x256xf32, #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], warp = [[0, 64], [0, 128]], block = []}>> -> tensor<1x256x2xf32, #join>
    tt.return
  }

  // A conversion that moves something stays.
  // OWN-LABEL: @moves
  // OWN: ttg.convert_layout
  // OWN: tt.reshape
  tt.func private @moves(%x: tensor<256xf32, #ttg.linear<{register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], block = []}>>) {
    %0 = ttg.convert_layout %x : tensor<256xf32, #ttg.linear<{register = [[128]], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], block = []}>> -> tensor<256xf32, #linear>
    %1 = tt.reshape %0 : tensor<256xf32, #linear> -> tensor<1x256xf32, #pairs>
    tt.return
  }
}
