(** The actions of a program against those of its protocol. [L24, Thms. 4.3 and 4.4]

    An action of the protocol comes from one of its runs. A run of the program is a run of the
    protocol, too ([steps_runs]), and what the two have in common is [Determinism]. That the program
    has a run at all is [progress], which is what CLOSED is for. *)

From Jaminan Require Export Determinism Soundness Progress.

(** What a run of the program and one of its protocol, by one thread, have in common. *)

Lemma matched_where_reachable : forall s d,
  P_actions (infer s) d -> reachable_actions s d ->
  exists d', J_actions s d' /\ strong_I d' d.
Proof.
  intros s [a t] [i [P [Hr Ha]]] [M [M' [Q Hs]]]. simpl in *.
  rewrite (runs_thread _ _ _ _ Hr a Ha) in Hs.
  destruct (same_trace_same_up_to_index _ _ _ _ _ _ (steps_runs _ _ _ _ _ _ Hs) Hr eq_refl)
    as [_ HQ].
  destruct (HQ a Ha) as [b [Hb HI]]. exists (b, t). split.
  - exists i, M, M', Q. auto.
  - split; auto.
Qed.

Lemma matched_where_control_independent : forall s d,
  control_independent [] (infer s) -> closed s -> distinct_stmt s ->
  P_actions (infer s) d -> reachable_actions s d.
Proof.
  intros s [a t] HC Hcl Hd [i [P [Hr Ha]]]. simpl in *.
  destruct (progress s Hcl [] i) as [M' [Q [u Hs]]].
  destruct (trace_determinism _ _ _ _ _ _ (steps_runs _ _ _ _ _ _ Hs) Hr HC (infer_distinct _ Hd))
    as [_ Htu].
  exists [], M', Q. simpl. rewrite (runs_thread _ _ _ _ Hr a Ha). subst. assumption.
Qed.

Lemma made_where_data_independent : forall s d,
  data_independent [] (infer s) -> distinct_stmt s ->
  P_actions (infer s) d -> reachable_actions s d -> J_actions s d.
Proof.
  intros s [a t] HD Hd [i [P [Hr Ha]]] [M [M' [Q Hs]]]. simpl in *.
  rewrite (runs_thread _ _ _ _ Hr a Ha) in Hs.
  exists i, M, M', Q. split; auto. simpl.
  apply (phase_determinism _ _ _ _ _ _ (steps_runs _ _ _ _ _ _ Hs) Hr HD eq_refl
    (infer_distinct _ Hd)).
  assumption.
Qed.

Lemma strong_I_refl : forall d, strong_I d d.
Proof. repeat split. Qed.

Lemma strong_I_sym : forall d d', strong_I d d' -> strong_I d' d.
Proof. intros d d' [[H1 [H2 H3]] H4]. repeat split; congruence. Qed.

(** ** Theorem 4.3 *)

(** liew2024/4.3.1 *)
Theorem correspondence : forall s,
  up_to strong_I (J_actions s) (both (P_actions (infer s)) (reachable_actions s)).
Proof.
  intros s. split; intros d Hd.
  - exists d. split; [| apply strong_I_refl].
    split; [apply soundness | apply actions_are_reachable]; assumption.
  - destruct Hd as [HP HR]. apply matched_where_reachable; assumption.
Qed.

(** liew2024/4.3.1-weak *)
Theorem correspondence_weak : forall s,
  up_to weak_I (J_actions s) (both (P_actions (infer s)) (reachable_actions s)).
Proof. intros s. apply up_to_strong_is_weak, correspondence. Qed.

(** liew2024/4.3.2 *)
Theorem correspondence_control : forall s,
  control_independent [] (infer s) -> closed s -> distinct_stmt s ->
  up_to strong_I (J_actions s) (P_actions (infer s)).
Proof.
  intros s HC Hcl Hdi. split; intros d Hd.
  - exists d. split; [apply soundness; assumption | apply strong_I_refl].
  - apply matched_where_reachable; auto. apply matched_where_control_independent; assumption.
Qed.

(** liew2024/4.3.2-weak *)
Theorem correspondence_control_weak : forall s,
  control_independent [] (infer s) -> closed s -> distinct_stmt s ->
  up_to weak_I (J_actions s) (P_actions (infer s)).
Proof. intros s HC Hcl Hdi. apply up_to_strong_is_weak, correspondence_control; assumption. Qed.

(** liew2024/4.3.3 *)
Theorem correspondence_data : forall s,
  data_independent [] (infer s) -> distinct_stmt s ->
  same (J_actions s) (both (P_actions (infer s)) (reachable_actions s)).
Proof.
  intros s HD Hdi d. split.
  - intros Hd. split; [apply soundness | apply actions_are_reachable]; assumption.
  - intros [HP HR]. apply made_where_data_independent; assumption.
Qed.

(** liew2024/4.3.4 *)
Theorem correspondence_control_data : forall s,
  control_independent [] (infer s) -> data_independent [] (infer s) ->
  closed s -> distinct_stmt s ->
  same (J_actions s) (P_actions (infer s)).
Proof.
  intros s HC HD Hcl Hdi d. split.
  - apply soundness.
  - intros HP. apply made_where_data_independent; auto.
    apply matched_where_control_independent; assumption.
Qed.

(** ** Corollary 4.4

    Part (1) is "not reachable, or there is a related action". Whether an action is reachable is not
    decidable, since a program may ask whether what it reads solves an equation. So the "or" is
    proved as what it means to who has an action: a reachable one has a related action. The printed
    form follows for each action of which it is known whether it is reachable, and so for all by the
    law of excluded middle, which is an axiom and not assumed here. *)

(** liew2024/4.4.1 *)
Theorem root_causes : forall s d,
  spurious_actions s d ->
  reachable_actions s d ->
  exists d', J_actions s d' /\ strong_I d d'.
Proof.
  intros s d [HP _] HR. destruct (matched_where_reachable s d HP HR) as [d' [Hd' HI]].
  exists d'. auto using strong_I_sym.
Qed.

(** liew2024/4.4.1, as printed *)
Theorem root_causes_printed : forall s d,
  spurious_actions s d ->
  reachable_actions s d \/ ~ reachable_actions s d ->
  ~ reachable_actions s d \/ exists d', J_actions s d' /\ strong_I d d'.
Proof. intros s d Hsp [HR | HR]; [right; apply root_causes | left]; assumption. Qed.

(** liew2024/4.4.1-weak *)
Theorem root_causes_weak : forall s d,
  spurious_actions s d ->
  reachable_actions s d ->
  exists d', J_actions s d' /\ weak_I d d'.
Proof.
  intros s d Hsp HR. destruct (root_causes s d Hsp HR) as [d' [Hd' HI]].
  eauto using strong_is_weak.
Qed.

(** liew2024/4.4.2 *)
Theorem root_causes_control : forall s d,
  control_independent [] (infer s) -> spurious_actions s d -> closed s -> distinct_stmt s ->
  exists d', J_actions s d' /\ strong_I d d'.
Proof.
  intros s d HC [HP HJ] Hcl Hdi.
  destruct (correspondence_control s HC Hcl Hdi) as [_ H].
  destruct (H d HP) as [d' [Hd' HI]]. exists d'. auto using strong_I_sym.
Qed.

(** liew2024/4.4.2-weak *)
Theorem root_causes_control_weak : forall s d,
  control_independent [] (infer s) -> spurious_actions s d -> closed s -> distinct_stmt s ->
  exists d', J_actions s d' /\ weak_I d d'.
Proof.
  intros s d HC Hsp Hcl Hdi. destruct (root_causes_control s d HC Hsp Hcl Hdi) as [d' [Hd' HI]].
  eauto using strong_is_weak.
Qed.

(** liew2024/4.4.3 *)
Theorem root_causes_data : forall s d,
  data_independent [] (infer s) -> spurious_actions s d -> distinct_stmt s ->
  ~ reachable_actions s d.
Proof.
  intros s d HD [HP HJ] Hdi HR. apply HJ. apply made_where_data_independent; assumption.
Qed.
