(** A closed program has a run: from every memory, by every thread.

    Every operator is total, and a loop counts up to a bound that is evaluated anew in each
    iteration and is the same in all. *)

From Jaminan Require Export Program.

(** All free variables of [s] are in [X]. *)
Definition open_in (X : list name) (s : stmt) : Prop := incl (fv_stmt s) X.

Lemma in_but : forall x y Y, In y (filter (fun z => negb (String.eqb x z)) Y) <-> In y Y /\ y <> x.
Proof.
  intros x y Y. rewrite filter_In. destruct (String.eqb_spec x y); simpl; intuition congruence.
Qed.

(** The free variables of [s[x := k]] are those of [s] but [x]. *)
Lemma fv_subst_stmt : forall x k s y,
  In y (fv_stmt (subst_stmt x k s)) <-> In y (fv_stmt s) /\ y <> x.
Proof.
  induction s; intros y; simpl;
    rewrite ?in_app_iff, ?in_but, ?fv_subst_expr, ?fv_subst_cond, ?IHs1, ?IHs2.
  - tauto.
  - tauto.
  - destruct (String.eqb_spec x x0); rewrite ?IHs; intuition congruence.
  - tauto.
  - tauto.
  - destruct (String.eqb_spec x x0); rewrite ?IHs; intuition congruence.
  - destruct (String.eqb_spec x x0); rewrite ?IHs; intuition congruence.
Qed.

Lemma nil_iff : forall Y : list name, Y = [] <-> forall y, ~ In y Y.
Proof.
  intros [| y Y]; simpl; split; intros H; auto; try discriminate.
  exfalso. apply (H y). auto.
Qed.

(** What is closed but for [x] is closed once a number stands for it. *)
Lemma closed_subst : forall x k s,
  filter (fun y => negb (String.eqb x y)) (fv_stmt s) = [] -> closed (subst_stmt x k s).
Proof.
  intros x k s H. unfold closed. rewrite nil_iff in *. intros y Hy.
  apply fv_subst_stmt in Hy. apply (H y). apply in_but. assumption.
Qed.

(** Substitution keeps the size of a program, on which the proof goes by induction. *)
Fixpoint size (s : stmt) : nat :=
  match s with
  | SSkip | SWrite _ _ _ => 1
  | SRead _ _ _ r | SFor _ _ _ r | SVar _ r => S (size r)
  | SSeq s1 s2 | SIf _ s1 s2 => S (size s1 + size s2)
  end.

Lemma size_subst : forall x k s, size (subst_stmt x k s) = size s.
Proof.
  induction s; simpl; try congruence.
  - destruct (String.eqb x x0); congruence.
  - destruct (String.eqb x x0); congruence.
  - destruct (String.eqb x x0); congruence.
Qed.

(** A loop has a run where each iteration has one, [d] iterations before its end. *)
Lemma loop_runs : forall x e2 r i n,
  eval i e2 = Some n ->
  (forall M l, exists M' P t, steps M (subst_stmt x l r) i M' P t) ->
  forall d l e1 M, eval i e1 = Some l -> n <= l + d ->
  exists M' P t, steps M (SFor x e1 e2 r) i M' P t.
Proof.
  intros x e2 r i n Hn Hbody. induction d; intros l e1 M Hl Hd.
  - exists [], [], Tau. apply S_FOR_1. simpl. rewrite Hl, Hn. f_equal. apply Nat.leb_le. lia.
  - destruct (Nat.lt_ge_cases l n) as [Hlt | Hge].
    + destruct (Hbody M l) as [M1 [P1 [t1 H1]]].
      destruct (IHd (l + 1) (Num (l + 1)) (merge M M1)) as [M2 [P2 [t2 H2]]]; [reflexivity | lia |].
      exists (merge M1 M2), (P1 ++ P2), (Iter x l ;; t1 ;; t2)%trace.
      eapply S_FOR_2; eauto. simpl. rewrite Hn. f_equal. apply Nat.ltb_lt. assumption.
    + exists [], [], Tau. apply S_FOR_1. simpl. rewrite Hl, Hn. f_equal. apply Nat.leb_le.
      assumption.
Qed.

Lemma progress_by_size : forall n s, size s <= n -> closed s ->
  forall M i, exists M' P t, steps M s i M' P t.
Proof.
  induction n as [| n IH]; intros s Hn Hs M i; [destruct s; simpl in Hn; lia |].
  destruct s; simpl in Hn; unfold closed in Hs; simpl in Hs;
    repeat (apply app_eq_nil in Hs; let H := fresh "Hfv" in destruct Hs as [H Hs]).
  - exists [], [], Tau. constructor.
  - destruct (eval_closed i _ Hfv) as [j Hj], (eval_closed i _ Hs) as [k Hk].
    exists [((A, j), k)], [Access i Wr A j], Tau. constructor; assumption.
  - destruct (eval_closed i _ Hfv) as [j Hj].
    destruct (IH (subst_stmt x (lookup M A j) s)) with (M := M) (i := i) as [M' [P [t H]]].
    + rewrite size_subst. lia.
    + apply closed_subst. assumption.
    + exists M', (Access i Rd A j :: P), (Tau ;; t)%trace. eapply S_READ; eauto.
  - destruct (IH s1) with (M := M) (i := i) as [M1 [P1 [t1 H1]]]; [lia | assumption |].
    destruct (IH s2) with (M := merge M M1) (i := i) as [M2 [P2 [t2 H2]]]; [lia | assumption |].
    exists (merge M1 M2), (P1 ++ P2), (t1 ;; t2)%trace. apply S_SEQ; assumption.
  - destruct (decide_closed i _ Hfv) as [[|] Hb].
    + destruct (IH s1) with (M := M) (i := i) as [M1 [P1 [t1 H1]]]; [lia | assumption |].
      exists M1, P1, (Then ;; t1)%trace. apply S_IF_T; assumption.
    + destruct (IH s2) with (M := M) (i := i) as [M2 [P2 [t2 H2]]]; [lia | assumption |].
      exists M2, P2, (Else ;; t2)%trace. apply S_IF_F; assumption.
  - destruct (eval_closed i _ Hfv) as [l Hl], (eval_closed i _ Hfv0) as [m Hm].
    apply loop_runs with (n := m) (d := m) (l := l); auto; [| lia].
    intros N k. apply IH; [rewrite size_subst; lia | apply closed_subst; assumption].
  - destruct (IH (subst_stmt x 0 s)) with (M := M) (i := i) as [M' [P [t H]]].
    + rewrite size_subst. lia.
    + apply closed_subst. assumption.
    + exists M', P, t. eapply S_VAR. eassumption.
Qed.

(** CLOSED is what a run needs. *)
Theorem progress : forall s, closed s -> forall M i, exists M' P t, steps M s i M' P t.
Proof. intros s. apply progress_by_size with (n := size s). lia. Qed.
