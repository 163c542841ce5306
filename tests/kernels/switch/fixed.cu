// expect: drf
//--blockDim=64 --gridDim=1

__global__ void select(int *a) {
    switch (threadIdx.x % 4) {
    case 0: a[threadIdx.x] = 0; break;
    case 1: a[threadIdx.x + 1] = 1; break;
    case 2: break;
    default: a[threadIdx.x] = 3;
    }
}
