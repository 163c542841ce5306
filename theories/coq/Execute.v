(** Every outcome of a program, computed.

    A [var] takes the numbers of a list. What is computed are outcomes by the rules, and each outcome
    by the rules is computed from every list that has the numbers that it takes. Instead of
    substituting at once, the functions carry what is to be put for variables, the innermost first:
    so they go by the structure of the program, and a loop by how many iterations are left. *)

From Jaminan Require Export Inference Independence.

(** What stands for variables. *)
Definition environment := list (name * nat).

(** [e] with numbers in the place of variables. *)
Definition close_expr (env : environment) (e : expr) : expr :=
  fold_right (fun b => subst_expr (fst b) (snd b)) e env.
Definition close_cond (env : environment) (c : cond) : cond :=
  fold_right (fun b => subst_cond (fst b) (snd b)) c env.
Definition close (env : environment) (p : protocol) : protocol :=
  fold_right (fun b => subst_protocol (fst b) (snd b)) p env.
Definition close_stmt (env : environment) (s : stmt) : stmt :=
  fold_right (fun b => subst_stmt (fst b) (snd b)) s env.

(** What stands for the other variables, under a binder of [x]. *)
Definition except (x : name) (env : environment) : environment :=
  filter (fun b => negb (String.eqb (fst b) x)) env.

(** Under a binder of [x], which has the number [k]. *)
Definition bind (x : name) (k : nat) (env : environment) : environment := (x, k) :: except x env.

(** [d] iterations from [l] on: [body] for each, put together by [join]. *)
Fixpoint iterations {R : Type} (body : nat -> list R) (join : nat -> R -> R -> R) (last : R)
    (d l : nat) : list R :=
  match d with
  | 0 => [last]
  | S d' => flat_map (fun r => map (join l r) (iterations body join last d' (l + 1))) (body l)
  end.

(** Every [(P, t)] with [p ⇓ᵢ P ▷ t], where each [var] takes a number of [ks]. *)
Fixpoint outcomes (ks : list nat) (env : environment) (p : protocol) (i : nat)
    : list (phase * trace) :=
  match p with
  | PSkip => [([], Tau)]
  | PAcc o A e =>
      match eval i (close_expr env e) with
      | Some j => [([Access i o A j], Tau)]
      | None => []
      end
  | PSeq p1 p2 =>
      flat_map (fun r1 => map (fun r2 => (fst r1 ++ fst r2, snd r1 ;; snd r2)%trace)
        (outcomes ks env p2 i)) (outcomes ks env p1 i)
  | PIf c p1 p2 =>
      match decide i (close_cond env c) with
      | Some true => map (fun r => (fst r, Then ;; snd r)%trace) (outcomes ks env p1 i)
      | Some false => map (fun r => (fst r, Else ;; snd r)%trace) (outcomes ks env p2 i)
      | None => []
      end
  | PFor x e1 e2 q =>
      match eval i (close_expr env e1), eval i (close_expr env e2) with
      | Some l, Some h =>
          iterations (fun l => outcomes ks (bind x l env) q i)
            (fun l r1 r2 => (fst r1 ++ fst r2, Iter x l ;; snd r1 ;; snd r2)%trace)
            ([], Tau) (h - l) l
      | _, _ => []
      end
  | PVar x q => flat_map (fun k => outcomes ks (bind x k env) q i) ks
  end.

(** ** What closing does to each form *)

Lemma close_skip : forall env, close env PSkip = PSkip.
Proof. induction env; simpl; [| rewrite IHenv]; reflexivity. Qed.

Lemma close_acc : forall env o A e, close env (PAcc o A e) = PAcc o A (close_expr env e).
Proof. induction env; intros; simpl; [| rewrite IHenv]; reflexivity. Qed.

Lemma close_seq : forall env p1 p2, close env (PSeq p1 p2) = PSeq (close env p1) (close env p2).
Proof. induction env; intros; simpl; [| rewrite IHenv]; reflexivity. Qed.

Lemma close_if : forall env c p1 p2,
  close env (PIf c p1 p2) = PIf (close_cond env c) (close env p1) (close env p2).
Proof. induction env; intros; simpl; [| rewrite IHenv]; reflexivity. Qed.

Lemma close_var : forall env x q, close env (PVar x q) = PVar x (close (except x env) q).
Proof.
  induction env as [| [y k] env IH]; intros x q; simpl; auto. rewrite IH. simpl.
  destruct (String.eqb y x); reflexivity.
Qed.

Lemma close_for : forall env x e1 e2 q,
  close env (PFor x e1 e2 q) =
  PFor x (close_expr env e1) (close_expr env e2) (close (except x env) q).
Proof.
  induction env as [| [y k] env IH]; intros x e1 e2 q; simpl; auto. rewrite IH. simpl.
  destruct (String.eqb y x); reflexivity.
Qed.

(** ** What is computed is an outcome *)

Lemma ge_of : forall i e1 e2 l h, eval i e1 = Some l -> eval i e2 = Some h ->
  decide i (CRel Ge e1 e2) = Some (h <=? l).
Proof. intros i e1 e2 l h H1 H2. simpl. rewrite H1, H2. reflexivity. Qed.

Lemma lt_of : forall i e2 l h, eval i e2 = Some h ->
  decide i (CRel Lt (Num l) e2) = Some (l <? h).
Proof. intros i e2 l h H. simpl. rewrite H. reflexivity. Qed.

Lemma iterations_sound : forall x q i e2 h body,
  eval i e2 = Some h ->
  (forall l r, In r (body l) -> runs (subst_protocol x l q) i (fst r) (snd r)) ->
  forall d l e1 r, eval i e1 = Some l -> d = h - l ->
  In r (iterations body (fun l r1 r2 => (fst r1 ++ fst r2, Iter x l ;; snd r1 ;; snd r2)%trace)
          ([], Tau) d l) ->
  runs (PFor x e1 e2 q) i (fst r) (snd r).
Proof.
  intros x q i e2 h body Hh Hbody. induction d as [| d IH]; intros l e1 r Hl Hd Hr; simpl in Hr.
  - destruct Hr as [Hr | []]. subst r. apply P_FOR_1. rewrite (ge_of _ _ _ _ _ Hl Hh).
    f_equal. apply Nat.leb_le. lia.
  - apply in_flat_map in Hr. destruct Hr as [r1 [H1 Hr]].
    apply in_map_iff in Hr. destruct Hr as [r2 [E H2]]. subst r. simpl.
    apply P_FOR_2; auto.
    + rewrite (lt_of _ _ _ _ Hh). f_equal. apply Nat.ltb_lt. lia.
    + apply IH with (l := l + 1); auto. lia.
Qed.

Lemma outcomes_sound_in : forall ks p env i r,
  In r (outcomes ks env p i) -> runs (close env p) i (fst r) (snd r).
Proof.
  induction p; intros env i r Hr; simpl in Hr.
  - destruct Hr as [Hr | []]. subst. rewrite close_skip. apply P_SKIP.
  - rewrite close_acc. destruct (eval i (close_expr env e)) eqn:He; [| destruct Hr].
    destruct Hr as [Hr | []]. subst. apply P_ACC. assumption.
  - rewrite close_seq. apply in_flat_map in Hr. destruct Hr as [r1 [H1 Hr]].
    apply in_map_iff in Hr. destruct Hr as [r2 [E H2]]. subst. simpl. apply P_SEQ; auto.
  - rewrite close_if. destruct (decide i (close_cond env c)) as [[|] |] eqn:Hc; [| | destruct Hr].
    + apply in_map_iff in Hr. destruct Hr as [r1 [E H1]]. subst. simpl. apply P_IF_T; auto.
    + apply in_map_iff in Hr. destruct Hr as [r1 [E H1]]. subst. simpl. apply P_IF_F; auto.
  - rewrite close_for.
    destruct (eval i (close_expr env e1)) as [l |] eqn:Hl; [| destruct Hr].
    destruct (eval i (close_expr env e2)) as [h |] eqn:Hh; [| destruct Hr].
    eapply iterations_sound; [exact Hh | | exact Hl | reflexivity | exact Hr].
    intros m r' Hr'. apply (IHp (bind x m env) i r' Hr').
  - rewrite close_var. apply in_flat_map in Hr. destruct Hr as [k [Hk Hr]].
    eapply P_VAR. apply (IHp (bind x k env) i r Hr).
Qed.

Theorem outcomes_sound : forall ks p i P t, In (P, t) (outcomes ks [] p i) -> runs p i P t.
Proof. intros ks p i P t H. apply (outcomes_sound_in ks p [] i (P, t) H). Qed.

(** ** Each outcome is computed *)

Lemma iterations_complete : forall x q i e2 h (body : list nat -> nat -> list (phase * trace)),
  eval i e2 = Some h ->
  (forall l P t, runs (subst_protocol x l q) i P t ->
    exists K, forall ks, incl K ks -> In (P, t) (body ks l)) ->
  forall d l e1 P t, eval i e1 = Some l -> d = h - l ->
  runs (PFor x e1 e2 q) i P t ->
  exists K, forall ks, incl K ks ->
    In (P, t) (iterations (body ks)
      (fun l r1 r2 => (fst r1 ++ fst r2, Iter x l ;; snd r1 ;; snd r2)%trace) ([], Tau) d l).
Proof.
  intros x q i e2 h body Hh Hbody.
  induction d as [| d IH]; intros l e1 P t Hl Hd Hr;
    inversion Hr as [| | | | | | y f1 f2 q' j Hge | y f1 f2 q' j m P1 P2 t1 t2 Hm Hlt Hr1 Hr2]; subst.
  - exists []. intros ks _. simpl. auto.
  - rewrite (lt_of _ _ _ _ Hh) in Hlt. injection Hlt as Hlt. apply Nat.ltb_lt in Hlt.
    replace m with l in * by congruence. lia.
  - rewrite (ge_of _ _ _ _ _ Hl Hh) in Hge. injection Hge as Hge. apply Nat.leb_le in Hge. lia.
  - replace m with l in * by congruence.
    destruct (Hbody l P1 t1 Hr1) as [K1 H1].
    destruct (IH (l + 1) (Num (l + 1)) P2 t2) as [K2 H2]; [reflexivity | lia | assumption |].
    exists (K1 ++ K2). intros ks HK. simpl. apply in_flat_map.
    exists (P1, t1). split; [apply H1; eauto using incl_app_inv, incl_tran, incl_appl, incl_refl |].
    apply in_map_iff. exists (P2, t2). split; [reflexivity |].
    apply H2. eauto using incl_tran, incl_appr, incl_refl.
Qed.

Lemma outcomes_complete_in : forall p env i P t, runs (close env p) i P t ->
  exists K, forall ks, incl K ks -> In (P, t) (outcomes ks env p i).
Proof.
  induction p; intros env i P t Hr.
  - rewrite close_skip in Hr. inversion Hr; subst. exists []. simpl. auto.
  - rewrite close_acc in Hr. inversion Hr as [| o' A' e' j' j Hj | | | | | |]; subst.
    exists []. simpl. rewrite Hj. simpl. auto.
  - rewrite close_seq in Hr. inversion Hr as [| | | q1 q2 j P1 P2 t1 t2 Hr1 Hr2 | | | |]; subst.
    destruct (IHp1 _ _ _ _ Hr1) as [K1 H1], (IHp2 _ _ _ _ Hr2) as [K2 H2].
    exists (K1 ++ K2). intros ks HK. simpl. apply in_flat_map.
    exists (P1, t1). split; [apply H1; eauto using incl_tran, incl_appl, incl_refl |].
    apply in_map_iff. exists (P2, t2). split; [reflexivity |].
    apply H2. eauto using incl_tran, incl_appr, incl_refl.
  - rewrite close_if in Hr.
    inversion Hr as [| | | | c' q1 q2 j Q u Hc Hq | c' q1 q2 j Q u Hc Hq | |]; subst.
    + destruct (IHp1 _ _ _ _ Hq) as [K H]. exists K. intros ks HK. simpl. rewrite Hc.
      apply in_map_iff. exists (P, u). auto.
    + destruct (IHp2 _ _ _ _ Hq) as [K H]. exists K. intros ks HK. simpl. rewrite Hc.
      apply in_map_iff. exists (P, u). auto.
  - rewrite close_for in Hr. simpl.
    destruct (eval i (close_expr env e1)) as [l |] eqn:Hl;
      [destruct (eval i (close_expr env e2)) as [h |] eqn:Hh |].
    + eapply (iterations_complete x (close (except x env) p) i (close_expr env e2) h
        (fun ks l => outcomes ks (bind x l env) p i)); eauto.
    + exfalso. inversion Hr; subst; simpl in *; rewrite ?Hh, ?Hl in *; discriminate.
    + exfalso. inversion Hr; subst; simpl in *; rewrite ?Hl in *; discriminate.
  - rewrite close_var in Hr. inversion Hr as [y q j k Q u Hq | | | | | | |]; subst.
    destruct (IHp (bind x k env) i P t Hq) as [K H].
    exists (k :: K). intros ks HK. simpl. apply in_flat_map. exists k. split.
    + apply HK. left. reflexivity.
    + apply H. intros y Hy. apply HK. right. assumption.
Qed.

(** From every list that has the numbers that the run takes for its [var]s. *)
Theorem outcomes_complete : forall p i P t, runs p i P t ->
  exists K, forall ks, incl K ks -> In (P, t) (outcomes ks [] p i).
Proof. intros p i P t. apply (outcomes_complete_in p []). Qed.

(** ** Control and data independence, decided *)

Fixpoint is_control_independent (X : list name) (p : protocol) : bool :=
  match p with
  | PSkip | PAcc _ _ _ => true
  | PSeq p1 p2 => is_control_independent X p1 && is_control_independent X p2
  | PVar _ q => is_control_independent X q
  | PIf c p1 p2 =>
      subset (fv_cond c) X && is_control_independent X p1 && is_control_independent X p2
  | PFor x e1 e2 q =>
      subset (fv_expr e1 ++ fv_expr e2) X && is_control_independent (x :: X) q
  end.

Fixpoint is_data_independent (X : list name) (p : protocol) : bool :=
  match p with
  | PSkip => true
  | PAcc _ _ e => subset (fv_expr e) X
  | PSeq p1 p2 | PIf _ p1 p2 => is_data_independent X p1 && is_data_independent X p2
  | PVar _ q => is_data_independent X q
  | PFor x e1 e2 q =>
      is_data_independent (if subset (fv_expr e1 ++ fv_expr e2) X then x :: X else X) q
  end.

Theorem control_independent_decided : forall p X,
  is_control_independent X p = true <-> control_independent X p.
Proof.
  induction p; intros X; simpl; rewrite ?andb_true_iff.
  - split; [constructor | reflexivity].
  - split; [constructor | reflexivity].
  - rewrite IHp1, IHp2. split; [intros []; constructor; auto | inversion 1; auto].
  - rewrite subset_spec, IHp1, IHp2.
    split; [intros [[]]; constructor; auto | inversion 1; auto].
  - rewrite exact_bounds, IHp. split; [intros [[]]; constructor; auto | inversion 1; auto].
  - rewrite IHp. split; [constructor; auto | inversion 1; auto].
Qed.

Theorem data_independent_decided : forall p X,
  is_data_independent X p = true <-> data_independent X p.
Proof.
  induction p; intros X; simpl; rewrite ?andb_true_iff.
  - split; [constructor | reflexivity].
  - rewrite subset_spec. split; [constructor; auto | inversion 1; auto].
  - rewrite IHp1, IHp2. split; [intros []; constructor; auto | inversion 1; auto].
  - rewrite IHp1, IHp2. split; [intros []; constructor; auto | inversion 1; auto].
  - rewrite IHp. destruct (subset (fv_expr e1 ++ fv_expr e2) X) eqn:Hb.
    + apply exact_bounds in Hb. split.
      * intros H. apply DI_FOR_I; tauto.
      * inversion 1; subst; tauto.
    + assert (Hn : ~ (exact X e1 /\ exact X e2)).
      { intros H. apply exact_bounds in H. congruence. }
      split; [intros H; apply DI_FOR_D; tauto | inversion 1; subst; tauto].
  - rewrite IHp. split; [constructor; auto | inversion 1; auto].
Qed.
