// expect: drf
//--blockDim=64 --gridDim=1

__global__ void odd(int *a) {
    for (int i = 0; i < 4; i++) {
        if (i % 2 == 0) continue;
        a[threadIdx.x * 2 + i / 2] = i;
    }
}
