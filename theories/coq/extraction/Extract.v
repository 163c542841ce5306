(** What is extracted to OCaml: the interpreters, the inference, the judgments, the checkers.
    [rules.ml] gives them programs to read. *)

From Jaminan Require Import ExecuteBarrier ExecuteBaby Check Certificate CheckKernel.
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString.

Extraction "reference.ml"
  outcomes executions arrivals parallels is_racy baby_type infer infer_array
  is_control_independent is_data_independent aa check certify check_kernel.
