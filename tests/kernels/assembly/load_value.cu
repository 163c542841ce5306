// expect: drf
//--blockDim=64 --gridDim=1

// What it loads is the same for all threads.
__global__ void fill(int *a, const int *from) {
    int i;
    asm("ld.global.nc.s32 %0, [%1];" : "=r"(i) : "l"(from));
    a[i + threadIdx.x] = 1;
}
