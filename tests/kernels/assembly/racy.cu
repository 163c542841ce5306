// expect: racy
//--blockDim=64 --gridDim=1

__global__ void note(int *a) {
    asm("mov.b32 %0, %1;" : "=r"(a[threadIdx.x]) : "r"(a[threadIdx.x + 1]));
}
