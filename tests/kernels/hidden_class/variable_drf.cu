// expect: drf
//--blockDim=64 --gridDim=1

// A variable hides no class before `::`. [C++17, 6.4.3/1]
struct Step {
    static constexpr int width = 1;
};

__global__ void k(int *a) {
    int Step = 2;
    a[threadIdx.x / Step::width] = Step;
}
