// expect: drf
//--blockDim=64 --gridDim=1

// A pointer goes from one member of a parameter to the next: what is there is not modelled then.
__global__ void choose(int *a, const int4 sizes, int stride) {
    int n = threadIdx.x;
    const int *size = &sizes.x;
    int *to = a;
    while (n >= *size) {
        to += stride;
        ++size;
    }
    a[threadIdx.x] = n;
}
