// expect: racy

// The parameter of the host code's template is meant.
struct Step {
    static constexpr int width = 1;
};
struct Given {
    static constexpr int width = 2;
};

__global__ void k(int *a, int width) { a[threadIdx.x / width] = threadIdx.x; }

template <class Step> void start(int *a) { k<<<1, 64>>>(a, Step::width); }

int main() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    start<Given>(a);
}
