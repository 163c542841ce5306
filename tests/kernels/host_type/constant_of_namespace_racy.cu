// expect: racy

__global__ void st(int *a, int s) {
    a[threadIdx.x * s] = threadIdx.x;
}

namespace a {
struct Cfg {
    static constexpr int B = 1;
};
}
namespace b {
struct Cfg {
    static constexpr int B = 0;
};
}

int main() {
    int *p;
    cudaMalloc(&p, 4096);
    st<<<1, 32>>>(p, b::Cfg::B);
}
