// expect: potential
//--blockDim=64 --gridDim=1

__global__ void walk(int *a, int n) {
    int *p = a + threadIdx.x;
    if (n < 3 || n > 5) return;
    for (int i = 0; i < n; ++i) {
        *p = i;
        if (i == 2) p += 1;
        p += 64;
    }
}
