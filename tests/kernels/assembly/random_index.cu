// expect: potential
//--blockDim=64 --gridDim=1

__global__ void note(int *a) {
    unsigned id;
    asm("mov.u32 %0, %%smid;" : "=r"(id));
    a[id] = 1;
}
