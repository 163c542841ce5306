// expect: drf
//--blockDim=64 --gridDim=1

#include <cooperative_groups.h>

using namespace cooperative_groups;

// The file's own function of a name of the namespace.
__device__ int reduce(int v) {
    return v / 2;
}

__global__ void own(int *out) {
    out[threadIdx.x] = reduce(2 * threadIdx.x) + this_thread_block().thread_rank();
}
