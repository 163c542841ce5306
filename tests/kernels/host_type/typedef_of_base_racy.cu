// expect: racy

__global__ void st(int *a, int s) {
    a[threadIdx.x * s] = threadIdx.x;
}

using T = int;
struct B {
    using T = unsigned char;
};
struct H : B {
    void go(int *p) {
        st<<<1, 32>>>(p, (T)256);
    }
};

int main() {
    int *p;
    cudaMalloc(&p, 4096);
    H().go(p);
}
