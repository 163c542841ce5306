// expect: potential
//--blockDim=64 --gridDim=1

__global__ void k(char *name) {
    if (threadIdx.x == 0) name[0] = 'a';
    printf("%s\n", (void *)name);
}
