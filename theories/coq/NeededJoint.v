(** What the hypotheses of liew2024/joint are for: two accesses that race, each of which some memory
    gives, and no memory gives both. *)

From Jaminan Require Export NeededActions.

Definition only_separate (s : stmt) : Prop := exists d1 d2,
  datarace d1 d2 /\ J_actions s d1 /\ J_actions s d2 /\ ~ jointly s (fst d1) (fst d2).

Ltac not_jointly :=
  intros [M [M1 [M2 [P [Q [t [u [H1 [Ha [H2 Hb]]]]]]]]]]; simpl in *; unwind;
  unfold merge, lookup in *; simpl in *;
  repeat match goal with H : _ \/ _ |- _ => destruct H end;
  repeat match goal with H : Access _ _ _ _ = Access _ _ _ _ |- _ => injection H; clear H; intros end;
  try lia; try congruence; try contradiction.

(** The memory that has one number in its first cell. *)
Definition holding (k : nat) : store := [(("A"%string, 0), k)].

Tactic Notation "made_from" constr(k) "by" constr(i) :=
  exists i, (holding k); eexists; eexists; split; [repeat step | simpl; auto 6].

(** [let x0 = A[0] in if x0 < 1 { A[tid] := 0 } else { A[tid + 1] := 0 }] *)
Definition one_of_two :=
  SRead "x0" "A" (Num 0)
    (SIf (CRel Lt (EVar "x0") (Num 1)) (SWrite "A" Tid (Num 0))
      (SWrite "A" (Bin Add Tid (Num 1)) (Num 0))).

Lemma one_of_two_separate : only_separate one_of_two.
Proof.
  exists (Access 1 Wr "A" 1, (Tau ;; Then ;; Tau)%trace), (Access 0 Wr "A" 1, (Tau ;; Else ;; Tau)%trace).
  split; [race |]. split; [made_from 0 by 1 |]. split; [made_from 1 by 0 |]. not_jointly.
Qed.

(** liew2024/joint needs CI *)
Theorem joint_needs_control : exists s,
  data_independent [] (infer s) /\ closed s /\ distinct_stmt s /\ only_separate s.
Proof.
  exists one_of_two. split; [independent |]. split; [reflexivity |]. split; [distinct |].
  exact one_of_two_separate.
Qed.

(** liew2024/joint needs DI. [let x0 = A[0] in A[x0 + tid] := 0] *)
Theorem joint_needs_data : exists s,
  control_independent [] (infer s) /\ closed s /\ distinct_stmt s /\ only_separate s.
Proof.
  exists (SRead "x0" "A" (Num 0) (SWrite "A" (Bin Add (EVar "x0") Tid) (Num 0))).
  split; [independent |]. split; [reflexivity |]. split; [distinct |].
  exists (Access 1 Wr "A" 1, (Tau ;; Tau)%trace), (Access 0 Wr "A" 1, (Tau ;; Tau)%trace).
  split; [race |]. split; [made_from 0 by 1 |]. split; [made_from 1 by 0 |]. not_jointly.
Qed.

(** liew2024/joint needs DISTINCT. [for x0 in 0..1 { ... }], around the program that needs CI *)
Theorem joint_needs_distinct : exists s,
  control_independent [] (infer s) /\ data_independent [] (infer s) /\ closed s /\ only_separate s.
Proof.
  exists (SFor "x0" (Num 0) (Num 1) one_of_two).
  split; [independent |]. split; [independent |]. split; [reflexivity |].
  exists (Access 1 Wr "A" 1, (Iter "x0" 0 ;; (Tau ;; Then ;; Tau) ;; Tau)%trace).
  exists (Access 0 Wr "A" 1, (Iter "x0" 0 ;; (Tau ;; Else ;; Tau) ;; Tau)%trace).
  split; [race |]. split; [made_from 0 by 1 |]. split; [made_from 1 by 0 |]. not_jointly.
Qed.
