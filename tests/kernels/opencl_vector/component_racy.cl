// expect: racy
//--local_size=64 --num_groups=1

kernel void write(global float4 *v, int n) {
    int i = get_global_id(0);
    v[0].xy = (float2)(1.0f, i);
}
