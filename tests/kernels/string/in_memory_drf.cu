// expect: drf
//--blockDim=64 --gridDim=1

__global__ void k(const char *name, int *a) {
    printf("%s\n", name);
    a[threadIdx.x] = 1;
}
