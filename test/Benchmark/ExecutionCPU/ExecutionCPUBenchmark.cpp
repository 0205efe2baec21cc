//===- ExecutionCPUBenchmark.cpp - How fast kernels run on the CPU --------===//
//
// Part of ttc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Execution time without compilation, with and without checks: the addition of
// 2^20 elements, and one 128x128x64 product of f16 by mma.sync m16n8k16 and by
// wgmma m64n128k16, both from operands in shared memory. cpu_ms counts the
// processor time of all threads, copies of the buffers included.
//
//===----------------------------------------------------------------------===//

#include "ttc/Dialect/PTX/IR/PTX.h"
#include "ttc/Execution/CPU/CPURuntime.h"

#include "benchmark/benchmark.h"
#include "mlir/Parser/Parser.h"
#include <ctime>

using namespace ttc::cpu;

namespace {
std::string moduleText(const std::string &signature, const std::string &body,
                       unsigned warps, unsigned shared) {
  return "module attributes {ttg.target = \"cuda:90\", \"ttg.num-warps\" = " +
         std::to_string(warps) +
         " : i32, ttg.shared = " + std::to_string(shared) +
         " : i32} {\nllvm.mlir.global external @global_smem() {addr_space = 3 "
         ": i32, alignment = 1024 : i64} : !llvm.array<0 x i8>\nllvm.func @k(" +
         signature + ") attributes {nvvm.kernel, nvvm.reqntid = array<i32: " +
         std::to_string(32 * warps) + ">} {\n" + body + "  llvm.return\n}\n}\n";
}

std::string constant(const std::string &name, int64_t value,
                     const std::string &type = "i32") {
  return "  %" + name + " = llvm.mlir.constant(" + std::to_string(value) +
         " : " + type + ") : " + type + "\n";
}

/// 1024 elements for each block of 128 threads, in two accesses of 16 bytes.
std::string vectorAdd() {
  std::string body = constant("c4", 4) + constant("c1024", 1024) + R"(
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %cta = nvvm.read.ptx.sreg.ctaid.x : i32
  %first = llvm.mul %cta, %c1024 : i32
  %mine = llvm.mul %tid, %c4 : i32
  %i0 = llvm.add %first, %mine : i32
)";
  for (int half = 0; half < 2; ++half) {
    std::string h = std::to_string(half);
    std::string at = "%i0";
    if (half) {
      body += constant("c512", 512) + "  %i1 = llvm.add %i0, %c512 : i32\n";
      at = "%i1";
    }
    body += "  %on" + h + " = llvm.icmp \"slt\" " + at + ", %n : i32\n";
    for (std::string name : {"x", "y", "o"})
      body += "  %p" + name + h + " = llvm.getelementptr %" + name + "[" + at +
              "] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32\n";
    for (std::string name : {"x", "y"})
      body += "  %v" + name + h + ":4 = ptx.ld %p" + name + h + " if %on" + h +
              " : !llvm.ptr<1> -> f32, f32, f32, f32\n";
    std::string sums;
    for (std::string j : {"0", "1", "2", "3"}) {
      body += "  %s" + h + j + " = llvm.fadd %vx" + h + "#" + j + ", %vy" + h +
              "#" + j + " : f32\n";
      sums += (sums.empty() ? "%s" : ", %s") + h + j;
    }
    body += "  ptx.st %po" + h + ", (" + sums + ") if %on" + h +
            " : !llvm.ptr<1>, f32, f32, f32, f32\n";
  }
  return moduleText("%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %o: !llvm.ptr<1>, "
                    "%n: i32",
                    body, 4, 0);
}

/// Fills `bytes` of shared memory with ones of f16, 16 bytes at a time.
std::string fillShared(unsigned bytes, unsigned threads) {
  std::string body = constant("ones", 0x3c003c00) + constant("c16", 16) +
                     R"(
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %shared = llvm.mlir.addressof @global_smem : !llvm.ptr<3>
  %offset = llvm.mul %tid, %c16 : i32
  %start = llvm.getelementptr %shared[%offset] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
)";
  for (unsigned i = 0; i < bytes / 16 / threads; ++i) {
    std::string n = std::to_string(i);
    body += "  %fill" + n + " = llvm.getelementptr %start[" +
            std::to_string(i * threads * 16) +
            "] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8\n  ptx.st %fill" + n +
            ", (%ones, %ones, %ones, %ones) : !llvm.ptr<3>, i32, i32, i32, "
            "i32\n";
  }
  return body + "  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, "
                "space = #nvvm.shared_space<cta>}\n  nvvm.barrier0\n";
}

std::string structOf(unsigned count) {
  std::string text = "!llvm.struct<(";
  for (unsigned i = 0; i < count; ++i)
    text += i ? ", f32" : "f32";
  return text + ")>";
}

/// Each of four warps has 64x64 of the product: 4 by 8 tiles of 16x8, four
/// steps of 16 along K. A is at 0 and B (by columns) behind it, both with rows
/// of 64 elements.
std::string mmaTile() {
  std::string body =
      fillShared(32768, 128) + constant("c15", 15) + constant("c128", 128) +
      constant("c1", 1) + constant("c2", 2) + constant("c4", 4) +
      constant("c8192", 8192) + constant("c31", 31) + constant("c5", 5) + R"(
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %lane = llvm.and %tid, %c31 : i32
  %warp = llvm.lshr %tid, %c5 : i32
  %wm = llvm.lshr %warp, %c1 : i32
  %wn = llvm.and %warp, %c1 : i32
  %row = llvm.and %lane, %c15 : i32
  %half = llvm.lshr %lane, %c4 : i32
  %rowbytes = llvm.mul %row, %c128 : i32
  %halfbytes = llvm.mul %half, %c16 : i32
  %inner = llvm.add %rowbytes, %halfbytes : i32
  %wmbytes = llvm.mul %wm, %c8192 : i32
  %wnbytes = llvm.mul %wn, %c8192 : i32
  %abytes = llvm.add %inner, %wmbytes : i32
  %bbytes = llvm.add %inner, %wnbytes : i32
  %abase = llvm.getelementptr %shared[%abytes] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %bbase0 = llvm.getelementptr %shared[16384] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %bbase = llvm.getelementptr %bbase0[%bbytes] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
)";
  auto load = [&](const std::string &name, const std::string &base,
                  unsigned bytes) {
    body += "  %p" + name + " = llvm.getelementptr %" + base + "[" +
            std::to_string(bytes) +
            "] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8\n  %m" + name +
            " = nvvm.ldmatrix %p" + name +
            " {num = 4 : i32, layout = #nvvm.mma_layout<row>, shape = "
            "#nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = "
            "#nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> "
            "!llvm.struct<(i32, i32, i32, i32)>\n";
    for (std::string i : {"0", "1", "2", "3"})
      body += "  %i" + name + i + " = llvm.extractvalue %m" + name + "[" + i +
              "] : !llvm.struct<(i32, i32, i32, i32)>\n  %" + name + "_" + i +
              " = llvm.bitcast %i" + name + i + " : i32 to vector<2xf16>\n";
  };
  std::map<std::pair<int, int>, std::array<std::string, 4>> sums;
  for (int k = 0; k < 4; ++k) {
    std::string ks = std::to_string(k);
    for (int m = 0; m < 4; ++m)
      load("a" + ks + std::to_string(m), "abase", m * 16 * 128 + k * 32);
    for (int n = 0; n < 4; ++n)
      load("b" + ks + std::to_string(n), "bbase", n * 16 * 128 + k * 32);
    for (int m = 0; m < 4; ++m)
      for (int n = 0; n < 8; ++n) {
        std::string a = "%a" + ks + std::to_string(m) + "_";
        std::string b = "%b" + ks + std::to_string(n / 2) + "_";
        auto &sum = sums[{m, n}];
        if (k == 0)
          sum = {"%zero", "%zero", "%zero", "%zero"};
        std::string d =
            "%d" + ks + "_" + std::to_string(m) + "_" + std::to_string(n);
        body += "  " + d + " = nvvm.mma.sync A[" + a + "0, " + a + "1, " + a +
                "2, " + a + "3] B[" + b + std::to_string(n % 2) + ", " + b +
                std::to_string(n % 2 + 2) + "] C[" + sum[0] + ", " + sum[1] +
                ", " + sum[2] + ", " + sum[3] +
                "] {layoutA = #nvvm.mma_layout<row>, layoutB = "
                "#nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k "
                "= 16>} : (vector<2xf16>, vector<2xf16>, f32) -> " +
                structOf(4) + "\n";
        for (int i = 0; i < 4; ++i) {
          sum[i] = d + "_" + std::to_string(i);
          body += "  " + sum[i] + " = llvm.extractvalue " + d + "[" +
                  std::to_string(i) + "] : " + structOf(4) + "\n";
        }
      }
  }
  // Each thread stores its 128 values side by side.
  body += constant("c512", 512) +
          "  %out = llvm.mul %tid, %c512 : i32\n"
          "  %pd = llvm.getelementptr %o[%out] : (!llvm.ptr<1>, i32) -> "
          "!llvm.ptr<1>, i8\n";
  int place = 0;
  for (auto &[tile, sum] : sums) {
    std::string n = std::to_string(place);
    body += "  %pd" + n + " = llvm.getelementptr %pd[" +
            std::to_string(16 * place++) +
            "] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8\n  ptx.st %pd" + n + ", (" +
            sum[0] + ", " + sum[1] + ", " + sum[2] + ", " + sum[3] +
            ") : !llvm.ptr<1>, f32, f32, f32, f32\n";
  }
  return moduleText("%o: !llvm.ptr<1>", body, 4, 32768);
}

/// One warp group has both halves of 64 rows, four steps along K, operands
/// with a 128-byte swizzle.
std::string wgmmaTile() {
  std::string type = structOf(64);
  int64_t form = int64_t(1) << 62 | int64_t(64) << 32 | 1 << 16;
  std::string body = fillShared(32768, 128) + constant("form", form, "i64") +
                     constant("mask", 0x3ffff, "i64") +
                     constant("four", 4, "i64") + R"(
  %address = llvm.ptrtoint %shared : !llvm.ptr<3> to i64
  %low = llvm.and %address, %mask : i64
  %field = llvm.lshr %low, %four : i64
  %desc = llvm.or %form, %field : i64
  %undef = llvm.mlir.undef : )" +
                     type + "\n  nvvm.wgmma.fence.aligned\n";
  std::string stores;
  for (int m = 0; m < 2; ++m) {
    std::string sum = "%undef";
    for (int k = 0; k < 4; ++k) {
      std::string n = std::to_string(m) + std::to_string(k);
      body += constant("da" + n, m * 512 + k * 2, "i64") +
              constant("db" + n, 1024 + k * 2, "i64") + "  %a" + n +
              " = llvm.add %desc, %da" + n + " : i64\n  %b" + n +
              " = llvm.add %desc, %db" + n + " : i64\n  %d" + n +
              " = nvvm.wgmma.mma_async %a" + n + ", %b" + n + ", " + sum +
              ", <m = 64, n = 128, k = 16>, D[<f32>, <" + (k ? "one" : "zero") +
              ">], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : " + type +
              " -> " + type + "\n";
      sum = "%d" + n;
    }
    for (int i = 0; i < 64; i += 4) {
      std::string n = std::to_string(m * 64 + i);
      std::string values, types;
      for (int j = 0; j < 4; ++j) {
        std::string v = "%v" + std::to_string(m * 64 + i + j);
        stores += "  " + v + " = llvm.extractvalue " + sum + "[" +
                  std::to_string(i + j) + "] : " + type + "\n";
        values += (j ? ", " : "") + v;
      }
      stores += "  %pd" + n + " = llvm.getelementptr %pd[" +
                std::to_string(4 * (m * 64 + i)) +
                "] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8\n  ptx.st %pd" + n +
                ", (" + values + ") : !llvm.ptr<1>, f32, f32, f32, f32\n";
    }
  }
  body += "  nvvm.wgmma.commit.group.sync.aligned\n"
          "  nvvm.wgmma.wait.group.sync.aligned 0\n" +
          constant("c512", 512) +
          "  %out = llvm.mul %tid, %c512 : i32\n"
          "  %pd = llvm.getelementptr %o[%out] : (!llvm.ptr<1>, i32) -> "
          "!llvm.ptr<1>, i8\n" +
          stores;
  return moduleText("%o: !llvm.ptr<1>", body, 4, 32768);
}

void measure(benchmark::State &state, const std::string &text, size_t elements,
             std::vector<Argument> arguments, uint32_t grid, float wanted) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::LLVM::LLVMDialect, mlir::NVVM::NVVMDialect,
                  ttc::ptx::PTXDialect>();
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  Options options;
  options.check = state.range(0);
  std::unique_ptr<Program> program =
      module ? Program::create(*module, options) : nullptr;
  if (!program)
    return state.SkipWithError("the kernel does not compile");
  std::vector<float> output(elements);
  for (Argument &argument : arguments)
    if (!argument.data) {
      argument.data = output.data();
      argument.bytes = elements * sizeof(float);
    }
  Launch launch;
  launch.grid = {grid, 1, 1};
  launch.arguments = arguments;
  // On a busy machine the processor time tells more than the clock.
  std::clock_t begin = std::clock();
  for (auto _ : state) {
    Result result;
    std::optional<std::string> error = program->run(launch, result);
    if (error || !result.ok() || output.back() != wanted)
      return state.SkipWithError(error ? error->c_str() : "a wrong result");
    state.SetIterationTime(result.seconds);
  }
  state.counters["cpu_ms"] =
      benchmark::Counter(1e3 * double(std::clock() - begin) / CLOCKS_PER_SEC,
                         benchmark::Counter::kAvgIterations);
}

Argument buffer(const std::string &name, std::vector<float> *values) {
  Argument argument;
  argument.kind = Argument::Kind::Buffer;
  argument.name = name;
  if (values) {
    argument.data = values->data();
    argument.bytes = values->size() * sizeof(float);
  } else {
    argument.initialized = false;
  }
  return argument;
}

void BM_VectorAdd(benchmark::State &state) {
  int n = 1 << 20;
  std::vector<float> x(n, 1), y(n, 2);
  Argument count;
  count.name = "n";
  count.data = &n;
  count.bytes = sizeof(n);
  measure(state, vectorAdd(), n,
          {buffer("x", &x), buffer("y", &y), buffer("o", nullptr), count}, 1024,
          3);
}
void BM_MmaTile(benchmark::State &state) {
  measure(state, mmaTile(), 128 * 128, {buffer("o", nullptr)}, 1, 64);
}
void BM_WgmmaTile(benchmark::State &state) {
  measure(state, wgmmaTile(), 128 * 128, {buffer("o", nullptr)}, 1, 64);
}
} // namespace

BENCHMARK(BM_VectorAdd)
    ->ArgName("check")
    ->Arg(0)
    ->Arg(1)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_MmaTile)
    ->ArgName("check")
    ->Arg(0)
    ->Arg(1)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_WgmmaTile)
    ->ArgName("check")
    ->Arg(0)
    ->Arg(1)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
