(** Protocols that differ in what is approximated only.

    [alike C D X p1 p2]: the two have one shape. Where [C] holds, what decides control is one and
    the same text in both, with variables from [X] only; where [D] holds, so are the indices.
    A run puts numbers for variables: the same number in both for a loop variable, which is in [X];
    any two for a [var], which is not. Both keep the two protocols alike, and so their runs.
    [alike false false] says no more than that the shapes are one. *)

From Jaminan Require Export Independence.

Section Alike.

(** Whether control is exact, and whether the indices are. *)
Variables C D : Prop.

Inductive alike : list name -> protocol -> protocol -> Prop :=
| alike_skip : forall X,
    alike X PSkip PSkip
| alike_acc : forall X o A e e',
    (D -> e = e' /\ exact X e) ->
    alike X (PAcc o A e) (PAcc o A e')
| alike_seq : forall X p1 p2 p1' p2',
    alike X p1 p1' ->
    alike X p2 p2' ->
    alike X (PSeq p1 p2) (PSeq p1' p2')
| alike_if : forall X c c' p1 p2 p1' p2',
    (C -> c = c' /\ exact_cond X c) ->
    alike X p1 p1' ->
    alike X p2 p2' ->
    alike X (PIf c p1 p2) (PIf c' p1' p2')
| alike_for : forall X x e1 e2 e1' e2' p p',
    (C -> e1 = e1' /\ e2 = e2' /\ exact X e1 /\ exact X e2) ->
    alike (x :: X) p p' ->
    alike X (PFor x e1 e2 p) (PFor x e1' e2' p')
| alike_var : forall X x p p',
    (C \/ D -> ~ In x X) ->
    alike X p p' ->
    alike X (PVar x p) (PVar x p').

(** [X] counts as a set, and only where something is exact. *)
Lemma alike_set : forall X p p', alike X p p' ->
  forall Y, (C \/ D -> incl X Y /\ incl Y X) -> alike Y p p'.
Proof.
  induction 1; intros Y HXY.
  - constructor.
  - constructor. intros HD. destruct (H HD) as [He Hx]. destruct HXY; auto.
    split; auto. exact (incl_tran Hx H0).
  - constructor; auto.
  - constructor; auto. intros HC. destruct (H HC) as [He Hx]. destruct HXY; auto.
    split; auto. exact (incl_tran Hx H2).
  - constructor.
    + intros HC. destruct (H HC) as [? [? [H1 H2]]]. destruct HXY as [HX _]; auto.
      repeat split; auto; [exact (incl_tran H1 HX) | exact (incl_tran H2 HX)].
    + apply IHalike. intros HCD. destruct (HXY HCD). split; apply incl_with; assumption.
  - constructor; auto. intros HCD Hx. destruct (HXY HCD) as [_ HYX]. exact (H HCD (HYX _ Hx)).
Qed.

(** [Y] is [X] without [x]. *)
Definition without (x : name) (X Y : list name) : Prop :=
  forall y, In y Y <-> In y X /\ y <> x.

Lemma exact_subst : forall x k X Y e,
  without x X Y -> exact X e -> exact Y (subst_expr x k e).
Proof.
  intros x k X Y e HY He y Hy. apply fv_subst_expr in Hy. apply HY. split; [apply He |]; tauto.
Qed.

Lemma exact_cond_subst : forall x k X Y c,
  without x X Y -> exact_cond X c -> exact_cond Y (subst_cond x k c).
Proof.
  intros x k X Y c HY Hc y Hy. apply fv_subst_cond in Hy. apply HY. split; [apply Hc |]; tauto.
Qed.

(** Under a binder of [x] the variable is another one. *)
Lemma without_shadowed : forall x X Y, without x X Y -> incl (x :: X) (x :: Y) /\ incl (x :: Y) (x :: X).
Proof.
  intros x X Y H. split; intros y [Hy | Hy]; try (left; assumption).
  - destruct (String.eqb_spec x y); [left; assumption | right; apply H; auto].
  - right. apply H. assumption.
Qed.

Lemma without_under : forall x y X Y, x <> y -> without x X Y -> without x (y :: X) (y :: Y).
Proof. intros x y X Y Hne H z. simpl. rewrite (H z). intuition congruence. Qed.

(** One number for [x] in both. *)
Lemma alike_subst : forall X p p', alike X p p' ->
  forall x k Y, without x X Y -> alike Y (subst_protocol x k p) (subst_protocol x k p').
Proof.
  induction 1; intros z k Y HY; simpl.
  - constructor.
  - constructor. intros HD. destruct (H HD) as [He Hx]. subst.
    split; eauto using exact_subst.
  - constructor; eauto.
  - constructor; eauto. intros HC. destruct (H HC) as [He Hx]. subst.
    split; eauto using exact_cond_subst.
  - constructor.
    + intros HC. destruct (H HC) as [? [? [H1 H2]]]. subst.
      repeat split; eauto using exact_subst.
    + destruct (String.eqb_spec z x).
      * subst. eapply alike_set; [eassumption |]. intros _. apply without_shadowed. assumption.
      * apply IHalike. apply without_under; assumption.
  - constructor.
    + intros HCD Hx. apply HY in Hx. destruct Hx as [Hx _]. exact (H HCD Hx).
    + destruct (String.eqb_spec z x).
      * subst. apply alike_set with (X := X); auto. intros HCD. specialize (H HCD). split.
        -- intros y Hy. apply HY. split; auto. congruence.
        -- intros y Hy. apply HY. assumption.
      * apply IHalike. assumption.
Qed.

(** Any two numbers for an [x] that is not in [X]. *)
Lemma alike_var_subst : forall X p p', alike X p p' ->
  forall x k k', (C \/ D -> ~ In x X) -> alike X (subst_protocol x k p) (subst_protocol x k' p').
Proof.
  induction 1; intros z k k' Hz; simpl.
  - constructor.
  - constructor. intros HD. destruct (H HD) as [He Hx]. subst.
    assert (~ In z (fv_expr e')) by (intros Hin; apply Hz; auto).
    rewrite !subst_expr_id by assumption. auto.
  - constructor; auto.
  - constructor; auto. intros HC. destruct (H HC) as [He Hx]. subst.
    assert (~ In z (fv_cond c')) by (intros Hin; apply Hz; auto).
    rewrite !subst_cond_id by assumption. auto.
  - constructor.
    + intros HC. destruct (H HC) as [? [? [H1 H2]]]. subst.
      assert (~ In z (fv_expr e1')) by (intros Hin; apply Hz; auto).
      assert (~ In z (fv_expr e2')) by (intros Hin; apply Hz; auto).
      rewrite !subst_expr_id by assumption. auto.
    + destruct (String.eqb_spec z x); auto.
      apply IHalike. intros HCD [Hx | Hx]; [congruence | exact (Hz HCD Hx)].
  - constructor; auto. destruct (String.eqb_spec z x); auto.
Qed.

(** ** Alike protocols run alike *)

Lemma not_both : forall i e1 e2 l,
  eval i e1 = Some l ->
  decide i (CRel Ge e1 e2) = Some true ->
  decide i (CRel Lt (Num l) e2) = Some true -> False.
Proof.
  intros i e1 e2 l H1 Hge Hlt. simpl in *. rewrite H1 in Hge.
  destruct (eval i e2) as [n |]; try discriminate.
  injection Hge as Hge. injection Hlt as Hlt.
  apply Nat.leb_le in Hge. apply Nat.ltb_lt in Hlt. lia.
Qed.

(** Where the traces of two sequences are given to be equal, those of their parts are. *)
Lemma equal_parts : forall t1 t2 u1 u2,
  C \/ (t1 ;; t2)%trace = (u1 ;; u2)%trace -> (C \/ t1 = u1) /\ (C \/ t2 = u2).
Proof.
  intros t1 t2 u1 u2 [HC | H]; [split; left; assumption |].
  injection H. intros. split; right; assumption.
Qed.

(** What two runs of alike protocols by one thread have in common. Where control is not exact,
    that they make the same choices has to be given. *)
Lemma alike_runs : forall p i P1 t1, runs p i P1 t1 ->
  forall p' P2 t2, alike [] p p' -> runs p' i P2 t2 ->
  C \/ t1 = t2 ->
  t1 = t2 /\ same_up_to_index P1 P2 /\ (D -> same_phase P1 P2).
Proof.
  induction 1 as
    [ x p i k P t Hr IH
    | o A e i j Hj
    | i
    | p1 p2 i P1 P2 t1 t2 Hr1 IH1 Hr2 IH2
    | c p1 p2 i P t Hc Hr IH
    | c p1 p2 i P t Hc Hr IH
    | x e1 e2 p i Hge
    | x e1 e2 p i l P1 P2 t1 t2 Hl Hlt Hr1 IH1 Hr2 IH2 ];
    intros p' Q u Ha Hr' Ht.
  - (* P-VAR *)
    inversion Ha as [| | | | | X y q q' Hx Hq]; subst. inversion Hr'; subst.
    eapply IH; eauto using alike_var_subst.
  - (* P-ACC *)
    inversion Ha as [| X o' A' f f' He | | | |]; subst. inversion Hr'; subst.
    split; [reflexivity |]. split.
    + apply same_up_to_index_one. repeat split.
    + intros HD. destruct (He HD) as [Hef _]. subst.
      replace j0 with j by congruence. apply same_phase_refl.
  - (* P-SKIP *)
    inversion Ha; subst. inversion Hr'; subst.
    auto using same_up_to_index_nil, same_phase_refl.
  - (* P-SEQ *)
    inversion Ha as [| | X q1 q2 q1' q2' Ha1 Ha2 | | |]; subst.
    inversion Hr' as [| | | r1 r2 h Q1 Q2 u1 u2 Hq1 Hq2 | | | |]; subst.
    destruct (equal_parts _ _ _ _ Ht) as [Ht1 Ht2].
    destruct (IH1 _ _ _ Ha1 Hq1 Ht1) as [E1 [I1 S1]].
    destruct (IH2 _ _ _ Ha2 Hq2 Ht2) as [E2 [I2 S2]].
    subst. auto 6 using same_up_to_index_app, same_phase_app.
  - (* P-IF-T *)
    inversion Ha as [| | | X d d' q1 q2 q1' q2' Hd Ha1 Ha2 | |]; subst.
    inversion Hr' as [| | | | d h1 h2 h R v Hd' Hq | d h1 h2 h R v Hd' Hq | |]; subst.
    + destruct (equal_parts _ _ _ _ Ht) as [_ Hv].
      destruct (IH _ _ _ Ha1 Hq Hv) as [E [I S]]. subst. auto.
    + exfalso. destruct Ht as [HC | Ht]; [| discriminate].
      destruct (Hd HC) as [Hdd _]. congruence.
  - (* P-IF-F *)
    inversion Ha as [| | | X d d' q1 q2 q1' q2' Hd Ha1 Ha2 | |]; subst.
    inversion Hr' as [| | | | d h1 h2 h R v Hd' Hq | d h1 h2 h R v Hd' Hq | |]; subst.
    + exfalso. destruct Ht as [HC | Ht]; [| discriminate].
      destruct (Hd HC) as [Hdd _]. congruence.
    + destruct (equal_parts _ _ _ _ Ht) as [_ Hv].
      destruct (IH _ _ _ Ha2 Hq Hv) as [E [I S]]. subst. auto.
  - (* P-FOR-1 *)
    inversion Ha as [| | | | X y f1 f2 f1' f2' q q' Hb Hq |]; subst.
    inversion Hr' as [| | | | | | | y g1 g2 q h l Q1 Q2 u1 u2 Hl Hlt Hq1 Hq2]; subst.
    + auto using same_up_to_index_nil, same_phase_refl.
    + exfalso. destruct Ht as [HC | Ht]; [| discriminate].
      destruct (Hb HC) as [? [? _]]. subst. eauto using not_both.
  - (* P-FOR-2 *)
    inversion Ha as [| | | | X y f1 f2 f1' f2' q q' Hb Hq |]; subst.
    inversion Hr' as [| | | | | | | y g1 g2 q h m Q1 Q2 u1 u2 Hm Hlt' Hq1 Hq2]; subst.
    + exfalso. destruct Ht as [HC | Ht]; [| discriminate].
      destruct (Hb HC) as [? [? _]]. subst. eauto using not_both.
    + assert (l = m).
      { destruct Ht as [HC | Ht]; [| congruence]. destruct (Hb HC) as [? [? _]]. congruence. }
      subst m.
      destruct (equal_parts _ _ _ _ Ht) as [_ Hu].
      destruct (equal_parts _ _ _ _ Hu) as [Hu1 Hu2].
      assert (Hbody : alike [] (subst_protocol x l p) (subst_protocol x l q')).
      { eapply alike_subst; [eassumption |]. intros y. simpl. intuition congruence. }
      assert (Hrest : alike [] (PFor x (Num (l + 1)) e2 p) (PFor x (Num (l + 1)) f2' q')).
      { constructor; auto. intros HC. destruct (Hb HC) as [? [? [? ?]]].
        repeat split; auto. intros y []. }
      destruct (IH1 _ _ _ Hbody Hq1 Hu1) as [E1 [I1 S1]].
      destruct (IH2 _ _ _ Hrest Hq2 Hu2) as [E2 [I2 S2]].
      subst. auto 6 using same_up_to_index_app, same_phase_app.
Qed.

End Alike.
