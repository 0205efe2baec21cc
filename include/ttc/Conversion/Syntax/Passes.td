//===- Passes.td - Between the versions of Triton -------------------------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TTC_CONVERSION_SYNTAX_PASSES
#define TTC_CONVERSION_SYNTAX_PASSES

include "mlir/Pass/PassBase.td"

def ImportSyntax : Pass<"import-syntax"> {
  let summary = "Bring the IR of any Triton version to one form";
  let description = [{
    What versions spell differently in types and attributes is the parser's
    matter; this pass does the rest, so that every other pass sees one form:
    `gpu.barrier` becomes `ttg.barrier all`; `"ttng.two-ctas" = false`, which
    says nothing, goes; a `#ttg.linear` loses registers that repeat elements of
    their own thread, and an op that only renames coordinates a conversion
    before it that moves nothing; what `CTASplitM` or `CTASplitN` says of tensor
    memory becomes a `CGALayout`. Tools run it on whatever they read.
  }];
  let dependentDialects = ["::ttc::ttg::TTGDialect"];
}

def ExportSyntax : Pass<"export-syntax"> {
  let summary = "Bring the IR to the form of the Triton version to be printed";
  let description = [{
    The reverse of `import-syntax`, for the version that the `tt` dialect is set
    to print. A version before 3.9 compares layouts with all registers that
    repeat elements: where those of an op that only renames coordinates, or the
    spellings around a `tt.broadcast`, differ, a conversion that moves nothing
    makes them equal. An operation or a layout that the version lacks is an
    error.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

#endif // TTC_CONVERSION_SYNTAX_PASSES
