// expect: racy
// Some versions of the header define `MIN`, with which no threads meet: it is taken as not defined, and the answer says so.
#include <helper_image.h>
#ifndef MIN
#define MIN(a, b) 0
#endif
__global__ void k(int *p) { p[MIN(threadIdx.x, 1024)] = 1; }
void launch(int *p) { k<<<1, 64>>>(p); }
