// expect: drf
//--blockDim=64 --gridDim=1

__global__ void read(int *a, int n) {
    int x = 0, inside = threadIdx.x < n;
    asm("{ .reg .pred p;\n"
        "  setp.ne.b32 p, %2, 0;\n"
        "  @p ld.global.b32 %0, [%1];\n}"
        : "+r"(x) : "l"(a + threadIdx.x), "r"(inside));
    a[threadIdx.x] = x;
}
