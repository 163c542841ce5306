(** The inferred protocol makes every access of the program. [L24, Thm. 4.2] *)

From Jaminan Require Export Action.

(** A run of a program is one of its protocol, which takes for each read the value that was read. *)
Lemma steps_runs : forall M s i M' P t, steps M s i M' P t -> runs (infer s) i P t.
Proof.
  induction 1; simpl.
  - (* S-VAR *) eapply P_VAR. rewrite <- infer_subst. eassumption.
  - (* S-READ *)
    change (Access i Rd A j :: P) with ([Access i Rd A j] ++ P).
    apply P_SEQ.
    + apply P_ACC. assumption.
    + eapply P_VAR. rewrite <- infer_subst. eassumption.
  - (* S-WRITE *) apply P_ACC. assumption.
  - (* S-SKIP *) apply P_SKIP.
  - (* S-SEQ *) apply P_SEQ; assumption.
  - (* S-IF-T *) apply P_IF_T; assumption.
  - (* S-IF-F *) apply P_IF_F; assumption.
  - (* S-FOR-1 *) apply P_FOR_1. assumption.
  - (* S-FOR-2 *) eapply P_FOR_2; eauto. rewrite <- infer_subst. assumption.
Qed.

(** liew2024/4.2 *)
Theorem soundness : forall s, included (J_actions s) (P_actions (infer s)).
Proof.
  intros s [a t] [i [M [M' [P [Hs Ha]]]]]. exists i, P.
  split; auto. eapply steps_runs; eassumption.
Qed.

(** A run makes accesses of its own thread only. *)
Lemma steps_thread : forall M s i M' P t, steps M s i M' P t -> forall a, In a P -> thread a = i.
Proof. intros M s i M' P t H. apply steps_runs in H. eapply runs_thread. eassumption. Qed.

(** What a program does is reachable. *)
Lemma actions_are_reachable : forall s, included (J_actions s) (reachable_actions s).
Proof.
  intros s [a t] [i [M [M' [P [Hs Ha]]]]]. simpl in *. exists M, M', P. simpl.
  rewrite (steps_thread _ _ _ _ _ _ Hs a Ha). assumption.
Qed.

(** ** One array at a time *)

(** The protocol of one array makes every access of that array. Its trace is another one: the reads
    of other arrays leave none. *)
Theorem soundness_of_array : forall A M s i M' P t, steps M s i M' P t ->
  exists Q u, runs (infer_array A s) i Q u /\
    forall a, In a Q <-> In a P /\ array a = A.
Proof.
  induction 1; simpl.
  - (* S-VAR *)
    destruct IHsteps as [Q [u [Hr Ha]]]. rewrite infer_array_subst in Hr.
    exists Q, u. split; auto. eapply P_VAR. eassumption.
  - (* S-READ *)
    destruct IHsteps as [Q [u [Hr Ha]]]. rewrite infer_array_subst in Hr.
    destruct (String.eqb_spec A A0).
    + subst A0. exists ([Access i Rd A j] ++ Q), (Tau ;; u)%trace. split.
      * apply P_SEQ; [apply P_ACC; assumption | eapply P_VAR; eassumption].
      * intros a. simpl. rewrite Ha. intuition. subst. reflexivity.
    + exists Q, u. split; [eapply P_VAR; eassumption |].
      intros a. simpl. rewrite Ha. intuition. subst. simpl in *. congruence.
  - (* S-WRITE *)
    destruct (String.eqb_spec A A0).
    + subst A0. exists [Access i Wr A j], Tau. split; [apply P_ACC; assumption |].
      intros a. simpl. intuition. subst. reflexivity.
    + exists [], Tau. split; [apply P_SKIP |].
      intros a. simpl. intuition. subst. simpl in *. congruence.
  - (* S-SKIP *) exists [], Tau. split; [apply P_SKIP |]. simpl. tauto.
  - (* S-SEQ *)
    destruct IHsteps1 as [Q1 [u1 [Hr1 Ha1]]], IHsteps2 as [Q2 [u2 [Hr2 Ha2]]].
    exists (Q1 ++ Q2), (u1 ;; u2)%trace. split; [apply P_SEQ; assumption |].
    intros a. rewrite !in_app_iff, Ha1, Ha2. tauto.
  - (* S-IF-T *)
    destruct IHsteps as [Q [u [Hr Ha]]]. exists Q, (Then ;; u)%trace. split; auto.
    apply P_IF_T; assumption.
  - (* S-IF-F *)
    destruct IHsteps as [Q [u [Hr Ha]]]. exists Q, (Else ;; u)%trace. split; auto.
    apply P_IF_F; assumption.
  - (* S-FOR-1 *) exists [], Tau. split; [apply P_FOR_1; assumption |]. simpl. tauto.
  - (* S-FOR-2 *)
    destruct IHsteps1 as [Q1 [u1 [Hr1 Ha1]]], IHsteps2 as [Q2 [u2 [Hr2 Ha2]]].
    rewrite infer_array_subst in Hr1.
    exists (Q1 ++ Q2), (Iter x l ;; u1 ;; u2)%trace. split; [eapply P_FOR_2; eassumption |].
    intros a. rewrite !in_app_iff, Ha1, Ha2. tauto.
Qed.
