//! The headers of which it is known here what macros they define: none that a source asks for, but those of
//! [`super::predefined`]. They come with C, C++, POSIX and the CUDA toolkit, and are skipped where they are not at hand.
//! Any other header that is not at hand is missing: it may define any macro.

/// The headers of C and C++, by their whole name.
const LANGUAGE: &str = "
    assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h malloc.h math.h memory.h
    setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h
    string.h strings.h tgmath.h threads.h time.h uchar.h wchar.h wctype.h
    algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat charconv chrono cinttypes
    ciso646 climits clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdalign
    cstdarg cstdbool cstddef cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype deque exception execution
    expected filesystem format forward_list fstream functional future initializer_list iomanip ios iosfwd iostream istream
    iterator latch limits list locale map memory memory_resource mutex new numbers numeric optional ostream queue random
    ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span sstream stack stdexcept stop_token
    streambuf string string_view strstream syncstream system_error thread tuple type_traits typeindex typeinfo
    unordered_map unordered_set utility valarray variant vector version bits/stdc++.h
    dirent.h dlfcn.h fcntl.h getopt.h libgen.h netdb.h poll.h pthread.h pwd.h regex.h sched.h semaphore.h syslog.h
    termios.h unistd.h utime.h arpa/inet.h netinet/in.h omp.h
    emmintrin.h immintrin.h mmintrin.h nmmintrin.h pmmintrin.h smmintrin.h tmmintrin.h x86intrin.h xmmintrin.h";

/// The headers of the CUDA toolkit, by their whole name.
const TOOLKIT: &str = "
    cuda.h cuda_runtime.h cuda_runtime_api.h cuda_device_runtime_api.h cudaGL.h cuda_gl_interop.h cuda_egl_interop.h
    cuda_vdpau_interop.h cuda_d3d9_interop.h cuda_d3d10_interop.h cuda_d3d11_interop.h cuda_profiler_api.h
    cudaProfiler.h cuda_surface_types.h cuda_texture_types.h cuda_awbarrier.h cuda_awbarrier_helpers.h
    cuda_awbarrier_primitives.h cuda_pipeline.h cuda_pipeline_helpers.h cuda_pipeline_primitives.h cudart_platform.h
    cuda_fp16.h cuda_fp16.hpp cuda_bf16.h cuda_bf16.hpp cuda_fp8.h cuda_fp8.hpp cuda_occupancy.h cuda_stdint.h
    builtin_types.h channel_descriptor.h common_functions.h cooperative_groups.h cuComplex.h device_atomic_functions.h
    device_double_functions.h device_functions.h device_launch_parameters.h device_types.h driver_functions.h
    driver_types.h fatbinary_section.h host_config.h host_defines.h library_types.h math_constants.h
    math_functions.h mma.h sm_20_atomic_functions.h sm_20_intrinsics.h sm_30_intrinsics.h sm_32_atomic_functions.h
    sm_32_intrinsics.h sm_35_atomic_functions.h sm_35_intrinsics.h sm_60_atomic_functions.h sm_61_intrinsics.h
    surface_functions.h surface_indirect_functions.h surface_types.h texture_fetch_functions.h
    texture_indirect_functions.h texture_types.h vector_functions.h vector_functions.hpp vector_types.h
    curand.h curand_kernel.h curand_mtgp32_host.h curand_mtgp32_kernel.h curand_mtgp32dc_p_11213.h
    curand_poisson.h curand_precalc.h curand_uniform.h curand_normal.h curand_lognormal.h curand_discrete.h
    cublas.h cublas_v2.h cublasLt.h cublasXt.h cublas_api.h cufft.h cufftXt.h cufftw.h cusolverDn.h cusolverSp.h
    cusolverRf.h cusolverMg.h cusolver_common.h cusparse.h cusparse_v2.h cudnn.h cupti.h nvml.h nvrtc.h nvvm.h nvjpeg.h
    npp.h nppcore.h nppdefs.h nppi.h npps.h nvgraph.h nvToolsExt.h nvToolsExtCuda.h nvToolsExtCudaRt.h nccl.h";

/// The headers of NVIDIA's samples that many projects include, by their whole name.
const SAMPLES: &str = "
    helper_cuda.h helper_cuda_drvapi.h helper_functions.h helper_image.h helper_math.h helper_string.h helper_timer.h";

/// The macros that some versions of these define, and others do not.
pub(super) const OF_SAMPLES: &str = "
    EXIT_WAIVED MIN MAX checkCudaErrors getLastCudaError printLastCudaError DEVICE_RESET
    STRCASECMP STRNCASECMP STRCPY FOPEN FOPEN_FAIL SSCANF SPRINTF MIN_EPSILON_ERROR __MIN_EPSILON_ERROR
    COMMON_HELPER_CUDA_H_ COMMON_HELPER_CUDA_DRVAPI_H_ COMMON_HELPER_FUNCTIONS_H_ COMMON_HELPER_IMAGE_H_
    COMMON_HELPER_STRING_H_ COMMON_HELPER_TIMER_H_ COMMON_EXCEPTION_H_ HELPER_CUDA_H HELPER_CUDA_DRVAPI_H
    HELPER_FUNCTIONS_H HELPER_IMAGE_H HELPER_MATH_H HELPER_STRING_H STRING_HELPER_H HELPER_TIMER_H EXCEPTION_H_
    _EXCEPTION_H_";

/// How names begin that headers of C, POSIX and CUDA may define. [C17, 7.31; POSIX.1-2017, 2.2.2]
const RESERVED: &str = "
    _ ATOMIC BUFSIZ CHAR CLOCK CU DBL DECIMAL E0 E1 E2 E3 E4 E5 E6 E7 E8 E9 EA EB EC ED EE EF EG EH EI EJ EK EL EM EN
    EO EP EQ ER ES ET EU EV EW EX EY EZ F_ FE_ FILENAME FLT FOPEN FP_ HUGE I INFINITY INT IOV L_ LC_ LDBL LLONG LONG
    M_ MATH MAXFLOAT MB_ NAME_ NAN NPP NULL NV O_ OMP PAGE PATH POSIX PRI PTHREAD PTR RAND S_ SCHAR SCN SHRT SIG SIZE
    SSIZE TIME TMP UCHAR UINT ULLONG ULONG USHRT WCHAR WINT WORD cu omp";

/// Whether a header of C, POSIX or CUDA may define such a name.
pub(super) fn may_define(name: &str) -> bool {
    let begins = |begin: &str| match begin {
        // The imaginary unit.
        "I" => name == begin,
        _ => name.starts_with(begin),
    };
    RESERVED.split_whitespace().any(begins)
}

/// The folders of the toolkit and of POSIX of which every header is known in this sense.
const FOLDERS: [&str; 9] = [
    "cooperative_groups/",
    "crt/",
    "cub/",
    "cuda/",
    "nv/",
    "nvtx3/",
    "nvfunctional/",
    "sys/",
    "thrust/",
];

/// Whether it is known which macros the header defines.
pub(crate) fn is_known(path: &str) -> bool {
    let named = |list: &str| list.split_whitespace().any(|name| name == path);
    named(LANGUAGE)
        || named(TOOLKIT)
        || is_of_samples(path)
        || path == "nvfunctional"
        || path.contains('/') && FOLDERS.iter().any(|folder| path.starts_with(folder))
}

/// Whether it is one of NVIDIA's samples.
pub(crate) fn is_of_samples(path: &str) -> bool {
    SAMPLES.split_whitespace().any(|name| name == path)
}

#[cfg(test)]
mod tests {
    use super::is_known;

    #[test]
    fn headers_are_known_by_their_whole_names() {
        for known in
            ["stdio.h", "vector", "cuda_runtime.h", "helper_cuda.h", "cub/block/block_scan.cuh"]
        {
            assert!(is_known(known), "{known}");
        }
        for missing in ["cuda_config.h", "stdio2.h", "helper_mine.h", "math_utils.h", "my/cub/x.h"]
        {
            assert!(!is_known(missing), "{missing}");
        }
    }
}
