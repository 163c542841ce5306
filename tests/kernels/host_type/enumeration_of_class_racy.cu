// expect: racy

__global__ void st(int *a, int s) {
    a[threadIdx.x * s] = threadIdx.x;
}

enum class M { A = 1 };
struct Sim {
    enum class M { A };
    void run(int *p) {
        st<<<1, 32>>>(p, (int)M::A);
    }
};

int main() {
    int *p;
    cudaMalloc(&p, 4096);
    Sim().run(p);
}
