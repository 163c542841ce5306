// expect: racy

__global__ void hi(int *a) {
    if (threadIdx.x < 2) {
        a[1000] = threadIdx.x;
    }
}

typedef float real;
template <class real>
struct Sim {
    void run() {
        int *d;
        cudaMalloc(&d, 512 * sizeof(real));
        hi<<<1, 32>>>(d);
    }
};

int main() {
    Sim<double> s;
    s.run();
}
