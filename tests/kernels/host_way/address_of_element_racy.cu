// expect: racy

struct Point {
    int x, y, z;
};

__global__ void shift(Point *to, Point *from) { to[threadIdx.x].y = from[threadIdx.x].y; }

// The address of an element of a structure is in the same array.
void host(Point *all) { shift<<<1, 64>>>(all, &all[2]); }
