// expect: drf
//--blockDim=64 --gridDim=1

template <typename T> __global__ void shift(T *a, const T *b) {
    a[threadIdx.x] = b[threadIdx.x + 1];
}

int main() {
    float *a;
    shift<<<1, 64>>>(a, a + 64);
}
