// expect: unsupported
//--local_size=64 --num_groups=1

kernel void copy(global float *from, local float *to) {
    event_t done = async_work_group_copy(to, from, 64, 0);
    wait_group_events(1, &done);
}
