// expect: drf

__device__ float table[1024];

__global__ void k(float *a) {
    int i = threadIdx.x;
    a[i] = table[i + 1];
}

int main() {
    float *p;
    cudaMalloc(&p, 4096);
    k<<<1, 256>>>(p);
}
