// expect: drf
// flags: --strict

// A namespace of the name of a kernel gives the kernel to nobody.
namespace mean {
constexpr int N = 64;
__global__ void mean(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
}

int main() {
    float *x, *y;
    cudaMalloc(&x, 400);
    cudaMalloc(&y, 400);
    mean::mean<<<1, mean::N>>>(x, y);
}
