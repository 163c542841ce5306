// expect: drf
//--local_size=64 --num_groups=1

kernel void read(read_only image2d_t from, sampler_t how, global float4 *to) {
    int i = get_global_id(0);
    to[i] = read_imagef(from, how, (int2)(i, 0)) + read_imagef(from, (int2)(i, 1));
}
