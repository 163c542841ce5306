// expect: racy

__global__ void st(int *a, int s) {
    a[threadIdx.x * s] = threadIdx.x;
}

enum E { S = 1 };
enum class F { S = 0 };

int main() {
    int *p;
    cudaMalloc(&p, 4096);
    using enum F;
    st<<<1, 32>>>(p, (int)S);
}
