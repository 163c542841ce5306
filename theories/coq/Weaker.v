(** Data independence asks for more than its theorems need.

    DI-FOR-D takes a loop variable for approximated where the bounds are. But each iteration leaves
    [x := l] in the trace, so two runs that make the same choices give it the same numbers: and equal
    choices are what [L24, Thms. 3.3 (3), 4.3 (3) and 4.4 (3)] speak of. So they hold, too, where
    every loop variable counts as exact. *)

From Jaminan Require Export Correspondence Needed.

(** [X ⊢DI p], where every loop variable counts as exact. *)
Inductive index_independent : list name -> protocol -> Prop :=
| II_SKIP : forall X,
    index_independent X PSkip
| II_ACC : forall X o A e,
    exact X e ->
    index_independent X (PAcc o A e)
| II_SEQ : forall X p1 p2,
    index_independent X p1 ->
    index_independent X p2 ->
    index_independent X (PSeq p1 p2)
| II_VAR : forall X x p,
    index_independent X p ->
    index_independent X (PVar x p)
| II_IF : forall X c p1 p2,
    index_independent X p1 ->
    index_independent X p2 ->
    index_independent X (PIf c p1 p2)
| II_FOR : forall X x e1 e2 p,
    index_independent (x :: X) p ->
    index_independent X (PFor x e1 e2 p).

(** It asks for less. *)
Theorem data_is_index_independent : forall X p, data_independent X p ->
  forall Y, incl X Y -> index_independent Y p.
Proof.
  induction 1; intros Y HXY; constructor; auto using incl_with, incl_tl.
  exact (incl_tran H HXY).
Qed.

(** [var x0. for x1 in 0..x0 { rd A[x1] }] *)
Theorem index_is_not_data_independent : exists p,
  distinct p /\ index_independent [] p /\ ~ data_independent [] p.
Proof.
  exists (PVar "x0" (PFor "x1" (Num 0) (EVar "x0") (PAcc Rd "A" (EVar "x1")))).
  split; [distinct |].
  split. { constructor. constructor. constructor. unfold exact, incl. simpl. auto. }
  intros H. inversion H as [| | | X x q Hq | | |]; subst.
  inversion Hq as [| | | | | X y e1 e2 q H1 H2 Hb | X y e1 e2 q Hn Hb]; subst.
  - exact (H2 _ (or_introl eq_refl)).
  - inversion Hb as [| X o A e He | | | | |]; subst. exact (He _ (or_introl eq_refl)).
Qed.

Lemma alike_index : forall X p, index_independent X p -> fresh X p -> alike False True X p p.
Proof.
  induction 1; intros Hf.
  - constructor.
  - constructor. auto.
  - destruct (fresh_parts _ _ _ Hf). constructor; auto.
  - destruct (fresh_under _ _ _ Hf) as [_ [Hp Hx]]. constructor; auto.
  - destruct (fresh_parts _ _ _ Hf). constructor; auto. tauto.
  - destruct (fresh_under _ _ _ Hf) as [Hp _]. constructor; auto. tauto.
Qed.

(** liew2024/3.3.3, of more protocols *)
Theorem index_determinism : forall p i P1 t1 P2 t2,
  runs p i P1 t1 -> runs p i P2 t2 ->
  index_independent [] p -> t1 = t2 -> distinct p ->
  same_phase P1 P2.
Proof.
  intros p i P1 t1 P2 t2 H1 H2 HI Ht Hd.
  apply (alike_runs False True _ _ _ _ H1 p P2 t2); auto using alike_index, distinct_is_fresh.
Qed.

Lemma made_where_index_independent : forall s d,
  index_independent [] (infer s) -> distinct_stmt s ->
  P_actions (infer s) d -> reachable_actions s d -> J_actions s d.
Proof.
  intros s [a t] HI Hd [i [P [Hr Ha]]] [M [M' [Q Hs]]]. simpl in *.
  rewrite (runs_thread _ _ _ _ Hr a Ha) in Hs.
  exists i, M, M', Q. split; auto. simpl.
  apply (index_determinism _ _ _ _ _ _ (steps_runs _ _ _ _ _ _ Hs) Hr HI eq_refl
    (infer_distinct _ Hd)).
  assumption.
Qed.

(** liew2024/4.3.3, of more programs *)
Theorem correspondence_index : forall s,
  index_independent [] (infer s) -> distinct_stmt s ->
  same (J_actions s) (both (P_actions (infer s)) (reachable_actions s)).
Proof.
  intros s HI Hdi d. split.
  - intros Hd. split; [apply soundness | apply actions_are_reachable]; assumption.
  - intros [HP HR]. apply made_where_index_independent; assumption.
Qed.

(** liew2024/4.4.3, of more programs *)
Theorem root_causes_index : forall s d,
  index_independent [] (infer s) -> spurious_actions s d -> distinct_stmt s ->
  ~ reachable_actions s d.
Proof.
  intros s d HI [HP HJ] Hdi HR. apply HJ. apply made_where_index_independent; assumption.
Qed.
