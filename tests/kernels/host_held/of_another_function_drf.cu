// expect: drf
// flags: --strict

// The pointers of the first function come from one place, and those of the second do not.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
float *get();
void first(float **v, int i, int j) {
    float *a = v[i], *b = v[j];
    k<<<1, 32>>>(a, get());
}
void second(int i, int j, int n) {
    float *a = get(), *b = get();
    k<<<1, 32>>>(a, b);
}
