// expect: potential
//--blockDim=8 --gridDim=1

// Every execution overflows, in a loop that is approximated.
__global__ void k(int *A) {
    int z = 1;
    for (int i = 0; i < 40; i++) z = z * 2;
    A[0] = z;
}
