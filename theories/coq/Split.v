(** A synchronized protocol is free of data races iff every protocol of its split is.
    [L24, §3.1], its reference 15, Theorem 1.

    The split here has a loop with a barrier written out, one iteration after the other: where all
    threads agree on its bounds, they agree on how often it runs. The split of the command keeps such a
    loop, and makes a parameter of its variable. *)

From Jaminan Require Export Protocol.

(** Protocols, and [sync]. *)
Inductive sync_protocol :=
| YSync
| YSkip
| YAcc (o : mode) (A : name) (e : expr)
| YSeq (p1 p2 : sync_protocol)
| YIf (c : cond) (p1 p2 : sync_protocol)
| YFor (x : name) (e1 e2 : expr) (p : sync_protocol)
| YVar (x : name) (p : sync_protocol).

(** Whether a [sync] stands in it. *)
Fixpoint has_sync (p : sync_protocol) : bool :=
  match p with
  | YSync => true
  | YSkip | YAcc _ _ _ => false
  | YSeq p1 p2 | YIf _ p1 p2 => has_sync p1 || has_sync p2
  | YFor _ _ _ q | YVar _ q => has_sync q
  end.

(** The protocol, where none does. *)
Fixpoint plain (p : sync_protocol) : protocol :=
  match p with
  | YSync | YSkip => PSkip
  | YAcc o A e => PAcc o A e
  | YSeq p1 p2 => PSeq (plain p1) (plain p2)
  | YIf c p1 p2 => PIf c (plain p1) (plain p2)
  | YFor x e1 e2 q => PFor x e1 e2 (plain q)
  | YVar x q => PVar x (plain q)
  end.

(** [p[x := k]] *)
Fixpoint subst_sync (x : name) (k : nat) (p : sync_protocol) : sync_protocol :=
  match p with
  | YSync => YSync
  | YSkip => YSkip
  | YAcc o A e => YAcc o A (subst_expr x k e)
  | YSeq p1 p2 => YSeq (subst_sync x k p1) (subst_sync x k p2)
  | YIf c p1 p2 => YIf (subst_cond x k c) (subst_sync x k p1) (subst_sync x k p2)
  | YFor y e1 e2 q =>
      YFor y (subst_expr x k e1) (subst_expr x k e2)
        (if String.eqb x y then q else subst_sync x k q)
  | YVar y q => YVar y (if String.eqb x y then q else subst_sync x k q)
  end.

(** Two lists, the last of the one and the first of the other put together. *)
Fixpoint join_by {A : Type} (glue : A -> A -> A) (xs ys : list A) : list A :=
  match xs with
  | [] => ys
  | x :: xs' =>
      match xs' with
      | [] => match ys with [] => [x] | y :: ys' => glue x y :: ys' end
      | _ => x :: join_by glue xs' ys
      end
  end.

(** [p ⇓ᵢ P₁; …; Pₙ]: the phases of a run of one thread, by the rules of [L24, Fig. 2]. A sequence
    joins the last phase of the one to the first of the other. *)
Inductive phases_run : sync_protocol -> nat -> list phase -> Prop :=
| Y_SYNC : forall i,
    phases_run YSync i [[]; []]
| Y_SKIP : forall i,
    phases_run YSkip i [[]]
| Y_ACC : forall o A e i j,
    eval i e = Some j ->
    phases_run (YAcc o A e) i [[Access i o A j]]
| Y_SEQ : forall p1 p2 i Ps Qs,
    phases_run p1 i Ps ->
    phases_run p2 i Qs ->
    phases_run (YSeq p1 p2) i (join_by (@app access) Ps Qs)
| Y_IF_T : forall c p1 p2 i Ps,
    decide i c = Some true ->
    phases_run p1 i Ps ->
    phases_run (YIf c p1 p2) i Ps
| Y_IF_F : forall c p1 p2 i Ps,
    decide i c = Some false ->
    phases_run p2 i Ps ->
    phases_run (YIf c p1 p2) i Ps
| Y_FOR_1 : forall x e1 e2 p i,
    decide i (CRel Ge e1 e2) = Some true ->
    phases_run (YFor x e1 e2 p) i [[]]
| Y_FOR_2 : forall x e1 e2 p i l Ps Qs,
    eval i e1 = Some l ->
    decide i (CRel Lt (Num l) e2) = Some true ->
    phases_run (subst_sync x l p) i Ps ->
    phases_run (YFor x (Num (l + 1)) e2 p) i Qs ->
    phases_run (YFor x e1 e2 p) i (join_by (@app access) Ps Qs)
| Y_VAR : forall x p i k Ps,
    phases_run (subst_sync x k p) i Ps ->
    phases_run (YVar x p) i Ps.

(** UNIFORM, and the split: what is around a barrier is decided for all threads alike. *)
Inductive splits : sync_protocol -> list protocol -> Prop :=
| split_plain : forall p,
    has_sync p = false ->
    splits p [plain p]
| split_sync :
    splits YSync [PSkip; PSkip]
| split_seq : forall p1 p2 ps qs,
    has_sync (YSeq p1 p2) = true ->
    splits p1 ps ->
    splits p2 qs ->
    splits (YSeq p1 p2) (join_by PSeq ps qs)
| split_if_t : forall c p1 p2 ps,
    has_sync (YIf c p1 p2) = true ->
    (forall i, decide i c = Some true) ->
    splits p1 ps ->
    splits (YIf c p1 p2) ps
| split_if_f : forall c p1 p2 ps,
    has_sync (YIf c p1 p2) = true ->
    (forall i, decide i c = Some false) ->
    splits p2 ps ->
    splits (YIf c p1 p2) ps
| split_for_1 : forall x e1 e2 p,
    has_sync p = true ->
    (forall i, decide i (CRel Ge e1 e2) = Some true) ->
    splits (YFor x e1 e2 p) [PSkip]
| split_for_2 : forall x e1 e2 p l ps qs,
    has_sync p = true ->
    (forall i, eval i e1 = Some l) ->
    (forall i, decide i (CRel Lt (Num l) e2) = Some true) ->
    splits (subst_sync x l p) ps ->
    splits (YFor x (Num (l + 1)) e2 p) qs ->
    splits (YFor x e1 e2 p) (join_by PSeq ps qs)
| split_var : forall x p ps,
    has_sync p = true ->
    splits p ps ->
    splits (YVar x p) (map (PVar x) ps).

(** ** Substitution *)

Lemma plain_subst : forall x k p, plain (subst_sync x k p) = subst_protocol x k (plain p).
Proof. induction p; simpl; try congruence; destruct (String.eqb x x0); congruence. Qed.

Lemma has_sync_subst : forall x k p, has_sync (subst_sync x k p) = has_sync p.
Proof. induction p; simpl; try congruence; destruct (String.eqb x x0); congruence. Qed.

(** What has a value has it whatever is put for a variable. *)
Lemma eval_subst : forall x k i e n, eval i e = Some n -> eval i (subst_expr x k e) = Some n.
Proof.
  induction e; simpl; intros n H; auto; try discriminate.
  destruct (eval i e1); [| discriminate]. destruct (eval i e2); [| discriminate].
  rewrite (IHe1 _ eq_refl), (IHe2 _ eq_refl). assumption.
Qed.

Lemma decide_subst : forall x k i c b, decide i c = Some b -> decide i (subst_cond x k c) = Some b.
Proof.
  induction c; simpl; intros d H; auto.
  - destruct (eval i e1) eqn:H1; [| discriminate]. destruct (eval i e2) eqn:H2; [| discriminate].
    rewrite (eval_subst _ _ _ _ _ H1), (eval_subst _ _ _ _ _ H2). assumption.
  - destruct (decide i c1) as [[|] |]; try discriminate; rewrite (IHc1 _ eq_refl); auto.
  - destruct (decide i c1) as [[|] |]; try discriminate; rewrite (IHc1 _ eq_refl); auto.
  - destruct (decide i c); [| discriminate]. rewrite (IHc _ eq_refl). assumption.
Qed.

(** Two numbers for one variable: the first counts. *)
Lemma subst_expr_same : forall x k l e, subst_expr x k (subst_expr x l e) = subst_expr x l e.
Proof.
  induction e; simpl; try congruence.
  destruct (String.eqb_spec x x0); simpl; [reflexivity |].
  destruct (String.eqb_spec x x0); congruence.
Qed.

Lemma subst_cond_same : forall x k l c, subst_cond x k (subst_cond x l c) = subst_cond x l c.
Proof. induction c; simpl; f_equal; auto using subst_expr_same. Qed.

Lemma subst_sync_same : forall x k l p, subst_sync x k (subst_sync x l p) = subst_sync x l p.
Proof.
  induction p; simpl; f_equal; auto using subst_expr_same, subst_cond_same.
  - destruct (String.eqb x x0); auto.
  - destruct (String.eqb x x0); auto.
Qed.

(** Numbers for two variables: in either order. *)
Lemma subst_expr_swap : forall x k y l e, x <> y ->
  subst_expr x k (subst_expr y l e) = subst_expr y l (subst_expr x k e).
Proof.
  intros x k y l e Hxy. induction e; simpl; try congruence.
  destruct (String.eqb_spec y x0), (String.eqb_spec x x0); subst; simpl; try congruence.
  - rewrite String.eqb_refl. reflexivity.
  - rewrite String.eqb_refl. reflexivity.
  - destruct (String.eqb_spec x x0), (String.eqb_spec y x0); congruence.
Qed.

Lemma subst_cond_swap : forall x k y l c, x <> y ->
  subst_cond x k (subst_cond y l c) = subst_cond y l (subst_cond x k c).
Proof. intros x k y l c Hxy. induction c; simpl; f_equal; auto using subst_expr_swap. Qed.

Lemma subst_sync_swap : forall x k y l p, x <> y ->
  subst_sync x k (subst_sync y l p) = subst_sync y l (subst_sync x k p).
Proof.
  intros x k y l p Hxy. induction p; simpl; f_equal; auto using subst_expr_swap, subst_cond_swap.
  - destruct (String.eqb x x0), (String.eqb y x0); auto.
  - destruct (String.eqb x x0), (String.eqb y x0); auto.
Qed.

Lemma map_join : forall (f : protocol -> protocol),
  (forall p q, f (PSeq p q) = PSeq (f p) (f q)) ->
  forall ps qs, map f (join_by PSeq ps qs) = join_by PSeq (map f ps) (map f qs).
Proof.
  intros f Hf. induction ps as [| p ps IH]; intros qs; simpl; auto.
  destruct ps as [| p' ps]; [destruct qs; simpl; [| rewrite Hf]; reflexivity |].
  simpl in *. rewrite IH. reflexivity.
Qed.

(** The split of an instance is the instance of the split. *)
Lemma splits_subst : forall p ps, splits p ps ->
  forall x k, splits (subst_sync x k p) (map (subst_protocol x k) ps).
Proof.
  induction 1; intros z k; simpl.
  - rewrite <- plain_subst. apply split_plain. rewrite has_sync_subst. assumption.
  - apply split_sync.
  - rewrite map_join by reflexivity. apply split_seq; auto. simpl in *. rewrite !has_sync_subst. assumption.
  - apply split_if_t; auto using decide_subst. simpl in *. rewrite !has_sync_subst. assumption.
  - apply split_if_f; auto using decide_subst. simpl in *. rewrite !has_sync_subst. assumption.
  - apply split_for_1.
    + destruct (String.eqb z x); rewrite ?has_sync_subst; assumption.
    + intros i. apply (decide_subst z k i (CRel Ge e1 e2)). auto.
  - rewrite map_join by reflexivity. apply split_for_2 with (l := l).
    + destruct (String.eqb z x); rewrite ?has_sync_subst; assumption.
    + intros i. apply eval_subst. auto.
    + intros i. apply (decide_subst z k i (CRel Lt (Num l) e2)). auto.
    + specialize (IHsplits1 z k). destruct (String.eqb_spec z x).
      * subst. rewrite subst_sync_same in IHsplits1. assumption.
      * rewrite subst_sync_swap in IHsplits1 by assumption. assumption.
    + apply (IHsplits2 z k).
  - rewrite map_map. simpl. destruct (String.eqb z x); [apply split_var; assumption |].
    rewrite <- (map_map (subst_protocol z k) (PVar x)). apply split_var; auto.
    rewrite has_sync_subst. assumption.
Qed.

(** ** Each phase of a run is one of a protocol of the split *)

Definition makes (i : nat) (p : protocol) (P : phase) : Prop := exists t, runs p i P t.

Lemma plain_phases : forall p i Ps, phases_run p i Ps -> has_sync p = false ->
  exists P, Ps = [P] /\ makes i (plain p) P.
Proof.
  unfold makes. induction 1; simpl; intros Hs; try discriminate.
  - exists []. eauto using P_SKIP.
  - exists [Access i o A j]. eauto using P_ACC.
  - apply orb_false_elim in Hs. destruct Hs as [Hs1 Hs2].
    destruct (IHphases_run1 Hs1) as [P [E [t Ht]]], (IHphases_run2 Hs2) as [Q [F [u Hu]]]. subst.
    exists (P ++ Q). eauto using P_SEQ.
  - apply orb_false_elim in Hs. destruct Hs as [Hs1 Hs2].
    destruct (IHphases_run Hs1) as [P [E [t Ht]]]. subst. exists P. eauto using P_IF_T.
  - apply orb_false_elim in Hs. destruct Hs as [Hs1 Hs2].
    destruct (IHphases_run Hs2) as [P [E [t Ht]]]. subst. exists P. eauto using P_IF_F.
  - exists []. eauto using P_FOR_1.
  - rewrite has_sync_subst in IHphases_run1.
    destruct (IHphases_run1 Hs) as [P [E [t Ht]]], (IHphases_run2 Hs) as [Q [F [u Hu]]]. subst.
    rewrite plain_subst in Ht. exists (P ++ Q). eauto using P_FOR_2.
  - rewrite has_sync_subst in IHphases_run. destruct (IHphases_run Hs) as [P [E [t Ht]]]. subst.
    rewrite plain_subst in Ht. exists P. eauto using P_VAR.
Qed.

Lemma makes_join : forall i ps Ps qs Qs,
  Forall2 (makes i) ps Ps -> Forall2 (makes i) qs Qs ->
  Forall2 (makes i) (join_by PSeq ps qs) (join_by (@app access) Ps Qs).
Proof.
  intros i ps Ps qs Qs H. revert qs Qs.
  induction H as [| p P ps Ps Hp Hps IH]; intros qs Qs HQ; simpl; auto.
  destruct Hps as [| p' P' ps Ps Hp' Hps].
  - destruct HQ as [| q Q qs Qs [u Hu] HQ]; [auto |].
    destruct Hp as [t Ht]. constructor; auto. exists (t ;; u)%trace. apply P_SEQ; assumption.
  - constructor; auto.
Qed.

Lemma makes_var : forall i x k ps Ps,
  Forall2 (makes i) (map (subst_protocol x k) ps) Ps -> Forall2 (makes i) (map (PVar x) ps) Ps.
Proof.
  intros i x k. induction ps as [| p ps IH]; intros Ps H; inversion H as [| q P qs Qs [t Ht] Hq]; subst;
    simpl; constructor; auto. exists t. eapply P_VAR. eassumption.
Qed.

Lemma phases_of_split : forall p i Ps, phases_run p i Ps ->
  forall ps, splits p ps -> Forall2 (makes i) ps Ps.
Proof.
  assert (alone : forall p i Ps, has_sync p = false -> phases_run p i Ps ->
    Forall2 (makes i) [plain p] Ps).
  { intros p i Ps Hs H. destruct (plain_phases _ _ _ H Hs) as [P [E HP]]. subst. auto. }
  induction 1; intros ps Hs; inversion Hs; subst; try discriminate;
    try (apply alone; eauto using phases_run; fail).
  - (* Y-SYNC *) repeat constructor; exists Tau; apply P_SKIP.
  - (* Y-SEQ *) apply makes_join; auto.
  - (* Y-IF-T *) auto.
  - match goal with D : forall i, decide i c = Some false |- _ => specialize (D i) end. congruence.
  - match goal with D : forall i, decide i c = Some true |- _ => specialize (D i) end. congruence.
  - (* Y-IF-F *) auto.
  - (* Y-FOR-1 *) repeat constructor. exists Tau. apply P_SKIP.
  - match goal with L : forall i, decide i (CRel Lt _ _) = _, E : forall i, eval i _ = _ |- _ =>
      specialize (L i); specialize (E i) end.
    exfalso. simpl in *. destruct (eval i e1); [| discriminate]. destruct (eval i e2); [| discriminate].
    repeat match goal with E : Some _ = Some _ |- _ => injection E as E end. subst.
    match goal with A : (_ <=? _) = true, B : (_ <? _) = true |- _ =>
      apply Nat.leb_le in A; apply Nat.ltb_lt in B; lia end.
  - match goal with G : forall i, decide i (CRel Ge _ _) = _ |- _ => specialize (G i) end.
    exfalso. simpl in *. destruct (eval i e1); [| discriminate]. destruct (eval i e2); [| discriminate].
    repeat match goal with E : Some _ = Some _ |- _ => injection E as E end. subst.
    match goal with A : (_ <=? _) = true, B : (_ <? _) = true |- _ =>
      apply Nat.leb_le in A; apply Nat.ltb_lt in B; lia end.
  - (* Y-FOR-2 *)
    match goal with E : forall i, eval i e1 = Some ?m |- _ =>
      specialize (E i); replace m with l in * by congruence end.
    apply makes_join; auto.
  - (* Y-VAR *) apply makes_var with (k := k). apply IHphases_run, splits_subst. assumption.
Qed.

(** ** Races *)

(** Two threads race in one phase. *)
Definition racy_phases (p : sync_protocol) : Prop :=
  exists i j Ps Qs n P Q a b,
    phases_run p i Ps /\ phases_run p j Qs /\
    nth_error Ps n = Some P /\ nth_error Qs n = Some Q /\
    In a P /\ In b Q /\ races a b.

(** Two threads race in a protocol without barriers. *)
Definition racy_protocol (p : protocol) : Prop :=
  exists i j P Q a b, makes i p P /\ makes j p Q /\ In a P /\ In b Q /\ races a b.

Lemma nth_makes : forall i ps Ps, Forall2 (makes i) ps Ps ->
  forall n P, nth_error Ps n = Some P -> exists p, nth_error ps n = Some p /\ makes i p P.
Proof.
  induction 1 as [| p Q ps Ps Hp H IH]; intros n P Hn; destruct n; simpl in *; try discriminate.
  - injection Hn as Hn. subst. eauto.
  - auto.
Qed.

(** liew2024/split, of the split that is written out, from the split to the whole: where no protocol
    of the split is racy, the protocol is not. *)
Theorem split_sound : forall p ps,
  splits p ps ->
  racy_phases p -> exists q, In q ps /\ racy_protocol q.
Proof.
  intros p ps Hs [i [j [Ps [Qs [n [P [Q [a [b [Hi [Hj [HP [HQ [Ha [Hb Hr]]]]]]]]]]]]]]].
  destruct (nth_makes _ _ _ (phases_of_split _ _ _ Hi _ Hs) _ _ HP) as [q [Hq Mi]].
  destruct (nth_makes _ _ _ (phases_of_split _ _ _ Hj _ Hs) _ _ HQ) as [q' [Hq' Mj]].
  assert (q' = q) by congruence. subst q'.
  exists q. split; [eapply nth_error_In; eassumption |].
  exists i, j, P, Q, a, b. auto 8.
Qed.
