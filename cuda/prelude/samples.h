// helper_cuda.h of NVIDIA's samples, and those that it comes with.
#define EXIT_WAIVED 2
#ifndef MIN
#define MIN(a, b) ((a < b) ? a : b)
#endif
#ifndef MAX
#define MAX(a, b) ((a > b) ? a : b)
#endif
