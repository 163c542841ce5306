// expect: drf
// flags: --strict

// The operators of a header of the toolkit are for no pointers of the host.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(float *a, const float *b) {
    cg::thread_block block = cg::this_thread_block();
    a[block.thread_rank()] = b[block.thread_rank() + 1];
}

int main(int argc, char **argv) {
    float *x = NULL, *y = NULL;
    for (int i = 0; i < argc; i++) {
        if (x == NULL) {
            cudaMalloc(&x, 400);
            cudaMalloc(&y, 400);
        }
        k<<<1, 64>>>(x, y);
    }
}
