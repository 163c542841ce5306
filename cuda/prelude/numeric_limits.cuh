// What `<limits>` says of the types of numbers. [C++17, 21.3.4]
template <typename T> struct numeric_limits;
template <> struct numeric_limits<char> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = true, has_infinity = false;
    static constexpr int digits = 7, digits10 = 2;
    static constexpr char min() { return -128; }
    static constexpr char lowest() { return -128; }
    static constexpr char max() { return 127; }
};
template <> struct numeric_limits<signed char> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = true, has_infinity = false;
    static constexpr int digits = 7, digits10 = 2;
    static constexpr signed char min() { return -128; }
    static constexpr signed char lowest() { return -128; }
    static constexpr signed char max() { return 127; }
};
template <> struct numeric_limits<unsigned char> {
    static constexpr bool is_specialized = true, is_signed = false, is_integer = true, has_infinity = false;
    static constexpr int digits = 8, digits10 = 2;
    static constexpr unsigned char min() { return 0; }
    static constexpr unsigned char lowest() { return 0; }
    static constexpr unsigned char max() { return 255; }
};
template <> struct numeric_limits<short> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = true, has_infinity = false;
    static constexpr int digits = 15, digits10 = 4;
    static constexpr short min() { return -32768; }
    static constexpr short lowest() { return -32768; }
    static constexpr short max() { return 32767; }
};
template <> struct numeric_limits<unsigned short> {
    static constexpr bool is_specialized = true, is_signed = false, is_integer = true, has_infinity = false;
    static constexpr int digits = 16, digits10 = 4;
    static constexpr unsigned short min() { return 0; }
    static constexpr unsigned short lowest() { return 0; }
    static constexpr unsigned short max() { return 65535; }
};
template <> struct numeric_limits<int> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = true, has_infinity = false;
    static constexpr int digits = 31, digits10 = 9;
    static constexpr int min() { return -2147483647 - 1; }
    static constexpr int lowest() { return -2147483647 - 1; }
    static constexpr int max() { return 2147483647; }
};
template <> struct numeric_limits<unsigned> {
    static constexpr bool is_specialized = true, is_signed = false, is_integer = true, has_infinity = false;
    static constexpr int digits = 32, digits10 = 9;
    static constexpr unsigned min() { return 0; }
    static constexpr unsigned lowest() { return 0; }
    static constexpr unsigned max() { return 4294967295u; }
};
template <> struct numeric_limits<long> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = true, has_infinity = false;
    static constexpr int digits = 63, digits10 = 18;
    static constexpr long min() { return -9223372036854775807 - 1; }
    static constexpr long lowest() { return -9223372036854775807 - 1; }
    static constexpr long max() { return 9223372036854775807; }
};
template <> struct numeric_limits<long long> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = true, has_infinity = false;
    static constexpr int digits = 63, digits10 = 18;
    static constexpr long long min() { return -9223372036854775807 - 1; }
    static constexpr long long lowest() { return -9223372036854775807 - 1; }
    static constexpr long long max() { return 9223372036854775807; }
};
template <> struct numeric_limits<unsigned long> {
    static constexpr bool is_specialized = true, is_signed = false, is_integer = true, has_infinity = false;
    static constexpr int digits = 64, digits10 = 19;
    static constexpr unsigned long min() { return 0; }
    static constexpr unsigned long lowest() { return 0; }
    static constexpr unsigned long max() { return 18446744073709551615ul; }
};
template <> struct numeric_limits<unsigned long long> {
    static constexpr bool is_specialized = true, is_signed = false, is_integer = true, has_infinity = false;
    static constexpr int digits = 64, digits10 = 19;
    static constexpr unsigned long long min() { return 0; }
    static constexpr unsigned long long lowest() { return 0; }
    static constexpr unsigned long long max() { return 18446744073709551615ul; }
};
template <> struct numeric_limits<float> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, has_infinity = true;
    static constexpr int digits = 24, digits10 = 6;
    static constexpr float min() { return 1.17549435e-38f; }
    static constexpr float lowest() { return -3.40282347e+38f; }
    static constexpr float max() { return 3.40282347e+38f; }
    static constexpr float epsilon() { return 1.1920929e-7f; }
    static constexpr float denorm_min() { return 1.40129846e-45f; }
    static constexpr float infinity() { return INFINITY; }
    static constexpr float quiet_NaN() { return NAN; }
    static constexpr float signaling_NaN() { return NAN; }
};
template <> struct numeric_limits<double> {
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, has_infinity = true;
    static constexpr int digits = 53, digits10 = 15;
    static constexpr double min() { return 2.2250738585072014e-308; }
    static constexpr double lowest() { return -1.7976931348623157e+308; }
    static constexpr double max() { return 1.7976931348623157e+308; }
    static constexpr double epsilon() { return 2.2204460492503131e-16; }
    static constexpr double denorm_min() { return 4.9406564584124654e-324; }
    static constexpr double infinity() { return INFINITY; }
    static constexpr double quiet_NaN() { return NAN; }
    static constexpr double signaling_NaN() { return NAN; }
};
