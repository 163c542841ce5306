// expect: drf

// The address of the only member: each thread gets another number of it.
struct Counter { unsigned n; };
__device__ unsigned bump(unsigned *n) { return atomicAdd(n, 1u); }
__global__ void k(Counter *c, int *out) { out[bump(&c->n)] = 1; }
int main() { Counter *c; int *out; cudaMalloc(&c, 4); cudaMalloc(&out, 4096); k<<<2, 64>>>(c, out); }
