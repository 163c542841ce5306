// expect: drf
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    int i = 0;
    switch (threadIdx.x & 3) {
    case 0: i += 1;
    case 1: i += 2; break;
    case 2: i += 4;
    default: i += 8;
    }
    // 3, 2, 12 and 8.
    a[threadIdx.x / 4 * 16 + i] = 1;
}
