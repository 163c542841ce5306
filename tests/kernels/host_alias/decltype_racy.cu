// expect: racy

__global__ void shift(float *dst, const float *src) {
    dst[threadIdx.x] = src[threadIdx.x + 1];
}

int main() {
    float *x, *y;
    cudaMalloc(&x, 8192);
    cudaMalloc(&y, 8192);
    decltype(x) q = x;
    shift<<<1, 32>>>(q, x);
}
