(** What derivations of kernels, and of programs with barriers, say: the rules with traces.

    Numbers are C's, and so is arithmetic where an operator has a type. *)

From Jaminan Require Export Certificate.

(** ** The rules, with traces *)

Inductive ktrace :=
| KTau
| KThen
| KElse
| KIter (x : name) (l : Z)
| KAfter (t1 t2 : ktrace).

(** The numbers that a [var] may take: its type is not part of a derivation, so any in a kernel. *)
Definition may_take (i : thread_id) (k : Z) : bool :=
  match i with Natural _ => (0 <=? k)%Z | Cuda _ _ => true end.

(** [S-*] and [B-*] in one, as [goes] has them: from memory [M], thread [i] runs [s] up to the first
    barrier, [r] being what it runs after it, or to its end. An array of a block has a name of its
    own by now. *)
Inductive does : kstore -> kstmt -> thread_id -> kstore -> list kaccess -> ktrace -> option kstmt -> Prop :=
| D_SKIP : forall M i,
    does M KSkip i [] [] KTau None
| D_SYNC : forall M i g,
    does M (KSync g) i [] [] KTau (Some KSkip)
| D_WRITE : forall M A e1 e2 i j k,
    value i e1 = Some j ->
    value i e2 = Some k ->
    (* ------------------------------ *)
    does M (KWrite A e1 e2) i [(((A, None), j), k)] [KAccess i Wr (A, None) j] KTau None
| D_READ : forall M x A e s i j U P t r,
    value i e = Some j ->
    does M (put x (holds_at M (A, None) j) s) i U P t r ->
    (* ------------------------------ *)
    does M (KRead x A e s) i U (KAccess i Rd (A, None) j :: P) (KAfter KTau t) r
| D_VAR : forall M x ty s i k U P t r,
    may_take i k = true ->
    does M (put x k s) i U P t r ->
    (* ------------------------------ *)
    does M (KAny x ty s) i U P t r
| D_SEQ_1 : forall M s1 s2 i U P t r,
    does M s1 i U P t (Some r) ->
    (* ------------------------------ *)
    does M (KSeq s1 s2) i U P t (Some (KSeq r s2))
| D_SEQ_2 : forall M s1 s2 i U1 U2 P1 P2 t1 t2 r,
    does M s1 i U1 P1 t1 None ->
    does (U1 ++ M) s2 i U2 P2 t2 r ->
    (* ------------------------------ *)
    does M (KSeq s1 s2) i (U2 ++ U1) (P1 ++ P2) (KAfter t1 t2) r
| D_IF_T : forall M c s1 s2 i U P t r,
    truth i c = Some true ->
    does M s1 i U P t r ->
    (* ------------------------------ *)
    does M (KIf c s1 s2) i U P (KAfter KThen t) r
| D_IF_F : forall M c s1 s2 i U P t r,
    truth i c = Some false ->
    does M s2 i U P t r ->
    (* ------------------------------ *)
    does M (KIf c s1 s2) i U P (KAfter KElse t) r
| D_FOR_1 : forall M x e1 e2 s i,
    truth i (KRel Ge e1 e2) = Some true ->
    (* ------------------------------ *)
    does M (KFor x e1 e2 s) i [] [] KTau None
| D_FOR_2 : forall M x e1 e2 s i l U P t r,
    value i e1 = Some l ->
    truth i (KRel Lt (KNum l) e2) = Some true ->
    does M (KSeq (put x l s) (KFor x (KNum (l + 1)) e2 s)) i U P t r ->
    (* ------------------------------ *)
    does M (KFor x e1 e2 s) i U P (KAfter (KIter x l) t) r.

(** Where each [var] takes numbers of its type, it is what [goes] says. *)
Fixpoint without_var (s : kstmt) : bool :=
  match s with
  | KSync _ | KSkip | KWrite _ _ _ => true
  | KRead _ _ _ r | KFor _ _ _ r => without_var r
  | KSeq s1 s2 | KIf _ s1 s2 => without_var s1 && without_var s2
  | KAny _ ty r => match ty with None => without_var r | Some _ => false end
  end.

Lemma without_var_put : forall x k s, without_var (put x k s) = without_var s.
Proof.
  induction s; simpl; try congruence; destruct (String.eqb x x0); try congruence.
  destruct ty; congruence.
Qed.

Lemma rest_without_var : forall M s i U P t r, does M s i U P t r -> without_var s = true ->
  forall r', r = Some r' -> without_var r' = true.
Proof.
  induction 1; simpl; intros Hs r' E; try discriminate; rewrite ?andb_true_iff in *;
    try match goal with H : _ /\ _ |- _ => destruct H end.
  - injection E as E. subst. reflexivity.
  - apply IHdoes; auto. rewrite without_var_put. assumption.
  - destruct ty; [discriminate |]. apply IHdoes; auto. rewrite without_var_put. assumption.
  - injection E as E. subst. simpl. rewrite andb_true_iff. auto.
  - auto.
  - auto.
  - auto.
  - apply IHdoes; auto. simpl. rewrite without_var_put, Hs. reflexivity.
Qed.

(** What a derivation says of a program on naturals, or of a kernel without unknowns, the rules of
    kernels say: and on naturals those are the rules of [L24]. *)
Lemma does_goes : forall M s i U P t r, does M s i U P t r ->
  match i with Natural _ => True | Cuda _ _ => False end -> without_var s = true ->
  goes [] M s i U P r.
Proof.
  assert (home_plain : forall i A, home [] i A = (A, None)) by (intros [] A; reflexivity).
  induction 1; simpl; intros Hi Hs; rewrite ?andb_true_iff in *;
    try match goal with H : _ /\ _ |- _ => destruct H end.
  - constructor.
  - constructor.
  - rewrite <- (home_plain i A). constructor; assumption.
  - rewrite <- (home_plain i A) in *. constructor; auto. apply IHdoes; auto.
    rewrite without_var_put. assumption.
  - destruct ty; [discriminate |]. apply K_ANY with (k := k); [destruct i; [assumption | contradiction] |].
    apply IHdoes; auto. rewrite without_var_put. assumption.
  - constructor. auto.
  - constructor; auto.
  - apply K_IF_T; auto.
  - apply K_IF_F; auto.
  - apply K_FOR_1; auto.
  - eapply K_FOR_2; eauto. apply IHdoes; auto. simpl. rewrite without_var_put, Hs. reflexivity.
Qed.

(** ** What a step says *)

Inductive kjudgment :=
| GRuns (M : kstore) (s : kstmt) (i : thread_id) (U : kstore) (P : list kaccess) (t : ktrace)
| GReaches (M : kstore) (s : kstmt) (i : thread_id) (U : kstore) (P : list kaccess) (t : ktrace)
    (r : option kstmt)
| GEvaluates (e : kexpr) (i : thread_id) (k : Z)
| GDecides (c : kcond) (i : thread_id) (b : bool)
| GReads (M : kstore) (A : name) (j k : Z).

(** What a cell holds, if anything was put there. *)
Fixpoint in_cell (M : kstore) (c : location * Z) : option Z :=
  match M with
  | [] => None
  | ((l, j), k) :: rest => if (snd c =? j)%Z && location_eqb (fst c) l then Some k else in_cell rest c
  end.

Definition same_kstore (M N : kstore) : Prop := forall c, in_cell M c = in_cell N c.
Definition same_accesses (P Q : list kaccess) : Prop := forall a, In a P <-> In a Q.

Definition does_so (M : kstore) (s : kstmt) (i : thread_id) (U : kstore) (P : list kaccess)
    (t : ktrace) (r : option kstmt) : Prop :=
  exists V Q, does M s i V Q t r /\ same_kstore V U /\ same_accesses Q P.

Definition kmeans (J : kjudgment) : Prop :=
  match J with
  | GRuns M s i U P t => does_so M s i U P t None
  | GReaches M s i U P t r => does_so M s i U P t r
  | GEvaluates e i k => value i e = Some k
  | GDecides c i b => truth i c = Some b
  | GReads M A j k => holds_at M (A, None) j = k
  end.

(** ** Memories with the same cells *)

Lemma in_cell_app : forall U M c,
  in_cell (U ++ M) c = match in_cell U c with Some k => Some k | None => in_cell M c end.
Proof.
  induction U as [| [[l j] k] U IH]; intros M c; simpl; auto.
  destruct ((snd c =? j)%Z && location_eqb (fst c) l); auto.
Qed.

Lemma holds_at_in_cell : forall M l j,
  holds_at M l j = match in_cell M (l, j) with Some k => k | None => 0%Z end.
Proof.
  induction M as [| [[l' j'] k] M IH]; intros l j; simpl; auto.
  destruct ((j =? j')%Z && location_eqb l l'); auto.
Qed.

Lemma same_holds_at : forall M N l j, same_kstore M N -> holds_at M l j = holds_at N l j.
Proof. intros M N l j H. rewrite !holds_at_in_cell, H. reflexivity. Qed.

Lemma same_app : forall U V M N,
  same_kstore U V -> same_kstore M N -> same_kstore (U ++ M) (V ++ N).
Proof. intros U V M N H H' c. rewrite !in_cell_app, H, H'. reflexivity. Qed.

Lemma same_refl : forall M, same_kstore M M.
Proof. intros M c. reflexivity. Qed.

Lemma same_sym : forall M N, same_kstore M N -> same_kstore N M.
Proof. intros M N H c. symmetry. apply H. Qed.

Lemma same_trans : forall L M N, same_kstore L M -> same_kstore M N -> same_kstore L N.
Proof. intros L M N H H' c. rewrite H. apply H'. Qed.

Lemma accesses_trans : forall P Q R, same_accesses P Q -> same_accesses Q R -> same_accesses P R.
Proof. intros P Q R H H' a. rewrite (H a). apply H'. Qed.

Lemma accesses_app : forall P1 P2 Q1 Q2,
  same_accesses P1 Q1 -> same_accesses P2 Q2 -> same_accesses (P1 ++ P2) (Q1 ++ Q2).
Proof. intros P1 P2 Q1 Q2 H1 H2 a. rewrite !in_app_iff, (H1 a), (H2 a). reflexivity. Qed.

(** A run asks of its memory only what its cells hold. *)
Lemma does_same : forall M s i U P t r, does M s i U P t r ->
  forall N, same_kstore M N -> does N s i U P t r.
Proof.
  induction 1; intros N HN; try (constructor; auto; fail).
  - apply D_READ; auto. rewrite <- (same_holds_at M N); auto.
  - eapply D_VAR; eauto.
  - apply D_SEQ_2; auto. apply IHdoes2, same_app; auto using same_refl.
Qed.

(** So a run is one of its memory's cells, and what it comes to is a map and a set. *)
Lemma does_so_same : forall M s i U P t r N V Q,
  does_so M s i U P t r -> same_kstore M N -> same_kstore U V -> same_accesses P Q ->
  does_so N s i V Q t r.
Proof.
  intros M s i U P t r N V Q [U' [P' [H [HU HP]]]] HM HV HQ.
  exists U', P'. split; [exact (does_same _ _ _ _ _ _ _ H N HM) |].
  split; [exact (same_trans _ _ _ HU HV) | exact (accesses_trans _ _ _ HP HQ)].
Qed.

(** Two runs, the second from what the first leaves. *)
Lemma does_so_both : forall M s1 s2 i U1 U2 P1 P2 t1 t2 r,
  does_so M s1 i U1 P1 t1 None -> does_so (U1 ++ M) s2 i U2 P2 t2 r ->
  does_so M (KSeq s1 s2) i (U2 ++ U1) (P1 ++ P2) (KAfter t1 t2) r.
Proof.
  intros M s1 s2 i U1 U2 P1 P2 t1 t2 r [V1 [Q1 [H1 [HV1 HQ1]]]] [V2 [Q2 [H2 [HV2 HQ2]]]].
  exists (V2 ++ V1), (Q1 ++ Q2). split; [| auto using same_app, accesses_app].
  apply D_SEQ_2; [assumption |]. apply (does_same _ _ _ _ _ _ _ H2).
  apply same_app; [apply same_sym; assumption | apply same_refl].
Qed.

Lemma does_so_var : forall M x ty s i k U P t r,
  may_take i k = true -> does_so M (put x k s) i U P t r -> does_so M (KAny x ty s) i U P t r.
Proof. intros M x ty s i k U P t r Hk [V [Q [H HVQ]]]. exists V, Q. eauto using D_VAR. Qed.

Lemma does_so_read : forall M x A e s i j U P t r,
  value i e = Some j -> does_so M (put x (holds_at M (A, None) j) s) i U P t r ->
  does_so M (KRead x A e s) i U (KAccess i Rd (A, None) j :: P) (KAfter KTau t) r.
Proof.
  intros M x A e s i j U P t r He [V [Q [H [HV HQ]]]]. exists V, (KAccess i Rd (A, None) j :: Q).
  split; [apply D_READ; assumption |]. split; [assumption |].
  intros a. simpl. rewrite (HQ a). reflexivity.
Qed.

Lemma does_so_then : forall M c s1 s2 i U P t r,
  truth i c = Some true -> does_so M s1 i U P t r ->
  does_so M (KIf c s1 s2) i U P (KAfter KThen t) r.
Proof. intros M c s1 s2 i U P t r Hc [V [Q [H HVQ]]]. exists V, Q. auto using D_IF_T. Qed.

Lemma does_so_else : forall M c s1 s2 i U P t r,
  truth i c = Some false -> does_so M s2 i U P t r ->
  does_so M (KIf c s1 s2) i U P (KAfter KElse t) r.
Proof. intros M c s1 s2 i U P t r Hc [V [Q [H HVQ]]]. exists V, Q. auto using D_IF_F. Qed.

Lemma does_so_again : forall M x e1 e2 s i l U P t r,
  value i e1 = Some l -> truth i (KRel Lt (KNum l) e2) = Some true ->
  does_so M (KSeq (put x l s) (KFor x (KNum (l + 1)) e2 s)) i U P t r ->
  does_so M (KFor x e1 e2 s) i U P (KAfter (KIter x l) t) r.
Proof. intros M x e1 e2 s i l U P t r He Hc [V [Q [H HVQ]]]. exists V, Q. eauto using D_FOR_2. Qed.

Lemma does_so_now : forall M s i U P t r, does M s i U P t r -> does_so M s i U P t r.
Proof. intros M s i U P t r H. exists U, P. repeat split; auto. Qed.
