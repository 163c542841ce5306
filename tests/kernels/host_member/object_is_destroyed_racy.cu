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
    B a, b;
    cudaMalloc(&a.p, 8192);
    b.p = a.p;
    shift<<<1, 32>>>(a.p, b.p);
}
