// expect: drf
//--blockDim=64 --gridDim=1

__global__ void k(const void *name, const char *other, int *a) {
    printf("%s %s\n", name, (const void *)other);
    a[threadIdx.x] = 1;
}
