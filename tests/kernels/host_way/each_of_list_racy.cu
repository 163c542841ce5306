// expect: racy

__global__ void st(int *a, int s) {
    a[threadIdx.x * s] = threadIdx.x;
}

int main() {
    int *p;
    cudaMalloc(&p, 4096);
    int x[] = {0, 2, 3};
    for (int s : x) {
        st<<<1, 32>>>(p, s);
    }
}
