// expect: racy
//--blockDim=64 --gridDim=1

// That the count overflows is no way out of the race.
__global__ void k(float *a, int n, float r) {
    int seen = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] < r) seen++;
    }
    a[threadIdx.x] = seen;
}
