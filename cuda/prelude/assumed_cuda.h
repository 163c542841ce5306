// Macros that every nvcc defines, each version with a value of its own. A condition that hangs on one of them is
// read with this value, and the reading is an assumption.
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 140
#define __CUDA_API_VER_MAJOR__ 12
#define __CUDA_API_VER_MINOR__ 0
#define __CUDA_ARCH_LIST__ 700
#define CUDART_VERSION 12000
#define CUDA_VERSION 12000
#define __GNUC__ 12
#define __GNUC_MINOR__ 2
#define __GNUC_PATCHLEVEL__ 0
#define __GNUG__ 12
#define __x86_64__ 1
#define __x86_64 1
#define __amd64__ 1
#define __amd64 1
#define __SSE__ 1
#define __SSE2__ 1
