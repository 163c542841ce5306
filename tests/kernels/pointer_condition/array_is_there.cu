// expect: drf
//--blockDim=64 --gridDim=1

// Memory that is named is no null pointer: nothing is written behind it.
__shared__ int s[64];

__global__ void put(int *a) {
    if (s) s[threadIdx.x] = 1;
    else a[0] = threadIdx.x;
}
