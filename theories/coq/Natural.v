(** On naturals the rules of kernels are those of [L24, Fig. 5]: what a checked race of a [.jam] file
    says is said by [steps]. *)

From Jaminan Require Export TrueAlarms Certificate.

Fixpoint of_expr (e : expr) : kexpr :=
  match e with
  | Num k => KNum (Z.of_nat k)
  | Tid => KThread TheThread
  | EVar x => KVar x
  | Bin o e1 e2 => KBin o None (of_expr e1) (of_expr e2)
  end.

Fixpoint of_cond (c : cond) : kcond :=
  match c with
  | CBool b => KBool b
  | CRel r e1 e2 => KRel r (of_expr e1) (of_expr e2)
  | CAnd c1 c2 => KAnd (of_cond c1) (of_cond c2)
  | COr c1 c2 => KOr (of_cond c1) (of_cond c2)
  | CNot c => KNot (of_cond c)
  end.

Fixpoint of_stmt (s : stmt) : kstmt :=
  match s with
  | SSkip => KSkip
  | SWrite A e1 e2 => KWrite A (of_expr e1) (of_expr e2)
  | SRead x A e r => KRead x A (of_expr e) (of_stmt r)
  | SSeq s1 s2 => KSeq (of_stmt s1) (of_stmt s2)
  | SIf c s1 s2 => KIf (of_cond c) (of_stmt s1) (of_stmt s2)
  | SFor x e1 e2 r => KFor x (of_expr e1) (of_expr e2) (of_stmt r)
  | SVar x r => KAny x None (of_stmt r)
  end.

Definition of_cell (ck : cell * nat) : (location * Z) * Z :=
  let '((A, j), k) := ck in (((A, None), Z.of_nat j), Z.of_nat k).

Definition of_store (M : store) : kstore := map of_cell M.

Definition of_thread (i : nat) : thread_id := Natural (Z.of_nat i).

Definition of_access (a : access) : kaccess :=
  KAccess (of_thread (thread a)) (how a) (array a, None) (Z.of_nat (index a)).

(** ** Operators *)

Lemma odd_of_nat : forall n, Z.odd (Z.of_nat n) = Nat.odd n.
Proof.
  induction n as [| n IH]; [reflexivity |].
  rewrite Nat2Z.inj_succ, Z.odd_succ, Nat.odd_succ, <- Z.negb_odd, IH, <- Nat.negb_odd. reflexivity.
Qed.

Lemma testbit_of_nat : forall n a, Z.testbit (Z.of_nat a) (Z.of_nat n) = Nat.testbit a n.
Proof.
  induction n as [| n IH]; intros a.
  - rewrite Z.bit0_odd, odd_of_nat, Nat.bit0_odd. reflexivity.
  - rewrite Nat2Z.inj_succ, <- Z.div2_bits by lia.
    replace (Z.of_nat a / 2)%Z with (Z.of_nat (Nat.div2 a)).
    + rewrite IH. reflexivity.
    + rewrite Nat.div2_div, Nat2Z.inj_div. reflexivity.
Qed.

(** Two naturals are equal where their bits are. *)
Lemma same_bits : forall (f : nat -> nat -> nat) (g : Z -> Z -> Z) (h : bool -> bool -> bool),
  (forall a b n, Nat.testbit (f a b) n = h (Nat.testbit a n) (Nat.testbit b n)) ->
  (forall a b n, Z.testbit (g a b) n = h (Z.testbit a n) (Z.testbit b n)) ->
  forall a b, Z.of_nat (f a b) = g (Z.of_nat a) (Z.of_nat b).
Proof.
  intros f g h Hf Hg a b. apply Z.bits_inj'. intros n Hn.
  rewrite <- (Z2Nat.id n Hn), Hg, !testbit_of_nat. apply Hf.
Qed.

Lemma apply_of_nat : forall o a b,
  apply_natural o (Z.of_nat a) (Z.of_nat b) = Some (Z.of_nat (apply o a b)).
Proof.
  intros o a b. unfold apply_natural.
  replace (Z.of_nat a <? 0)%Z with false by (symmetry; apply Z.ltb_ge; lia).
  replace (Z.of_nat b <? 0)%Z with false by (symmetry; apply Z.ltb_ge; lia).
  simpl. f_equal. destruct o; simpl.
  - lia.
  - lia.
  - lia.
  - destruct b; [rewrite Zdiv_0_r; reflexivity |]. rewrite <- Nat2Z.inj_div. reflexivity.
  - destruct b; [reflexivity |].
    rewrite (proj2 (Z.eqb_neq (Z.of_nat (S b)) 0)) by lia. rewrite <- Nat2Z.inj_mod. reflexivity.
  - symmetry. apply same_bits with (h := andb); [apply Nat.land_spec | apply Z.land_spec].
  - symmetry. apply same_bits with (h := orb); [apply Nat.lor_spec | apply Z.lor_spec].
  - symmetry. apply same_bits with (h := xorb); [apply Nat.lxor_spec | apply Z.lxor_spec].
  - rewrite Nat.shiftl_mul_pow2, Z.shiftl_mul_pow2 by lia.
    rewrite Nat2Z.inj_mul, Nat2Z.inj_pow. reflexivity.
  - rewrite Nat.shiftr_div_pow2, Z.shiftr_div_pow2 by lia.
    rewrite Nat2Z.inj_div, Nat2Z.inj_pow. reflexivity.
  - lia.
  - lia.
Qed.

Lemma compare_of_nat : forall r a b, compare r (Z.of_nat a) (Z.of_nat b) = holds r a b.
Proof.
  intros r a b. destruct r; simpl;
    repeat match goal with
    | |- context [(?x =? ?y)%Z] => destruct (Z.eqb_spec x y)
    | |- context [(?x <? ?y)%Z] => destruct (Z.ltb_spec x y)
    | |- context [(?x <=? ?y)%Z] => destruct (Z.leb_spec x y)
    | |- context [?x =? ?y] => destruct (Nat.eqb_spec x y)
    | |- context [?x <? ?y] => destruct (Nat.ltb_spec x y)
    | |- context [?x <=? ?y] => destruct (Nat.leb_spec x y)
    end; simpl; try reflexivity; lia.
Qed.

(** ** Expressions and statements *)

Lemma value_of_expr : forall i e, value (of_thread i) (of_expr e) = option_map Z.of_nat (eval i e).
Proof.
  intros i. induction e as [k | | x | o e1 IH1 e2 IH2]; simpl; auto.
  rewrite IH1, IH2. destruct (eval i e1), (eval i e2); simpl; auto. apply apply_of_nat.
Qed.

Lemma truth_of_cond : forall i c, truth (of_thread i) (of_cond c) = decide i c.
Proof.
  intros i. induction c as [b | r e1 e2 | c1 IH1 c2 IH2 | c1 IH1 c2 IH2 | c IH]; simpl; auto.
  - rewrite !value_of_expr. destruct (eval i e1), (eval i e2); simpl; auto.
    rewrite compare_of_nat. reflexivity.
  - rewrite IH1, IH2. reflexivity.
  - rewrite IH1, IH2. reflexivity.
  - rewrite IH. reflexivity.
Qed.

Lemma put_of_expr : forall x k e, put_expr x (Z.of_nat k) (of_expr e) = of_expr (subst_expr x k e).
Proof.
  induction e as [j | | y | o e1 IH1 e2 IH2]; simpl; auto.
  - destruct (String.eqb x y); reflexivity.
  - rewrite IH1, IH2. reflexivity.
Qed.

Lemma put_of_cond : forall x k c, put_cond x (Z.of_nat k) (of_cond c) = of_cond (subst_cond x k c).
Proof.
  induction c as [b | r e1 e2 | c1 IH1 c2 IH2 | c1 IH1 c2 IH2 | c IH]; simpl; auto;
    rewrite ?put_of_expr, ?IH1, ?IH2, ?IH; reflexivity.
Qed.

Lemma put_of_stmt : forall x k s, put x (Z.of_nat k) (of_stmt s) = of_stmt (subst_stmt x k s).
Proof.
  induction s; simpl; rewrite ?put_of_expr, ?put_of_cond; try congruence;
    destruct (String.eqb _ _); congruence.
Qed.

Lemma holds_at_of_store : forall M A j,
  holds_at (of_store M) (A, None) (Z.of_nat j) = Z.of_nat (lookup M A j).
Proof.
  unfold lookup. induction M as [| [[B l] k] M IH]; intros A j; simpl; auto.
  unfold location_eqb, cell_eqb. simpl.
  destruct (Z.eqb_spec (Z.of_nat j) (Z.of_nat l)), (Nat.eqb_spec j l); try lia;
    destruct (String.eqb A B); simpl; auto.
Qed.

(** ** Runs *)

(** A thread of a natural program runs by the rules of kernels as it does by those of [L24]. *)
Theorem kernel_rules_are_those_of_programs : forall M s i V Q r,
  goes [] (of_store M) (of_stmt s) (of_thread i) V Q r ->
  r = None /\ exists U P t, steps M s i U P t /\ V = of_store U /\ Q = map of_access P.
Proof.
  intros M s i V Q r H.
  remember [] as shared eqn:Es. remember (of_store M) as M' eqn:EM.
  remember (of_stmt s) as s' eqn:Ess. remember (of_thread i) as i' eqn:Ei.
  revert M s EM Ess.
  induction H as
    [N i' | N i' g | N A e1 e2 i' j k E1 E2 | N x A e s0 i' j U P r E H IH
    | N x ty s0 i' k U P r Ek H IH | N s1 s2 i' U P r H IH
    | N s1 s2 i' U1 U2 P1 P2 r H1 IH1 H2 IH2 | N c s1 s2 i' U P r E H IH
    | N c s1 s2 i' U P r E H IH | N x e1 e2 s0 i' E | N x e1 e2 s0 i' l U P r E1 E2 H IH];
    intros M s EM Ess; subst; destruct s; simpl in Ess; try discriminate Ess;
    try injection Ess as; subst.
  - split; auto. exists [], [], Tau. repeat split; constructor.
  - rewrite value_of_expr in E1, E2.
    destruct (eval i e0) as [j' |] eqn:F1; [| discriminate].
    destruct (eval i e3) as [k' |] eqn:F2; [| discriminate].
    injection E1 as E1. injection E2 as E2. subst. split; auto.
    exists [((A0, j'), k')], [Access i Wr A0 j'], Tau. repeat split. constructor; assumption.
  - rewrite value_of_expr in E. destruct (eval i e0) as [j' |] eqn:F; [| discriminate].
    injection E as E. subst. simpl in *.
    destruct (IH eq_refl M (subst_stmt x0 (lookup M A0 j') s) eq_refl) as
      [Er [U' [P' [t [Hs [EU EP]]]]]].
    { rewrite holds_at_of_store. apply put_of_stmt. }
    split; auto. subst. exists U', (Access i Rd A0 j' :: P'), (Tau ;; t)%trace.
    repeat split. eapply S_READ; eauto.
  - simpl in Ek. apply Z.leb_le in Ek.
    destruct (IH eq_refl M (subst_stmt x0 (Z.to_nat k) s) eq_refl) as
      [Er [U' [P' [t [Hs [EU EP]]]]]].
    { rewrite <- (Z2Nat.id k Ek) at 1. apply put_of_stmt. }
    split; auto. exists U', P', t. repeat split; auto. eapply S_VAR. eassumption.
  - destruct (IH eq_refl M s3 eq_refl eq_refl) as [Er _]. discriminate.
  - destruct (IH1 eq_refl M s3 eq_refl eq_refl) as [_ [U1' [P1' [t1 [Hs1 [EU1 EP1]]]]]].
    subst. destruct (IH2 eq_refl (merge M U1') s4) as [Er [U2' [P2' [t2 [Hs2 [EU2 EP2]]]]]].
    { unfold of_store, merge. rewrite map_app. reflexivity. }
    { reflexivity. }
    split; auto. subst. exists (merge U1' U2'), (P1' ++ P2'), (t1 ;; t2)%trace.
    repeat split.
    + apply S_SEQ; assumption.
    + unfold of_store, merge. rewrite map_app. reflexivity.
    + rewrite map_app. reflexivity.
  - rewrite truth_of_cond in E.
    destruct (IH eq_refl M s3 eq_refl eq_refl) as [Er [U' [P' [t [Hs [EU EP]]]]]].
    split; auto. exists U', P', (Then ;; t)%trace. repeat split; auto. apply S_IF_T; assumption.
  - rewrite truth_of_cond in E.
    destruct (IH eq_refl M s4 eq_refl eq_refl) as [Er [U' [P' [t [Hs [EU EP]]]]]].
    split; auto. exists U', P', (Else ;; t)%trace. repeat split; auto. apply S_IF_F; assumption.
  - split; auto. exists [], [], Tau. repeat split. apply S_FOR_1.
    rewrite <- truth_of_cond. exact E.
  - rewrite value_of_expr in E1. destruct (eval i e0) as [l' |] eqn:F; [| discriminate].
    injection E1 as E1. subst.
    destruct (IH eq_refl M
                (SSeq (subst_stmt x0 l' s) (SFor x0 (Num (l' + 1)) e3 s)) eq_refl) as
      [Er [U' [P' [t [Hs [EU EP]]]]]].
    { simpl. rewrite put_of_stmt, Nat2Z.inj_add. reflexivity. }
    split; auto. inversion Hs; subst.
    exists (merge M1 M2), (P1 ++ P2), (Iter x0 l' ;; t1 ;; t2)%trace. repeat split.
    eapply S_FOR_2; eauto.
    rewrite <- truth_of_cond. exact E2.
Qed.

Lemma no_barrier : forall f s, has_barrier f (of_stmt s) = false.
Proof. induction s; simpl; rewrite ?IHs1, ?IHs2; auto. Qed.

(** A thread that runs by itself, and one of whose phases has an access, makes it by [steps]. *)
Lemma alone_makes : forall M s i Ps P x,
  ran [] (of_store M) [(of_thread i, of_stmt s)] Ps -> In P Ps -> In x P ->
  exists U P' t a, steps M s i U P' t /\ In a P' /\ x = of_access a /\ thread a = i.
Proof.
  intros M s i Ps P x H HP Hx.
  assert (G : exists t, goes_so [] (of_store M) (of_thread i, of_stmt s) t /\ In x (made t)).
  { inversion H as [N ts turns F E | N ts turns ss Qs F E R]; subst;
      inversion F as [| ? turn ? ? G F']; subst; inversion F'; subst.
    - destruct HP as [HP | []]. subst. simpl in Hx. rewrite app_nil_r in Hx. eauto.
    - unfold goes_so in G. simpl in G. apply kernel_rules_are_those_of_programs in G as G'.
      destruct G' as [Er _]. simpl in E. rewrite Er in E. destruct ss; discriminate. }
  destruct G as [t [G Hin]]. unfold goes_so in G. simpl in G.
  apply kernel_rules_are_those_of_programs in G. destruct G as [_ [U [P' [t' [Hs [_ EP]]]]]].
  rewrite EP in Hin. apply in_map_iff in Hin. destruct Hin as [a [Ea Ha]].
  exists U, P', t', a. repeat split; auto. eapply steps_thread; eassumption.
Qed.

(** So a checked race of a program of [L24] is a joint race of it. *)
Theorem checked_race_is_joint : forall c s M i j,
  program c = of_stmt s -> parameters c = [] -> block_shares c = [] -> initially c = of_store M ->
  who (first c) = of_thread i -> who (second c) = of_thread j ->
  claims_race c ->
  exists a b, first c = of_access a /\ second c = of_access b /\ jointly s a b.
Proof.
  intros c s M i j Hp Hpar Hsh Hm Hi Hj [_ [_ [_ H]]].
  unfold arranged in H. rewrite Hp, !no_barrier in H. simpl in H.
  unfold makes_all, starts, instance in H. rewrite Hp, Hpar, Hsh, Hm, Hi, Hj in H. simpl in H.
  destruct H as [[Ps [P [R [HP Ha]]]] [Qs [Q [R' [HQ Hb]]]]].
  destruct (alone_makes _ _ _ _ _ _ R HP (Ha _ (or_introl eq_refl))) as
    [U [P' [t [a [Hs [Hin [Ea Ta]]]]]]].
  destruct (alone_makes _ _ _ _ _ _ R' HQ (Hb _ (or_introl eq_refl))) as
    [V [Q' [u [b [Hs' [Hin' [Eb Tb]]]]]]].
  exists a, b. repeat split; auto.
  exists M, U, V, P', Q', t, u. rewrite Ta, Tb. auto.
Qed.
