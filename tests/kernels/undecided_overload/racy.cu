// expect: potential
//--blockDim=64 --gridDim=4

__device__ unsigned mixed(unsigned x) { return x * 2654435761u; }
__device__ unsigned long long mixed(unsigned long long x) { return x * 11400714819323198485ull; }

// Which `mixed` it is hangs on the type: nothing is known of the value, and it does nothing to memory.
template <typename Key>
__global__ void count(const Key *keys, unsigned *found, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    Key key = mixed(keys[i]);
    found[key % n] = 1u + i;
}
