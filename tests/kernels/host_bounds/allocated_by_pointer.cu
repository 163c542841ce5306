// expect: drf

// The array has 100 elements: an index of 100 has no meaning.
__global__ void k(int *a) { int i = threadIdx.x; a[i < 100 ? i : 100] = i; }

void allocate(int **p, int n) { cudaMalloc((void **)p, n * sizeof(int)); }

void host() {
    int *v;
    allocate(&v, 100);
    k<<<1, 128>>>(v);
}
