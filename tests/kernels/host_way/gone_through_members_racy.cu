// expect: racy

// The host changes a member of each.
struct Size { int width, height; };

__global__ void k(int *a, int n) { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }

void host(int *a) {
    Size sizes[2] = {{64, 1}, {64, 1}};
    for (auto &&size : sizes)
        size.width = 32;
    k<<<1, 64>>>(a, sizes[1].width);
}
