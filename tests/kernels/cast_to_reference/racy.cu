// expect: racy
//--blockDim=64 --gridDim=1

// Four bytes each, of which three are the neighbour's.
__global__ void copy(char *to, const char4 *all) {
    int i = threadIdx.x;
    reinterpret_cast<char4 &>(to[4 * (i / 2)]) = all[i];
}
