// The macros that nvcc defines before the first line of a CUDA C++ source, on Linux with 64-bit `long`: its own,
// the host compiler's of that platform, and those of the headers that it includes by itself (`cuda_runtime.h`, which
// includes some of C's). [CUDA Compiler Driver NVCC, 4.1.3; crt/host_defines.h]
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDA_ARCH__ 700
#define __STDC__ 1
#define __STDC_HOSTED__ 1
#define __linux__ 1
#define __linux 1
#define __gnu_linux__ 1
#define __unix__ 1
#define __unix 1
#define __LP64__ 1
#define _LP64 1
#define __CHAR_BIT__ 8
#define __SIZEOF_SHORT__ 2
#define __SIZEOF_INT__ 4
#define __SIZEOF_LONG__ 8
#define __SIZEOF_LONG_LONG__ 8
#define __SIZEOF_POINTER__ 8
#define __SIZEOF_SIZE_T__ 8
#define __SIZEOF_FLOAT__ 4
#define __SIZEOF_DOUBLE__ 8
#define _GNU_SOURCE 1
// Every host that CUDA has, and every device, is little-endian; GCC and Clang define these alike.
#define __ORDER_LITTLE_ENDIAN__ 1234
#define __ORDER_BIG_ENDIAN__ 4321
#define __ORDER_PDP_ENDIAN__ 3412
#define __BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__

// Words of the language that are macros, too: `#ifndef __shared__` does not hold.
#define __host__ __host__
#define __device__ __device__
#define __global__ __global__
#define __shared__ __shared__
#define __constant__ __constant__
#define __managed__ __managed__
#define __forceinline__ __forceinline__
#define __noinline__ __noinline__
#define __inline_hint__
#define __launch_bounds__ __launch_bounds__
#define __maxnreg__ __maxnreg__
#define __align__ __align__
#define __grid_constant__ __grid_constant__
