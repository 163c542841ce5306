// expect: racy
//--local_size=64 --num_groups=1

typedef struct {
    int x, y;
} Pair;

__kernel void k(__global int *a) {
    Pair p = (Pair){2, get_local_id(0)};
    a[p.x] = 1;
}
