//! The alarms that `check` shows are made by concrete runs of the kernels themselves: an
//! independent confirmation, since a run shares the parser with `check`, and nothing after it.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use grid::confirm::{self, Array, Claimed, Confirmation, Race, Start};
use semantics::Source;
use std::collections::BTreeMap;
use std::path::Path;
use tests::{corpus, jaminan, root};

/// The alarms that no run makes, and why: file, array, the end of the reason. Any other one is a
/// failure, and so is one of these that is made after all.
const NOT_MADE: &[(&str, &str, &str)] = &[
    (
        "alias_template/fragment_racy.cu",
        "out",
        "`Fragment::elements`, which is no number that is known, is not run",
    ),
    ("alias_template/specialized_racy.cu", "a", "the class template `same` is not run"),
    (
        "type_trait/characters_racy.cu",
        "a",
        "`std::is_integral<unsigned short>`, which may be a specialization of `std::is_integral`, is not run",
    ),
    ("type_trait/conditional_racy.cu", "a", "the class template `std::conditional` is not run"),
    ("type_trait/enabled_racy.cu", "a", "the class template `std::enable_if_t` is not run"),
    (
        "type_trait/floating_racy.cu",
        "b",
        "`std::is_arithmetic<int>`, which may be a specialization of `std::is_arithmetic`, is not run",
    ),
    (
        "toolkit_overload/promoted_racy.cu",
        "o",
        "this call of `atomicAdd`, which is overloaded, is not run",
    ),
    ("host_way/pointer_is_advanced_racy.cu", "a", "a number of the witness is too large for a run"),
    ("object_as_number/index_racy.cu", "a", "`/` of `Index` and `int` is not run"),
    ("cuda_atomic/load_beside_write_racy.cu", "a", "`atomicLoad` is not run"),
    ("cuda_atomic/load_of_block_racy.cu", "a", "`atomicLoad` is not run"),
    (
        "cuda_barrier/not_made_yet_racy.cu",
        "bar._expected",
        "a call of `cuda::_counts_all` is not run",
    ),
    ("cuda_barrier/of_some.cu", "(barrier)", "a call of `cuda::_counts_all` is not run"),
    ("cuda_barrier/twice_racy.cu", "s", "a call of `cuda::_counts_all` is not run"),
    (
        "hidden_class/base_racy.cu",
        "a",
        "`Own`, whose layout is not only that of its members, is not run",
    ),
    ("inline_ptx/address_given_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/address_wraps_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/commit_in_branch_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/copies_overlap_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/copy_waits_for_fewer_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/copy_without_barrier_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/copy_without_commit_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/copy_without_wait_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/offset_in_assembly_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/one_group_racy.cu", "q", "an address in shared memory is not run"),
    ("inline_ptx/one_of_two_arrays_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/one_of_two_arrays_racy.cu", "t", "an address in shared memory is not run"),
    ("inline_ptx/one_stage_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/product_loaded_racy.cu", "s_a", "an address in shared memory is not run"),
    ("inline_ptx/product_overwritten_racy.cu", "s_a", "an address in shared memory is not run"),
    ("inline_ptx/rows_of_half_a_warp_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/rows_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/rows_written_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/sides_racy.cu", "v", "an address in shared memory is not run"),
    (
        "inline_ptx/source_written_before_wait_racy.cu",
        "from",
        "an address in shared memory is not run",
    ),
    ("inline_ptx/three_buffers_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/waits_for_warp_racy.cu", "s", "an address in shared memory is not run"),
    ("inline_ptx/waits_in_empty_loop_racy.cu", "q", "an address in shared memory is not run"),
    ("inline_ptx/younger_group_racy.cu", "k", "an address in shared memory is not run"),
    ("inline_ptx/zeros_racy.cu", "s", "an address in shared memory is not run"),
    (
        "matrix_of_warp/left_in_shared_racy.cu",
        "tile",
        "`wmma::_element<float>`, which may be a specialization of `wmma::_element`, is not run",
    ),
    (
        "matrix_of_warp/of_another_kind_racy.cu",
        "tile",
        "`wmma::_element<half>`, which may be a specialization of `wmma::_element`, is not run",
    ),
    (
        "matrix_of_warp/overlap_racy.cu",
        "c",
        "`wmma::_element<float>`, which may be a specialization of `wmma::_element`, is not run",
    ),
    (
        "matrix_of_warp/shared_tiles_racy.cu",
        "tiles",
        "`wmma::_element<half>`, which may be a specialization of `wmma::_element`, is not run",
    ),
    (
        "matrix_of_warp/shifted_racy.cu",
        "c",
        "`wmma::_element<int>`, which may be a specialization of `wmma::_element`, is not run",
    ),
    (
        "matrix_of_warp/stride_racy.cu",
        "c",
        "`wmma::_element<float>`, which may be a specialization of `wmma::_element`, is not run",
    ),
    (
        "matrix_of_warp/transposed_racy.cu",
        "c",
        "`wmma::_element<float>`, which may be a specialization of `wmma::_element`, is not run",
    ),
    (
        "template_function/given_on_racy.cu",
        "p",
        "a function that a template is not given is not run",
    ),
    ("nested_class/racy.cu", "tile", "this call of `Tile::load` is not run"),
    (
        "template_base/hidden_racy.cu",
        "a",
        "`Row<1>`, whose layout is not only that of its members, is not run",
    ),
    (
        "template_base/racy.cu",
        "out",
        "`Writer<int, 1>`, whose layout is not only that of its members, is not run",
    ),
    ("variable_template/racy.cu", "a", "used with no arguments is not run"),
    ("dim3/racy.cu", "a", "a conversion of `int` to `dim3` is not run"),
    ("decltype/racy.cu", "a", "`auto` here is not run"),
    ("string/racy.cu", "state", "a string is not run"),
    (
        "half_precision/raw_racy.cu",
        "b",
        "a conversion of `__nv_bfloat16_raw` to `__nv_bfloat16` is not run",
    ),
    (
        "namespace/symbolic_racy.cu",
        "in",
        "a template of which not all arguments are known is not run",
    ),
    ("returned_list/racy.cu", "a", "a conversion of `int` to `Pair` is not run"),
    (
        "shared_of_template/double_racy.cu",
        "memory_of_doubles",
        "a conversion of `SharedMemory<f64> (specialized)` to `double *` is not run",
    ),
    (
        "shared_of_template/racy.cu",
        "memory",
        "a conversion of `SharedMemory<float>` to `float *` is not run",
    ),
    (
        "base_class/constant_racy.cu",
        "a",
        "`Row`, whose layout is not only that of its members, is not run",
    ),
    (
        "structure/parameter_racy.cu",
        "job.to",
        "`Job`, whose layout is not only that of its members, is not run",
    ),
    (
        "bit_field/racy.cu",
        "cells.bits_from_colour",
        "`Cell`, whose layout is not only that of its members, is not run",
    ),
    (
        "bit_field/value_racy.cu",
        "out",
        "`Step`, whose layout is not only that of its members, is not run",
    ),
    (
        "of_another_file/racy.cu",
        "a",
        "the type `cell_t`, which nothing at hand declares, is not run",
    ),
    ("class_of_unknown/racy.cu", "options.spot", "used with no arguments is not run"),
    ("constexpr_function/racy.cu", "a", "an initializer that is no constant is not run"),
    (
        "members_constructed/listed_racy.cu",
        "a",
        "a `Place`, whose members have constructors, is not run",
    ),
    ("members_constructed/racy.cu", "a", "a `Box`, whose members have constructors, is not run"),
    (
        "type_identity/racy.cu",
        "a",
        "`Place<char>`, which may be a specialization of `Place`, is not run",
    ),
    ("parameter_pack/racy.cu", "a", "this call of `unused` is not run"),
    (
        "type_trait/qualified.cu",
        "a",
        "`std::is_same_v` of types that are not told apart here is not run",
    ),
    ("shared_in_template/other_instance_racy.cu", "s.1", "the run has no array `s.1`"),
    ("undeclared/function_racy.cu", "out", "a call of `mixed`, which has no body here is not run"),
    (
        "undeclared/part_racy.cu",
        "tile",
        "the type `real`, which nothing at hand declares, is not run",
    ),
    (
        "undeclared/shifted_racy.cu",
        "nodes",
        "the type `Node`, which nothing at hand declares, is not run",
    ),
    ("unknown_constant/aside_racy.cu", "a", "`WIDTH`, which nothing at hand declares, is not run"),
    ("unknown_constant/racy.cu", "a", "`THREADS`, which nothing at hand declares, is not run"),
    (
        "unknown_element/racy.cu",
        "out",
        "the type `pair_t`, which nothing at hand declares, is not run",
    ),
    ("template_kernel/any_type_racy.cu", "a", "used with no arguments is not run"),
    ("template_kernel/any_value_racy.cu", "a", "used with no arguments is not run"),
    ("texture/racy.cu", "a", "a variable of the type `texture` is not run"),
    ("block_collective/before_racy.cu", "storage", "shared memory of this size is not run"),
    ("block_collective/beside_array_racy.cu", "storage", "shared memory of this size is not run"),
    ("block_collective/racy.cu", "storage.parts", "shared memory of this size is not run"),
    (
        "warp_collective/one_storage_racy.cu",
        "storage.parts",
        "a call of `cub::combined` is not run",
    ),
    ("warp_collective/union_racy.cu", "storage", "a call of `cub::combined` is not run"),
    ("conversion/in_list_racy.cu", "a", "a conversion of `Counted` to `float` is not run"),
    ("overload/exponent_racy.cu", "a", "a call of `ldexp` is not run"),
    ("block_collective/operation_racy.cu", "last", "shared memory of this size is not run"),
    ("warp_collective/racy.cu", "parts", "a call of `cub::combined` is not run"),
    ("assembly/racy.cu", "a", "inline assembly is not run"),
    ("grid_group/barrier_too_few.cu", "a", "a barrier of the whole grid is not run"),
    (
        "random_numbers/init_racy.cu",
        "state",
        "nothing at hand says what the value of `curand_init` is",
    ),
    (
        "random_numbers/racy.cu",
        "state",
        "nothing at hand says what the value of `curand_uniform` is",
    ),
    (
        "random_numbers/quasi_racy.cu",
        "states",
        "nothing at hand says what the value of `curand_uniform_double` is",
    ),
    (
        "random_numbers/quasi_vectors_racy.cu",
        "vectors",
        "nothing at hand says what the value of `_quasi_random` is",
    ),
    (
        "random_numbers/by_overload_racy.cu",
        "states",
        "nothing at hand says what the value of `curand_uniform` is",
    ),
    ("template_kernel/member_of_open_racy.cu", "to", "a value of the type `Real` is not run"),
    (
        "any_distance/any_vectors_racy.cu",
        "a",
        "how far two pointers into one array are apart is not known",
    ),
    (
        "construct_in_parentheses/braces_racy.cu",
        "a",
        "a conversion of `int` to `One<int>` is not run",
    ),
    ("several_results/exponent_racy.cu", "e", "a call of `frexpf` is not run"),
    ("any_distance/racy.cu", "a", "how far two pointers into one array are apart is not known"),
    (
        "host_alias/narrowed_distance_racy.cu",
        "x",
        "how far two pointers into one array are apart is not known",
    ),
    (
        "host_alias/narrowed_member_distance_racy.cu",
        "x",
        "how far two pointers into one array are apart is not known",
    ),
    (
        "host_container/element_of_data_racy.cu",
        "x",
        "how far two pointers into one array are apart is not known",
    ),
    (
        "host_container/sum_of_data_racy.cu",
        "x",
        "how far two pointers into one array are apart is not known",
    ),
    (
        "host_member/function_gives_member_racy.cu",
        "x",
        "how far two pointers into one array are apart is not known",
    ),
    (
        "host_member/function_moves_member_racy.cu",
        "x",
        "how far two pointers into one array are apart is not known",
    ),
    (
        "any_distance/vectors_racy.cu",
        "at.y",
        "how far two pointers into one array are apart is not known",
    ),
    (
        "any_distance/members_racy.cu",
        "bodies.at.y",
        "how far two pointers into one array are apart is not known",
    ),
    (
        "any_distance/behind_racy.cu",
        "after",
        "how far two pointers into one array are apart is not known",
    ),
    (
        "any_distance/seen_racy.cu",
        "before",
        "how far two pointers into one array are apart is not known",
    ),
    (
        "function_pointer/table_index_racy.cu",
        "b",
        "a call of something that is not a function is not run",
    ),
    ("overload/later_racy.cu", "a", "of which several declarations may be meant is not run"),
    (
        "default_argument/constructed_member.cu",
        "a",
        "a `Part`, whose members have constructors, is not run",
    ),
    ("lambda/at_once_racy.cu", "a", "a call of something that is not a function is not run"),
    ("lambda/copied_racy.cu", "a", "a lambda expression is not run"),
    ("lambda/given_racy.cu", "a", "a lambda expression is not run"),
    ("lambda/hides_racy.cu", "a", "a lambda expression is not run"),
    ("lambda/racy.cu", "a", "a lambda expression is not run"),
    ("lambda/returns_early_racy.cu", "a", "a lambda expression is not run"),
    ("lambda/typed_racy.cu", "a", "a lambda expression is not run"),
    ("lambda/writes_racy.cu", "a", "a lambda expression is not run"),
    ("statement_expression/racy.cu", "a", "a call of something that is not a function is not run"),
    ("surface/read_and_write_racy.cu", "s", "elements of this size is not run"),
    ("surface/same_racy.cu", "from", "elements of this size is not run"),
    ("surface/two_sizes_racy.cu", "to", "a call of `_surface_byte` is not run"),
    ("surface/writes_racy.cu", "to", "a call of `_surface_byte` is not run"),
    ("surface/racy.cu", "out", "elements of this size is not run"),
    ("surface/bytes_racy.cu", "s", "a call of `_surface_byte` is not run"),
    ("partial_specialization/racy.cu", "to.first", "the class template `Places` is not run"),
    ("partial_specialization/whole_racy.cu", "to.first", "the class template `Places` is not run"),
    (
        "tensor_accessor/neighbour_racy.cu",
        "a.elements",
        "the class template `at::PackedTensorAccessor32` is not run",
    ),
    (
        "tensor_accessor/brought_racy.cu",
        "out.elements",
        "the class template `at::PackedTensorAccessor64` is not run",
    ),
    (
        "tensor_accessor/racy.cu",
        "to.elements",
        "the class template `at::PackedTensorAccessor64` is not run",
    ),
    (
        "tensor_accessor/row_racy.cu",
        "to.elements",
        "the class template `at::PackedTensorAccessor` is not run",
    ),
    (
        "tensor_given/element_racy.cu",
        "to.elements",
        "the class template `at::PackedTensorAccessor32` is not run",
    ),
    (
        "tensor_given/expression_racy.cu",
        "to.elements",
        "the class template `at::PackedTensorAccessor32` is not run",
    ),
    (
        "tensor_given/reference_racy.cu",
        "to.elements",
        "the class template `at::PackedTensorAccessor32` is not run",
    ),
    (
        "tensor_given/variable_racy.cu",
        "to.elements",
        "the class template `at::PackedTensorAccessor32` is not run",
    ),
    ("asynchronous_copy/copy_diverges.cl", "(barrier)", "an asynchronous copy is not run"),
    ("asynchronous_copy/iterations_racy.cl", "s", "an asynchronous copy is not run"),
    ("asynchronous_copy/loop_racy.cl", "s", "an asynchronous copy is not run"),
    ("asynchronous_copy/no_wait_racy.cl", "s", "an asynchronous copy is not run"),
    ("asynchronous_copy/one_of_two_racy.cl", "b", "an asynchronous copy is not run"),
    ("asynchronous_copy/one_of_two_racy.cl", "t", "an asynchronous copy is not run"),
    ("asynchronous_copy/sometimes_waits_racy.cl", "s", "an asynchronous copy is not run"),
    ("asynchronous_copy/strided_racy.cl", "a", "an asynchronous copy is not run"),
    ("asynchronous_copy/wait_after_barrier_racy.cl", "s", "an asynchronous copy is not run"),
    ("asynchronous_copy/wait_diverges.cl", "(barrier)", "an asynchronous copy is not run"),
    ("gpuverify_functions/racy.cl", "a", "a call of `__add_noovfl_int` is not run"),
    (
        "vector/undeclared_operator_racy.cu",
        "a",
        "nothing at hand says what `*` of `float4` and `float` is",
    ),
    ("opencl_vector/component_racy.cl", "v.x", "the member `xy` of `float4` is not run"),
    ("opencl_vector/component_racy.cl", "v.y", "the member `xy` of `float4` is not run"),
    ("opencl_vector/image_racy.cl", "to.texels", "a conversion of `float` to `float4` is not run"),
    ("opencl_vector/image_update_racy.cl", "image.texels", "an array of this size is not run"),
    ("opencl_vector/index_racy.cl", "a", "a conversion of `int2` to `int` is not run"),
    ("opencl_vector/load_racy.cl", "a", "a call of `vload4` is not run"),
    ("opencl_vector/other_components_racy.cl", "a.z", "the member `xz` of `float4` is not run"),
    ("opencl_vector/sincos_racy.cl", "a", "a call of `sincos` is not run"),
    ("opencl_vector/store_racy.cl", "a", "a call of `vstore2` is not run"),
    ("opencl_vector/wide_racy.cl", "a.sf", "the type `int(16)` is not run"),
    ("opencl_vector/wide_store_racy.cl", "a", "the type `float(8)` is not run"),
    ("opencl_vector/widened_racy.cl", "a", "a conversion of `unsigned long` to `int4` is not run"),
    (
        "numeric_limits/racy.cu",
        "a",
        "`std::numeric_limits<char>`, which may be a specialization of `std::numeric_limits`, is not run",
    ),
    ("votes/racy.cu", "all", "a call of `__match_all_sync` is not run"),
    ("atomic/of_tensors_racy.cu", "sum", "a template that is used with no arguments is not run"),
    (
        "extern_shared/unknown_type_racy.cu",
        "memory",
        "a template that is used with no arguments is not run",
    ),
    ("partial_specialization/of_enumerator_racy.cu", "a", "the class template `Place` is not run"),
    ("partial_specialization/of_type_racy.cu", "a", "the class template `Place` is not run"),
    ("structure/void_member_racy.cu", "p.to", "`p.to`: a `void` holds no numbers"),
    ("symbolic_size/of_rows_racy.cu", "to", "a template that is used with no arguments is not run"),
    (
        "unknown_template/static_function_racy.cu",
        "b",
        "a template that is used with no arguments is not run",
    ),
    ("assembly/guarded_operand.cu", "a", "inline assembly is not run"),
    (
        "block_collective/load_again_racy.cu",
        "storage.parts",
        "shared memory of this size is not run",
    ),
    ("block_collective/load_apart_racy.cu", "storage", "shared memory of this size is not run"),
    ("block_collective/load_elsewhere_racy.cu", "a", "shared memory of this size is not run"),
    ("block_collective/load_past_racy.cu", "a", "shared memory of this size is not run"),
    ("block_collective/load_racy.cu", "storage", "shared memory of this size is not run"),
    (
        "block_collective/store_again_racy.cu",
        "storage.parts",
        "shared memory of this size is not run",
    ),
];

/// What `check` says of the run for each alarm and divergence that is shown of a file: the array, what
/// came of it, why.
fn runs(path: &Path) -> Vec<(String, String, String)> {
    let text = std::fs::read_to_string(path).unwrap();
    let flags = text.lines().nth(1).and_then(|line| line.strip_prefix("// flags: "));
    let name = path.display().to_string();
    // No answer hangs on how fast the machine is.
    let mut arguments = vec!["check", &name, "--format", "json", "--timeout", "20"];
    arguments.extend(flags.into_iter().flat_map(str::split_whitespace));
    let reply = jaminan(&arguments);
    if reply.out.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for kernel in reply.json()["kernels"].as_array().into_iter().flatten() {
        let of = |key: &str| kernel[key].as_array().cloned().unwrap_or_default();
        let shown = |status: &str| status == "true" || status == "confirmed";
        for alarm in of("alarms").iter().chain(&of("divergences")) {
            let word = |key: &str| alarm["run"][key].as_str().unwrap_or_default().to_string();
            if alarm["status"].as_str().is_none_or(shown) {
                let array = alarm["array"].as_str().unwrap_or("(barrier)");
                found.push((array.into(), word("outcome"), word("why")));
            } else {
                assert!(alarm.get("run").is_none(), "{}: {alarm}", path.display());
            }
        }
    }
    found
}

#[test]
fn runs_make_the_alarms_that_are_shown() {
    let (mut made, mut wrong) = (0, Vec::new());
    for folder in ["examples", "tests/kernels"] {
        let files = corpus::below(&root().join(folder)).unwrap();
        for path in files
            .into_iter()
            .filter(|path| path.extension().is_some_and(|e| e == "cu" || e == "cl"))
        {
            let name = path.strip_prefix(root()).unwrap().display().to_string();
            for (array, outcome, why) in runs(&path) {
                let mut excuses = NOT_MADE.iter();
                let excuse = excuses.find(|(file, of, _)| path.ends_with(file) && *of == array);
                match (outcome.as_str(), excuse) {
                    ("made", None) => made += 1,
                    ("not_run", Some((_, _, reason))) if why.ends_with(reason) => {}
                    _ => wrong.push(format!("{name}: {array}: {outcome}: {why}")),
                }
            }
        }
    }
    println!("{made} alarms are made by a run, {} are not", NOT_MADE.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(made >= 100, "{made}");
}

/// A claim that is not so is not confirmed.
#[test]
fn what_no_run_makes_is_not_confirmed() {
    let text = "__global__ void k(int *a, int n) {\n  a[threadIdx.x] = n;\n  __syncthreads();\n  a[0] = a[1];\n}";
    let none: BTreeMap<String, String> = BTreeMap::new();
    let file = cuda::parse(&Source::new("t.cu", text), &cuda::Options::default(), &none).unwrap();
    let (_, module) = grid::kernels(&file).into_iter().next().unwrap();
    let module = module.unwrap();
    let start = Start { grid: [1; 3], block: [4, 1, 1], steps: 10_000, ..Start::default() };
    let claim =
        |thread: [u32; 2], writes: [bool; 2], lines: [usize; 2], columns: [usize; 2], cell| {
            let access = |n: usize| Claimed {
                block: [0; 3],
                thread: [thread[n], 0, 0],
                writes: writes[n],
                place: (lines[n], columns[n]),
            };
            let race = Race {
                array: Array::whole("a"),
                index: vec![cell],
                bytes: None,
                accesses: [access(0), access(1)],
            };
            confirm::race(&module, &start, &race)
        };
    use Confirmation::{Confirmed, NotMade};
    // All threads write a[0] at the end.
    assert_eq!(claim([0, 1], [true, true], [4, 4], [3, 3], 0), Confirmed);
    // A barrier stands between.
    assert_eq!(claim([1, 0], [true, false], [2, 4], [3, 10], 1), NotMade);
    // Another cell, another place, another mode.
    assert_eq!(claim([0, 1], [true, true], [4, 4], [3, 3], 1), NotMade);
    assert_eq!(claim([0, 1], [true, true], [2, 4], [3, 3], 0), NotMade);
    assert_eq!(claim([0, 1], [true, false], [4, 4], [3, 10], 0), NotMade);
    // No such thread.
    assert!(matches!(claim([0, 4], [true, true], [4, 4], [3, 3], 0), Confirmation::NotRun(_)));
}

/// A run that has no meaning, or no end, says nothing of what the kernel can do.
#[test]
fn a_run_that_says_nothing_contradicts_nothing() {
    let said = |body: &str| {
        let text = format!("__global__ void k(int *a, int n) {{\n{body}\n}}");
        let none: BTreeMap<String, String> = BTreeMap::new();
        let source = Source::new("t.cu", text);
        let file = cuda::parse(&source, &cuda::Options::default(), &none).unwrap();
        let (_, module) = grid::kernels(&file).into_iter().next().unwrap();
        let scalars = BTreeMap::from([("n".to_string(), i128::from(i32::MAX))]);
        let start =
            Start { grid: [1; 3], block: [2, 1, 1], steps: 10_000, scalars, ..Start::default() };
        let access =
            |thread| Claimed { block: [0; 3], thread: [thread, 0, 0], writes: true, place: (2, 1) };
        let race = Race {
            array: Array::whole("a"),
            index: vec![7],
            bytes: None,
            accesses: [access(0), access(1)],
        };
        confirm::race(&module.unwrap(), &start, &race)
    };
    assert_eq!(said("a[threadIdx.x] = n;"), Confirmation::NotMade);
    let why = |body: &str| match said(body) {
        Confirmation::NotRun(why) => why.to_string(),
        Confirmation::Meaningless(why) => why.to_string(),
        other => panic!("{body}: {other:?}"),
    };
    assert!(why("a[threadIdx.x] = n + 1;").contains("overflow"));
    // The race is made, and then its execution loses its meaning.
    assert!(why("a[7] = 1; a[8] = n + 1;").contains("overflow"));
    assert!(why("while (n) a[0] = 1;").contains("too many steps"));
}
