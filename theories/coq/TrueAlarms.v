(** True positives. [L24, Thm. 4.5]

    Three readings of "race" are kept apart: of the protocol (both actions in [P_actions]),
    separately feasible (each in [J_actions], perhaps from two memories), and joint (one memory
    gives both). *)

From Jaminan Require Export Correspondence Rerun.

(** liew2024/4.5-any-traces *)
Theorem true_alarms_of_any_traces : forall s d1 d2,
  control_independent [] (infer s) -> data_independent [] (infer s) ->
  datarace d1 d2 ->
  closed s -> distinct_stmt s ->
  P_actions (infer s) d1 -> P_actions (infer s) d2 ->
  J_actions s d1 /\ J_actions s d2.
Proof.
  intros s d1 d2 HC HD _ Hcl Hdi H1 H2.
  split; apply correspondence_control_data; assumption.
Qed.

(** liew2024/4.5. That the two traces are equal is part of the paper's definition of a data race;
    the proof has no use for it. *)
Theorem true_alarms : forall s d1 d2,
  control_independent [] (infer s) -> data_independent [] (infer s) ->
  datarace d1 d2 -> snd d1 = snd d2 ->
  closed s -> distinct_stmt s ->
  P_actions (infer s) d1 -> P_actions (infer s) d2 ->
  J_actions s d1 /\ J_actions s d2.
Proof. intros s d1 d2 HC HD Hr _. apply true_alarms_of_any_traces; assumption. Qed.

(** Two accesses that one initial memory gives both, each thread running by itself. *)
Definition jointly (s : stmt) (a b : access) : Prop :=
  exists M M1 M2 P Q t u,
    steps M s (thread a) M1 P t /\ In a P /\
    steps M s (thread b) M2 Q u /\ In b Q.

(** Of a CIDI program any memory gives an access that some memory gives. *)
Lemma from_any_memory : forall s i M M' P t,
  control_independent [] (infer s) -> data_independent [] (infer s) -> distinct_stmt s ->
  steps M s i M' P t ->
  forall N, exists N' Q, steps N s i N' Q t /\ same_phase P Q.
Proof.
  intros s i M M' P t HC HD Hdi H N.
  destruct (runs_from_each_memory _ _ _ _ _ _ HC Hdi H N) as [N' [Q HN]].
  exists N', Q. split; auto.
  apply (phase_determinism _ _ _ _ _ _ (steps_runs _ _ _ _ _ _ H) (steps_runs _ _ _ _ _ _ HN)
    HD eq_refl (infer_distinct _ Hdi)).
Qed.

(** liew2024/joint *)
Theorem separate_is_joint : forall s d1 d2,
  control_independent [] (infer s) -> data_independent [] (infer s) ->
  datarace d1 d2 ->
  distinct_stmt s ->
  J_actions s d1 -> J_actions s d2 ->
  jointly s (fst d1) (fst d2).
Proof.
  intros s [a t] [b u] HC HD _ Hdi [i [M [M1 [P [Ha Hin]]]]] [j [N [N1 [Q [Hb Hjn]]]]].
  simpl in *.
  destruct (from_any_memory _ _ _ _ _ _ HC HD Hdi Hb M) as [M2 [R [Hb' HR]]].
  exists M, M1, M2, P, R, t, u.
  rewrite (steps_thread _ _ _ _ _ _ Ha a Hin), (steps_thread _ _ _ _ _ _ Hb b Hjn).
  repeat split; auto. apply HR. assumption.
Qed.
