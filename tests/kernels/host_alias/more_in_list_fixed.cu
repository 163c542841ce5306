// expect: drf

__global__ void shift(float *dst, const float *src) {
    dst[threadIdx.x] = src[threadIdx.x + 1];
}

int main() {
    float *x, *y;
    cudaMalloc(&x, 8192);
    cudaMalloc(&y, 8192);
    void *a[] = {&x, &y, new int(32)};
    cudaLaunchKernel((void *)shift, dim3(1), dim3(32), a, 0, 0);
}
