// expect: unsupported

// The parts are those of the class that has them all.
struct Row {
    int row;
};
struct Place : Row {
    int column;
};

__global__ void k(int *a) {
    Place place;
    place.column = threadIdx.x;
    auto [column] = place;
    a[column] = 1;
}

void host(int *a) { k<<<1, 64>>>(a); }
