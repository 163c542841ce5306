// Macros that every OpenCL C compiler defines, each version with a value of its own.
#define __OPENCL_VERSION__ 120
#define __OPENCL_C_VERSION__ 120
