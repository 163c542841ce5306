// expect: drf

struct Point {
    float x, y, z;
};

__global__ void copy(Point *to, const Point *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i].z = from[i].z;
}

// 12 bytes for each, and five of them apart.
void host(Point *all, int n) {
    copy<<<(n + 127) / 128, 128>>>(all, all + n, n);
    copy<<<1, 5>>>(all + 5, all, 5);
}
