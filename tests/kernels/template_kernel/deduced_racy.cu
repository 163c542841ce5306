// expect: racy
//--blockDim=64 --gridDim=1

template <typename T> __global__ void shift(T *a) {
    a[threadIdx.x] = a[threadIdx.x + 1];
}

int main() {
    float *a;
    shift<<<1, 64>>>(a);
}
