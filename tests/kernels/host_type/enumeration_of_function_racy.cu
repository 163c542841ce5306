// expect: racy

__global__ void st(int *a, int s) {
    a[threadIdx.x * s] = threadIdx.x;
}

enum class M { A = 1 };

int main() {
    int *p;
    cudaMalloc(&p, 4096);
    enum class M { A };
    st<<<1, 32>>>(p, (int)M::A);
}
