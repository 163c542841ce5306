// expect: drf
//--blockDim=64 --gridDim=1

__global__ void count(int *sum, int *largest, int n) {
    int before;
    asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" :: "l"(sum), "r"(n) : "memory");
    asm volatile("atom.global.max.s32 %0, [%1], %2;" : "=r"(before) : "l"(largest), "r"(n));
}
