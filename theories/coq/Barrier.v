(** Barriers: the rules [B-*], and how the phases of a program follow each other.
    ("Barriers" in the calculi.)

    Not in the papers, which speak of the phases of a program but not of what runs in them: each rule
    is the rule of [steps] with a barrier in one premise. A [sync] keeps to a layer of its own, so
    that the calculus of [L24] stays as it is printed. *)

From Jaminan Require Export Program Soundness.
From Coq Require Import Permutation.

(** Statements, and [sync]. *)
Inductive bstmt :=
| BSync
| BSkip
| BWrite (A : name) (e1 e2 : expr)
| BRead (x A : name) (e : expr) (s : bstmt)
| BSeq (s1 s2 : bstmt)
| BIf (c : cond) (s1 s2 : bstmt)
| BFor (x : name) (e1 e2 : expr) (s : bstmt)
| BVar (x : name) (s : bstmt).

(** Whether a [sync] stands in [s]. *)
Fixpoint synchronizes (s : bstmt) : bool :=
  match s with
  | BSync => true
  | BSkip | BWrite _ _ _ => false
  | BRead _ _ _ r | BFor _ _ _ r | BVar _ r => synchronizes r
  | BSeq s1 s2 | BIf _ s1 s2 => synchronizes s1 || synchronizes s2
  end.

(** The statement of Jaminan that runs where no barrier is waited for. *)
Fixpoint erase (s : bstmt) : stmt :=
  match s with
  | BSync | BSkip => SSkip
  | BWrite A e1 e2 => SWrite A e1 e2
  | BRead x A e r => SRead x A e (erase r)
  | BSeq s1 s2 => SSeq (erase s1) (erase s2)
  | BIf c s1 s2 => SIf c (erase s1) (erase s2)
  | BFor x e1 e2 r => SFor x e1 e2 (erase r)
  | BVar x r => SVar x (erase r)
  end.

(** [s[x := k]] *)
Fixpoint subst_bstmt (x : name) (k : nat) (s : bstmt) : bstmt :=
  match s with
  | BSync => BSync
  | BSkip => BSkip
  | BWrite A e1 e2 => BWrite A (subst_expr x k e1) (subst_expr x k e2)
  | BRead y A e r =>
      BRead y A (subst_expr x k e) (if String.eqb x y then r else subst_bstmt x k r)
  | BSeq s1 s2 => BSeq (subst_bstmt x k s1) (subst_bstmt x k s2)
  | BIf c s1 s2 => BIf (subst_cond x k c) (subst_bstmt x k s1) (subst_bstmt x k s2)
  | BFor y e1 e2 r =>
      BFor y (subst_expr x k e1) (subst_expr x k e2)
        (if String.eqb x y then r else subst_bstmt x k r)
  | BVar y r => BVar y (if String.eqb x y then r else subst_bstmt x k r)
  end.

(** [s[x := l] ; for x in l+1..e₂ {s}] *)
Definition iteration (x : name) (l : nat) (e2 : expr) (s : bstmt) : bstmt :=
  BSeq (subst_bstmt x l s) (BFor x (Num (l + 1)) e2 s).

(** What a thread has left to run after a barrier: nothing where it came to its end. *)
Definition rest := option bstmt.

(** [M, s ⇓ᵢ M', P ▷ t | r]: one phase of a synchronized program. From memory [M], thread [i] runs
    [s] up to the first barrier, [r] being what it runs after it; or to its end. *)
Inductive reaches : store -> bstmt -> nat -> store -> phase -> trace -> rest -> Prop :=
| B_END : forall M s i M' P t,
    synchronizes s = false ->
    steps M (erase s) i M' P t ->
    (* ------------------------------ *)
    reaches M s i M' P t None
| B_SYNC : forall M i,
    reaches M BSync i [] [] Tau (Some BSkip)
| B_VAR : forall M x s i k M' P t r,
    synchronizes s = true ->
    reaches M (subst_bstmt x k s) i M' P t r ->
    (* ------------------------------ *)
    reaches M (BVar x s) i M' P t r
| B_READ : forall M x A e s i j k M' P t r,
    synchronizes s = true ->
    eval i e = Some j ->
    lookup M A j = k ->
    reaches M (subst_bstmt x k s) i M' P t r ->
    (* ------------------------------ *)
    reaches M (BRead x A e s) i M' (Access i Rd A j :: P) (Tau ;; t) r
| B_SEQ_1 : forall M s1 s2 i M' P t r,
    synchronizes s1 = true ->
    reaches M s1 i M' P t (Some r) ->
    (* ------------------------------ *)
    reaches M (BSeq s1 s2) i M' P t (Some (BSeq r s2))
| B_SEQ_2 : forall M s1 s2 i M1 M2 P1 P2 t1 t2 r,
    synchronizes (BSeq s1 s2) = true ->
    reaches M s1 i M1 P1 t1 None ->
    reaches (merge M M1) s2 i M2 P2 t2 r ->
    (* ------------------------------ *)
    reaches M (BSeq s1 s2) i (merge M1 M2) (P1 ++ P2) (t1 ;; t2) r
| B_IF_T : forall M c s1 s2 i M' P t r,
    synchronizes (BSeq s1 s2) = true ->
    decide i c = Some true ->
    reaches M s1 i M' P t r ->
    (* ------------------------------ *)
    reaches M (BIf c s1 s2) i M' P (Then ;; t) r
| B_IF_F : forall M c s1 s2 i M' P t r,
    synchronizes (BSeq s1 s2) = true ->
    decide i c = Some false ->
    reaches M s2 i M' P t r ->
    (* ------------------------------ *)
    reaches M (BIf c s1 s2) i M' P (Else ;; t) r
| B_FOR_1 : forall M x e1 e2 s i,
    synchronizes s = true ->
    decide i (CRel Ge e1 e2) = Some true ->
    (* ------------------------------ *)
    reaches M (BFor x e1 e2 s) i [] [] Tau None
| B_FOR_2 : forall M x e1 e2 s i l M' P t r,
    synchronizes s = true ->
    eval i e1 = Some l ->
    decide i (CRel Lt (Num l) e2) = Some true ->
    reaches M (iteration x l e2 s) i M' P t r ->
    (* ------------------------------ *)
    reaches M (BFor x e1 e2 s) i M' P (Iter x l ;; t) r.

(** What all threads wrote in a phase: their updates, one after the other. *)
Definition written (order : list nat) (U : nat -> store) (M : store) : store :=
  fold_left (fun N i => merge N (U i)) order M.

(** The phases of a program that the threads [T] run: in each they start from the same memory. The
    next phase starts from what all of them wrote, in any order where two wrote one cell. All
    threads end in one phase, or none does. *)
Inductive phases (T : list nat) : store -> (nat -> bstmt) -> list (nat -> phase) -> Prop :=
| phases_end : forall M s U P t,
    (forall i, In i T -> reaches M (s i) i (U i) (P i) (t i) None) ->
    phases T M s [P]
| phases_next : forall M s s' U P t order Ps,
    (forall i, In i T -> reaches M (s i) i (U i) (P i) (t i) (Some (s' i))) ->
    Permutation order T ->
    phases T (written order U M) s' Ps ->
    phases T M s (P :: Ps).

(** A joint race: two threads race in one phase. *)
Definition joint_race (T : list nat) (M : store) (s : bstmt) : Prop :=
  exists Ps P i j a b,
    phases T M (fun _ => s) Ps /\ In P Ps /\ In i T /\ In j T /\
    In a (P i) /\ In b (P j) /\ races a b.

(** ** The rules agree with those of a program without barriers *)

Lemma erase_subst : forall x k s, erase (subst_bstmt x k s) = subst_stmt x k (erase s).
Proof.
  induction s; simpl; try congruence; destruct (String.eqb x x0); congruence.
Qed.

Lemma synchronizes_subst : forall x k s, synchronizes (subst_bstmt x k s) = synchronizes s.
Proof.
  induction s; simpl; try congruence; destruct (String.eqb x x0); congruence.
Qed.

(** A program without barriers has one phase, which is its run. *)
Theorem without_barriers : forall M s i M' P t r, synchronizes s = false ->
  (reaches M s i M' P t r <-> r = None /\ steps M (erase s) i M' P t).
Proof.
  intros M s i M' P t r Hs. split.
  - intros H. inversion H; subst; simpl in Hs; rewrite ?Hs in *; try discriminate; auto;
      apply orb_false_elim in Hs; destruct Hs; simpl in *;
      match goal with E : (?a || ?b)%bool = true |- _ => rewrite orb_true_iff in E; destruct E | _ => idtac end;
      congruence.
  - intros [Hr H]. subst. apply B_END; assumption.
Qed.

(** A thread that comes to its end has waited for nobody. *)
Lemma reaches_end : forall M s i M' P t r, reaches M s i M' P t r -> r = None ->
  exists u, steps M (erase s) i M' P u.
Proof.
  induction 1; intros E; subst; try discriminate; simpl.
  - eauto.
  - destruct (IHreaches eq_refl) as [u Hu]. rewrite erase_subst in Hu. eauto using S_VAR.
  - destruct (IHreaches eq_refl) as [u Hu]. rewrite erase_subst in Hu. eauto using S_READ.
  - destruct (IHreaches1 eq_refl) as [u Hu], (IHreaches2 eq_refl) as [v Hv]. eauto using S_SEQ.
  - destruct (IHreaches eq_refl) as [u Hu]. eauto using S_IF_T.
  - destruct (IHreaches eq_refl) as [u Hu]. eauto using S_IF_F.
  - eauto using S_FOR_1.
  - destruct (IHreaches eq_refl) as [u Hu]. simpl in Hu. rewrite erase_subst in Hu.
    inversion Hu; subst. eauto using S_FOR_2.
Qed.

Lemma seq_parts : forall M s1 s2 i U P t, steps M (SSeq s1 s2) i U P t ->
  exists U1 U2 P1 P2 t1 t2,
    U = merge U1 U2 /\ P = P1 ++ P2 /\
    steps M s1 i U1 P1 t1 /\ steps (merge M U1) s2 i U2 P2 t2.
Proof. intros M s1 s2 i U P t H. inversion H; subst. eauto 12. Qed.

(** What a thread does up to a barrier and then, from what it wrote, after it, it does at once where
    there is no barrier. *)
Lemma reaches_and_on : forall M s i M1 P1 t r, reaches M s i M1 P1 t r ->
  forall s', r = Some s' ->
  forall M2 P2 u, steps (merge M M1) (erase s') i M2 P2 u ->
  exists v, steps M (erase s) i (merge M1 M2) (P1 ++ P2) v.
Proof.
  induction 1; intros s' E N Q u Hu; try discriminate; simpl.
  - (* B-SYNC *)
    injection E as E. subst. inversion Hu; subst. exists Tau. apply S_SKIP.
  - (* B-VAR *)
    destruct (IHreaches _ E _ _ _ Hu) as [v Hv]. rewrite erase_subst in Hv. eauto using S_VAR.
  - (* B-READ *)
    destruct (IHreaches _ E _ _ _ Hu) as [v Hv]. rewrite erase_subst in Hv.
    exists (Tau ;; v)%trace. apply S_READ with (k := k); auto.
  - (* B-SEQ-1 *)
    injection E as E. subst. simpl in Hu.
    inversion Hu as [| | | | N' c1 c2 h N1 N2 Q1 Q2 u1 u2 Hu1 Hu2 | | | |]; subst.
    destruct (IHreaches _ eq_refl _ _ _ Hu1) as [v Hv].
    rewrite merge_assoc in Hu2.
    exists (v ;; u2)%trace. rewrite <- merge_assoc, app_assoc. apply S_SEQ; assumption.
  - (* B-SEQ-2 *)
    destruct (reaches_end _ _ _ _ _ _ _ H0 eq_refl) as [v1 Hv1].
    rewrite <- merge_assoc in Hu.
    destruct (IHreaches2 _ E _ _ _ Hu) as [v2 Hv2].
    exists (v1 ;; v2)%trace. rewrite merge_assoc, <- app_assoc. apply S_SEQ; assumption.
  - (* B-IF-T *)
    destruct (IHreaches _ E _ _ _ Hu) as [v Hv]. eauto using S_IF_T.
  - (* B-IF-F *)
    destruct (IHreaches _ E _ _ _ Hu) as [v Hv]. eauto using S_IF_F.
  - (* B-FOR-2 *)
    destruct (IHreaches _ E _ _ _ Hu) as [v Hv]. simpl in Hv. rewrite erase_subst in Hv.
    destruct (seq_parts _ _ _ _ _ _ _ Hv) as [N1 [N2 [Q1 [Q2 [u1 [u2 [E1 [E2 [Hu1 Hu2]]]]]]]]].
    rewrite E1, E2. exists (Iter x l ;; u1 ;; u2)%trace. eapply S_FOR_2; eassumption.
Qed.

(** A thread that runs through all barriers by itself. *)
Inductive solo : store -> bstmt -> nat -> store -> phase -> Prop :=
| solo_end : forall M s i U P t,
    reaches M s i U P t None ->
    solo M s i U P
| solo_next : forall M s s' i U1 U2 P1 P2 t,
    reaches M s i U1 P1 t (Some s') ->
    solo (merge M U1) s' i U2 P2 ->
    solo M s i (merge U1 U2) (P1 ++ P2).

(** By itself a thread does with barriers what it does without: barriers only cut its run. *)
Theorem barriers_cut_runs : forall M s i U P, solo M s i U P -> exists t, steps M (erase s) i U P t.
Proof.
  induction 1 as [M s i U P t Hr | M s s' i U1 U2 P1 P2 t Hr Hs [u Hu]].
  - eapply reaches_end; eauto.
  - eapply reaches_and_on; eauto.
Qed.

(** So each access that a thread makes by itself is one of the inferred protocol. *)
Theorem soundness_through_barriers : forall M s i U P, solo M s i U P ->
  exists t, runs (infer (erase s)) i P t.
Proof.
  intros M s i U P H. destruct (barriers_cut_runs _ _ _ _ _ H) as [t Ht].
  exists t. eapply steps_runs. eassumption.
Qed.
