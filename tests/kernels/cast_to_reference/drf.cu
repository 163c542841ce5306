// expect: drf
//--blockDim=64 --gridDim=1

// Four bytes at once, and the first byte of a number.
__global__ void copy(char *to, char4 *all, int *low) {
    int own = threadIdx.x;
    reinterpret_cast<char4 &>(to[4 * threadIdx.x]) = all[threadIdx.x];
    low[threadIdx.x] = reinterpret_cast<const unsigned char &>(own);
}
