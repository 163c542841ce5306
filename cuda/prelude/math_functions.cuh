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

[[jaminan::pure]] long long __double_as_longlong(double x);

[[jaminan::pure]] double __longlong_as_double(long long x);

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
