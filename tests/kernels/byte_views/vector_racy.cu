// expect: racy
//--blockDim=64 --gridDim=4

// Vectors of four, and then the rest one by one.
__global__ void copy(int *to, int *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) reinterpret_cast<int4 *>(to)[i] = reinterpret_cast<int4 *>(from)[i];
    int rest = 4 * (n / 4) + i - 1;
    if (rest < n) to[rest] = from[rest];
}
