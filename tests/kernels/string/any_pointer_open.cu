// expect: potential
//--blockDim=64 --gridDim=1

// A `void *` stands for a `char *`, too.
__global__ void k(void *name) {
    if (threadIdx.x == 0) ((char *)name)[0] = 'a';
    printf("%s\n", name);
}
