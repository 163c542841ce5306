// expect: racy
//--blockDim=64 --gridDim=1

// What an operand is is read before the instruction.
__global__ void turn(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    asm volatile("bar.sync 0;" :: "r"(s[threadIdx.x ^ 1]) : "memory");
    a[threadIdx.x] = s[threadIdx.x];
}
