// expect: potential
//--blockDim=64 --gridDim=1

// What a register has then is another number than what is loaded.
__global__ void fill(int *a, const int *from) {
    int i;
    asm("ld.global.nc.s32 %0, [%1];\n\t"
        "mad.lo.s32 %0, %0, %2, 1;" : "=r"(i) : "l"(from), "r"(threadIdx.x));
    a[i + threadIdx.x] = 1;
}
