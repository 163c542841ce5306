// expect: drf

__global__ void st(int *a, int s) {
    a[threadIdx.x * s] = threadIdx.x;
}

struct A {
    struct Cfg {
        static const int B = 1;
    };
    void run(int *p) {
        st<<<1, 32>>>(p, Cfg::B);
    }
};
struct C {
    struct Own {
        static const int B = 0;
    };
};

int main() {
    int *p;
    cudaMalloc(&p, 4096);
    A().run(p);
}
