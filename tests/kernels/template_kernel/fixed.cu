// expect: drf
//--blockDim=64 --gridDim=1

template <typename T, int BLOCK> __global__ void reverse(T *out, const T *in) {
    __shared__ T s[BLOCK];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[BLOCK - 1 - threadIdx.x];
}

int main() {
    float *out, *in;
    reverse<float, 64><<<1, 64>>>(out, in);
}
