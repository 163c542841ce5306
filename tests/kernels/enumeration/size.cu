// expect: drf
//--blockDim=32 --gridDim=1

enum class Small : unsigned char { one = 1 };

__global__ void fill(int *a) {
    int stride = sizeof(Small::one) == 1 ? 1 : 0;
    a[threadIdx.x * stride] = threadIdx.x;
}
