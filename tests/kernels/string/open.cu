// expect: potential
//--blockDim=64 --gridDim=1

// What a string holds is not modelled.
__global__ void mark(unsigned *a) {
    const char *digits = "0123456789";
    a[threadIdx.x + digits[1]] = 1;
    a[threadIdx.x + digits[2]] = 1;
}
