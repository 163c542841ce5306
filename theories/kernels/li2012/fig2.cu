//--blockDim=2048 --gridDim=4
// The motivating example of [P12, Fig. 2]: 2048 threads a block, more than devices have today.
__shared__ unsigned b[2048];

__global__ void motivating(unsigned *a) {
    unsigned bid = blockIdx.x;
    unsigned tid = threadIdx.x;
    if (bid % 2 != 0) {
        if (tid < 1024) {
            unsigned idx = bid * blockDim.x + tid;
            b[tid] = a[idx] + 1;                // the write of race 1
            if (tid % 2 != 0) {
                b[tid] = 2;                     // the write of race 2
            } else {
                if (tid > 0)
                    b[tid] = b[tid - 1] + 1;    // the read of race 2
            }
        } else {
            b[tid] = b[tid - 1];                // the read of race 1
        }
    } else {
        unsigned idx = bid * blockDim.x + tid;
        b[tid] = a[idx] + 1;
    }
}
