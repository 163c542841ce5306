// What `helper_math.h` and `cutil_math.h` of CUDA's samples declare, the operators aside.
float2 make_float2(float s) { return make_float2(s, s); }
float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
float2 make_float2(int2 a) { return make_float2(float(a.x), float(a.y)); }
float2 make_float2(uint2 a) { return make_float2(float(a.x), float(a.y)); }

float3 make_float3(float s) { return make_float3(s, s, s); }
float3 make_float3(float2 a) { return make_float3(a.x, a.y, 0); }
float3 make_float3(float2 a, float s) { return make_float3(a.x, a.y, s); }
float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
float3 make_float3(int3 a) { return make_float3(float(a.x), float(a.y), float(a.z)); }
float3 make_float3(uint3 a) { return make_float3(float(a.x), float(a.y), float(a.z)); }

float4 make_float4(float s) { return make_float4(s, s, s, s); }
float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, 0); }
float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
float4 make_float4(int4 a) { return make_float4(float(a.x), float(a.y), float(a.z), float(a.w)); }
float4 make_float4(uint4 a) { return make_float4(float(a.x), float(a.y), float(a.z), float(a.w)); }

int2 make_int2(int s) { return make_int2(s, s); }
int2 make_int2(int3 a) { return make_int2(a.x, a.y); }
int2 make_int2(float2 a) { return make_int2(int(a.x), int(a.y)); }
int2 make_int2(uint2 a) { return make_int2(int(a.x), int(a.y)); }

int3 make_int3(int s) { return make_int3(s, s, s); }
int3 make_int3(int2 a) { return make_int3(a.x, a.y, 0); }
int3 make_int3(int2 a, int s) { return make_int3(a.x, a.y, s); }
int3 make_int3(int4 a) { return make_int3(a.x, a.y, a.z); }
int3 make_int3(float3 a) { return make_int3(int(a.x), int(a.y), int(a.z)); }
int3 make_int3(uint3 a) { return make_int3(int(a.x), int(a.y), int(a.z)); }

int4 make_int4(int s) { return make_int4(s, s, s, s); }
int4 make_int4(int3 a) { return make_int4(a.x, a.y, a.z, 0); }
int4 make_int4(int3 a, int w) { return make_int4(a.x, a.y, a.z, w); }
int4 make_int4(float4 a) { return make_int4(int(a.x), int(a.y), int(a.z), int(a.w)); }
int4 make_int4(uint4 a) { return make_int4(int(a.x), int(a.y), int(a.z), int(a.w)); }

uint2 make_uint2(unsigned s) { return make_uint2(s, s); }
uint2 make_uint2(uint3 a) { return make_uint2(a.x, a.y); }
uint2 make_uint2(float2 a) { return make_uint2(unsigned(a.x), unsigned(a.y)); }
uint2 make_uint2(int2 a) { return make_uint2(unsigned(a.x), unsigned(a.y)); }

uint3 make_uint3(unsigned s) { return make_uint3(s, s, s); }
uint3 make_uint3(uint2 a) { return make_uint3(a.x, a.y, 0); }
uint3 make_uint3(uint2 a, unsigned s) { return make_uint3(a.x, a.y, s); }
uint3 make_uint3(uint4 a) { return make_uint3(a.x, a.y, a.z); }
uint3 make_uint3(float3 a) { return make_uint3(unsigned(a.x), unsigned(a.y), unsigned(a.z)); }
uint3 make_uint3(int3 a) { return make_uint3(unsigned(a.x), unsigned(a.y), unsigned(a.z)); }

uint4 make_uint4(unsigned s) { return make_uint4(s, s, s, s); }
uint4 make_uint4(uint3 a) { return make_uint4(a.x, a.y, a.z, 0); }
uint4 make_uint4(uint3 a, unsigned w) { return make_uint4(a.x, a.y, a.z, w); }
uint4 make_uint4(float4 a) { return make_uint4(unsigned(a.x), unsigned(a.y), unsigned(a.z), unsigned(a.w)); }
uint4 make_uint4(int4 a) { return make_uint4(unsigned(a.x), unsigned(a.y), unsigned(a.z), unsigned(a.w)); }

float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
int dot(int2 a, int2 b) { return a.x * b.x + a.y * b.y; }
int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
int dot(int4 a, int4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
unsigned dot(uint2 a, uint2 b) { return a.x * b.x + a.y * b.y; }
unsigned dot(uint3 a, uint3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
unsigned dot(uint4 a, uint4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

float length(float2 v) { return sqrtf(dot(v, v)); }
float length(float3 v) { return sqrtf(dot(v, v)); }
float length(float4 v) { return sqrtf(dot(v, v)); }

[[jaminan::pure]] float2 normalize(float2 v);
[[jaminan::pure]] float3 normalize(float3 v);
[[jaminan::pure]] float4 normalize(float4 v);

[[jaminan::pure]] float2 reflect(float2 i, float2 n);
[[jaminan::pure]] float3 reflect(float3 i, float3 n);
[[jaminan::pure]] float4 reflect(float4 i, float4 n);

float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }

float lerp(float a, float b, float t) { return a + t * (b - a); }
[[jaminan::pure]] float2 lerp(float2 a, float2 b, float t);
[[jaminan::pure]] float3 lerp(float3 a, float3 b, float t);
[[jaminan::pure]] float4 lerp(float4 a, float4 b, float t);

float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
int clamp(int f, int a, int b) { return max(a, min(f, b)); }
unsigned clamp(unsigned f, unsigned a, unsigned b) { return max(a, min(f, b)); }
[[jaminan::pure]] float2 clamp(float2 v, float a, float b);
[[jaminan::pure]] float2 clamp(float2 v, float2 a, float2 b);
[[jaminan::pure]] float3 clamp(float3 v, float a, float b);
[[jaminan::pure]] float3 clamp(float3 v, float3 a, float3 b);
[[jaminan::pure]] float4 clamp(float4 v, float a, float b);
[[jaminan::pure]] float4 clamp(float4 v, float4 a, float4 b);
[[jaminan::pure]] int2 clamp(int2 v, int a, int b);
[[jaminan::pure]] int2 clamp(int2 v, int2 a, int2 b);
[[jaminan::pure]] int3 clamp(int3 v, int a, int b);
[[jaminan::pure]] int3 clamp(int3 v, int3 a, int3 b);
[[jaminan::pure]] int4 clamp(int4 v, int a, int b);
[[jaminan::pure]] int4 clamp(int4 v, int4 a, int4 b);
[[jaminan::pure]] uint2 clamp(uint2 v, unsigned a, unsigned b);
[[jaminan::pure]] uint2 clamp(uint2 v, uint2 a, uint2 b);
[[jaminan::pure]] uint3 clamp(uint3 v, unsigned a, unsigned b);
[[jaminan::pure]] uint3 clamp(uint3 v, uint3 a, uint3 b);
[[jaminan::pure]] uint4 clamp(uint4 v, unsigned a, unsigned b);
[[jaminan::pure]] uint4 clamp(uint4 v, uint4 a, uint4 b);

float smoothstep(float a, float b, float x) { float y = clamp((x - a) / (b - a), 0.0f, 1.0f); return y * y * (3.0f - 2.0f * y); }
[[jaminan::pure]] float2 smoothstep(float2 a, float2 b, float2 x);
[[jaminan::pure]] float3 smoothstep(float3 a, float3 b, float3 x);
[[jaminan::pure]] float4 smoothstep(float4 a, float4 b, float4 x);

float fracf(float v) { return v - floorf(v); }
[[jaminan::pure]] float2 fracf(float2 v);
[[jaminan::pure]] float3 fracf(float3 v);
[[jaminan::pure]] float4 fracf(float4 v);
