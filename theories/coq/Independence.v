(** Control and data independence, and the approximating binders. [L24, Figs. 4 and 7] *)

From Jaminan Require Export Protocol.

(** [X ⊢ e] and [X ⊢ c]: the free variables are in [X]. *)
Definition exact (X : list name) (e : expr) : Prop := incl (fv_expr e) X.
Definition exact_cond (X : list name) (c : cond) : Prop := incl (fv_cond c) X.

(** [X ⊢CI p]: no approximated variable decides what runs. *)
Inductive control_independent : list name -> protocol -> Prop :=
| CI_SKIP : forall X,
    control_independent X PSkip
| CI_ACC : forall X o A e,
    control_independent X (PAcc o A e)
| CI_SEQ : forall X p1 p2,
    control_independent X p1 ->
    control_independent X p2 ->
    (* ------------------------------ *)
    control_independent X (PSeq p1 p2)
| CI_VAR : forall X x p,
    control_independent X p ->
    (* ------------------------------ *)
    control_independent X (PVar x p)
| CI_IF : forall X c p1 p2,
    exact_cond X c ->
    control_independent X p1 ->
    control_independent X p2 ->
    (* ------------------------------ *)
    control_independent X (PIf c p1 p2)
| CI_FOR : forall X x e1 e2 p,
    exact X e1 ->
    exact X e2 ->
    control_independent (x :: X) p ->
    (* ------------------------------ *)
    control_independent X (PFor x e1 e2 p).

(** [X ⊢DI p]: no approximated variable decides which cell is accessed. *)
Inductive data_independent : list name -> protocol -> Prop :=
| DI_SKIP : forall X,
    data_independent X PSkip
| DI_ACC : forall X o A e,
    exact X e ->
    (* ------------------------------ *)
    data_independent X (PAcc o A e)
| DI_SEQ : forall X p1 p2,
    data_independent X p1 ->
    data_independent X p2 ->
    (* ------------------------------ *)
    data_independent X (PSeq p1 p2)
| DI_VAR : forall X x p,
    data_independent X p ->
    (* ------------------------------ *)
    data_independent X (PVar x p)
| DI_IF : forall X c p1 p2,
    data_independent X p1 ->
    data_independent X p2 ->
    (* ------------------------------ *)
    data_independent X (PIf c p1 p2)
| DI_FOR_I : forall X x e1 e2 p,
    exact X e1 ->
    exact X e2 ->
    data_independent (x :: X) p ->
    (* ------------------------------ *)
    data_independent X (PFor x e1 e2 p)
| DI_FOR_D : forall X x e1 e2 p,
    ~ (exact X e1 /\ exact X e2) ->
    data_independent X p ->
    (* ------------------------------ *)
    data_independent X (PFor x e1 e2 p).

(** ** The approximating binders *)

(** [x ∈ X], decided. *)
Definition mem (x : name) (X : list name) : bool := existsb (String.eqb x) X.

(** [Y ∖ X] *)
Definition minus (Y X : list name) : list name := filter (fun y => negb (mem y X)) Y.

(** [Y ⊆ X], decided. *)
Definition subset (Y X : list name) : bool := forallb (fun y => mem y X) Y.

(** [(X₁, Y₁) + (X₂, Y₂)] *)
Definition join (a b : list name * list name) : list name * list name :=
  (fst a ++ fst b, snd a ++ snd b).

(** [aa(X, p)]: the binders that control depends on, and those that indices depend on. *)
Fixpoint aa (X : list name) (p : protocol) : list name * list name :=
  match p with
  | PSkip => ([], [])
  | PAcc _ _ e => ([], minus (fv_expr e) X)
  | PSeq p1 p2 => join (aa X p1) (aa X p2)
  | PVar _ q => aa X q
  | PIf c p1 p2 => join (minus (fv_cond c) X, []) (join (aa X p1) (aa X p2))
  | PFor x e1 e2 q =>
      let bounds := fv_expr e1 ++ fv_expr e2 in
      join (minus bounds X, []) (aa (if subset bounds X then x :: X else X) q)
  end.

Lemma mem_spec : forall x X, mem x X = true <-> In x X.
Proof.
  intros x X. unfold mem. rewrite existsb_exists. split.
  - intros [y [Hy He]]. apply String.eqb_eq in He. subst. exact Hy.
  - intros H. exists x. rewrite String.eqb_refl. auto.
Qed.

Lemma subset_spec : forall Y X, subset Y X = true <-> incl Y X.
Proof.
  intros Y X. unfold subset. rewrite forallb_forall. unfold incl.
  setoid_rewrite mem_spec. reflexivity.
Qed.

Lemma minus_nil : forall Y X, minus Y X = [] <-> incl Y X.
Proof.
  unfold minus, incl. induction Y as [| y Y IH]; simpl; intros X.
  - split; [intros _ a [] | reflexivity].
  - destruct (mem y X) eqn:Hy; simpl.
    + apply mem_spec in Hy. rewrite IH. split; intros H a; auto.
      intros [Ha | Ha]; subst; auto.
    + split; [discriminate |]. intros H. exfalso.
      assert (mem y X = true) by (apply mem_spec; auto). congruence.
Qed.

Lemma exact_bounds : forall X e1 e2,
  subset (fv_expr e1 ++ fv_expr e2) X = true <-> exact X e1 /\ exact X e2.
Proof.
  intros X e1 e2. rewrite subset_spec. unfold exact. split.
  - intros H. split; intros a Ha; apply H, in_app_iff; auto.
  - intros [H1 H2]. apply incl_app; assumption.
Qed.

(** ** [aa] agrees with the judgments *)

(** liew2024/aa, its first half *)
Theorem aa_control : forall p X, control_independent X p <-> fst (aa X p) = [].
Proof.
  assert (app_nil : forall Y Z : list name, Y ++ Z = [] <-> Y = [] /\ Z = []).
  { intros Y Z. split; [apply app_eq_nil | intros [H1 H2]; subst; reflexivity]. }
  induction p; intros X; simpl.
  - split; [reflexivity | constructor].
  - split; [reflexivity | constructor].
  - rewrite app_nil, <- IHp1, <- IHp2. split.
    + inversion 1; auto.
    + intros [H1 H2]. constructor; auto.
  - rewrite !app_nil, minus_nil, <- IHp1, <- IHp2. split.
    + inversion 1; auto.
    + intros [Hc [H1 H2]]. constructor; auto.
  - rewrite app_nil, minus_nil, <- subset_spec, exact_bounds. split.
    + inversion 1; subst. split; auto.
      destruct (exact_bounds X e1 e2) as [_ Hb]. rewrite Hb by auto. apply IHp. assumption.
    + intros [[H1 H2] H].
      destruct (exact_bounds X e1 e2) as [_ Hb]. rewrite Hb in H by auto.
      constructor; auto. apply IHp. assumption.
  - rewrite <- IHp. split; [inversion 1; auto | constructor; auto].
Qed.

(** liew2024/aa, its second half *)
Theorem aa_data : forall p X, data_independent X p <-> snd (aa X p) = [].
Proof.
  assert (app_nil : forall Y Z : list name, Y ++ Z = [] <-> Y = [] /\ Z = []).
  { intros Y Z. split; [apply app_eq_nil | intros [H1 H2]; subst; reflexivity]. }
  induction p; intros X; simpl.
  - split; [reflexivity | constructor].
  - rewrite minus_nil. split; [inversion 1; auto | constructor; auto].
  - rewrite app_nil, <- IHp1, <- IHp2. split.
    + inversion 1; auto.
    + intros [H1 H2]. constructor; auto.
  - rewrite app_nil, <- IHp1, <- IHp2. split.
    + inversion 1; auto.
    + intros [H1 H2]. constructor; auto.
  - destruct (subset (fv_expr e1 ++ fv_expr e2) X) eqn:Hb.
    + apply exact_bounds in Hb. rewrite <- IHp. split.
      * inversion 1; subst; tauto.
      * intros H. apply DI_FOR_I; tauto.
    + assert (Hn : ~ (exact X e1 /\ exact X e2)).
      { intros H. apply exact_bounds in H. congruence. }
      rewrite <- IHp. split.
      * inversion 1; subst; tauto.
      * intros H. apply DI_FOR_D; tauto.
  - rewrite <- IHp. split; [inversion 1; auto | constructor; auto].
Qed.

(** ** Weakening *)

Lemma incl_with : forall (x : name) X Y, incl X Y -> incl (x :: X) (x :: Y).
Proof. intros x X Y H a [Ha | Ha]; [left | right]; auto. Qed.

(** liew2024/weakening, of CI *)
Theorem weaken_control : forall X p, control_independent X p ->
  forall Y, incl X Y -> control_independent Y p.
Proof.
  induction 1; intros Y HY; constructor; auto using incl_with.
  - exact (incl_tran H HY).
  - exact (incl_tran H HY).
  - exact (incl_tran H0 HY).
Qed.

(** liew2024/weakening, of DI. What DI-FOR-D derives of a loop may be derived by DI-FOR-I of the
    larger set. *)
Theorem weaken_data : forall X p, data_independent X p ->
  forall Y, incl X Y -> data_independent Y p.
Proof.
  induction 1; intros Y HY; try (constructor; auto; fail).
  - constructor. exact (incl_tran H HY).
  - apply DI_FOR_I; [exact (incl_tran H HY) | exact (incl_tran H0 HY) | auto using incl_with].
  - destruct (subset (fv_expr e1 ++ fv_expr e2) Y) eqn:Hb.
    + apply exact_bounds in Hb. destruct Hb. apply DI_FOR_I; auto using incl_tl.
    + apply DI_FOR_D; auto. intros He. apply exact_bounds in He. congruence.
Qed.
