// expect: racy

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a) {
    float *p[2];
    p[0] = a;
    p[1] = a;
    float **q = p;
    k<<<1, 32>>>(q[0], q[1]);
}
