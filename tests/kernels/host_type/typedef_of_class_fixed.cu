// expect: drf

__global__ void st(int *a, int s) {
    a[threadIdx.x * s] = threadIdx.x;
}

typedef int T;
struct H {
    typedef unsigned char U;
    void go(int *p) {
        T s = 256;
        st<<<1, 32>>>(p, s);
    }
};

int main() {
    int *p;
    cudaMalloc(&p, 4096);
    H().go(p);
}
