// A call with other types than libdevice's function has would be undefined.

// REQUIRES: libdevice
// RUN: not tt-translate %s --tt-to-ptx --target=sm_80 2>&1 | FileCheck %s
// RUN: not tt-run %s --device=cpu --target=sm_80 --grid=1 --arg=zeros:f64[1] 2>&1 | FileCheck %s --check-prefix=CPU

// CHECK: signature.mlir:[[#@LINE+5]]:8: error: '__nv_sinf' is called as 'double (double)', but libdevice has 'float (float)'
// CPU: error: compiling for the CPU: '__nv_sinf' is called as 'double (double)', but libdevice has 'float (float)'

tt.func public @kernel(%p: !tt.ptr<f64>) {
  %x = tt.load %p : !tt.ptr<f64>
  %y = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_sinf"} : (f64) -> f64
  tt.store %p, %y : !tt.ptr<f64>
  tt.return
}
