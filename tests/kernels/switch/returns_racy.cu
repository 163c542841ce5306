// expect: racy
//--blockDim=64 --gridDim=1

enum Mode { COPY, SWAP = 5 };

__global__ void run(int *a, int mode) {
    switch (mode) {
    case COPY: a[threadIdx.x] = 1; return;
    case SWAP: break;
    default: return;
    }
    a[threadIdx.x ^ 1] = a[threadIdx.x];
}
