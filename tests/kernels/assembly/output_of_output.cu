// expect: unsupported
//--blockDim=64 --gridDim=1

// Which element it is was known before `x` became another.
__global__ void fill(int *out, const int2 *from) {
    int x = 0;
    asm volatile("ld.global.v2.s32 {%0, %1}, [%2];" : "=r"(x), "=r"(out[x]) : "l"(from + threadIdx.x));
}
