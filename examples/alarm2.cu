// The second alarm of [L24, §2.1], after a transitive closure: every thread reads P[0], and writes
// to P under a condition on what it read. Racy for some contents of P.
// expect: racy
//--blockDim=32 --gridDim=1
#define TILE_SIZE 32
#define INDIRECTLY_CONNECTED 2
typedef unsigned int uint;

__global__ void stage1(uint *P, uint passnum) {
    uint is_conn3 = P[0];
    if (is_conn3 != 0) {
        P[threadIdx.x] = passnum * TILE_SIZE + 0 + INDIRECTLY_CONNECTED;
    }
}
