// expect: drf

__global__ void shift(float *dst, const float *src) {
    dst[threadIdx.x] = src[threadIdx.x + 1];
}

struct D {
    float *x, *y;
    void step() {
        shift<<<1, 32>>>(x, y);
    }
};

int main() {
    D d;
    cudaMalloc(&d.x, 8192);
    cudaMalloc(&d.y, 8192);
    d.step();
}
