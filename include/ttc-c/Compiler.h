/*===- Compiler.h - ttc for C and other languages -----------------*- C -*-===*\
|*                                                                            *|
|* Part of ttc, under the Apache License v2.0 with LLVM Exceptions.           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The interface of libttc.so: compile a kernel in Triton IR to PTX, cubin or *|
|* SASS, run it on the CPU, or launch it through the CUDA driver.             *|
|*                                                                            *|
|*   ttcOptions *options = ttcOptionsCreate();                                *|
|*   ttcOptionsSetString(options, "target", "cuda:90");                       *|
|*   ttcResult *result;                                                       *|
|*   ttcError *error = ttcCompile(text, size, "k.ttir", options, &result);    *|
|*   if (error)                                                               *|
|*     fputs(ttcErrorGetMessage(error), stderr);                              *|
|*   else                                                                     *|
|*     cubin = ttcResultGetArtifact(result, ttcStageCubin, &cubinSize);       *|
|*                                                                            *|
|* Handles are opaque. Each is destroyed once by the function of its type,    *|
|* which takes NULL too. What a handle gives out (strings, which end in a     *|
|* zero byte, and handles within) belongs to it and lives as long as it.      *|
|*                                                                            *|
|* A function that can fail returns NULL for success, else an error, which    *|
|* the caller destroys; handles that it was to make are NULL then. An         *|
|* argument that may not be NULL and is, is such an error. Functions that     *|
|* return something else answer NULL or 0 to a handle that is NULL or an      *|
|* index past the end. Nothing exits, aborts or prints.                       *|
|*                                                                            *|
|* Threads: any function may run in any number of threads at once, and in all *|
|* of them on the same handle where the handle is `const`. A handle that is   *|
|* not const belongs to one thread at a time; ttcCPUProgram and ttcCUDAKernel *|
|* take care of that themselves.                                              *|
|*                                                                            *|
|* Versions: within one TTC_API_VERSION, functions and names of options and   *|
|* properties are only added, so a program runs with any later libttc.so of   *|
|* that number. Structures do not appear.                                     *|
|*                                                                            *|
|* Environment: CUDA_HOME and PATH are read to find NVIDIA's programs where   *|
|* no option says where they are, TMPDIR to place temporary files. Nothing    *|
|* else is.                                                                   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef TTC_C_COMPILER_H
#define TTC_C_COMPILER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TTC_API __attribute__((visibility("default")))

/*===----------------------------------------------------------------------===*\
|* Version
\*===----------------------------------------------------------------------===*/

/* The interface that this header describes. */
#define TTC_API_VERSION 1

/* The interface that the library has: a program works with it if this is its
   TTC_API_VERSION. */
TTC_API unsigned ttcGetAPIVersion(void);

/* "0.1.0" */
TTC_API const char *ttcGetVersion(void);

/* Version of the LLVM inside: "22.1.0". */
TTC_API const char *ttcGetLLVMVersion(void);

/* Hexadecimal digits that differ between any two builds of libttc.so whose code
   differs: a part of the key of caches of what it makes. */
TTC_API const char *ttcGetBuildID(void);

/* The targets that can be compiled for, "cuda:75" and so on; NULL past the
   last. */
TTC_API const char *ttcGetTarget(size_t index);

/*===----------------------------------------------------------------------===*\
|* Diagnostics and errors
\*===----------------------------------------------------------------------===*/

typedef struct ttcDiagnostic ttcDiagnostic;
typedef struct ttcError ttcError;

typedef enum ttcSeverity {
  ttcSeverityError = 0,
  ttcSeverityWarning = 1,
  ttcSeverityRemark = 2,
  ttcSeverityNote = 3
} ttcSeverity;

TTC_API ttcSeverity ttcDiagnosticGetSeverity(const ttcDiagnostic *diagnostic);
/* The message alone: no location, no notes. */
TTC_API const char *ttcDiagnosticGetMessage(const ttcDiagnostic *diagnostic);
/* Where: "" and zeros if unknown. Lines and columns count from one. */
TTC_API const char *ttcDiagnosticGetFile(const ttcDiagnostic *diagnostic);
TTC_API unsigned ttcDiagnosticGetLine(const ttcDiagnostic *diagnostic);
TTC_API unsigned ttcDiagnosticGetColumn(const ttcDiagnostic *diagnostic);
/* The text of that line if it is one of the input's, or of a file that can be
   read; "" if not. */
TTC_API const char *ttcDiagnosticGetSourceLine(const ttcDiagnostic *diagnostic);
/* For a remark, the pass and the kind of remark ("tt-optimize", "unroll"); for
   a report of the CPU's checks, "cpu" and its kind ("race"); for an error that
   a program or file of a CUDA toolkit is at fault for, "toolkit" and ""; else
   "". */
TTC_API const char *ttcDiagnosticGetCategory(const ttcDiagnostic *diagnostic);
TTC_API const char *ttcDiagnosticGetName(const ttcDiagnostic *diagnostic);
/* As a compiler shows it, ending in a newline: location, severity, message, the
   line with a caret, and the notes in the same way. */
TTC_API const char *ttcDiagnosticGetRendered(const ttcDiagnostic *diagnostic);
/* The notes; they have none themselves. */
TTC_API size_t ttcDiagnosticGetNumNotes(const ttcDiagnostic *diagnostic);
TTC_API const ttcDiagnostic *
ttcDiagnosticGetNote(const ttcDiagnostic *diagnostic, size_t index);

typedef enum ttcErrorCode {
  /* An argument of the call: a NULL, an unknown name, a value out of range. */
  ttcErrorInvalidArgument = 1,
  /* The input does not compile; the diagnostics say why. */
  ttcErrorCompile = 2,
  /* A program of a CUDA toolkit is missing, can't be run, or fails. */
  ttcErrorTool = 3,
  /* The launch does not fit the kernel: number or size of arguments, grid. */
  ttcErrorLaunch = 4,
  /* The kernel did something wrong on the CPU; the diagnostics are the
     reports. */
  ttcErrorKernel = 5,
  /* The CUDA driver is missing, or reports an error. */
  ttcErrorCUDA = 6,
  /* There is not enough memory. */
  ttcErrorMemory = 7
} ttcErrorCode;

TTC_API ttcErrorCode ttcErrorGetCode(const ttcError *error);
/* All there is to say, diagnostics included. */
TTC_API const char *ttcErrorGetMessage(const ttcError *error);
/* The same in parts, where there are diagnostics; all are there, warnings
   too. */
TTC_API size_t ttcErrorGetNumDiagnostics(const ttcError *error);
TTC_API const ttcDiagnostic *ttcErrorGetDiagnostic(const ttcError *error,
                                                   size_t index);
TTC_API void ttcErrorDestroy(ttcError *error);

/*===----------------------------------------------------------------------===*\
|* Options
|*
|* name               kind     meaning
|*
|* target             string   "cuda:90" or "sm_90a"; sm_90, sm_100, sm_103 and
|*                             sm_120 mean the variant with an `a`
|* num_warps          integer  warps of a block
|* num_ctas           integer  blocks of a cluster
|*                             Where these three are not set, the module says;
|*                             without a word, 4 warps and 1 block. It is an
|*                             error if option and module differ, or if neither
|*                             names a target.
|* num_stages         integer  stages of a pipelined loop, at least 1; 3
|* enable_fp_fusion   boolean  whether a product and a sum may become one fma;
|*                             yes
|* ptx_version        integer  PTX ISA version to write, 84 for 8.4; the lowest
|*                             that has what the kernel uses
|* maxnreg            integer  most registers of a thread, 1 to 255
|* min_blocks_per_sm  integer  fewest blocks of a multiprocessor that the
|*                             assembler is to aim at, 1 to 32
|* kernel             string   which kernel, needed where there are several
|*
|* stop_after         string   last stage to reach, by its name; "cubin"
|* keep_texts         boolean  keep the artifacts of all stages before; no
|* remarks            boolean  have passes say what they did; no
|*
|* cuda_path          string   folder of a CUDA toolkit, looked in first
|* ptxas              string   paths of the assembler, the disassembler and the
|* nvdisasm           string   library of device functions; each wins over all
|* libdevice          string   folders
|* tool_timeout       integer  seconds after which a program that does not end
|*                             is killed; 0: never
|*
|* cpu_check          boolean  watch for races, bad addresses and the like; yes
|* cpu_timeout        integer  seconds after which a kernel is given up; 0:
|*                             never
|* cpu_workers        integer  threads that run blocks; 0: one per core
|* cpu_async          string   when copies take effect: "late", "early",
|*                             "random"; "late"
|* cpu_seed           integer  seed of "random"
|* cpu_profile        boolean  count what each source line does; no
|*
|* Booleans are set as the integers 0 and 1. The names of options that the
|* metadata of Triton has are the same there.
\*===----------------------------------------------------------------------===*/

typedef struct ttcOptions ttcOptions;

typedef enum ttcOptionKind {
  ttcOptionString = 0,
  ttcOptionInteger = 1,
  ttcOptionBoolean = 2
} ttcOptionKind;

/* The options that this library has: the name, NULL past the last, and kind
   and meaning of that option. */
TTC_API const char *ttcGetOptionName(size_t index);
TTC_API ttcOptionKind ttcGetOptionKind(size_t index);
TTC_API const char *ttcGetOptionHelp(size_t index);

/* NULL if there is not enough memory. */
TTC_API ttcOptions *ttcOptionsCreate(void);
TTC_API void ttcOptionsDestroy(ttcOptions *options);

/* An error if there is no such option, it is of another kind, or cannot have
   this value. What depends on the module is checked by ttcCompile. */
TTC_API ttcError *ttcOptionsSetString(ttcOptions *options, const char *name,
                                      const char *value);
TTC_API ttcError *ttcOptionsSetInteger(ttcOptions *options, const char *name,
                                       int64_t value);

/* Takes from a JSON text what is an option: num_warps, num_stages, num_ctas,
   target, enable_fp_fusion, maxnreg. It is ttc's metadata or Triton's. */
TTC_API ttcError *ttcOptionsReadMetadata(ttcOptions *options, const char *json);

/*===----------------------------------------------------------------------===*\
|* Compilation
\*===----------------------------------------------------------------------===*/

/* In order. The name of a stage is the extension of its artifact. */
typedef enum ttcStage {
  ttcStageTTIR = 0,    /* "ttir": tiles */
  ttcStageTTGIR = 1,   /* "ttgir": with layouts */
  ttcStageLowered = 2, /* "mlir": LLVM, NVVM and ptx dialects */
  ttcStageLLVMIR = 3,  /* "llir": optimized LLVM IR */
  ttcStagePTX = 4,     /* "ptx" */
  ttcStageCubin = 5,   /* "cubin" */
  ttcStageSASS = 6     /* "sass" */
} ttcStage;

/* NULL for a number that is no stage. */
TTC_API const char *ttcStageGetName(ttcStage stage);

typedef struct ttcResult ttcResult;

/* Compiles `size` bytes of text, which need not end in a zero: TTIR, TTGIR or a
   lowered module, as the text itself says. Diagnostics call it `name` ("" if
   NULL). Options may be NULL for all defaults. */
TTC_API ttcError *ttcCompile(const char *text, size_t size, const char *name,
                             const ttcOptions *options, ttcResult **result);

/* Assembles PTX, of ttc or others, for the target of the options, or where they
   name none, of the PTX. The result has the artifact ttcStageCubin, with
   `stop_after` = "sass" ttcStageSASS too, and the properties of the assembler.
   The option `kernel` says whose, where there are several. */
TTC_API ttcError *ttcAssemble(const char *ptx, size_t size,
                              const ttcOptions *options, ttcResult **result);

/* Disassembles a cubin. The result has the artifact ttcStageSASS. */
TTC_API ttcError *ttcDisassemble(const void *cubin, size_t size,
                                 const ttcOptions *options, ttcResult **result);

TTC_API void ttcResultDestroy(ttcResult *result);

/* What came out of a stage, and its size in bytes, without the zero byte at the
   end; NULL and 0 if it was not reached or not kept. Kept are the last stage's,
   the PTX beside a cubin, the cubin beside SASS, the others with `keep_texts`,
   from the input's level on. */
TTC_API const char *ttcResultGetArtifact(const ttcResult *result,
                                         ttcStage stage, size_t *size);

/* Facts about the kernel. Returns 0 and leaves `value` alone if there is no
   such property.
 *
 *   num_warps, num_ctas, num_stages, enable_fp_fusion
 *                          what it was compiled with
 *   shared                 bytes of dynamic shared memory that a launch has to
 *                          ask for
 *   global_scratch_size    bytes of global memory for each block, and their
 *   global_scratch_align   alignment, that a launch has to pass behind the
 *                          arguments; 0 and 1 where it needs none
 *   profile_scratch_size   the same for a profiler's scratch
 *   profile_scratch_align
 *   ptx_version            84 for 8.4; 0 before PTX
 *   program_id_axes        axes of the grid whose index the kernel reads: bit 0
 *                          for x, 1 for y, 2 for z. Programs that differ only
 *                          along the others do the same work.
 *   num_programs_axes      axes whose size the kernel reads
 *
 * From the assembler, 0 before:
 *
 *   num_regs, stack_bytes  of each thread
 *   spill_store_bytes      of the code
 *   spill_load_bytes
 *   static_shared          bytes of shared memory that the code declares
 *   num_barriers           of the block
 */
TTC_API int ttcResultGetInteger(const ttcResult *result, const char *property,
                                int64_t *value);

/* name: the kernel's symbol. target: "cuda:90". arch: "sm_90a". NULL if there
   is no such property. */
TTC_API const char *ttcResultGetString(const ttcResult *result,
                                       const char *property);

/* All properties as the JSON that stands beside a cubin in a dump, with the
   keys of Triton's. */
TTC_API const char *ttcResultGetMetadataJSON(const ttcResult *result);

typedef enum ttcParameterKind {
  ttcParameterScalar = 0,
  ttcParameterPointer = 1,
  /* A descriptor of a tensor in global memory. */
  ttcParameterDescriptor = 2
} ttcParameterKind;

/* The kernel's parameters, in the order of its signature. */
TTC_API size_t ttcResultGetNumParameters(const ttcResult *result);
/* As in the source, or "argN". */
TTC_API const char *ttcResultGetParameterName(const ttcResult *result,
                                              size_t index);
TTC_API ttcParameterKind ttcResultGetParameterKind(const ttcResult *result,
                                                   size_t index);
/* The scalar's type, what the pointer points to ("f32", "i64"), or the tile
   that a descriptor moves ("128x64xf16"); "" for a pointer of a lowered module,
   which does not say. */
TTC_API const char *ttcResultGetParameterType(const ttcResult *result,
                                              size_t index);
/* What the value is promised to be a multiple of; 1 without a promise. */
TTC_API int64_t ttcResultGetParameterDivisibility(const ttcResult *result,
                                                  size_t index);

/* Warnings, and remarks where asked for; errors are in the ttcError. */
TTC_API size_t ttcResultGetNumDiagnostics(const ttcResult *result);
TTC_API const ttcDiagnostic *ttcResultGetDiagnostic(const ttcResult *result,
                                                    size_t index);

/* What was run, in order: "parse", then stages by their names. */
TTC_API size_t ttcResultGetNumSteps(const ttcResult *result);
TTC_API const char *ttcResultGetStepName(const ttcResult *result, size_t index);
/* Of the wall clock. */
TTC_API double ttcResultGetStepMilliseconds(const ttcResult *result,
                                            size_t index);
/* The most memory, in bytes, that the step's thread had from C++'s `new` at
   once, beyond what it had when the step began: nearly all that the compiler
   uses. Programs that it ran are not counted. */
TTC_API int64_t ttcResultGetStepPeakBytes(const ttcResult *result,
                                          size_t index);

/*===----------------------------------------------------------------------===*\
|* CUDA toolkit
\*===----------------------------------------------------------------------===*/

typedef struct ttcTool ttcTool;

/* Finds "ptxas", "nvdisasm" or "libdevice" as a compilation with these options
   would. Looked in, in this order: the option of that name, the option
   cuda_path, CUDA_HOME, the toolkit of a ptxas or nvdisasm in PATH,
   /usr/local/cuda, folders called cuda beside one that holds libttc.so. The
   error says what to install. */
TTC_API ttcError *ttcToolFind(const ttcOptions *options, const char *name,
                              ttcTool **tool);
TTC_API void ttcToolDestroy(ttcTool *tool);
TTC_API const char *ttcToolGetPath(const ttcTool *tool);
/* Of the programs, what they print for --version has: "13.0.88"; "" if they
   can't be run, and for libdevice. */
TTC_API const char *ttcToolGetVersion(const ttcTool *tool);

/*===----------------------------------------------------------------------===*\
|* Execution on the CPU
\*===----------------------------------------------------------------------===*/

typedef struct ttcCPUProgram ttcCPUProgram;
typedef struct ttcCPULaunch ttcCPULaunch;

/* Compiles the text, as ttcCompile does, and then for this machine. `result`
   (NULL if not wanted) is that of the compilation, which stops at
   ttcStageLowered. Where nobody names a target, it is cuda:90. */
TTC_API ttcError *ttcCPUProgramCreate(const char *text, size_t size,
                                      const char *name,
                                      const ttcOptions *options,
                                      ttcResult **result,
                                      ttcCPUProgram **program);
TTC_API void ttcCPUProgramDestroy(ttcCPUProgram *program);

/* A grid, counted in programs (clusters, where num_ctas is above 1), and one
   argument for each parameter, added in order. The kernel reads
   and writes the caller's memory, which must outlive the launch, between the
   start of ttcCPUProgramRun and its end. */
TTC_API ttcCPULaunch *ttcCPULaunchCreate(uint32_t gridX, uint32_t gridY,
                                         uint32_t gridZ);
TTC_API void ttcCPULaunchDestroy(ttcCPULaunch *launch);
/* The value of a scalar of the kernel's type, copied. `name` is how reports
   call the argument; NULL for the parameter's name. */
TTC_API ttcError *ttcCPULaunchAddScalar(ttcCPULaunch *launch, const char *name,
                                        const void *value, size_t size);
/* A buffer, passed as the pointer to its start; every access must be within. It
   has not been written to where `initialized` is 0: reading it before the
   kernel writes is an error. */
TTC_API ttcError *ttcCPULaunchAddBuffer(ttcCPULaunch *launch, const char *name,
                                        void *data, size_t size,
                                        int initialized);

/* Runs the kernel over the whole grid, as the ISA says a GPU would. What the
   checks find, or a fault, a deadlock, a time-out, is an error. */
TTC_API ttcError *ttcCPUProgramRun(ttcCPUProgram *program,
                                   const ttcCPULaunch *launch);

/* With `cpu_profile`, what each source line did in the last run, as JSON; ""
   without. Belongs to the program until it runs again. */
TTC_API const char *ttcCPUProgramGetProfile(const ttcCPUProgram *program);

/*===----------------------------------------------------------------------===*\
|* Execution through the CUDA driver
|*
|* libcuda.so.1 is opened at the first use; without it these are errors. Work
|* goes to the calling thread's current context, such as the one PyTorch uses;
|* where there is none, the device's primary context becomes current.
\*===----------------------------------------------------------------------===*/

typedef struct ttcCUDAKernel ttcCUDAKernel;

/* How many devices the driver sees. */
TTC_API ttcError *ttcCUDAGetDeviceCount(int *count);
/* "cuda:90" for device number `device`, or -1 for the current one: what to
   compile for. The text lives as long as the library. */
TTC_API ttcError *ttcCUDAGetDeviceTarget(int device, const char **target);

/* Loads a cubin (or PTX, which the driver assembles) on device number `device`,
   or -1 for the current one, and looks up the kernel `name`. It may be launched
   with up to `sharedBytes` of dynamic shared memory: the property `shared`. */
TTC_API ttcError *ttcCUDAKernelLoad(const void *code, size_t size,
                                    const char *name, uint32_t sharedBytes,
                                    int device, ttcCUDAKernel **kernel);
/* Also unloads it; no launch may be running. */
TTC_API void ttcCUDAKernelDestroy(ttcCUDAKernel *kernel);

/* num_parameters (-1 with drivers before 12.4, which don't tell), num_regs,
   local_bytes (of each thread: stack and spills), static_shared,
   max_threads (of a block), device. Returns 0 if there is no such property. */
TTC_API int ttcCUDAKernelGetInteger(const ttcCUDAKernel *kernel,
                                    const char *property, int64_t *value);
/* Size in bytes of a parameter; 0 if the driver does not tell. */
TTC_API size_t ttcCUDAKernelGetParameterSize(const ttcCUDAKernel *kernel,
                                             size_t index);

typedef enum ttcLaunchFlags {
  ttcLaunchDefault = 0,
  /* All blocks run at once, and may wait for each other. */
  ttcLaunchCooperative = 1,
  /* May start while the kernel before it in the stream ends. */
  ttcLaunchProgrammaticDependent = 2
} ttcLaunchFlags;

/* Starts the kernel and returns without waiting.
 *
 *   grid         blocks in x, y and z. A program of num_ctas blocks is a
 *                cluster: the grid in programs, times num_ctas in x.
 *   numThreads   of a block: 32 * num_warps
 *   cluster      blocks of a cluster in x, y and z; NULL for no clusters
 *   sharedBytes  dynamic shared memory, at most what was given at loading
 *   stream       CUstream or cudaStream_t; NULL for the default stream
 *   arguments    for each, the address of its value: of a scalar of the
 *                parameter's type, or of a pointer to device memory. Kernels
 *                that Triton compiled have two pointers to scratch memory more
 *                than their source; where these two are left out, NULLs are
 *                passed.
 */
TTC_API ttcError *ttcCUDAKernelLaunch(ttcCUDAKernel *kernel,
                                      const uint32_t grid[3],
                                      uint32_t numThreads,
                                      const uint32_t cluster[3],
                                      uint32_t sharedBytes, void *stream,
                                      const void *const *arguments,
                                      size_t numArguments, unsigned flags);

/* Waits for all work in the stream; errors of kernels appear here. */
TTC_API ttcError *ttcCUDAStreamSynchronize(void *stream);

#ifdef __cplusplus
}
#endif

#endif /* TTC_C_COMPILER_H */
