// expect: drf
//--blockDim=64 --gridDim=1

__global__ void set(cudaPitchedPtr rows) {
    float *row = (float *)((char *)rows.ptr + 256 * 3);
    row[threadIdx.x] = 1.0f;
}
