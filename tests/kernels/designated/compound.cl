// expect: drf
//--local_size=64 --num_groups=1

typedef struct {
    int x, y;
} Pair;

int second(Pair p) { return p.y; }

__kernel void k(__global int *a) {
    int t = get_local_id(0);
    Pair p;
    p = (Pair){2, t};
    a[second(p) * p.x + second((Pair){1})] = 1;
}
