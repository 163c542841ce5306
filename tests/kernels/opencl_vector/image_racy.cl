// expect: racy
//--local_size=64 --num_groups=1

kernel void write(write_only image2d_t to) {
    write_imagef(to, (int2)(get_local_id(0) / 2, 0), (float4)(1.0f));
}
