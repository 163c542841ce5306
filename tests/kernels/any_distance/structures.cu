// expect: unsupported

struct Point {
    float x, y, z;
};

__global__ void copy(Point *to, const Point *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i].z = from[i].z;
}

// That it is a number of whole elements, nothing shows.
void host(char *all, int far, int n) {
    copy<<<(n + 127) / 128, 128>>>((Point *)all, (const Point *)(all + far), n);
}
