// expect: racy
template <typename T> using pair_t = T[2];

__global__ void fill(float *a) {
    __shared__ pair_t<float> all;
    all[threadIdx.x % 2] = threadIdx.x;
    a[threadIdx.x] = 0;
}

void run(float *a) { fill<<<1, 64>>>(a); }
