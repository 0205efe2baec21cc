// RUN: tt-opt %s --tt-combine | FileCheck %s

// CHECK-LABEL: @sum
// CHECK-NEXT: %[[S:.*]] = arith.addi %arg0, %arg1 : tensor<64xi32>
// CHECK-NEXT: tt.return %[[S]]
tt.func private @sum(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<64xi32> {
  %0 = arith.extsi %a : tensor<64xi32> to tensor<64xi64>
  %1 = arith.extsi %b : tensor<64xi32> to tensor<64xi64>
  %2 = arith.addi %0, %1 overflow<nsw> : tensor<64xi64>
  %3 = arith.trunci %2 : tensor<64xi64> to tensor<64xi32>
  tt.return %3 : tensor<64xi32>
}

// A constant is narrowed for nothing, and the masking costs half.
// CHECK-LABEL: @masked
// CHECK: %[[T:.*]] = arith.trunci %arg0 : tensor<64xi64> to tensor<64xi32>
// CHECK: arith.andi %[[T]], %{{.*}} : tensor<64xi32>
tt.func private @masked(%a: tensor<64xi64>) -> tensor<64xi32> {
  %c = arith.constant dense<255> : tensor<64xi64>
  %0 = arith.andi %a, %c : tensor<64xi64>
  %1 = arith.trunci %0 : tensor<64xi64> to tensor<64xi32>
  tt.return %1 : tensor<64xi32>
}

// Two truncations instead of one cost more than the narrow op saves; a sum that
// is needed whole is not computed twice; the lower bits of a quotient depend on
// the upper ones of what is divided.
// CHECK-LABEL: @wide
// CHECK: arith.andi %arg0, %arg1 : tensor<64xi64>
// CHECK: arith.addi %{{.*}} : tensor<64xi64>
// CHECK: arith.divui %{{.*}} : tensor<64xi64>
tt.func private @wide(%a: tensor<64xi64>, %b: tensor<64xi64>, %c: tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>, tensor<64xi64>, tensor<64xi32>) {
  %0 = arith.andi %a, %b : tensor<64xi64>
  %1 = arith.trunci %0 : tensor<64xi64> to tensor<64xi32>
  %2 = arith.extsi %c : tensor<64xi32> to tensor<64xi64>
  %3 = arith.addi %2, %2 : tensor<64xi64>
  %4 = arith.trunci %3 : tensor<64xi64> to tensor<64xi32>
  %5 = arith.extui %c : tensor<64xi32> to tensor<64xi64>
  %6 = arith.divui %3, %5 : tensor<64xi64>
  %7 = arith.trunci %6 : tensor<64xi64> to tensor<64xi32>
  tt.return %1, %4, %3, %7 : tensor<64xi32>, tensor<64xi32>, tensor<64xi64>, tensor<64xi32>
}

// CHECK-LABEL: @selected
// CHECK-NEXT: %[[S:.*]] = arith.select %arg0, %arg1, %arg2 : tensor<64xi1>, tensor<64xf16>
// CHECK-NEXT: arith.extf %[[S]]
tt.func private @selected(%c: tensor<64xi1>, %a: tensor<64xf16>, %b: tensor<64xf16>) -> tensor<64xf32> {
  %0 = arith.extf %a : tensor<64xf16> to tensor<64xf32>
  %1 = arith.extf %b : tensor<64xf16> to tensor<64xf32>
  %2 = arith.select %c, %0, %1 : tensor<64xi1>, tensor<64xf32>
  tt.return %2 : tensor<64xf32>
}

// One extension stays anyway; the other two differ.
// CHECK-LABEL: @selected_wide
// CHECK: arith.select %{{.*}} : tensor<64xi1>, tensor<64xf32>
// CHECK: arith.select %{{.*}} : tensor<64xi1>, tensor<64xi32>
tt.func private @selected_wide(%c: tensor<64xi1>, %a: tensor<64xf16>, %b: tensor<64xf16>, %d: tensor<64xi8>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xi32>) {
  %0 = arith.extf %a : tensor<64xf16> to tensor<64xf32>
  %1 = arith.extf %b : tensor<64xf16> to tensor<64xf32>
  %2 = arith.select %c, %0, %1 : tensor<64xi1>, tensor<64xf32>
  %3 = arith.extsi %d : tensor<64xi8> to tensor<64xi32>
  %4 = arith.extui %d : tensor<64xi8> to tensor<64xi32>
  %5 = arith.select %c, %3, %4 : tensor<64xi1>, tensor<64xi32>
  tt.return %0, %2, %5 : tensor<64xf32>, tensor<64xf32>, tensor<64xi32>
}

// CHECK-LABEL: @compared
// CHECK-NEXT: arith.cmpf ult, %arg0, %arg1 : tensor<64xbf16>
// CHECK: arith.cmpf oeq, %{{.*}} : tensor<64xf64>
tt.func private @compared(%a: tensor<64xbf16>, %b: tensor<64xbf16>, %c: tensor<64xf32>) -> (tensor<64xi1>, tensor<64xi1>) {
  %0 = arith.extf %a : tensor<64xbf16> to tensor<64xf32>
  %1 = arith.extf %b : tensor<64xbf16> to tensor<64xf32>
  %2 = arith.cmpf ult, %0, %1 : tensor<64xf32>
  %3 = arith.extf %a : tensor<64xbf16> to tensor<64xf64>
  %4 = arith.extf %c : tensor<64xf32> to tensor<64xf64>
  %5 = arith.cmpf oeq, %3, %4 : tensor<64xf64>
  tt.return %2, %5 : tensor<64xi1>, tensor<64xi1>
}

// An unsigned value in a signed conversion has no sign; a sign in an unsigned
// one is lost.
// CHECK-LABEL: @converted
// CHECK-DAG: arith.sitofp %arg0 : tensor<64xi32> to tensor<64xf32>
// CHECK-DAG: arith.uitofp %arg0 : tensor<64xi32> to tensor<64xf32>
// CHECK-DAG: arith.uitofp %{{.*}} : tensor<64xi64> to tensor<64xf32>
tt.func private @converted(%a: tensor<64xi32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %0 = arith.extsi %a : tensor<64xi32> to tensor<64xi64>
  %1 = arith.extui %a : tensor<64xi32> to tensor<64xi64>
  %2 = arith.sitofp %0 : tensor<64xi64> to tensor<64xf32>
  %3 = arith.sitofp %1 : tensor<64xi64> to tensor<64xf32>
  %4 = arith.uitofp %0 : tensor<64xi64> to tensor<64xf32>
  tt.return %2, %3, %4 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}
