using cuFloatComplex = float2;
using cuComplex = float2;
using cufftComplex = float2;
using cufftReal = float;

using cuDoubleComplex = double2;
using cufftDoubleComplex = double2;
using cufftDoubleReal = double;

float cuCrealf(cuFloatComplex x) { return x.x; }

float cuCimagf(cuFloatComplex x) { return x.y; }

cuFloatComplex make_cuFloatComplex(float re, float im) { return make_float2(re, im); }

cuFloatComplex make_cuComplex(float re, float im) { return make_float2(re, im); }

cuFloatComplex cuConjf(cuFloatComplex x) { return make_float2(x.x, -x.y); }

cuFloatComplex cuCaddf(cuFloatComplex x, cuFloatComplex y) { return make_float2(x.x + y.x, x.y + y.y); }

cuFloatComplex cuCsubf(cuFloatComplex x, cuFloatComplex y) { return make_float2(x.x - y.x, x.y - y.y); }

cuFloatComplex cuCmulf(cuFloatComplex x, cuFloatComplex y) { return make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); }

[[jaminan::pure]] cuFloatComplex cuCdivf(cuFloatComplex x, cuFloatComplex y);

[[jaminan::pure]] float cuCabsf(cuFloatComplex x);

[[jaminan::pure]] cuFloatComplex cuCfmaf(cuFloatComplex x, cuFloatComplex y, cuFloatComplex d);

double cuCreal(cuDoubleComplex x) { return x.x; }

double cuCimag(cuDoubleComplex x) { return x.y; }

cuDoubleComplex make_cuDoubleComplex(double re, double im) { return make_double2(re, im); }

cuDoubleComplex cuConj(cuDoubleComplex x) { return make_double2(x.x, -x.y); }

cuDoubleComplex cuCadd(cuDoubleComplex x, cuDoubleComplex y) { return make_double2(x.x + y.x, x.y + y.y); }

cuDoubleComplex cuCsub(cuDoubleComplex x, cuDoubleComplex y) { return make_double2(x.x - y.x, x.y - y.y); }

cuDoubleComplex cuCmul(cuDoubleComplex x, cuDoubleComplex y) { return make_double2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); }

[[jaminan::pure]] cuDoubleComplex cuCdiv(cuDoubleComplex x, cuDoubleComplex y);

[[jaminan::pure]] double cuCabs(cuDoubleComplex x);

[[jaminan::pure]] cuDoubleComplex cuCfma(cuDoubleComplex x, cuDoubleComplex y, cuDoubleComplex d);

[[jaminan::pure]] cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x);

[[jaminan::pure]] cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x);
