// What the macros of `assumed_cuda.h` are with the oldest compilers that people still use, CUDA 11.0 with GCC, or with
// Clang, which calls itself GCC 4. A condition that all newer ones answer alike is no assumption.
#define __CUDACC_VER_MAJOR__ 11
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define __CUDA_API_VER_MAJOR__ 11
#define __CUDA_API_VER_MINOR__ 0
#define CUDART_VERSION 11000
#define CUDA_VERSION 11000
#define __GNUC__ 4
#define __GNUC_MINOR__ 0
#define __GNUC_PATCHLEVEL__ 0
#define __GNUG__ 4
