// Bitonic sort in one block. [P12, Fig. 6]
#ifndef NUM
#define NUM 1024
#endif
__shared__ unsigned shared[NUM];

__global__ void bitonicSort(unsigned *values) {
    unsigned tid = threadIdx.x;
    shared[tid] = values[tid];
    __syncthreads();
    for (unsigned k = 2; k <= blockDim.x; k *= 2) {
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned ixj = tid ^ j;
            if (ixj > tid) {
                if ((tid & k) == 0) {
                    if (shared[tid] > shared[ixj]) {
                        unsigned t = shared[tid];
                        shared[tid] = shared[ixj];
                        shared[ixj] = t;
                    }
                } else {
                    if (shared[tid] < shared[ixj]) {
                        unsigned t = shared[tid];
                        shared[tid] = shared[ixj];
                        shared[ixj] = t;
                    }
                }
            }
            __syncthreads();
        }
    }
    values[tid] = shared[tid];
}
