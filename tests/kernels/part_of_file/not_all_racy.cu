// expect: racy

// A file that includes this one does not have all its kernels: it is taken by itself, for any launch.
#ifndef WITHOUT_FILL
__global__ void fill(float *out) {
    out[blockIdx.x * 128 + threadIdx.x] = 1.0f;
}
#endif
