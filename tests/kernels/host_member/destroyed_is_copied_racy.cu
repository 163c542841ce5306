// expect: racy

__global__ void shift(float *dst, const float *src) {
    dst[threadIdx.x] = src[threadIdx.x + 1];
}

struct B {
    float *p;
    ~B() {
        cudaFree(p);
    }
};

int main() {
    B a, c;
    cudaMalloc(&a.p, 8192);
    cudaMalloc(&c.p, 8192);
    B b = a;
    shift<<<1, 32>>>(a.p, b.p);
}
