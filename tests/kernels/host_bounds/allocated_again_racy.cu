// expect: racy

// The array has 200 elements, not 100.
__global__ void k(int *a) { int i = threadIdx.x; a[i < 100 ? i : 100] = i; }

void grow(int **p) { cudaMalloc(p, 800); }

void host() {
    int *v;
    cudaMalloc(&v, 400);
    grow(&v);
    k<<<1, 128>>>(v);
}
