// expect: unsupported
//--blockDim=64 --gridDim=1

// What has two underscores is declared by no other file.
__global__ void weigh(cell_t *a, float *out) {
    out[threadIdx.x] = __weight(0.5f);
    __wait_for_all();
    out[63 - threadIdx.x] = 1.0f;
}
