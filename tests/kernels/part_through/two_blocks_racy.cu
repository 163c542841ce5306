// expect: racy

#include "all/parts.cu"

void run() {
    float *out;
    cudaMalloc((void **)&out, 64 * sizeof(float));
    fill<<<2, 64>>>(out);
}
