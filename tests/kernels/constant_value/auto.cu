// expect: drf

// The type of a constant of the file may be that of its value.
const auto factor = 2;
constexpr auto part = 0.5f;
namespace {
const auto shift = 1u;
}

__global__ void k(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[factor * i + shift] = part;
}

void host(float *a, int n) { k<<<8, 64>>>(a, n); }
