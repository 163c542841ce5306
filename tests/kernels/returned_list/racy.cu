// expect: racy

// What the list does not name is zero; of a template, the type is that of its argument.
struct Pair {
    int x, y;
};

template <typename T> __device__ T first(int i) { return {i}; }

__global__ void k(int *a) {
    Pair p = first<Pair>(threadIdx.x);
    a[p.y] = p.x;
}

void host(int *a) { k<<<1, 64>>>(a); }
