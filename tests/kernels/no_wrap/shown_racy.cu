// expect: racy
//--blockDim=64 --gridDim=1

// What wraps around is shown: nothing is assumed then.
__global__ void put(int *a) {
    a[threadIdx.x * 0x8000000u] = 1;
}
