// expect: drf

// What `main_drf.cu` includes, as real projects have it: WIDTH and the launch stand there. For any launch, and any
// width, two threads of a block write one element.
__global__ void fill(float *out) {
    out[blockIdx.x * WIDTH + threadIdx.x] = 1.0f;
}
