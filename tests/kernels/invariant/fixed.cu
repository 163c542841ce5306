// expect: drf
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    for (int i = 0; __invariant(i >= 0), __invariant(__no_read(a)), i < 2; i++) a[threadIdx.x * 2 + i] = i;
}
