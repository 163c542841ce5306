// expect: racy
//--blockDim=64 --gridDim=4

__global__ void rows(float *a, size_t pitch, int width) {
    if (pitch < width * sizeof(float) || pitch > 4096 || threadIdx.x >= width) return;
    float *row = (float *)((char *)a + blockIdx.x * pitch);
    row[threadIdx.x + 1] = row[threadIdx.x];
}
