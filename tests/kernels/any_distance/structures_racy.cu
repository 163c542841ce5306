// expect: racy

struct Point {
    float x, y, z;
};

__global__ void copy(Point *to, const Point *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i].z = from[i].z;
}

// Six threads, and five elements apart.
void host(Point *all) { copy<<<1, 6>>>(all + 5, all, 6); }
