(** The checker of derivations of kernels is complete: each run up to a barrier, or to the end, has a
    derivation that it accepts. *)

From Jaminan Require Export Complete CheckKernel.

(** ** What a step compares with itself *)

Lemma kstores_eqb_same : forall M, kstores_eqb M M = true.
Proof.
  intros M. apply forallb_forall. intros c _. destruct (in_cell M c); auto using Z.eqb_refl.
Qed.

Lemma accesses_eqb_same : forall P, accesses_eqb P P = true.
Proof.
  intros P. unfold accesses_eqb. rewrite andb_true_iff, !forallb_forall.
  split; intros a Ha; destruct (in_dec kaccess_dec a P); auto.
Qed.

Lemma thread_is_same : forall i, thread_is i i = true.
Proof. intros i. apply yes_same. Qed.

(** ** The number that a [var] took *)

Scheme kexpr_both := Induction for kexpr Sort Prop
  with kcond_both := Induction for kcond Sort Prop.
Combined Scheme kexpr_kcond from kexpr_both, kcond_both.

Ltac in_one_kpart :=
  repeat match goal with H : _ \/ _ |- _ => destruct H end; auto 7; left; congruence.

Lemma number_in_kexpr_kcond : forall x k,
  (forall e, put_expr x k e = put_expr x 0 e \/ In k (numbers_kexpr (put_expr x k e))) /\
  (forall c, put_cond x k c = put_cond x 0 c \/ In k (numbers_kcond (put_cond x k c))).
Proof.
  intros x k. apply kexpr_kcond; simpl; intros; rewrite ?in_app_iff; auto;
    try destruct (String.eqb x _); simpl; in_one_kpart.
Qed.

Lemma number_in_kstmt : forall x k s,
  put x k s = put x 0 s \/ In k (numbers_kstmt (put x k s)).
Proof.
  intros x k. destruct (number_in_kexpr_kcond x k) as [He Hc].
  induction s; simpl; rewrite ?in_app_iff; auto;
    try pose proof (He e); try pose proof (Hc c); try pose proof (He e1); try pose proof (He e2);
    try destruct (String.eqb x _); in_one_kpart.
Qed.

Lemma instance_found_kstmt : forall i x k s, may_take i k = true ->
  is_instance_kstmt i x s (put x k s) = true.
Proof.
  intros i x k s Hk. apply existsb_exists. destruct (number_in_kstmt x k s) as [E | E].
  - exists 0%Z. split; [left; reflexivity |]. rewrite E, yes_same. destruct i; reflexivity.
  - exists k. split; [right; assumption |]. rewrite Hk. apply yes_same.
Qed.

Lemma syncs_put : forall x k s, syncs (put x k s) = syncs s.
Proof.
  unfold syncs. induction s; simpl; try congruence; destruct (String.eqb x _); congruence.
Qed.

(** ** Derivations, one after the other *)

Definition kderivable (J : kjudgment) : Prop :=
  forall before, exists d s, kcheck_after before (d ++ [s]) = true /\ concludes_so s = J.

Lemma kcheck_after_app : forall d d' before,
  kcheck_after before (d ++ d') =
  (kcheck_after before d && kcheck_after (before ++ map concludes_so d) d')%bool.
Proof.
  induction d as [| s d IH]; intros d' before; simpl.
  - rewrite app_nil_r. reflexivity.
  - destruct (kpremises_of before (from_ksteps s)); auto.
    rewrite IH, <- app_assoc, andb_assoc. reflexivity.
Qed.

Lemma kpremises_derivable : forall premises, Forall kderivable premises ->
  forall before, exists d ns,
    kcheck_after before d = true /\ kpremises_of (before ++ map concludes_so d) ns = Some premises.
Proof.
  induction 1 as [| J Js HJ HJs IH]; intros before.
  - exists [], []. auto.
  - destruct (HJ before) as [d1 [s1 [H1 E1]]].
    destruct (IH (before ++ map concludes_so (d1 ++ [s1]))) as [d2 [ns [H2 E2]]].
    exists ((d1 ++ [s1]) ++ d2), (S (length (before ++ map concludes_so d1)) :: ns). split.
    + rewrite kcheck_after_app, H1, H2. reflexivity.
    + rewrite map_app, app_assoc. simpl. rewrite E2.
      rewrite map_app. simpl. rewrite !app_assoc, <- app_assoc, nth_error_app2 by lia.
      rewrite Nat.sub_diag. simpl. rewrite E1. reflexivity.
Qed.

Lemma kderived : forall r premises J,
  kfollows r premises J = true -> Forall kderivable premises -> kderivable J.
Proof.
  intros r premises J H Hp before.
  destruct (kpremises_derivable _ Hp before) as [d [ns [Hd Hns]]].
  exists d, (KStep r J ns). split; [| reflexivity].
  rewrite kcheck_after_app, Hd. simpl. rewrite Hns, H. reflexivity.
Qed.

Lemma value_derivable : forall i e k, value i e = Some k -> kderivable (GEvaluates e i k).
Proof.
  intros i e k H. apply (kderived K_E []); [| constructor]. simpl. rewrite H. apply Z.eqb_refl.
Qed.

Lemma truth_derivable : forall i c b, truth i c = Some b -> kderivable (GDecides c i b).
Proof.
  intros i c b H. apply (kderived K_C []); [| constructor]. simpl. rewrite H. apply Bool.eqb_reflx.
Qed.

Lemma holds_derivable : forall M A j, kderivable (GReads M A j (holds_at M (A, None) j)).
Proof. intros M A j. apply (kderived K_M []); [apply Z.eqb_refl | constructor]. Qed.

Local Hint Resolve value_derivable truth_derivable holds_derivable : core.

(** ** Every run has one *)

Ltac kcompares :=
  cbn [kfollows follows_by run_of parts_of follows_run one_part
       from runs_so by_thread up acc tr left_to_run];
  unfold same_end; cbn [from runs_so by_thread up acc tr left_to_run];
  rewrite ?yes_same, ?thread_is_same, ?Z.eqb_refl, ?String.eqb_refl, ?accesses_eqb_same,
    ?kstores_eqb_same, ?instance_found_kstmt by assumption; reflexivity.

Ltac by_kpremises := repeat (apply Forall_cons; [auto |]); apply Forall_nil.

(** A run without barriers by [S-*], and what its two parts are where it is of a sequence. *)
Definition runs_derived (M : kstore) (s : kstmt) (i : thread_id) (U : kstore) (P : list kaccess)
    (t : ktrace) (r : option kstmt) : Prop :=
  r = None /\ kderivable (GRuns M s i U P t) /\
  forall s1 s2, s = KSeq s1 s2 -> exists U1 U2 P1 P2 t1 t2,
    U = U2 ++ U1 /\ P = P1 ++ P2 /\ t = KAfter t1 t2 /\
    kderivable (GRuns M s1 i U1 P1 t1) /\ kderivable (GRuns (U1 ++ M) s2 i U2 P2 t2).

Lemma end_derivable : forall M s i U P t, syncs s = false ->
  kderivable (GRuns M s i U P t) -> kderivable (GReaches M s i U P t None).
Proof.
  intros M s i U P t Hs H. apply (kderived K_B_END [GRuns M s i U P t]); [| by_kpremises].
  unfold kfollows. rewrite Hs. kcompares.
Qed.

Lemma does_derivable : forall M s i U P t r, does M s i U P t r ->
  (syncs s = false -> runs_derived M s i U P t r) /\ kderivable (GReaches M s i U P t r).
Proof.
  assert (either : forall M s i U P t r,
    (syncs s = false -> runs_derived M s i U P t r) ->
    (syncs s = true -> kderivable (GReaches M s i U P t r)) ->
    (syncs s = false -> runs_derived M s i U P t r) /\ kderivable (GReaches M s i U P t r)).
  { intros M s i U P t r H1 H2. split; [assumption |].
    destruct (syncs s) eqn:Hs; [auto |]. destruct (H1 eq_refl) as [E [H _]]. subst.
    apply end_derivable; assumption. }
  induction 1; apply either; intros Hs; try discriminate Hs.
  - (* SKIP *)
    split; [reflexivity |]. split; [| intros; discriminate].
    apply (kderived (K_S R_SKIP) []); [kcompares | by_kpremises].
  - (* SYNC *)
    apply (kderived K_B_SYNC []); [kcompares | by_kpremises].
  - (* WRITE *)
    split; [reflexivity |]. split; [| intros; discriminate].
    apply (kderived (K_S R_WRITE) [GEvaluates e1 i j; GEvaluates e2 i k]); [kcompares | by_kpremises].
  - (* READ *)
    destruct IHdoes as [IH _]. destruct IH as [E [IH _]]; [rewrite syncs_put; exact Hs |]. subst.
    split; [reflexivity |]. split; [| intros; discriminate].
    apply (kderived (K_S R_READ)
      [GEvaluates e i j; GReads M A j (holds_at M (A, None) j);
       GRuns M (put x (holds_at M (A, None) j) s) i U P t]); [kcompares | by_kpremises].
  - (* B-READ *)
    destruct IHdoes as [_ IH].
    apply (kderived (K_B R_READ)
      [GEvaluates e i j; GReads M A j (holds_at M (A, None) j);
       GReaches M (put x (holds_at M (A, None) j) s) i U P t r]); [| by_kpremises].
    unfold kfollows, asks_barrier. change (syncs s = true) in Hs. rewrite Hs. kcompares.
  - (* VAR *)
    destruct IHdoes as [IH _]. destruct IH as [E [IH _]]; [rewrite syncs_put; exact Hs |]. subst.
    split; [reflexivity |]. split; [| intros; discriminate].
    apply (kderived (K_S R_VAR) [GRuns M (put x k s) i U P t]); [kcompares | by_kpremises].
  - (* B-VAR *)
    destruct IHdoes as [_ IH].
    apply (kderived (K_B R_VAR) [GReaches M (put x k s) i U P t r]); [| by_kpremises].
    unfold kfollows, asks_barrier. change (syncs s = true) in Hs. rewrite Hs. kcompares.
  - (* a sequence without barriers has no rest *)
    destruct IHdoes as [IH _]. unfold syncs in Hs. simpl in Hs. apply orb_false_elim in Hs.
    destruct (IH (proj1 Hs)) as [E _]. discriminate.
  - (* B-SEQ-1 *)
    destruct IHdoes as [IH1 IH2].
    apply (kderived K_B_SEQ_1 [GReaches M s1 i U P t (Some r)]); [| by_kpremises].
    destruct (syncs s1) eqn:Hs1.
    + unfold kfollows. rewrite Hs1. kcompares.
    + destruct (IH1 eq_refl) as [E _]. discriminate.
  - (* SEQ *)
    unfold syncs in Hs. simpl in Hs. apply orb_false_elim in Hs. destruct Hs as [Hs1 Hs2].
    destruct IHdoes1 as [IH1 _], IHdoes2 as [IH2 _].
    destruct (IH1 Hs1) as [_ [D1 _]], (IH2 Hs2) as [E [D2 _]]. subst.
    split; [reflexivity |]. split.
    + apply (kderived (K_S R_SEQ) [GRuns M s1 i U1 P1 t1; GRuns (U1 ++ M) s2 i U2 P2 t2]);
        [kcompares | by_kpremises].
    + intros a b E. injection E as E1 E2. subst. eauto 12.
  - (* B-SEQ-2 *)
    destruct IHdoes1 as [_ IH1], IHdoes2 as [_ IH2].
    apply (kderived (K_B R_SEQ) [GReaches M s1 i U1 P1 t1 None; GReaches (U1 ++ M) s2 i U2 P2 t2 r]);
      [| by_kpremises].
    unfold kfollows, asks_barrier. change ((syncs s1 || syncs s2)%bool = true) in Hs. rewrite Hs. kcompares.
  - (* IF-T *)
    unfold syncs in Hs. simpl in Hs. apply orb_false_elim in Hs.
    destruct IHdoes as [IH _]. destruct (IH (proj1 Hs)) as [E [D _]]. subst.
    split; [reflexivity |]. split; [| intros; discriminate].
    apply (kderived (K_S R_IF_T) [GDecides c i true; GRuns M s1 i U P t]); [kcompares | by_kpremises].
  - (* B-IF-T *)
    destruct IHdoes as [_ IH].
    apply (kderived (K_B R_IF_T) [GDecides c i true; GReaches M s1 i U P t r]); [| by_kpremises].
    unfold kfollows, asks_barrier. change ((syncs s1 || syncs s2)%bool = true) in Hs. rewrite Hs. kcompares.
  - (* IF-F *)
    unfold syncs in Hs. simpl in Hs. apply orb_false_elim in Hs.
    destruct IHdoes as [IH _]. destruct (IH (proj2 Hs)) as [E [D _]]. subst.
    split; [reflexivity |]. split; [| intros; discriminate].
    apply (kderived (K_S R_IF_F) [GDecides c i false; GRuns M s2 i U P t]); [kcompares | by_kpremises].
  - (* B-IF-F *)
    destruct IHdoes as [_ IH].
    apply (kderived (K_B R_IF_F) [GDecides c i false; GReaches M s2 i U P t r]); [| by_kpremises].
    unfold kfollows, asks_barrier. change ((syncs s1 || syncs s2)%bool = true) in Hs. rewrite Hs. kcompares.
  - (* FOR-1 *)
    split; [reflexivity |]. split; [| intros; discriminate].
    apply (kderived (K_S R_FOR_1) [GDecides (KRel Ge e1 e2) i true]); [kcompares | by_kpremises].
  - (* B-FOR-1 *)
    apply (kderived (K_B R_FOR_1) [GDecides (KRel Ge e1 e2) i true]); [| by_kpremises].
    unfold kfollows, asks_barrier. change (syncs s = true) in Hs. rewrite Hs. kcompares.
  - (* S-FOR-2 *)
    destruct IHdoes as [IH _].
    destruct IH as [E [_ Hparts]].
    { change ((syncs (put x l s) || syncs s)%bool = false). rewrite syncs_put.
      change (syncs s = false) in Hs. rewrite Hs. reflexivity. }
    destruct (Hparts _ _ eq_refl) as [U1 [U2 [P1 [P2 [t1 [t2 [EU [EP [Et [D1 D2]]]]]]]]]]. subst.
    split; [reflexivity |]. split; [| intros; discriminate].
    apply (kderived (K_S R_FOR_2)
      [GEvaluates e1 i l; GDecides (KRel Lt (KNum l) e2) i true; GRuns M (put x l s) i U1 P1 t1;
       GRuns (U1 ++ M) (KFor x (KNum (l + 1)) e2 s) i U2 P2 t2]); [kcompares | by_kpremises].
  - (* B-FOR-2 *)
    destruct IHdoes as [_ IH].
    apply (kderived (K_B R_FOR_2)
      [GEvaluates e1 i l; GDecides (KRel Lt (KNum l) e2) i true;
       GReaches M (KSeq (put x l s) (KFor x (KNum (l + 1)) e2 s)) i U P t r]); [| by_kpremises].
    unfold kfollows, asks_barrier. change (syncs s = true) in Hs. rewrite Hs. kcompares.
Qed.

(** Every run of a kernel up to a barrier is the last conclusion of a derivation that is accepted. *)
Theorem check_kernel_complete : forall M s i U P t r, does M s i U P t r ->
  exists d last,
    check_kernel (d ++ [last]) = true /\ concludes_so last = GReaches M s i U P t r.
Proof. intros M s i U P t r H. apply (proj2 (does_derivable _ _ _ _ _ _ _ H) []). Qed.
