// expect: racy
//--blockDim=64 --gridDim=1

__global__ void count(int *sum, int n) {
    asm volatile("red.global.add.s32 [%0], %1;" :: "l"(sum), "r"(n) : "memory");
    *sum = 0;
}
