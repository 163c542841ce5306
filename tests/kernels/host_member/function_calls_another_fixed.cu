// expect: drf

__global__ void shift(float *dst, const float *src) {
    dst[threadIdx.x] = src[threadIdx.x + 1];
}

struct D {
    float *x, *y;
    void init() {
        cudaMalloc(&x, 8192);
        cudaMalloc(&this->y, 8192);
    }
    void step() {
        init();
        shift<<<1, 32>>>(x, y);
    }
};

int main() {
    D d;
    d.step();
}
