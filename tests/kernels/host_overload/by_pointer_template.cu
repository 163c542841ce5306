// expect: unsupported
// flags: --strict --kernel k

// A template may be meant, too.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
template <class T> __global__ void k(T *a, const T *b) { a[threadIdx.x] = b[threadIdx.x]; }

int main() {
    float *x, *y;
    float2 *z;
    cudaMalloc(&x, 400);
    cudaMalloc(&y, 400);
    cudaMalloc(&z, 800);
    k<<<1, 64>>>(x, y);
}
