// expect: drf
//--blockDim=64 --gridDim=1

#include <cooperative_groups.h>

using namespace cooperative_groups;

// Variables, and a parameter, of names of the namespace.
__device__ int half_of(int reduce) {
    return reduce / 2;
}

__global__ void own(int *out) {
    int plus = threadIdx.x, less;
    less = half_of(2 * plus);
    out[less] = this_thread_block().size();
}
