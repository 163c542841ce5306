// expect: drf

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void host(float *a, float *b) {
    float *p[2] = {a, b};
    std::swap(p[0], p[1]);
    k<<<1, 32>>>(a, p[0]);
}
