// expect: drf

__global__ void shift(float *dst, const float *src) {
    dst[threadIdx.x] = src[threadIdx.x + 1];
}

struct D {
    float *x, *y;
    void init() {
        cudaMalloc(&x, 8192);
        cudaMalloc(&y, 8192);
    }
};

int main() {
    D d;
    d.init();
    shift<<<1, 32>>>(d.x, d.y);
}
