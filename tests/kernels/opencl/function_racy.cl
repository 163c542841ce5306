// expect: racy
//--local_size=64 --num_groups=4

int place(int i) { return i / 2; }

__kernel void count(__global int *n, __global int *a) {
    atomic_inc(n);
    a[place(get_global_id(0))] = 1;
}
