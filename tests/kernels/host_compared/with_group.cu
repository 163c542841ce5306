// expect: drf

// The operators of a header of the toolkit are for no numbers of the host.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(float *a) {
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    a[threadIdx.x % 64] = cg::reduce(warp, 1.0f, cg::plus<float>{});
}

struct Model { int rows; };
int main() {
    float *x;
    cudaMalloc(&x, 400);
    Model model;
    model.rows = 128;
    if (model.rows > 64) model.rows = 64;
    k<<<1, model.rows>>>(x);
}
