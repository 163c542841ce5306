(** What is refuted of the theorems about actions, and what each of their hypotheses is for. *)

From Jaminan Require Export Needed.

(** An action that is to be one of the program: every way in which the rules can have made it. *)
Ltac never_made :=
  intros [i [M [M' [P [Hs Ha]]]]]; simpl in *; unwind;
  unfold merge, lookup in *; simpl in *;
  repeat match goal with H : _ \/ _ |- _ => destruct H end;
  try match goal with H : Access _ _ _ _ = Access _ _ _ _ |- _ => injection H; intros end;
  try lia; try congruence; try contradiction.

Tactic Notation "of_protocol" constr(i) "by" tactic3(make_it) :=
  exists i; eexists; split; [make_it | simpl; auto 6].

(** A protocol with an action that no run of its program makes by the same choices. *)
Lemma not_strongly_related : forall s d,
  P_actions (infer s) d -> (forall d', J_actions s d' -> snd d' <> snd d) ->
  ~ up_to strong_I (J_actions s) (P_actions (infer s)) /\
  ~ same (J_actions s) (P_actions (infer s)) /\
  spurious_actions s d /\ ~ exists d', J_actions s d' /\ strong_I d d'.
Proof.
  intros s d HP HJ. split; [| split; [| split]].
  - intros [_ H]. destruct (H d HP) as [d' [Hd' [_ Ht]]]. exact (HJ d' Hd' Ht).
  - intros H. apply H in HP. exact (HJ d HP eq_refl).
  - split; auto. intros H. exact (HJ d H eq_refl).
  - intros [d' [Hd' [_ Ht]]]. exact (HJ d' Hd' (eq_sym Ht)).
Qed.

(** One with an access of a kind that no run of its program makes. *)
Lemma not_weakly_related : forall s d,
  P_actions (infer s) d -> (forall d', J_actions s d' -> how (fst d') <> how (fst d)) ->
  ~ up_to weak_I (J_actions s) (P_actions (infer s)) /\
  spurious_actions s d /\ ~ exists d', J_actions s d' /\ weak_I d d'.
Proof.
  intros s d HP HJ. split; [| split].
  - intros [_ H]. destruct (H d HP) as [d' [Hd' [_ [Ho _]]]]. exact (HJ d' Hd' Ho).
  - split; auto. intros H. exact (HJ d H eq_refl).
  - intros [d' [Hd' [_ [Ho _]]]]. exact (HJ d' Hd' (eq_sym Ho)).
Qed.

(** ** A loop whose bound is read *)

(** [for x0 in 0..2 { let x1 = A[0] in for x2 in 0..x1 { skip } }] *)
Definition twice :=
  SFor "x0" (Num 0) (Num 2) (SRead "x1" "A" (Num 0) (SFor "x2" (Num 0) (EVar "x1") SSkip)).

(** The two reads give one number. Of the protocol the first may give 0 and the second 1. *)
Definition twice_action : action :=
  (Access 0 Rd "A" 0,
   (Iter "x0" 0 ;; (Tau ;; Tau) ;; (Iter "x0" 1 ;; (Tau ;; (Iter "x2" 0 ;; Tau ;; Tau)) ;; Tau))%trace).

Ltac make_twice :=
  make 0;
  [ make 0; [make 0 | make 0; make 0]
  | make 0; [make 0; [make 0 | make 1; make 0; make 0] | make 0] ].

Lemma twice_of_protocol : P_actions (infer twice) twice_action.
Proof.
  of_protocol 0 by make_twice.
Qed.

Lemma twice_not_of_program : forall d, J_actions twice d -> snd d <> snd twice_action.
Proof. intros [a t] H Ht. simpl in Ht. subst t. revert H. never_made. Qed.

Lemma twice_data : data_independent [] (infer twice).
Proof.
  apply DI_FOR_I; [independent | independent |].
  constructor; [independent |]. constructor. apply DI_FOR_D; [| constructor].
  unfold exact, incl. simpl. intros [_ H]. destruct (H _ (or_introl eq_refl)); [discriminate | auto].
Qed.

(** liew2024/4.3.2, liew2024/4.3.4 and liew2024/4.4.2 need CI *)
Theorem correspondence_needs_control : exists s d,
  data_independent [] (infer s) /\ closed s /\ distinct_stmt s /\
  ~ up_to strong_I (J_actions s) (P_actions (infer s)) /\
  ~ same (J_actions s) (P_actions (infer s)) /\
  spurious_actions s d /\ ~ exists d', J_actions s d' /\ strong_I d d'.
Proof.
  exists twice, twice_action. split; [exact twice_data |]. split; [reflexivity |].
  split; [distinct |]. apply not_strongly_related; [exact twice_of_protocol | exact twice_not_of_program].
Qed.

(** liew2024/4.3.2-some-x, refuted: the paper calls a protocol control-independent "when [X ⊢CI p]
    for some [X]". The set of all its variables is such an [X]. *)
Theorem correspondence_some_x_refuted : exists s,
  (exists X, control_independent X (infer s)) /\ closed s /\ distinct_stmt s /\
  ~ up_to strong_I (J_actions s) (P_actions (infer s)).
Proof.
  exists twice. split; [exists ["x1"%string]; independent |]. split; [reflexivity |].
  split; [distinct |].
  apply not_strongly_related with (d := twice_action);
    [exact twice_of_protocol | exact twice_not_of_program].
Qed.

(** [X ⊢CI p] for some [X] says nothing: every protocol has it. *)
Theorem some_x_is_vacuous : forall p, exists X, control_independent X p.
Proof.
  induction p.
  - exists []. constructor.
  - exists []. constructor.
  - destruct IHp1 as [X H1], IHp2 as [Y H2]. exists (X ++ Y).
    constructor; eapply weaken_control; eauto using incl_appl, incl_appr, incl_refl.
  - destruct IHp1 as [X H1], IHp2 as [Y H2]. exists (fv_cond c ++ X ++ Y).
    constructor; [unfold exact_cond; auto using incl_appl, incl_refl | |];
      eapply weaken_control; eauto using incl_appl, incl_appr, incl_refl.
  - destruct IHp as [X H]. exists (fv_expr e1 ++ fv_expr e2 ++ X).
    constructor; unfold exact; auto using incl_appl, incl_appr, incl_refl.
    eapply weaken_control; eauto. auto using incl_tl, incl_appr, incl_refl.
  - destruct IHp as [X H]. exists X. constructor. assumption.
Qed.

(** [for x0 in 0..2 { let x0 = A[0] in for x1 in 0..x0 { skip } }]: the [let] takes the name of the
    loop variable, which is exact. *)
Definition shadowed :=
  SFor "x0" (Num 0) (Num 2) (SRead "x0" "A" (Num 0) (SFor "x1" (Num 0) (EVar "x0") SSkip)).

Definition shadowed_action : action :=
  (Access 0 Rd "A" 0,
   (Iter "x0" 0 ;; (Tau ;; Tau) ;; (Iter "x0" 1 ;; (Tau ;; (Iter "x1" 0 ;; Tau ;; Tau)) ;; Tau))%trace).

(** liew2024/4.3.2, liew2024/4.3.4 and liew2024/4.4.2 need DISTINCT *)
Theorem correspondence_needs_distinct : exists s d,
  control_independent [] (infer s) /\ data_independent [] (infer s) /\ closed s /\
  ~ up_to strong_I (J_actions s) (P_actions (infer s)) /\
  ~ same (J_actions s) (P_actions (infer s)) /\
  spurious_actions s d /\ ~ exists d', J_actions s d' /\ strong_I d d'.
Proof.
  exists shadowed, shadowed_action. split; [independent |].
  split. { apply DI_FOR_I; independent. }
  split; [reflexivity |]. apply not_strongly_related.
  - of_protocol 0 by make_twice.
  - intros [a t] H Ht. simpl in Ht. subst t. revert H. never_made.
Qed.

(** [A[0] := x0]: the program has no run, and the protocol does not see why. *)
Definition stuck := SWrite "A" (Num 0) (EVar "x0").

Lemma stuck_of_protocol : forall i, P_actions (infer stuck) (Access i Wr "A" 0, Tau).
Proof. intros i. of_protocol i by (make 0). Qed.

Lemma stuck_never : forall d, ~ J_actions stuck d.
Proof. intros [a t]. never_made. Qed.

(** liew2024/4.3.2, liew2024/4.3.2-weak, liew2024/4.3.4, liew2024/4.4.2 and liew2024/4.4.2-weak need
    CLOSED *)
Theorem correspondence_needs_closed : exists s d,
  control_independent [] (infer s) /\ data_independent [] (infer s) /\ distinct_stmt s /\
  ~ up_to strong_I (J_actions s) (P_actions (infer s)) /\
  ~ up_to weak_I (J_actions s) (P_actions (infer s)) /\
  ~ same (J_actions s) (P_actions (infer s)) /\
  spurious_actions s d /\ ~ exists d', J_actions s d' /\ weak_I d d'.
Proof.
  exists stuck, (Access 0 Wr "A" 0, Tau).
  split; [independent |]. split; [independent |]. split; [distinct |].
  destruct (not_weakly_related stuck _ (stuck_of_protocol 0)) as [Hw Hs].
  { intros d Hd. destruct (stuck_never d Hd). }
  split; [intros H; apply Hw, up_to_strong_is_weak, H |]. split; auto. split; auto.
  intros H. apply (stuck_never (Access 0 Wr "A" 0, Tau)). apply H, stuck_of_protocol.
Qed.

(** ** The weak reading of [I]

    To break it takes an access that the program does not make by any choices. *)

(** [let x0 = A[0] in let x1 = A[0] in if x0 < x1 { A[0] := 0 }] *)
Definition unequal :=
  SRead "x0" "A" (Num 0) (SRead "x1" "A" (Num 0)
    (SIf (CRel Lt (EVar "x0") (EVar "x1")) (SWrite "A" (Num 0) (Num 0)) SSkip)).

(** liew2024/4.3.2-weak and liew2024/4.4.2-weak need CI *)
Theorem correspondence_weak_needs_control : exists s d,
  closed s /\ distinct_stmt s /\
  ~ up_to weak_I (J_actions s) (P_actions (infer s)) /\
  spurious_actions s d /\ ~ exists d', J_actions s d' /\ weak_I d d'.
Proof.
  exists unequal, (Access 0 Wr "A" 0, (Tau ;; Tau ;; Then ;; Tau)%trace).
  split; [reflexivity |]. split; [distinct |]. apply not_weakly_related.
  - of_protocol 0 by (make 0; [make 0 | make 0; make 0; [make 0 | make 1; make 0; make 0]]).
  - intros [a t] H Ho. destruct a as [j o A k]. simpl in Ho. subst o. revert H. never_made.
Qed.

(** [for x0 in 0..1 { for x1 in 0..1 { ... } }], around the same *)
Definition unequal_shadowed :=
  SFor "x0" (Num 0) (Num 1) (SFor "x1" (Num 0) (Num 1) unequal).

(** liew2024/4.3.2-weak and liew2024/4.4.2-weak need DISTINCT *)
Theorem correspondence_weak_needs_distinct : exists s d,
  control_independent [] (infer s) /\ closed s /\
  ~ up_to weak_I (J_actions s) (P_actions (infer s)) /\
  spurious_actions s d /\ ~ exists d', J_actions s d' /\ weak_I d d'.
Proof.
  exists unequal_shadowed.
  exists (Access 0 Wr "A" 0,
    (Iter "x0" 0 ;; (Iter "x1" 0 ;; (Tau ;; Tau ;; Then ;; Tau) ;; Tau) ;; Tau)%trace).
  split; [independent |]. split; [reflexivity |]. apply not_weakly_related.
  - of_protocol 0 by (make 0; [| make 0]; make 0; [| make 0]; make 0;
      [make 0 | make 0; make 0; [make 0 | make 1; make 0; make 0]]).
  - intros [a t] H Ho. destruct a as [j o A k]. simpl in Ho. subst o. revert H. never_made.
Qed.

(** ** Data independence *)

(** [let x0 = A[0] in let x1 = A[0] in for x2 in 0..x0 { A[x1] := 0 }] *)
Definition where_read :=
  SRead "x0" "A" (Num 0) (SRead "x1" "A" (Num 0)
    (SFor "x2" (Num 0) (EVar "x0") (SWrite "A" (EVar "x1") (Num 0)))).

(** By these choices the loop runs once: so 1 was read, and not 0. *)
Definition where_read_action : action :=
  (Access 0 Wr "A" 0, (Tau ;; Tau ;; Iter "x2" 0 ;; Tau ;; Tau)%trace).

(** liew2024/4.3.3 and liew2024/4.4.3 need DI *)
Theorem correspondence_needs_data : exists s d,
  distinct_stmt s /\ closed s /\
  ~ same (J_actions s) (both (P_actions (infer s)) (reachable_actions s)) /\
  spurious_actions s d /\ reachable_actions s d.
Proof.
  exists where_read, where_read_action.
  assert (HP : P_actions (infer where_read) where_read_action).
  { of_protocol 0 by (make 0; [make 0 | make 1; make 0; [make 0 | make 0; make 0; make 0]]). }
  assert (HR : reachable_actions where_read where_read_action).
  { exists [(("A"%string, 0), 1)]. eexists. eexists. repeat step. }
  assert (HJ : ~ J_actions where_read where_read_action) by never_made.
  split; [distinct |]. split; [reflexivity |].
  split; [intros H; apply HJ, H; split; assumption |]. split; [split |]; assumption.
Qed.

(** [let x0 = A[0] in for x1 in 0..1 { let x1 = A[0] in for x2 in 0..x0 { A[x1] := 0 } }] *)
Definition where_shadowed :=
  SRead "x0" "A" (Num 0) (SFor "x1" (Num 0) (Num 1) (SRead "x1" "A" (Num 0)
    (SFor "x2" (Num 0) (EVar "x0") (SWrite "A" (EVar "x1") (Num 0))))).

Definition where_shadowed_action : action :=
  (Access 0 Wr "A" 0,
   (Tau ;; Iter "x1" 0 ;; (Tau ;; (Iter "x2" 0 ;; Tau ;; Tau)) ;; Tau)%trace).

(** liew2024/4.3.3 and liew2024/4.4.3 need DISTINCT *)
Theorem correspondence_data_needs_distinct : exists s d,
  data_independent [] (infer s) /\ closed s /\
  ~ same (J_actions s) (both (P_actions (infer s)) (reachable_actions s)) /\
  spurious_actions s d /\ reachable_actions s d.
Proof.
  exists where_shadowed, where_shadowed_action.
  assert (HD : data_independent [] (infer where_shadowed)).
  { constructor; [independent |]. constructor. apply DI_FOR_I; [independent | independent |].
    constructor; [independent |]. constructor. apply DI_FOR_D; [| independent].
    unfold exact, incl. simpl. intros [_ H].
    destruct (H _ (or_introl eq_refl)); [discriminate | auto]. }
  assert (HP : P_actions (infer where_shadowed) where_shadowed_action).
  { of_protocol 0 by (make 0;
      [make 0 | make 1; make 0; [| make 0]; make 0; [make 0 | make 0; make 0; make 0]]). }
  assert (HR : reachable_actions where_shadowed where_shadowed_action).
  { exists [(("A"%string, 0), 1)]. eexists. eexists. repeat step. }
  assert (HJ : ~ J_actions where_shadowed where_shadowed_action) by never_made.
  split; [assumption |]. split; [reflexivity |].
  split; [intros H; apply HJ, H; split; assumption |]. split; [split |]; assumption.
Qed.

(** [A[0] := tid; let x0 = A[0] in A[x0] := 0] *)
Definition own_write :=
  SSeq (SWrite "A" (Num 0) Tid) (SRead "x0" "A" (Num 0) (SWrite "A" (EVar "x0") (Num 0))).

(** Thread 0 reads the 0 that it wrote. *)
Lemma own_write_never : ~ J_actions own_write (Access 0 Wr "A" 1, (Tau ;; Tau ;; Tau)%trace).
Proof. never_made. Qed.

Lemma own_write_of_protocol : forall i,
  P_actions (infer own_write) (Access i Wr "A" 1, (Tau ;; Tau ;; Tau)%trace).
Proof. intros i. of_protocol i by (make 0; [make 0 | make 0; [make 0 | make 1; make 0]]). Qed.

(** liew2024/4.3.4 needs DI *)
Theorem correspondence_control_data_needs_data : exists s,
  control_independent [] (infer s) /\ closed s /\ distinct_stmt s /\
  ~ same (J_actions s) (P_actions (infer s)).
Proof.
  exists own_write. split; [independent |]. split; [reflexivity |]. split; [distinct |].
  intros H. apply own_write_never, H, own_write_of_protocol.
Qed.

(** ** True positives *)

(** A race of the protocol, by equal choices, that is none of the program. *)
Definition false_alarm (s : stmt) : Prop := exists d1 d2,
  datarace d1 d2 /\ snd d1 = snd d2 /\
  P_actions (infer s) d1 /\ P_actions (infer s) d2 /\ ~ J_actions s d1.

Ltac race := split; [discriminate |]; simpl; auto.

(** liew2024/4.5 and liew2024/4.5-any-traces need DI *)
Theorem true_alarms_need_data : exists s,
  control_independent [] (infer s) /\ closed s /\ distinct_stmt s /\ false_alarm s.
Proof.
  exists own_write. split; [independent |]. split; [reflexivity |]. split; [distinct |].
  exists (Access 0 Wr "A" 1, (Tau ;; Tau ;; Tau)%trace), (Access 1 Wr "A" 1, (Tau ;; Tau ;; Tau)%trace).
  split; [race |]. split; [reflexivity |].
  auto using own_write_of_protocol, own_write_never.
Qed.

(** liew2024/4.5 and liew2024/4.5-any-traces need CLOSED *)
Theorem true_alarms_need_closed : exists s,
  control_independent [] (infer s) /\ data_independent [] (infer s) /\ distinct_stmt s /\
  false_alarm s.
Proof.
  exists stuck. split; [independent |]. split; [independent |]. split; [distinct |].
  exists (Access 0 Wr "A" 0, Tau), (Access 1 Wr "A" 0, Tau).
  split; [race |]. split; [reflexivity |]. auto using stuck_of_protocol, stuck_never.
Qed.

(** [for x0 in 0..2 { let y = A[0] in for z in 0..y { A[0] := 0 } }] *)
Definition writes_twice y z :=
  SFor "x0" (Num 0) (Num 2) (SRead y "A" (Num 0)
    (SFor z (Num 0) (EVar y) (SWrite "A" (Num 0) (Num 0)))).

Definition writes_twice_trace (z : name) : trace :=
  (Iter "x0" 0 ;; (Tau ;; Tau) ;; (Iter "x0" 1 ;; (Tau ;; (Iter z 0 ;; Tau ;; Tau)) ;; Tau))%trace.

(** liew2024/4.5 and liew2024/4.5-any-traces need CI *)
Theorem true_alarms_need_control : exists s,
  data_independent [] (infer s) /\ closed s /\ distinct_stmt s /\ false_alarm s.
Proof.
  exists (writes_twice "x1" "x2").
  split.
  { apply DI_FOR_I; [independent | independent |].
    constructor; [independent |]. constructor. apply DI_FOR_D; [| independent].
    unfold exact, incl. simpl. intros [_ H].
    destruct (H _ (or_introl eq_refl)); [discriminate | auto]. }
  split; [reflexivity |]. split; [distinct |].
  exists (Access 0 Rd "A" 0, writes_twice_trace "x2"), (Access 1 Wr "A" 0, writes_twice_trace "x2").
  split; [race |]. split; [reflexivity |]. split; [| split].
  - of_protocol 0 by make_twice.
  - of_protocol 1 by make_twice.
  - never_made.
Qed.

(** liew2024/4.5 and liew2024/4.5-any-traces need DISTINCT *)
Theorem true_alarms_need_distinct : exists s,
  control_independent [] (infer s) /\ data_independent [] (infer s) /\ closed s /\ false_alarm s.
Proof.
  exists (writes_twice "x0" "x1").
  split; [independent |]. split; [apply DI_FOR_I; independent |]. split; [reflexivity |].
  exists (Access 0 Rd "A" 0, writes_twice_trace "x1"), (Access 1 Wr "A" 0, writes_twice_trace "x1").
  split; [race |]. split; [reflexivity |]. split; [| split].
  - of_protocol 0 by make_twice.
  - of_protocol 1 by make_twice.
  - never_made.
Qed.
