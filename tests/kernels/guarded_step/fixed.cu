// expect: drf
//--blockDim=[32,4]

__global__ void planes(int nx, int ny, int nz, int pitch, float *out) {
    if (pitch < nx) return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int at = i + j * pitch, before;
    int active = i < nx && j < ny;
    for (int k = 0; k < nz; k++) {
        if (active) {
            before = at;
            at = at + ny * pitch;
        }
        __syncthreads();
        if (active) out[before] = 1;
        __syncthreads();
    }
}
