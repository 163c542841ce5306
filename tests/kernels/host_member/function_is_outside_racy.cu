// expect: racy

__global__ void shift(float *dst, const float *src) {
    dst[threadIdx.x] = src[threadIdx.x + 1];
}

struct D {
    float *x, *y;
    void swap();
    void step();
};

void D::swap() {
    float *t = x;
    x = y;
    y = x;
}

void D::step() {
    shift<<<1, 32>>>(x, y);
}

int main() {
    D d;
    cudaMalloc(&d.x, 8192);
    cudaMalloc(&d.y, 8192);
    D *q = &d;
    q->swap();
    q->step();
}
