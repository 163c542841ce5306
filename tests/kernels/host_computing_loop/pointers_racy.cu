// expect: racy

// The loop moves pointers: it does more than compute.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a, float *b) {
    float *p[2] = {a, b};
    for (int i = 0; i < 2; i++) p[i] = a;
    k<<<1, 32>>>(p[0], p[1]);
}
