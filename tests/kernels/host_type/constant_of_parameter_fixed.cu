// expect: drf

__global__ void st(int *a, int s) {
    a[threadIdx.x * s] = threadIdx.x;
}

struct Cfg {
    static const int B = 1;
};
struct My {
    static const int B = 0;
};
template <class C>
struct Sim {
    void run(int *p) {
        st<<<1, 32>>>(p, Cfg::B);
    }
};

int main() {
    int *p;
    cudaMalloc(&p, 4096);
    Sim<My> s;
    s.run(p);
}
