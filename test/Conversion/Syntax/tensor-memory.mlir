// How a cluster splits tensor memory, in the words of each version.

// RUN: tt-opt %s | FileCheck %s --check-prefix=NEW
// RUN: tt-opt %s --tt-syntax=3.6 | FileCheck %s --check-prefix=OLD
// RUN: tt-opt %s --tt-syntax=3.7 | FileCheck %s --check-prefix=OLD
// RUN: tt-opt %s --tt-syntax=3.8 | FileCheck %s --check-prefix=NEW
// RUN: tt-opt %s --tt-syntax=3.9 | FileCheck %s --check-prefix=NEW
// RUN: tt-opt %s --tt-syntax=3.6 | tt-opt | FileCheck %s --check-prefix=NEW

// NEW-DAG: blockN = 64, colStride = 1, CGALayout = {{\[}}[1, 0]], twoCTAs = true>
// OLD-DAG: blockN = 64, colStride = 1, CTASplitM = 2, twoCTAs = true>
#m = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2, twoCTAs = true>
// NEW-DAG: blockN = 32, colStride = 1, CGALayout = {{\[}}[0, 1], [0, 2]]>
// OLD-DAG: blockN = 32, colStride = 1, CTASplitN = 4>
#n = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1, CGALayout = [[0, 1], [0, 2]]>
// NEW-DAG: #ttng.tensor_memory_scales_encoding<CGALayout = {{\[}}[1, 0]]>
// OLD-DAG: #ttng.tensor_memory_scales_encoding<CTASplitM = 2>
#s = #ttng.tensor_memory_scales_encoding<CTASplitM = 2>
tt.func private @f(!ttg.memdesc<256x128xf32, #m, #ttng.tensor_memory, mutable>,
                   !ttg.memdesc<128x128xf32, #n, #ttng.tensor_memory, mutable>,
                   !ttg.memdesc<256x4xi8, #s, #ttng.tensor_memory, mutable>)
