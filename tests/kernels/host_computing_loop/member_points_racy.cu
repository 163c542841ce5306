// expect: racy

// A member of the structure points into the host's array.
__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

struct Sizes { int *first; };

void host(int *a, int count) {
    int sizes[2] = {64, 64};
    Sizes all = {sizes};
    Sizes *of = &all;
    for (int i = 0; i < count; i++) of->first[i] = 32;
    k<<<1, 64>>>(a, sizes[0]);
}
