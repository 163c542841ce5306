// expect: drf

__global__ void st(int *a, int s) {
    a[threadIdx.x * s] = threadIdx.x;
}

struct T {
    static const int s = 1;
};
struct H {
    struct U {
        static const int s = 0;
    };
    void go(int *p) {
        st<<<1, 32>>>(p, T::s);
    }
};

int main() {
    int *p;
    cudaMalloc(&p, 4096);
    H().go(p);
}
