// The macros that an OpenCL C compiler defines before the first line of a source. [OpenCL C 3.0, 6.10]
#define __ENDIAN_LITTLE__ 1
#define __IMAGE_SUPPORT__ 1
#define CL_VERSION_1_0 100
#define CL_VERSION_1_1 110
#define CL_VERSION_1_2 120
// GPUVerify's functions of which nothing is known.
#define DECLARE_UF_UNARY(name, argument, returns) returns name(argument)
#define DECLARE_UF_BINARY(name, first, second, returns) returns name(first, second)
#define DECLARE_UF_TERNARY(name, first, second, third, returns) returns name(first, second, third)
