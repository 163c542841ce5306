// expect: drf

__global__ void shift(float *dst, const float *src) {
    dst[threadIdx.x] = src[threadIdx.x + 1];
}

struct B {
    float *p;
    B(int n) {
        cudaMalloc(&p, n);
    }
    B(const B &) = delete;
    ~B() {
        cudaFree(p);
    }
};

void run(B &to, const B &from) {
    shift<<<1, 32>>>(to.p, from.p);
}

int main() {
    B a(8192), b(8192);
    run(a, b);
}
