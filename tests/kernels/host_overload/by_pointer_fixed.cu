// expect: drf
// flags: --strict --kernel k

// Which kernel of the name is launched, the types of the pointers say: only the second one is given one array twice.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
__global__ void k(float2 *a, const float2 *b) { a[threadIdx.x].x = b[threadIdx.x].x; }

int main() {
    float *x, *y;
    float2 *z;
    cudaMalloc(&x, 400);
    cudaMalloc(&y, 400);
    cudaMalloc(&z, 800);
    k<<<1, 64>>>(x, y);
    k<<<1, 64>>>(z, z);
}
