// Half precision and bfloat16, of which no number is modelled: bodies are for runs. [CUDA Math API]
[[jaminan::pure]] half hceil(half a) { return half(ceilf(float(a))); }
[[jaminan::pure]] __nv_bfloat16 hceil(__nv_bfloat16 a) { return __nv_bfloat16(ceilf(float(a))); }

[[jaminan::pure]] half hcos(half a) { return half(cosf(float(a))); }
[[jaminan::pure]] __nv_bfloat16 hcos(__nv_bfloat16 a) { return __nv_bfloat16(cosf(float(a))); }

[[jaminan::pure]] half hexp(half a) { return half(expf(float(a))); }
[[jaminan::pure]] __nv_bfloat16 hexp(__nv_bfloat16 a) { return __nv_bfloat16(expf(float(a))); }

[[jaminan::pure]] half hexp10(half a) { return half(exp10f(float(a))); }
[[jaminan::pure]] __nv_bfloat16 hexp10(__nv_bfloat16 a) { return __nv_bfloat16(exp10f(float(a))); }

[[jaminan::pure]] half hexp2(half a) { return half(exp2f(float(a))); }
[[jaminan::pure]] __nv_bfloat16 hexp2(__nv_bfloat16 a) { return __nv_bfloat16(exp2f(float(a))); }

[[jaminan::pure]] half hfloor(half a) { return half(floorf(float(a))); }
[[jaminan::pure]] __nv_bfloat16 hfloor(__nv_bfloat16 a) { return __nv_bfloat16(floorf(float(a))); }

[[jaminan::pure]] half hlog(half a) { return half(logf(float(a))); }
[[jaminan::pure]] __nv_bfloat16 hlog(__nv_bfloat16 a) { return __nv_bfloat16(logf(float(a))); }

[[jaminan::pure]] half hlog10(half a) { return half(log10f(float(a))); }
[[jaminan::pure]] __nv_bfloat16 hlog10(__nv_bfloat16 a) { return __nv_bfloat16(log10f(float(a))); }

[[jaminan::pure]] half hlog2(half a) { return half(log2f(float(a))); }
[[jaminan::pure]] __nv_bfloat16 hlog2(__nv_bfloat16 a) { return __nv_bfloat16(log2f(float(a))); }

[[jaminan::pure]] half hrcp(half a) { return half(1.0f / float(a)); }
[[jaminan::pure]] __nv_bfloat16 hrcp(__nv_bfloat16 a) { return __nv_bfloat16(1.0f / float(a)); }

[[jaminan::pure]] half hrint(half a) { return half(rintf(float(a))); }
[[jaminan::pure]] __nv_bfloat16 hrint(__nv_bfloat16 a) { return __nv_bfloat16(rintf(float(a))); }

[[jaminan::pure]] half hrsqrt(half a) { return half(rsqrtf(float(a))); }
[[jaminan::pure]] __nv_bfloat16 hrsqrt(__nv_bfloat16 a) { return __nv_bfloat16(rsqrtf(float(a))); }

[[jaminan::pure]] half hsin(half a) { return half(sinf(float(a))); }
[[jaminan::pure]] __nv_bfloat16 hsin(__nv_bfloat16 a) { return __nv_bfloat16(sinf(float(a))); }

[[jaminan::pure]] half hsqrt(half a) { return half(sqrtf(float(a))); }
[[jaminan::pure]] __nv_bfloat16 hsqrt(__nv_bfloat16 a) { return __nv_bfloat16(sqrtf(float(a))); }

[[jaminan::pure]] half htrunc(half a) { return half(truncf(float(a))); }
[[jaminan::pure]] __nv_bfloat16 htrunc(__nv_bfloat16 a) { return __nv_bfloat16(truncf(float(a))); }

[[jaminan::pure]] half htanh(half a) { return half(tanhf(float(a))); }
[[jaminan::pure]] __nv_bfloat16 htanh(__nv_bfloat16 a) { return __nv_bfloat16(tanhf(float(a))); }

[[jaminan::pure]] half __habs(half a) { return half(fabsf(float(a))); }
[[jaminan::pure]] __nv_bfloat16 __habs(__nv_bfloat16 a) { return __nv_bfloat16(fabsf(float(a))); }

[[jaminan::pure]] half __hneg(half a) { return -a; }
[[jaminan::pure]] __nv_bfloat16 __hneg(__nv_bfloat16 a) { return -a; }

[[jaminan::pure]] half2 h2ceil(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2ceil(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2cos(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2cos(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2exp(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2exp(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2exp10(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2exp10(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2exp2(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2exp2(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2floor(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2floor(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2log(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2log(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2log10(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2log10(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2log2(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2log2(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2rcp(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2rcp(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2rint(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2rint(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2rsqrt(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2rsqrt(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2sin(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2sin(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2sqrt(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2sqrt(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2trunc(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2trunc(__nv_bfloat162 a);

[[jaminan::pure]] half2 h2tanh(half2 a);
[[jaminan::pure]] __nv_bfloat162 h2tanh(__nv_bfloat162 a);

[[jaminan::pure]] half2 __habs2(half2 a) { half2 r; r.x = __habs(a.x); r.y = __habs(a.y); return r; }
[[jaminan::pure]] __nv_bfloat162 __habs2(__nv_bfloat162 a) { __nv_bfloat162 r; r.x = __habs(a.x); r.y = __habs(a.y); return r; }

[[jaminan::pure]] half2 __hneg2(half2 a) { half2 r; r.x = -a.x; r.y = -a.y; return r; }
[[jaminan::pure]] __nv_bfloat162 __hneg2(__nv_bfloat162 a) { __nv_bfloat162 r; r.x = -a.x; r.y = -a.y; return r; }

[[jaminan::pure]] half __hadd(half a, half b) { return a + b; }
[[jaminan::pure]] __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return a + b; }
[[jaminan::pure]] int __hadd(int a, int b);

[[jaminan::pure]] half __hsub(half a, half b) { return a - b; }
[[jaminan::pure]] __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return a - b; }

[[jaminan::pure]] half __hmul(half a, half b) { return a * b; }
[[jaminan::pure]] __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return a * b; }

[[jaminan::pure]] half __hdiv(half a, half b) { return a / b; }
[[jaminan::pure]] __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return a / b; }

[[jaminan::pure]] half __hadd_rn(half a, half b) { return a + b; }
[[jaminan::pure]] __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return a + b; }

[[jaminan::pure]] half __hsub_rn(half a, half b) { return a - b; }
[[jaminan::pure]] __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return a - b; }

[[jaminan::pure]] half __hmul_rn(half a, half b) { return a * b; }
[[jaminan::pure]] __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return a * b; }

[[jaminan::pure]] half __hadd_sat(half a, half b);
[[jaminan::pure]] __nv_bfloat16 __hadd_sat(__nv_bfloat16 a, __nv_bfloat16 b);

[[jaminan::pure]] half __hsub_sat(half a, half b);
[[jaminan::pure]] __nv_bfloat16 __hsub_sat(__nv_bfloat16 a, __nv_bfloat16 b);

[[jaminan::pure]] half __hmul_sat(half a, half b);
[[jaminan::pure]] __nv_bfloat16 __hmul_sat(__nv_bfloat16 a, __nv_bfloat16 b);

[[jaminan::pure]] half __hmax(half a, half b) { return half(fmaxf(float(a), float(b))); }
[[jaminan::pure]] __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fmaxf(float(a), float(b))); }

[[jaminan::pure]] half __hmin(half a, half b) { return half(fminf(float(a), float(b))); }
[[jaminan::pure]] __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fminf(float(a), float(b))); }

[[jaminan::pure]] half __hmax_nan(half a, half b);
[[jaminan::pure]] __nv_bfloat16 __hmax_nan(__nv_bfloat16 a, __nv_bfloat16 b);

[[jaminan::pure]] half __hmin_nan(half a, half b);
[[jaminan::pure]] __nv_bfloat16 __hmin_nan(__nv_bfloat16 a, __nv_bfloat16 b);

[[jaminan::pure]] half2 __hadd2(half2 a, half2 b) { half2 r; r.x = a.x + b.x; r.y = a.y + b.y; return r; }
[[jaminan::pure]] __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; r.x = a.x + b.x; r.y = a.y + b.y; return r; }

[[jaminan::pure]] half2 __hsub2(half2 a, half2 b) { half2 r; r.x = a.x - b.x; r.y = a.y - b.y; return r; }
[[jaminan::pure]] __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; r.x = a.x - b.x; r.y = a.y - b.y; return r; }

[[jaminan::pure]] half2 __hmul2(half2 a, half2 b) { half2 r; r.x = a.x * b.x; r.y = a.y * b.y; return r; }
[[jaminan::pure]] __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; r.x = a.x * b.x; r.y = a.y * b.y; return r; }

[[jaminan::pure]] half2 __h2div(half2 a, half2 b) { half2 r; r.x = a.x / b.x; r.y = a.y / b.y; return r; }
[[jaminan::pure]] __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; r.x = a.x / b.x; r.y = a.y / b.y; return r; }

[[jaminan::pure]] half2 __hadd2_rn(half2 a, half2 b) { half2 r; r.x = a.x + b.x; r.y = a.y + b.y; return r; }
[[jaminan::pure]] __nv_bfloat162 __hadd2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; r.x = a.x + b.x; r.y = a.y + b.y; return r; }

[[jaminan::pure]] half2 __hsub2_rn(half2 a, half2 b) { half2 r; r.x = a.x - b.x; r.y = a.y - b.y; return r; }
[[jaminan::pure]] __nv_bfloat162 __hsub2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; r.x = a.x - b.x; r.y = a.y - b.y; return r; }

[[jaminan::pure]] half2 __hmul2_rn(half2 a, half2 b) { half2 r; r.x = a.x * b.x; r.y = a.y * b.y; return r; }
[[jaminan::pure]] __nv_bfloat162 __hmul2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; r.x = a.x * b.x; r.y = a.y * b.y; return r; }

[[jaminan::pure]] half2 __hadd2_sat(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hadd2_sat(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] half2 __hsub2_sat(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hsub2_sat(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] half2 __hmul2_sat(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hmul2_sat(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] half2 __hmax2(half2 a, half2 b) { half2 r; r.x = __hmax(a.x, b.x); r.y = __hmax(a.y, b.y); return r; }
[[jaminan::pure]] __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; r.x = __hmax(a.x, b.x); r.y = __hmax(a.y, b.y); return r; }

[[jaminan::pure]] half2 __hmin2(half2 a, half2 b) { half2 r; r.x = __hmin(a.x, b.x); r.y = __hmin(a.y, b.y); return r; }
[[jaminan::pure]] __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; r.x = __hmin(a.x, b.x); r.y = __hmin(a.y, b.y); return r; }

[[jaminan::pure]] half2 __hmax2_nan(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hmax2_nan(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] half2 __hmin2_nan(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hmin2_nan(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] half __hfma(half a, half b, half c) { return half(fma(double(a), double(b), double(c))); }
[[jaminan::pure]] __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __nv_bfloat16(fma(double(a), double(b), double(c))); }

[[jaminan::pure]] half __hfma_sat(half a, half b, half c);
[[jaminan::pure]] __nv_bfloat16 __hfma_sat(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c);

[[jaminan::pure]] half __hfma_relu(half a, half b, half c);
[[jaminan::pure]] __nv_bfloat16 __hfma_relu(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c);

[[jaminan::pure]] half2 __hfma2(half2 a, half2 b, half2 c) { half2 r; r.x = __hfma(a.x, b.x, c.x); r.y = __hfma(a.y, b.y, c.y); return r; }
[[jaminan::pure]] __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { __nv_bfloat162 r; r.x = __hfma(a.x, b.x, c.x); r.y = __hfma(a.y, b.y, c.y); return r; }

[[jaminan::pure]] half2 __hfma2_sat(half2 a, half2 b, half2 c);
[[jaminan::pure]] __nv_bfloat162 __hfma2_sat(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c);

[[jaminan::pure]] half2 __hfma2_relu(half2 a, half2 b, half2 c);
[[jaminan::pure]] __nv_bfloat162 __hfma2_relu(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c);

[[jaminan::pure]] half2 __hcmadd(half2 a, half2 b, half2 c);
[[jaminan::pure]] __nv_bfloat162 __hcmadd(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c);

[[jaminan::pure]] bool __heq(half a, half b) { return a == b; }
[[jaminan::pure]] bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) { return a == b; }

[[jaminan::pure]] half2 __heq2(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __heq2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hbeq2(half2 a, half2 b);
[[jaminan::pure]] bool __hbeq2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hequ(half a, half b) { return !(a < b || a > b); }
[[jaminan::pure]] bool __hequ(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a < b || a > b); }

[[jaminan::pure]] half2 __hequ2(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hequ2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hbequ2(half2 a, half2 b);
[[jaminan::pure]] bool __hbequ2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hne(half a, half b) { return a < b || a > b; }
[[jaminan::pure]] bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) { return a < b || a > b; }

[[jaminan::pure]] half2 __hne2(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hne2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hbne2(half2 a, half2 b);
[[jaminan::pure]] bool __hbne2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hneu(half a, half b) { return a != b; }
[[jaminan::pure]] bool __hneu(__nv_bfloat16 a, __nv_bfloat16 b) { return a != b; }

[[jaminan::pure]] half2 __hneu2(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hneu2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hbneu2(half2 a, half2 b);
[[jaminan::pure]] bool __hbneu2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hlt(half a, half b) { return a < b; }
[[jaminan::pure]] bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) { return a < b; }

[[jaminan::pure]] half2 __hlt2(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hlt2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hblt2(half2 a, half2 b);
[[jaminan::pure]] bool __hblt2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hltu(half a, half b) { return !(a >= b); }
[[jaminan::pure]] bool __hltu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a >= b); }

[[jaminan::pure]] half2 __hltu2(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hltu2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hbltu2(half2 a, half2 b);
[[jaminan::pure]] bool __hbltu2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hle(half a, half b) { return a <= b; }
[[jaminan::pure]] bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) { return a <= b; }

[[jaminan::pure]] half2 __hle2(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hle2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hble2(half2 a, half2 b);
[[jaminan::pure]] bool __hble2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hleu(half a, half b) { return !(a > b); }
[[jaminan::pure]] bool __hleu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a > b); }

[[jaminan::pure]] half2 __hleu2(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hleu2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hbleu2(half2 a, half2 b);
[[jaminan::pure]] bool __hbleu2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hgt(half a, half b) { return a > b; }
[[jaminan::pure]] bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) { return a > b; }

[[jaminan::pure]] half2 __hgt2(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hgt2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hbgt2(half2 a, half2 b);
[[jaminan::pure]] bool __hbgt2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hgtu(half a, half b) { return !(a <= b); }
[[jaminan::pure]] bool __hgtu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a <= b); }

[[jaminan::pure]] half2 __hgtu2(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hgtu2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hbgtu2(half2 a, half2 b);
[[jaminan::pure]] bool __hbgtu2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hge(half a, half b) { return a >= b; }
[[jaminan::pure]] bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) { return a >= b; }

[[jaminan::pure]] half2 __hge2(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hge2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hbge2(half2 a, half2 b);
[[jaminan::pure]] bool __hbge2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hgeu(half a, half b) { return !(a < b); }
[[jaminan::pure]] bool __hgeu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(a < b); }

[[jaminan::pure]] half2 __hgeu2(half2 a, half2 b);
[[jaminan::pure]] __nv_bfloat162 __hgeu2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hbgeu2(half2 a, half2 b);
[[jaminan::pure]] bool __hbgeu2(__nv_bfloat162 a, __nv_bfloat162 b);

[[jaminan::pure]] bool __hisnan(half a) { return a != a; }
[[jaminan::pure]] bool __hisnan(__nv_bfloat16 a) { return a != a; }

[[jaminan::pure]] int __hisinf(half a);
[[jaminan::pure]] int __hisinf(__nv_bfloat16 a);

[[jaminan::pure]] half2 __hisnan2(half2 a);
[[jaminan::pure]] __nv_bfloat162 __hisnan2(__nv_bfloat162 a);

[[jaminan::pure]] half __float2half(float a) { return half(a); }

[[jaminan::pure]] half __float2half_rn(float a) { return half(a); }

[[jaminan::pure]] half __float2half_rz(float a);

[[jaminan::pure]] half __float2half_rd(float a);

[[jaminan::pure]] half __float2half_ru(float a);

[[jaminan::pure]] half __double2half(double a) { return half(a); }

[[jaminan::pure]] float __half2float(half a) { return float(a); }

[[jaminan::pure]] int __half2int_rn(half a) { return rintf(float(a)); }

[[jaminan::pure]] half __int2half_rn(int a) { return half(a); }

[[jaminan::pure]] unsigned __half2uint_rn(half a);

[[jaminan::pure]] half __uint2half_rn(unsigned a) { return half(a); }

[[jaminan::pure]] short __half2short_rn(half a);

[[jaminan::pure]] half __short2half_rn(short a) { return half(a); }

[[jaminan::pure]] unsigned short __half2ushort_rn(half a);

[[jaminan::pure]] half __ushort2half_rn(unsigned short a) { return half(a); }

[[jaminan::pure]] long long __half2ll_rn(half a) { return rintf(float(a)); }

[[jaminan::pure]] half __ll2half_rn(long long a) { return half(a); }

[[jaminan::pure]] unsigned long long __half2ull_rn(half a);

[[jaminan::pure]] half __ull2half_rn(unsigned long long a) { return half(a); }

[[jaminan::pure]] int __half2int_rz(half a) { return truncf(float(a)); }

[[jaminan::pure]] half __int2half_rz(int a);

[[jaminan::pure]] unsigned __half2uint_rz(half a);

[[jaminan::pure]] half __uint2half_rz(unsigned a);

[[jaminan::pure]] short __half2short_rz(half a);

[[jaminan::pure]] half __short2half_rz(short a);

[[jaminan::pure]] unsigned short __half2ushort_rz(half a);

[[jaminan::pure]] half __ushort2half_rz(unsigned short a);

[[jaminan::pure]] long long __half2ll_rz(half a) { return truncf(float(a)); }

[[jaminan::pure]] half __ll2half_rz(long long a);

[[jaminan::pure]] unsigned long long __half2ull_rz(half a);

[[jaminan::pure]] half __ull2half_rz(unsigned long long a);

[[jaminan::pure]] int __half2int_rd(half a) { return floorf(float(a)); }

[[jaminan::pure]] half __int2half_rd(int a);

[[jaminan::pure]] unsigned __half2uint_rd(half a);

[[jaminan::pure]] half __uint2half_rd(unsigned a);

[[jaminan::pure]] short __half2short_rd(half a);

[[jaminan::pure]] half __short2half_rd(short a);

[[jaminan::pure]] unsigned short __half2ushort_rd(half a);

[[jaminan::pure]] half __ushort2half_rd(unsigned short a);

[[jaminan::pure]] long long __half2ll_rd(half a) { return floorf(float(a)); }

[[jaminan::pure]] half __ll2half_rd(long long a);

[[jaminan::pure]] unsigned long long __half2ull_rd(half a);

[[jaminan::pure]] half __ull2half_rd(unsigned long long a);

[[jaminan::pure]] int __half2int_ru(half a) { return ceilf(float(a)); }

[[jaminan::pure]] half __int2half_ru(int a);

[[jaminan::pure]] unsigned __half2uint_ru(half a);

[[jaminan::pure]] half __uint2half_ru(unsigned a);

[[jaminan::pure]] short __half2short_ru(half a);

[[jaminan::pure]] half __short2half_ru(short a);

[[jaminan::pure]] unsigned short __half2ushort_ru(half a);

[[jaminan::pure]] half __ushort2half_ru(unsigned short a);

[[jaminan::pure]] long long __half2ll_ru(half a) { return ceilf(float(a)); }

[[jaminan::pure]] half __ll2half_ru(long long a);

[[jaminan::pure]] unsigned long long __half2ull_ru(half a);

[[jaminan::pure]] half __ull2half_ru(unsigned long long a);

[[jaminan::op("bits")]] unsigned short __half_as_ushort(half a);

[[jaminan::op("bits")]] short __half_as_short(half a);

[[jaminan::op("bits")]] half __ushort_as_half(unsigned short a);

[[jaminan::op("bits")]] half __short_as_half(short a);

[[jaminan::pure]] half2 __float2half2_rn(float a) { half2 r; r.x = half(a); r.y = half(a); return r; }

[[jaminan::pure]] half2 __floats2half2_rn(float a, float b) { half2 r; r.x = half(a); r.y = half(b); return r; }

[[jaminan::pure]] half2 __float22half2_rn(float2 a) { half2 r; r.x = half(a.x); r.y = half(a.y); return r; }

[[jaminan::pure]] float2 __half22float2(half2 a) { return make_float2(float(a.x), float(a.y)); }

[[jaminan::pure]] half __low2half(half2 a) { return a.x; }

[[jaminan::pure]] half __high2half(half2 a) { return a.y; }

[[jaminan::pure]] half2 __half2half2(half a) { half2 r; r.x = a; r.y = a; return r; }

[[jaminan::pure]] half2 __halves2half2(half a, half b) { half2 r; r.x = a; r.y = b; return r; }

[[jaminan::pure]] half2 __low2half2(half2 a) { half2 r; r.x = a.x; r.y = a.x; return r; }

[[jaminan::pure]] half2 __high2half2(half2 a) { half2 r; r.x = a.y; r.y = a.y; return r; }

[[jaminan::pure]] half2 __lows2half2(half2 a, half2 b) { half2 r; r.x = a.x; r.y = b.x; return r; }

[[jaminan::pure]] half2 __highs2half2(half2 a, half2 b) { half2 r; r.x = a.y; r.y = b.y; return r; }

[[jaminan::pure]] half2 make_half2(half a, half b) { half2 r; r.x = a; r.y = b; return r; }

[[jaminan::pure]] __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }

[[jaminan::pure]] __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }

[[jaminan::pure]] __nv_bfloat16 __float2bfloat16_rz(float a);

[[jaminan::pure]] __nv_bfloat16 __float2bfloat16_rd(float a);

[[jaminan::pure]] __nv_bfloat16 __float2bfloat16_ru(float a);

[[jaminan::pure]] __nv_bfloat16 __double2bfloat16(double a) { return __nv_bfloat16(a); }

[[jaminan::pure]] float __bfloat162float(__nv_bfloat16 a) { return float(a); }

[[jaminan::pure]] int __bfloat162int_rn(__nv_bfloat16 a) { return rintf(float(a)); }

[[jaminan::pure]] __nv_bfloat16 __int2bfloat16_rn(int a) { return __nv_bfloat16(a); }

[[jaminan::pure]] unsigned __bfloat162uint_rn(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __uint2bfloat16_rn(unsigned a) { return __nv_bfloat16(a); }

[[jaminan::pure]] short __bfloat162short_rn(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __short2bfloat16_rn(short a) { return __nv_bfloat16(a); }

[[jaminan::pure]] unsigned short __bfloat162ushort_rn(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __ushort2bfloat16_rn(unsigned short a) { return __nv_bfloat16(a); }

[[jaminan::pure]] long long __bfloat162ll_rn(__nv_bfloat16 a) { return rintf(float(a)); }

[[jaminan::pure]] __nv_bfloat16 __ll2bfloat16_rn(long long a) { return __nv_bfloat16(a); }

[[jaminan::pure]] unsigned long long __bfloat162ull_rn(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __ull2bfloat16_rn(unsigned long long a) { return __nv_bfloat16(a); }

[[jaminan::pure]] int __bfloat162int_rz(__nv_bfloat16 a) { return truncf(float(a)); }

[[jaminan::pure]] __nv_bfloat16 __int2bfloat16_rz(int a);

[[jaminan::pure]] unsigned __bfloat162uint_rz(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __uint2bfloat16_rz(unsigned a);

[[jaminan::pure]] short __bfloat162short_rz(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __short2bfloat16_rz(short a);

[[jaminan::pure]] unsigned short __bfloat162ushort_rz(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __ushort2bfloat16_rz(unsigned short a);

[[jaminan::pure]] long long __bfloat162ll_rz(__nv_bfloat16 a) { return truncf(float(a)); }

[[jaminan::pure]] __nv_bfloat16 __ll2bfloat16_rz(long long a);

[[jaminan::pure]] unsigned long long __bfloat162ull_rz(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __ull2bfloat16_rz(unsigned long long a);

[[jaminan::pure]] int __bfloat162int_rd(__nv_bfloat16 a) { return floorf(float(a)); }

[[jaminan::pure]] __nv_bfloat16 __int2bfloat16_rd(int a);

[[jaminan::pure]] unsigned __bfloat162uint_rd(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __uint2bfloat16_rd(unsigned a);

[[jaminan::pure]] short __bfloat162short_rd(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __short2bfloat16_rd(short a);

[[jaminan::pure]] unsigned short __bfloat162ushort_rd(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __ushort2bfloat16_rd(unsigned short a);

[[jaminan::pure]] long long __bfloat162ll_rd(__nv_bfloat16 a) { return floorf(float(a)); }

[[jaminan::pure]] __nv_bfloat16 __ll2bfloat16_rd(long long a);

[[jaminan::pure]] unsigned long long __bfloat162ull_rd(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __ull2bfloat16_rd(unsigned long long a);

[[jaminan::pure]] int __bfloat162int_ru(__nv_bfloat16 a) { return ceilf(float(a)); }

[[jaminan::pure]] __nv_bfloat16 __int2bfloat16_ru(int a);

[[jaminan::pure]] unsigned __bfloat162uint_ru(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __uint2bfloat16_ru(unsigned a);

[[jaminan::pure]] short __bfloat162short_ru(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __short2bfloat16_ru(short a);

[[jaminan::pure]] unsigned short __bfloat162ushort_ru(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __ushort2bfloat16_ru(unsigned short a);

[[jaminan::pure]] long long __bfloat162ll_ru(__nv_bfloat16 a) { return ceilf(float(a)); }

[[jaminan::pure]] __nv_bfloat16 __ll2bfloat16_ru(long long a);

[[jaminan::pure]] unsigned long long __bfloat162ull_ru(__nv_bfloat16 a);

[[jaminan::pure]] __nv_bfloat16 __ull2bfloat16_ru(unsigned long long a);

[[jaminan::op("bits")]] unsigned short __bfloat16_as_ushort(__nv_bfloat16 a);

[[jaminan::op("bits")]] short __bfloat16_as_short(__nv_bfloat16 a);

[[jaminan::op("bits")]] __nv_bfloat16 __ushort_as_bfloat16(unsigned short a);

[[jaminan::op("bits")]] __nv_bfloat16 __short_as_bfloat16(short a);

[[jaminan::pure]] __nv_bfloat162 __float2bfloat162_rn(float a) { __nv_bfloat162 r; r.x = __nv_bfloat16(a); r.y = __nv_bfloat16(a); return r; }

[[jaminan::pure]] __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { __nv_bfloat162 r; r.x = __nv_bfloat16(a); r.y = __nv_bfloat16(b); return r; }

[[jaminan::pure]] __nv_bfloat162 __float22bfloat162_rn(float2 a) { __nv_bfloat162 r; r.x = __nv_bfloat16(a.x); r.y = __nv_bfloat16(a.y); return r; }

[[jaminan::pure]] float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2(float(a.x), float(a.y)); }

[[jaminan::pure]] __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }

[[jaminan::pure]] __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }

[[jaminan::pure]] __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { __nv_bfloat162 r; r.x = a; r.y = a; return r; }

[[jaminan::pure]] __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { __nv_bfloat162 r; r.x = a; r.y = b; return r; }

[[jaminan::pure]] __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { __nv_bfloat162 r; r.x = a.x; r.y = a.x; return r; }

[[jaminan::pure]] __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { __nv_bfloat162 r; r.x = a.y; r.y = a.y; return r; }

[[jaminan::pure]] __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; r.x = a.x; r.y = b.x; return r; }

[[jaminan::pure]] __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { __nv_bfloat162 r; r.x = a.y; r.y = b.y; return r; }

[[jaminan::pure]] __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { __nv_bfloat162 r; r.x = a; r.y = b; return r; }

[[jaminan::pure]] float __low2float(half2 a) { return float(a.x); }
[[jaminan::pure]] float __low2float(__nv_bfloat162 a) { return float(a.x); }

[[jaminan::pure]] float __high2float(half2 a) { return float(a.y); }
[[jaminan::pure]] float __high2float(__nv_bfloat162 a) { return float(a.y); }

[[jaminan::pure]] half2 __lowhigh2highlow(half2 a) { half2 r; r.x = a.y; r.y = a.x; return r; }
[[jaminan::pure]] __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { __nv_bfloat162 r; r.x = a.y; r.y = a.x; return r; }

// The bits of a number, which nobody follows.
[[jaminan::pure]] unsigned short __bits_of_half(auto x);
struct __half_raw {
    unsigned short x;
    template <typename T> __half_raw(T bits) : x(__bits_of_half(bits)) {}
    operator half() const { return __ushort_as_half(x); }
};
struct __nv_bfloat16_raw {
    unsigned short x;
    template <typename T> __nv_bfloat16_raw(T bits) : x(__bits_of_half(bits)) {}
    operator __nv_bfloat16() const { return __ushort_as_bfloat16(x); }
};
