// expect: racy

// A constant of a type that is its value's: -1 / 2u is no 0.
const auto two = 2u;
const auto quarter = 0.25f;

__global__ void k(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[-1 / two == 0 ? i : 0] = quarter * i;
}

void host(float *a, int n) { k<<<8, 64>>>(a, n); }
