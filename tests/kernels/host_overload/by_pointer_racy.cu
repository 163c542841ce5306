// expect: racy
// flags: --kernel k

// The first one is.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
__global__ void k(float2 *a, const float2 *b) { a[threadIdx.x].x = b[threadIdx.x].x; }

int main() {
    float *x, *y;
    float2 *z;
    cudaMalloc(&x, 400);
    cudaMalloc(&y, 400);
    cudaMalloc(&z, 800);
    k<<<1, 64>>>(x, x);
    k<<<1, 64>>>(z, z);
}
