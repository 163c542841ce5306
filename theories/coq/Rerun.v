(** A control-independent program that runs from one memory runs from each, by the same choices.

    It need not be closed: whether an expression has a value does not hang on what was read. So
    CLOSED, which says that there is a run at all, is not needed where one is given. *)

From Jaminan Require Export Determinism Soundness.

(** [similar X s s']: one program but for the numbers that were put for variables outside of [X],
    on which control does not depend. *)
Inductive similar : list name -> stmt -> stmt -> Prop :=
| similar_skip : forall X,
    similar X SSkip SSkip
| similar_write : forall X A e1 e2 e1' e2',
    fv_expr e1 = fv_expr e1' ->
    fv_expr e2 = fv_expr e2' ->
    similar X (SWrite A e1 e2) (SWrite A e1' e2')
| similar_read : forall X x A e e' r r',
    fv_expr e = fv_expr e' ->
    ~ In x X ->
    similar X r r' ->
    similar X (SRead x A e r) (SRead x A e' r')
| similar_seq : forall X s1 s2 s1' s2',
    similar X s1 s1' ->
    similar X s2 s2' ->
    similar X (SSeq s1 s2) (SSeq s1' s2')
| similar_if : forall X c s1 s2 s1' s2',
    exact_cond X c ->
    similar X s1 s1' ->
    similar X s2 s2' ->
    similar X (SIf c s1 s2) (SIf c s1' s2')
| similar_for : forall X x e1 e2 r r',
    exact X e1 ->
    exact X e2 ->
    similar (x :: X) r r' ->
    similar X (SFor x e1 e2 r) (SFor x e1 e2 r')
| similar_var : forall X x r r',
    ~ In x X ->
    similar X r r' ->
    similar X (SVar x r) (SVar x r').

Lemma similar_set : forall X s s', similar X s s' ->
  forall Y, incl X Y -> incl Y X -> similar Y s s'.
Proof.
  induction 1; intros Y HXY HYX; constructor; auto using incl_with.
  - exact (incl_tran H HXY).
  - exact (incl_tran H HXY).
  - exact (incl_tran H0 HXY).
Qed.

Lemma similar_itself : forall s X, control_independent X (infer s) -> fresh X (infer s) ->
  similar X s s.
Proof.
  induction s; intros X HC Hf; simpl in *; inversion HC; subst.
  - constructor.
  - constructor; reflexivity.
  - destruct (fresh_under _ _ _ Hf) as [_ [Hr Hx]].
    constructor; auto. apply IHs; auto.
    match goal with H : control_independent X (PVar x _) |- _ => inversion H; subst end. assumption.
  - destruct (fresh_parts _ _ _ Hf). constructor; auto.
  - destruct (fresh_parts _ _ _ Hf). constructor; auto.
  - destruct (fresh_under _ _ _ Hf) as [Hr _]. constructor; auto.
  - destruct (fresh_under _ _ _ Hf) as [_ [Hr Hx]]. constructor; auto.
Qed.

(** ** Numbers for variables keep programs similar *)

Lemma fv_subst_list : forall x k e,
  fv_expr (subst_expr x k e) = filter (fun y => negb (String.eqb x y)) (fv_expr e).
Proof.
  induction e; simpl; auto.
  - destruct (String.eqb x x0); reflexivity.
  - rewrite filter_app, IHe1, IHe2. reflexivity.
Qed.

Lemma fv_subst_both : forall x k k' e e', fv_expr e = fv_expr e' ->
  fv_expr (subst_expr x k e) = fv_expr (subst_expr x k' e').
Proof. intros x k k' e e' H. rewrite !fv_subst_list, H. reflexivity. Qed.

Lemma shadowed_same : forall x X Y, ~ In x X -> without x X Y -> incl X Y /\ incl Y X.
Proof.
  intros x X Y Hx H. split; intros y Hy; apply H; auto. split; auto. congruence.
Qed.

(** One number for a loop variable. *)
Lemma similar_subst : forall X s s', similar X s s' ->
  forall x k Y, without x X Y -> similar Y (subst_stmt x k s) (subst_stmt x k s').
Proof.
  induction 1; intros z k Y HY; simpl.
  - constructor.
  - constructor; auto using fv_subst_both.
  - constructor; auto using fv_subst_both.
    + intros Hx. apply HY in Hx. tauto.
    + destruct (String.eqb_spec z x); auto. subst.
      destruct (shadowed_same _ _ _ H0 HY). eapply similar_set; eassumption.
  - constructor; auto.
  - constructor; eauto using exact_cond_subst.
  - constructor; eauto using exact_subst. destruct (String.eqb_spec z x).
    + subst. destruct (without_shadowed _ _ _ HY). eapply similar_set; eassumption.
    + apply IHsimilar, without_under; assumption.
  - constructor.
    + intros Hx. apply HY in Hx. tauto.
    + destruct (String.eqb_spec z x); auto. subst.
      destruct (shadowed_same _ _ _ H HY). eapply similar_set; eassumption.
Qed.

(** Any two numbers for what is read. *)
Lemma similar_read_subst : forall X s s', similar X s s' ->
  forall x k k', ~ In x X -> similar X (subst_stmt x k s) (subst_stmt x k' s').
Proof.
  induction 1; intros z k k' Hz; simpl.
  - constructor.
  - constructor; auto using fv_subst_both.
  - constructor; auto using fv_subst_both. destruct (String.eqb z x); auto.
  - constructor; auto.
  - rewrite !subst_cond_id by (intros Hin; exact (Hz (H _ Hin))). constructor; auto.
  - rewrite !(subst_expr_id z _ e1) by (intros Hin; exact (Hz (H _ Hin))).
    rewrite !(subst_expr_id z _ e2) by (intros Hin; exact (Hz (H0 _ Hin))).
    constructor; auto. destruct (String.eqb_spec z x); auto.
    apply IHsimilar. simpl. intuition congruence.
  - constructor; auto. destruct (String.eqb z x); auto.
Qed.

(** ** The run *)

Lemma eval_some_closed : forall i e k, eval i e = Some k -> fv_expr e = [].
Proof.
  induction e; simpl; intros n H; auto; try discriminate.
  destruct (eval i e1); [| discriminate]. destruct (eval i e2); [| discriminate].
  rewrite (IHe1 _ eq_refl), (IHe2 _ eq_refl). reflexivity.
Qed.

(** Whether there is a value is a matter of variables. *)
Lemma evaluates_too : forall i e e' k, eval i e = Some k -> fv_expr e = fv_expr e' ->
  exists k', eval i e' = Some k'.
Proof.
  intros i e e' k H He. apply eval_closed. rewrite <- He. eapply eval_some_closed. eassumption.
Qed.

Lemma similar_steps : forall M s i M' P t, steps M s i M' P t ->
  forall s' N, similar [] s s' -> exists N' Q, steps N s' i N' Q t.
Proof.
  induction 1 as
    [ M x r i k M' P t Hr IH
    | M x A e r i j k M' P t Hj Hk Hr IH
    | M A e1 e2 i j k Hj Hk
    | M i
    | M s1 s2 i M1 M2 P1 P2 t1 t2 H1 IH1 H2 IH2
    | M c s1 s2 i M' P t Hc Hs IH
    | M c s1 s2 i M' P t Hc Hs IH
    | M x e1 e2 r i Hge
    | M x e1 e2 r i l M1 M2 P1 P2 t1 t2 Hl Hlt H1 IH1 H2 IH2 ];
    intros s' N Hs'.
  - inversion Hs'; subst.
    destruct (IH (subst_stmt x k r') N) as [N' [Q HQ]]; [auto using similar_read_subst |].
    eauto using S_VAR.
  - inversion Hs' as [| | X y B f f' q q' Hf Hy Hq | | | |]; subst.
    destruct (evaluates_too _ _ _ _ Hj Hf) as [j' Hj'].
    destruct (IH (subst_stmt x (lookup N A j') q') N) as [N' [Q HQ]];
      [auto using similar_read_subst |].
    exists N', (Access i Rd A j' :: Q). eapply S_READ; eauto.
  - inversion Hs' as [| X B f1 f2 f1' f2' H1 H2 | | | | |]; subst.
    destruct (evaluates_too _ _ _ _ Hj H1) as [j' Hj'], (evaluates_too _ _ _ _ Hk H2) as [k' Hk'].
    eauto using S_WRITE.
  - inversion Hs'; subst. eauto using S_SKIP.
  - inversion Hs' as [| | | X q1 q2 q1' q2' Hq1 Hq2 | | |]; subst.
    destruct (IH1 q1' N Hq1) as [N1 [Q1 HQ1]], (IH2 q2' (merge N N1) Hq2) as [N2 [Q2 HQ2]].
    eauto using S_SEQ.
  - inversion Hs' as [| | | | X d q1 q2 q1' q2' Hd Hq1 Hq2 | |]; subst.
    destruct (IH q1' N Hq1) as [N' [Q HQ]]. eauto using S_IF_T.
  - inversion Hs' as [| | | | X d q1 q2 q1' q2' Hd Hq1 Hq2 | |]; subst.
    destruct (IH q2' N Hq2) as [N' [Q HQ]]. eauto using S_IF_F.
  - inversion Hs'; subst. eauto using S_FOR_1.
  - inversion Hs' as [| | | | | X y f1 f2 q q' He1 He2 Hq |]; subst.
    destruct (IH1 (subst_stmt x l q') N) as [N1 [Q1 HQ1]].
    { eapply similar_subst; [eassumption |]. intros y. simpl. intuition congruence. }
    destruct (IH2 (SFor x (Num (l + 1)) e2 q') (merge N N1)) as [N2 [Q2 HQ2]].
    { constructor; auto. intros y []. }
    eauto using S_FOR_2.
Qed.

Theorem runs_from_each_memory : forall M s i M' P t,
  control_independent [] (infer s) -> distinct_stmt s ->
  steps M s i M' P t ->
  forall N, exists N' Q, steps N s i N' Q t.
Proof.
  intros M s i M' P t HC Hd H N. eapply similar_steps; [eassumption |].
  apply similar_itself; auto. apply distinct_is_fresh, infer_distinct. assumption.
Qed.
