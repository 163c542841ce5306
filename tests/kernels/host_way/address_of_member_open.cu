// expect: potential

struct Point {
    int x, y, z;
};

__global__ void shift(int *to, int *from) { to[3 * threadIdx.x] = from[3 * threadIdx.x]; }

// Both are in one array, and how far apart is not followed.
void host(Point *all) { shift<<<1, 64>>>(&all->y, &(all + 1)->y); }
