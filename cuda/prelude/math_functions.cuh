// Of the mathematical functions, those that give more than one number. [CUDA Math API]
void sincosf(float x, float *sine, float *cosine) { *sine = sinf(x); *cosine = cosf(x); }

void sincos(double x, double *sine, double *cosine) { *sine = sin(x); *cosine = cos(x); }
void sincos(float x, float *sine, float *cosine) { *sine = sinf(x); *cosine = cosf(x); }

void __sincosf(float x, float *sine, float *cosine) { *sine = __sinf(x); *cosine = __cosf(x); }

void sincospif(float x, float *sine, float *cosine) { *sine = sinpif(x); *cosine = cospif(x); }

void sincospi(double x, double *sine, double *cosine) { *sine = sinpi(x); *cosine = cospi(x); }

[[jaminan::writes(2)]] double modf(double x, double *whole);
[[jaminan::writes(2)]] float modf(float x, float *whole);

[[jaminan::writes(2)]] float modff(float x, float *whole);

[[jaminan::writes(2)]] double frexp(double x, int *exponent);
[[jaminan::writes(2)]] float frexp(float x, int *exponent);

[[jaminan::writes(2)]] float frexpf(float x, int *exponent);

[[jaminan::writes(3)]] double remquo(double x, double y, int *quotient);
[[jaminan::writes(3)]] float remquo(float x, float y, int *quotient);

[[jaminan::writes(3)]] float remquof(float x, float y, int *quotient);

[[jaminan::pure]] double normcdf(double x);
[[jaminan::pure]] float normcdf(float x);

[[jaminan::pure]] float normcdff(float x);

[[jaminan::pure]] double normcdfinv(double x);
[[jaminan::pure]] float normcdfinv(float x);

[[jaminan::pure]] float normcdfinvf(float x);

[[jaminan::pure]] double erfcx(double x);
[[jaminan::pure]] float erfcx(float x);

[[jaminan::pure]] float erfcxf(float x);

[[jaminan::pure]] double erfcinv(double x);
[[jaminan::pure]] float erfcinv(float x);

[[jaminan::pure]] float erfcinvf(float x);

[[jaminan::pure]] double j0(double x);
[[jaminan::pure]] float j0(float x);

[[jaminan::pure]] float j0f(float x);

[[jaminan::pure]] double j1(double x);
[[jaminan::pure]] float j1(float x);

[[jaminan::pure]] float j1f(float x);

[[jaminan::pure]] double y0(double x);
[[jaminan::pure]] float y0(float x);

[[jaminan::pure]] float y0f(float x);

[[jaminan::pure]] double y1(double x);
[[jaminan::pure]] float y1(float x);

[[jaminan::pure]] float y1f(float x);

[[jaminan::pure]] double cyl_bessel_i0(double x);
[[jaminan::pure]] float cyl_bessel_i0(float x);

[[jaminan::pure]] float cyl_bessel_i0f(float x);

[[jaminan::pure]] double cyl_bessel_i1(double x);
[[jaminan::pure]] float cyl_bessel_i1(float x);

[[jaminan::pure]] float cyl_bessel_i1f(float x);

[[jaminan::pure]] double scalbn(double x, int n);
[[jaminan::pure]] float scalbn(float x, int n);

[[jaminan::pure]] float scalbnf(float x, int n);

[[jaminan::pure]] double scalbln(double x, int n);
[[jaminan::pure]] float scalbln(float x, int n);

[[jaminan::pure]] float scalblnf(float x, int n);

[[jaminan::pure]] int ilogb(double x);
[[jaminan::pure]] int ilogb(float x);

[[jaminan::pure]] int ilogbf(float x);

[[jaminan::pure]] long lround(double x);
[[jaminan::pure]] long lround(float x);

[[jaminan::pure]] long lrint(double x);
[[jaminan::pure]] long lrint(float x);

[[jaminan::pure]] long long llround(double x);
[[jaminan::pure]] long long llround(float x);

[[jaminan::pure]] long long llroundf(float x);

[[jaminan::pure]] long long llrint(double x);
[[jaminan::pure]] long long llrint(float x);

[[jaminan::pure]] long long llrintf(float x);

[[jaminan::pure]] double rnorm3d(double x, double y, double z);

[[jaminan::pure]] float rnorm3df(float x, float y, float z);

[[jaminan::pure]] double __hiloint2double(int high, int low);

[[jaminan::pure]] int __double2hiint(double x);

[[jaminan::pure]] int __double2loint(double x);

[[jaminan::op("bits")]] long long __double_as_longlong(double x);

[[jaminan::op("bits")]] double __longlong_as_double(long long x);

[[jaminan::pure]] float __double2float_rd(double x);

[[jaminan::pure]] float __double2float_ru(double x);

[[jaminan::pure]] float __double2float_rz(double x);

[[jaminan::pure]] double __dadd_rn(double a, double b);

[[jaminan::pure]] double __dsub_rn(double a, double b);

[[jaminan::pure]] double __dmul_rn(double a, double b);

[[jaminan::pure]] double __ddiv_rn(double a, double b);

[[jaminan::pure]] double __dsqrt_rn(double a);

[[jaminan::pure]] double __drcp_rn(double a);

[[jaminan::pure]] double __fma_rn(double a, double b, double c);

[[jaminan::pure]] unsigned __double2uint_rn(double x);

[[jaminan::pure]] float __ll2float_rn(long long x);

[[jaminan::pure]] double __ll2double_rn(long long x);

[[jaminan::pure]] long long __float2ll_rn(float x);

[[jaminan::pure]] long long __double2ll_rn(double x);

[[jaminan::pure]] float __ull2float_rn(unsigned long long x);

[[jaminan::pure]] double __ull2double_rn(unsigned long long x);

[[jaminan::pure]] unsigned long long __float2ull_rn(float x);

[[jaminan::pure]] unsigned long long __double2ull_rn(double x);

[[jaminan::pure]] float __fsub_rz(float a, float b);

[[jaminan::pure]] float __fdiv_rz(float a, float b);

[[jaminan::pure]] float __fmaf_rz(float a, float b, float c);

[[jaminan::pure]] float __fsqrt_rz(float a);

[[jaminan::pure]] float __frcp_rz(float a);

[[jaminan::pure]] double __dadd_rz(double a, double b);

[[jaminan::pure]] double __dsub_rz(double a, double b);

[[jaminan::pure]] double __dmul_rz(double a, double b);

[[jaminan::pure]] double __ddiv_rz(double a, double b);

[[jaminan::pure]] double __dsqrt_rz(double a);

[[jaminan::pure]] double __drcp_rz(double a);

[[jaminan::pure]] double __fma_rz(double a, double b, double c);

[[jaminan::pure]] float __int2float_rz(int x);

[[jaminan::pure]] float __uint2float_rz(unsigned x);

[[jaminan::pure]] unsigned __double2uint_rz(double x);

[[jaminan::pure]] float __ll2float_rz(long long x);

[[jaminan::pure]] double __ll2double_rz(long long x);

[[jaminan::pure]] long long __float2ll_rz(float x);

[[jaminan::pure]] long long __double2ll_rz(double x);

[[jaminan::pure]] float __ull2float_rz(unsigned long long x);

[[jaminan::pure]] double __ull2double_rz(unsigned long long x);

[[jaminan::pure]] unsigned long long __float2ull_rz(float x);

[[jaminan::pure]] unsigned long long __double2ull_rz(double x);

[[jaminan::pure]] float __fadd_rd(float a, float b);

[[jaminan::pure]] float __fsub_rd(float a, float b);

[[jaminan::pure]] float __fmul_rd(float a, float b);

[[jaminan::pure]] float __fdiv_rd(float a, float b);

[[jaminan::pure]] float __fmaf_rd(float a, float b, float c);

[[jaminan::pure]] float __fsqrt_rd(float a);

[[jaminan::pure]] float __frcp_rd(float a);

[[jaminan::pure]] double __dadd_rd(double a, double b);

[[jaminan::pure]] double __dsub_rd(double a, double b);

[[jaminan::pure]] double __dmul_rd(double a, double b);

[[jaminan::pure]] double __ddiv_rd(double a, double b);

[[jaminan::pure]] double __dsqrt_rd(double a);

[[jaminan::pure]] double __drcp_rd(double a);

[[jaminan::pure]] double __fma_rd(double a, double b, double c);

[[jaminan::pure]] float __int2float_rd(int x);

[[jaminan::pure]] int __double2int_rd(double x);

[[jaminan::pure]] float __uint2float_rd(unsigned x);

[[jaminan::pure]] unsigned __float2uint_rd(float x);

[[jaminan::pure]] unsigned __double2uint_rd(double x);

[[jaminan::pure]] float __ll2float_rd(long long x);

[[jaminan::pure]] double __ll2double_rd(long long x);

[[jaminan::pure]] long long __float2ll_rd(float x);

[[jaminan::pure]] long long __double2ll_rd(double x);

[[jaminan::pure]] float __ull2float_rd(unsigned long long x);

[[jaminan::pure]] double __ull2double_rd(unsigned long long x);

[[jaminan::pure]] unsigned long long __float2ull_rd(float x);

[[jaminan::pure]] unsigned long long __double2ull_rd(double x);

[[jaminan::pure]] float __fadd_ru(float a, float b);

[[jaminan::pure]] float __fsub_ru(float a, float b);

[[jaminan::pure]] float __fmul_ru(float a, float b);

[[jaminan::pure]] float __fdiv_ru(float a, float b);

[[jaminan::pure]] float __fmaf_ru(float a, float b, float c);

[[jaminan::pure]] float __fsqrt_ru(float a);

[[jaminan::pure]] float __frcp_ru(float a);

[[jaminan::pure]] double __dadd_ru(double a, double b);

[[jaminan::pure]] double __dsub_ru(double a, double b);

[[jaminan::pure]] double __dmul_ru(double a, double b);

[[jaminan::pure]] double __ddiv_ru(double a, double b);

[[jaminan::pure]] double __dsqrt_ru(double a);

[[jaminan::pure]] double __drcp_ru(double a);

[[jaminan::pure]] double __fma_ru(double a, double b, double c);

[[jaminan::pure]] float __int2float_ru(int x);

[[jaminan::pure]] int __double2int_ru(double x);

[[jaminan::pure]] float __uint2float_ru(unsigned x);

[[jaminan::pure]] unsigned __float2uint_ru(float x);

[[jaminan::pure]] unsigned __double2uint_ru(double x);

[[jaminan::pure]] float __ll2float_ru(long long x);

[[jaminan::pure]] double __ll2double_ru(long long x);

[[jaminan::pure]] long long __float2ll_ru(float x);

[[jaminan::pure]] long long __double2ll_ru(double x);

[[jaminan::pure]] float __ull2float_ru(unsigned long long x);

[[jaminan::pure]] double __ull2double_ru(unsigned long long x);

[[jaminan::pure]] unsigned long long __float2ull_ru(float x);

[[jaminan::pure]] unsigned long long __double2ull_ru(double x);

[[jaminan::pure]] double __int2double_rn(int x);

[[jaminan::pure]] double __uint2double_rn(unsigned x);

// `auto`: of `float`s alone a `float`, else a `double`. [C++17, 29.9]
[[jaminan::op("math.sin")]] auto sin(auto x);

[[jaminan::op("math.sin")]] float sinf(float x);

[[jaminan::op("math.cos")]] auto cos(auto x);

[[jaminan::op("math.cos")]] float cosf(float x);

[[jaminan::op("math.tan")]] auto tan(auto x);

[[jaminan::op("math.tan")]] float tanf(float x);

[[jaminan::op("math.asin")]] auto asin(auto x);

[[jaminan::op("math.asin")]] float asinf(float x);

[[jaminan::op("math.acos")]] auto acos(auto x);

[[jaminan::op("math.acos")]] float acosf(float x);

[[jaminan::op("math.atan")]] auto atan(auto x);

[[jaminan::op("math.atan")]] float atanf(float x);

[[jaminan::op("math.atan2")]] auto atan2(auto x, auto y);

[[jaminan::op("math.atan2")]] float atan2f(float x, float y);

[[jaminan::op("math.sinh")]] auto sinh(auto x);

[[jaminan::op("math.sinh")]] float sinhf(float x);

[[jaminan::op("math.cosh")]] auto cosh(auto x);

[[jaminan::op("math.cosh")]] float coshf(float x);

[[jaminan::op("math.tanh")]] auto tanh(auto x);

[[jaminan::op("math.tanh")]] float tanhf(float x);

[[jaminan::op("math.asinh")]] auto asinh(auto x);

[[jaminan::op("math.asinh")]] float asinhf(float x);

[[jaminan::op("math.acosh")]] auto acosh(auto x);

[[jaminan::op("math.acosh")]] float acoshf(float x);

[[jaminan::op("math.atanh")]] auto atanh(auto x);

[[jaminan::op("math.atanh")]] float atanhf(float x);

[[jaminan::op("math.exp")]] auto exp(auto x);

[[jaminan::op("math.exp")]] float expf(float x);

[[jaminan::op("math.exp2")]] auto exp2(auto x);

[[jaminan::op("math.exp2")]] float exp2f(float x);

[[jaminan::op("math.exp10")]] auto exp10(auto x);

[[jaminan::op("math.exp10")]] float exp10f(float x);

[[jaminan::op("math.expm1")]] auto expm1(auto x);

[[jaminan::op("math.expm1")]] float expm1f(float x);

[[jaminan::op("math.log")]] auto log(auto x);

[[jaminan::op("math.log")]] float logf(float x);

[[jaminan::op("math.log2")]] auto log2(auto x);

[[jaminan::op("math.log2")]] float log2f(float x);

[[jaminan::op("math.log10")]] auto log10(auto x);

[[jaminan::op("math.log10")]] float log10f(float x);

[[jaminan::op("math.log1p")]] auto log1p(auto x);

[[jaminan::op("math.log1p")]] float log1pf(float x);

[[jaminan::op("math.pow")]] auto pow(auto x, auto y);

[[jaminan::op("math.pow")]] float powf(float x, float y);

[[jaminan::op("math.sqrt")]] auto sqrt(auto x);

[[jaminan::op("math.sqrt")]] float sqrtf(float x);

[[jaminan::op("math.rsqrt")]] auto rsqrt(auto x);

[[jaminan::op("math.rsqrt")]] float rsqrtf(float x);

[[jaminan::op("math.cbrt")]] auto cbrt(auto x);

[[jaminan::op("math.cbrt")]] float cbrtf(float x);

[[jaminan::op("math.rcbrt")]] auto rcbrt(auto x);

[[jaminan::op("math.rcbrt")]] float rcbrtf(float x);

[[jaminan::op("math.fabs")]] auto fabs(auto x);

[[jaminan::op("math.fabs")]] float fabsf(float x);

[[jaminan::op("math.floor")]] auto floor(auto x);

[[jaminan::op("math.floor")]] float floorf(float x);

[[jaminan::op("math.ceil")]] auto ceil(auto x);

[[jaminan::op("math.ceil")]] float ceilf(float x);

[[jaminan::op("math.round")]] auto round(auto x);

[[jaminan::op("math.round")]] float roundf(float x);

[[jaminan::op("math.trunc")]] auto trunc(auto x);

[[jaminan::op("math.trunc")]] float truncf(float x);

[[jaminan::op("math.rint")]] auto rint(auto x);

[[jaminan::op("math.rint")]] float rintf(float x);

[[jaminan::op("math.nearbyint")]] auto nearbyint(auto x);

[[jaminan::op("math.nearbyint")]] float nearbyintf(float x);

[[jaminan::op("math.fmod")]] auto fmod(auto x, auto y);

[[jaminan::op("math.fmod")]] float fmodf(float x, float y);

[[jaminan::op("math.fmin")]] auto fmin(auto x, auto y);

[[jaminan::op("math.fmin")]] float fminf(float x, float y);

[[jaminan::op("math.fmax")]] auto fmax(auto x, auto y);

[[jaminan::op("math.fmax")]] float fmaxf(float x, float y);

[[jaminan::op("math.fma")]] auto fma(auto x, auto y, auto z);

[[jaminan::op("math.fma")]] float fmaf(float x, float y, float z);

[[jaminan::op("math.hypot")]] auto hypot(auto x, auto y);

[[jaminan::op("math.hypot")]] float hypotf(float x, float y);

[[jaminan::op("math.copysign")]] auto copysign(auto x, auto y);

[[jaminan::op("math.copysign")]] float copysignf(float x, float y);

[[jaminan::op("math.fdim")]] auto fdim(auto x, auto y);

[[jaminan::op("math.fdim")]] float fdimf(float x, float y);

[[jaminan::pure]] auto erf(auto x);

[[jaminan::pure]] float erff(float x);

[[jaminan::pure]] auto erfc(auto x);

[[jaminan::pure]] float erfcf(float x);

[[jaminan::pure]] auto erfinv(auto x);

[[jaminan::pure]] float erfinvf(float x);

[[jaminan::pure]] auto lgamma(auto x);

[[jaminan::pure]] float lgammaf(float x);

[[jaminan::pure]] auto tgamma(auto x);

[[jaminan::pure]] float tgammaf(float x);

[[jaminan::pure]] auto remainder(auto x, auto y);

[[jaminan::pure]] float remainderf(float x, float y);

[[jaminan::pure]] auto sinpi(auto x);

[[jaminan::pure]] float sinpif(float x) { return sinf(3.14159265f * x); }

[[jaminan::pure]] auto cospi(auto x);

[[jaminan::pure]] float cospif(float x) { return cosf(3.14159265f * x); }

[[jaminan::pure]] auto norm3d(auto x, auto y, auto z);

[[jaminan::pure]] float norm3df(float x, float y, float z);

[[jaminan::pure]] auto norm4d(auto x, auto y, auto z, auto w);

[[jaminan::pure]] float norm4df(float x, float y, float z, float w);

[[jaminan::pure]] auto nextafter(auto x, auto y);

[[jaminan::pure]] float nextafterf(float x, float y);

[[jaminan::pure]] auto logb(auto x);

[[jaminan::pure]] float logbf(float x);

[[jaminan::pure]] auto rhypot(auto x, auto y);

[[jaminan::pure]] float rhypotf(float x, float y);

[[jaminan::pure]] auto ldexp(auto x, int exponent);

[[jaminan::pure]] float ldexpf(float x, int exponent);

[[jaminan::op("math.sin")]] float __sinf(float x);

[[jaminan::op("math.cos")]] float __cosf(float x);

[[jaminan::op("math.tan")]] float __tanf(float x);

[[jaminan::op("math.tanh")]] float __tanhf(float x);

[[jaminan::op("math.exp")]] float __expf(float x);

[[jaminan::op("math.exp10")]] float __exp10f(float x);

[[jaminan::op("math.log")]] float __logf(float x);

[[jaminan::op("math.log2")]] float __log2f(float x);

[[jaminan::op("math.log10")]] float __log10f(float x);

[[jaminan::op("math.sqrt")]] float __fsqrt_rn(float x);

[[jaminan::op("math.rsqrt")]] float __frsqrt_rn(float x);

[[jaminan::op("math.pow")]] float __powf(float x, float y);

[[jaminan::op("math.divide")]] float __fdividef(float x, float y);

[[jaminan::op("math.divide")]] float fdividef(float x, float y);

[[jaminan::op("math.fma")]] float __fmaf_rn(float x, float y, float z);

float __fadd_rn(float x, float y) { return x + y; }

float __fsub_rn(float x, float y) { return x - y; }

float __fmul_rn(float x, float y) { return x * y; }

float __fdiv_rn(float x, float y) { return x / y; }

[[jaminan::pure]] float __frcp_rn(float x);

[[jaminan::pure]] float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

[[jaminan::pure]] float saturate(float x);

[[jaminan::pure]] float __fadd_rz(float x, float y);

[[jaminan::pure]] float __fmul_rz(float x, float y);

float __int2float_rn(int x) { return (float)x; }

float __uint2float_rn(unsigned x) { return (float)x; }

float __double2float_rn(double x) { return (float)x; }

[[jaminan::op("bits")]] int __float_as_int(float x);

[[jaminan::op("bits")]] unsigned __float_as_uint(float x);

[[jaminan::op("bits")]] float __int_as_float(int x);

[[jaminan::op("bits")]] float __uint_as_float(unsigned x);

[[jaminan::pure]] int __float2int_rn(float x);

int __float2int_rz(float x) { return (int)x; }

[[jaminan::pure]] int __float2int_rd(float x);

[[jaminan::pure]] int __float2int_ru(float x);

[[jaminan::pure]] int __double2int_rn(double x);

int __double2int_rz(double x) { return (int)x; }

[[jaminan::pure]] unsigned __float2uint_rn(float x);

unsigned __float2uint_rz(float x) { return (unsigned)x; }

[[jaminan::pure]] long lrintf(float x);

[[jaminan::pure]] long lroundf(float x);

[[jaminan::op("is_nan")]] bool isnan(auto x);

[[jaminan::pure]] bool isinf(auto x) { return x == x && x - x != x - x; }

[[jaminan::pure]] bool isfinite(auto x) { return x - x == x - x; }

[[jaminan::pure]] bool signbit(auto x) { return x < 0 || 1 / x < 0; }
