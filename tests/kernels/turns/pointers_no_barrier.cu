// expect: racy
//--blockDim=64 --gridDim=1

__global__ void relax(int *a, int *b, int steps) {
    int t = threadIdx.x;
    for (int i = 0; i < steps; i++) {
        b[t] = a[t] + a[(t + 1) % 64];
        int *s = a; a = b; b = s;
    }
}
