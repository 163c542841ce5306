// expect: racy
//--blockDim=64 --gridDim=1

__global__ void choose(int *a, const int4 sizes) {
    const int *size = &sizes.x;
    while (*size > 7)
        ++size;
    a[threadIdx.x / 2] = 1;
}
