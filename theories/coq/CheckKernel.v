(** A checker of derivations of kernels, and of programs with barriers, proved sound.

    The steps are those of [Check.v], and conclusions up to a barrier. *)

From Jaminan Require Export Check Derived.

(** ** What a step compares *)

Definition int_type_dec (a b : int_type) : {a = b} + {a <> b}.
Proof. decide equality; auto using bool_dec, Z.eq_dec. Defined.

Definition option_type_dec (a b : option int_type) : {a = b} + {a <> b}.
Proof. decide equality; apply int_type_dec. Defined.

Definition coordinate_dec (a b : coordinate) : {a = b} + {a <> b}.
Proof. decide equality; decide equality. Defined.

Definition thread_dec (a b : thread_id) : {a = b} + {a <> b}.
Proof. decide equality; repeat (decide equality). Defined.

Definition location_dec (a b : location) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Definition kcell_dec (a b : location * Z) : {a = b} + {a <> b}.
Proof. decide equality; [apply Z.eq_dec | apply location_dec]. Defined.

Definition kaccess_dec (a b : kaccess) : {a = b} + {a <> b}.
Proof. decide equality; auto using Z.eq_dec, location_dec, mode_dec, thread_dec. Defined.

Fixpoint kexpr_dec (a b : kexpr) : {a = b} + {a <> b}
with kcond_dec (a b : kcond) : {a = b} + {a <> b}.
Proof.
  - decide equality;
      auto using Z.eq_dec, string_dec, op_dec, option_type_dec, int_type_dec, coordinate_dec.
  - decide equality; auto using bool_dec, rel_dec.
Defined.

Definition kstmt_dec (a b : kstmt) : {a = b} + {a <> b}.
Proof. decide equality; auto using bool_dec, string_dec, kexpr_dec, kcond_dec, option_type_dec. Defined.

Definition rest_dec (a b : option kstmt) : {a = b} + {a <> b}.
Proof. decide equality; apply kstmt_dec. Defined.

Definition ktrace_dec (a b : ktrace) : {a = b} + {a <> b}.
Proof. decide equality; auto using string_dec, Z.eq_dec. Defined.

Definition kstores_eqb (M N : kstore) : bool :=
  forallb
    (fun c => match in_cell M c, in_cell N c with
              | Some j, Some k => (j =? k)%Z
              | None, None => true
              | _, _ => false
              end)
    (map fst M ++ map fst N).

Definition accesses_eqb (P Q : list kaccess) : bool :=
  forallb (fun a => if in_dec kaccess_dec a Q then true else false) P &&
  forallb (fun a => if in_dec kaccess_dec a P then true else false) Q.

Lemma in_cell_none : forall M c, ~ In c (map fst M) -> in_cell M c = None.
Proof.
  induction M as [| [[l j] k] M IH]; simpl; intros [l' j'] H; auto.
  simpl. destruct (Z.eqb_spec j' j), (location_eqb_spec l' l); simpl; try (apply IH; tauto).
  subst. exfalso. apply H. left. reflexivity.
Qed.

Lemma kstores_eqb_true : forall M N, kstores_eqb M N = true -> same_kstore M N.
Proof.
  intros M N H c. unfold kstores_eqb in H. rewrite forallb_forall in H.
  destruct (in_dec kcell_dec c (map fst M ++ map fst N)) as [Hc | Hc].
  - specialize (H c Hc). destruct (in_cell M c), (in_cell N c); try discriminate; auto.
    apply Z.eqb_eq in H. congruence.
  - rewrite in_app_iff in Hc. rewrite !in_cell_none; tauto.
Qed.

Lemma accesses_eqb_true : forall P Q, accesses_eqb P Q = true -> same_accesses P Q.
Proof.
  intros P Q H a. unfold accesses_eqb in H. apply andb_prop in H. destruct H as [H1 H2].
  rewrite forallb_forall in H1, H2. split; intros Ha.
  - specialize (H1 a Ha). destruct (in_dec kaccess_dec a Q); [assumption | discriminate].
  - specialize (H2 a Ha). destruct (in_dec kaccess_dec a P); [assumption | discriminate].
Qed.

(** ** Which number a [var] took *)

Fixpoint numbers_kexpr (e : kexpr) : list Z :=
  match e with
  | KNum k => [k]
  | KThread _ | KVar _ => []
  | KBin _ _ e1 e2 => numbers_kexpr e1 ++ numbers_kexpr e2
  | KConvert _ e | KWithin _ e => numbers_kexpr e
  | KSelect c e1 e2 => numbers_kcond c ++ numbers_kexpr e1 ++ numbers_kexpr e2
  end
with numbers_kcond (c : kcond) : list Z :=
  match c with
  | KBool _ => []
  | KRel _ e1 e2 => numbers_kexpr e1 ++ numbers_kexpr e2
  | KAnd c1 c2 | KOr c1 c2 => numbers_kcond c1 ++ numbers_kcond c2
  | KNot c => numbers_kcond c
  end.

Fixpoint numbers_kstmt (s : kstmt) : list Z :=
  match s with
  | KSync _ | KSkip => []
  | KWrite _ e1 e2 => numbers_kexpr e1 ++ numbers_kexpr e2
  | KRead _ _ e r => numbers_kexpr e ++ numbers_kstmt r
  | KSeq s1 s2 => numbers_kstmt s1 ++ numbers_kstmt s2
  | KIf c s1 s2 => numbers_kcond c ++ numbers_kstmt s1 ++ numbers_kstmt s2
  | KFor _ e1 e2 r => numbers_kexpr e1 ++ numbers_kexpr e2 ++ numbers_kstmt r
  | KAny _ _ r => numbers_kstmt r
  end.

Definition is_instance_kstmt (i : thread_id) (x : name) (s r : kstmt) : bool :=
  existsb (fun k => may_take i k && yes (kstmt_dec r (put x k s))) (0%Z :: numbers_kstmt r).

(** ** One step *)

Definition every (g : bool) : bool := true.
Definition syncs (s : kstmt) : bool := has_barrier every s.

(** A conclusion up to a barrier, or of a whole run: what rules of the two kinds have in common. *)
Record run := Run
  { from : kstore; runs_so : kstmt; by_thread : thread_id; up : kstore; acc : list kaccess;
    tr : ktrace; left_to_run : option kstmt }.

Definition run_of (whole : bool) (J : kjudgment) : option run :=
  match J, whole with
  | GRuns M s i U P t, true => Some (Run M s i U P t None)
  | GReaches M s i U P t r, false => Some (Run M s i U P t r)
  | _, _ => None
  end.

Definition same_end (a b : run) : bool :=
  kstores_eqb (up a) (up b) && accesses_eqb (acc a) (acc b) && yes (rest_dec (left_to_run a) (left_to_run b)).

Definition thread_is (i j : thread_id) : bool := yes (thread_dec i j).

(** Rules that [S-*] and [B-*] have both: from leaves, and from runs of the same kind. *)
Definition follows_run (r : rule) (leaves : list kjudgment) (parts : list run) (c : run) : bool :=
  let M := from c in let i := by_thread c in
  match r, runs_so c, leaves, parts with
  | R_VAR, KAny x _ s, [], [p] =>
      kstores_eqb (from p) M && is_instance_kstmt i x s (runs_so p) && thread_is i (by_thread p) &&
      same_end p c && yes (ktrace_dec (tr c) (tr p))
  | R_READ, KRead x A e s, [GEvaluates f i1 j; GReads M1 B j1 k], [p] =>
      yes (kexpr_dec e f) && thread_is i i1 && kstores_eqb M1 M && String.eqb A B && (j =? j1)%Z &&
      kstores_eqb (from p) M && yes (kstmt_dec (runs_so p) (put x k s)) && thread_is i (by_thread p) &&
      kstores_eqb (up p) (up c) && accesses_eqb (KAccess i Rd (A, None) j :: acc p) (acc c) &&
      yes (rest_dec (left_to_run p) (left_to_run c)) && yes (ktrace_dec (tr c) (KAfter KTau (tr p)))
  | R_WRITE, KWrite A e1 e2, [GEvaluates f1 i1 j; GEvaluates f2 i2 k], [] =>
      yes (kexpr_dec e1 f1) && yes (kexpr_dec e2 f2) && thread_is i i1 && thread_is i i2 &&
      kstores_eqb [(((A, None), j), k)] (up c) && accesses_eqb [KAccess i Wr (A, None) j] (acc c) &&
      yes (rest_dec None (left_to_run c)) && yes (ktrace_dec (tr c) KTau)
  | R_SKIP, KSkip, [], [] =>
      kstores_eqb [] (up c) && accesses_eqb [] (acc c) && yes (rest_dec None (left_to_run c)) &&
      yes (ktrace_dec (tr c) KTau)
  | R_SEQ, KSeq s1 s2, [], [p; q] =>
      yes (kstmt_dec s1 (runs_so p)) && yes (kstmt_dec s2 (runs_so q)) &&
      thread_is i (by_thread p) && thread_is i (by_thread q) && yes (rest_dec None (left_to_run p)) &&
      kstores_eqb (from p) M && kstores_eqb (from q) (up p ++ M) &&
      kstores_eqb (up q ++ up p) (up c) && accesses_eqb (acc p ++ acc q) (acc c) &&
      yes (rest_dec (left_to_run q) (left_to_run c)) && yes (ktrace_dec (tr c) (KAfter (tr p) (tr q)))
  | R_IF_T, KIf d s1 s2, [GDecides d1 i1 true], [p] =>
      yes (kcond_dec d d1) && yes (kstmt_dec s1 (runs_so p)) && thread_is i i1 &&
      thread_is i (by_thread p) && kstores_eqb (from p) M && same_end p c &&
      yes (ktrace_dec (tr c) (KAfter KThen (tr p)))
  | R_IF_F, KIf d s1 s2, [GDecides d1 i1 false], [p] =>
      yes (kcond_dec d d1) && yes (kstmt_dec s2 (runs_so p)) && thread_is i i1 &&
      thread_is i (by_thread p) && kstores_eqb (from p) M && same_end p c &&
      yes (ktrace_dec (tr c) (KAfter KElse (tr p)))
  | R_FOR_1, KFor x e1 e2 s, [GDecides d i1 true], [] =>
      yes (kcond_dec d (KRel Ge e1 e2)) && thread_is i i1 && kstores_eqb [] (up c) &&
      accesses_eqb [] (acc c) && yes (rest_dec None (left_to_run c)) && yes (ktrace_dec (tr c) KTau)
  (* [B-FOR-2] *)
  | R_FOR_2, KFor x e1 e2 s, [GEvaluates f i1 l; GDecides d i2 true], [p] =>
      yes (kexpr_dec e1 f) && yes (kcond_dec d (KRel Lt (KNum l) e2)) &&
      yes (kstmt_dec (runs_so p) (KSeq (put x l s) (KFor x (KNum (l + 1)) e2 s))) &&
      thread_is i i1 && thread_is i i2 && thread_is i (by_thread p) &&
      kstores_eqb (from p) M && same_end p c && yes (ktrace_dec (tr c) (KAfter (KIter x l) (tr p)))
  (* [S-FOR-2] *)
  | R_FOR_2, KFor x e1 e2 s, [GEvaluates f i1 l; GDecides d i2 true], [p; q] =>
      yes (kexpr_dec e1 f) && yes (kcond_dec d (KRel Lt (KNum l) e2)) &&
      yes (kstmt_dec (runs_so p) (put x l s)) &&
      yes (kstmt_dec (runs_so q) (KFor x (KNum (l + 1)) e2 s)) &&
      thread_is i i1 && thread_is i i2 && thread_is i (by_thread p) && thread_is i (by_thread q) &&
      yes (rest_dec None (left_to_run p)) && kstores_eqb (from p) M && kstores_eqb (from q) (up p ++ M) &&
      kstores_eqb (up q ++ up p) (up c) && accesses_eqb (acc p ++ acc q) (acc c) &&
      yes (rest_dec (left_to_run q) (left_to_run c)) &&
      yes (ktrace_dec (tr c) (KAfter (KIter x l) (KAfter (tr p) (tr q))))
  | _, _, _, _ => false
  end.

(** The leaves among the premises, which come first, and the rest as runs of one kind. *)
Fixpoint parts_of (whole : bool) (premises : list kjudgment) : option (list kjudgment * list run) :=
  match premises with
  | [] => Some ([], [])
  | J :: Js =>
      match run_of whole J, parts_of whole Js with
      | Some p, Some ([], parts) => Some ([], p :: parts)
      | None, Some (leaves, parts) =>
          match J with
          | GEvaluates _ _ _ | GDecides _ _ _ | GReads _ _ _ _ => Some (J :: leaves, parts)
          | GRuns _ _ _ _ _ _ | GReaches _ _ _ _ _ _ _ => None
          end
      | _, _ => None
      end
  end.

(** The names of rules. [B-*] are of statements with a barrier. *)
Inductive krule :=
| K_E | K_C | K_M
| K_S (r : rule)
| K_B (r : rule)
| K_B_END | K_B_SYNC | K_B_SEQ_1.

Definition follows_by (whole : bool) (r : rule) (premises : list kjudgment) (J : kjudgment) : bool :=
  match run_of whole J, parts_of whole premises with
  | Some c, Some (leaves, parts) => follows_run r leaves parts c
  | _, _ => false
  end.

(** What [B-*] ask of the statement: that a barrier stands where it may be met. *)
Definition asks_barrier (s : kstmt) : bool :=
  match s with
  | KSync _ | KSkip | KWrite _ _ _ => false
  | KRead _ _ _ r | KFor _ _ _ r | KAny _ _ r => syncs r
  | KSeq s1 s2 | KIf _ s1 s2 => syncs s1 || syncs s2
  end.

(** A loop is gone through one iteration at a time by [S-FOR-2], and at once by [B-FOR-2]. *)
Definition one_part (r : rule) (premises : list kjudgment) : bool :=
  match r, premises with
  | R_FOR_2, [_; _; _; _] => false
  | _, _ => true
  end.

Definition kfollows (r : krule) (premises : list kjudgment) (J : kjudgment) : bool :=
  match r, J, premises with
  | K_E, GEvaluates e i k, [] => match value i e with Some k' => (k =? k')%Z | None => false end
  | K_C, GDecides c i b, [] => match truth i c with Some b' => Bool.eqb b b' | None => false end
  | K_M, GReads M A j k, [] => (holds_at M (A, None) j =? k)%Z
  | K_S r, GRuns _ _ _ _ _ _, _ =>
      match r, premises with
      | R_FOR_2, [_; _; _] => false
      | _, _ => follows_by true r premises J
      end
  | K_B r, GReaches _ s _ _ _ _ _, _ =>
      asks_barrier s && one_part r premises && follows_by false r premises J
  | K_B_END, GReaches M s i U P t None, [GRuns M1 s1 i1 U1 P1 t1] =>
      negb (syncs s) && kstores_eqb M1 M && yes (kstmt_dec s s1) && thread_is i i1 &&
      kstores_eqb U1 U && accesses_eqb P1 P && yes (ktrace_dec t t1)
  | K_B_SYNC, GReaches M (KSync _) i U P t (Some KSkip), [] =>
      kstores_eqb [] U && accesses_eqb [] P && yes (ktrace_dec t KTau)
  | K_B_SEQ_1, GReaches M (KSeq s1 s2) i U P t (Some r), [GReaches M1 q i1 U1 P1 t1 (Some r1)] =>
      syncs s1 && kstores_eqb M1 M && yes (kstmt_dec s1 q) && thread_is i i1 && kstores_eqb U1 U &&
      accesses_eqb P1 P && yes (ktrace_dec t t1) && yes (kstmt_dec r (KSeq r1 s2))
  | _, _, _ => false
  end.

(** ** A step is sound *)

Lemma instance_of_kstmt : forall i x s r, is_instance_kstmt i x s r = true ->
  exists k, may_take i k = true /\ r = put x k s.
Proof.
  intros i x s r H. unfold is_instance_kstmt in H. apply existsb_exists in H.
  destruct H as [k [_ H]]. apply andb_prop in H. destruct H as [Hk H].
  exists k. split; [assumption | exact (yes_true _ _ H)].
Qed.

Definition run_means (p : run) : Prop :=
  does_so (from p) (runs_so p) (by_thread p) (up p) (acc p) (tr p) (left_to_run p).

Ltac same_parts :=
  repeat match goal with
  | H : (_ && _)%bool = true |- _ => apply andb_prop in H; destruct H
  | H : yes _ = true |- _ => apply yes_true in H
  | H : thread_is _ _ = true |- _ => apply yes_true in H
  | H : (_ =? _)%Z = true |- _ => apply Z.eqb_eq in H
  | H : String.eqb _ _ = true |- _ => apply String.eqb_eq in H
  | H : accesses_eqb _ _ = true |- _ => apply accesses_eqb_true in H
  | H : kstores_eqb _ _ = true |- _ => apply kstores_eqb_true in H
  end; subst.

Ltac simpl_premises :=
  repeat match goal with
  | H : Forall _ (_ :: _) |- _ => inversion H; clear H; subst
  | H : Forall _ [] |- _ => clear H
  end.

Lemma follows_run_sound : forall r leaves parts c,
  Forall kmeans leaves -> Forall run_means parts -> follows_run r leaves parts c = true ->
  run_means c.
Proof.
  intros r leaves parts [M s i U P t rest] Hl Hp H. unfold follows_run, same_end in H. simpl in H.
  destruct r; try discriminate H; shape H; simpl_premises;
    repeat match goal with p : run |- _ => destruct p end;
    unfold run_means in *; simpl in *; try discriminate; same_parts; try discriminate.
  - (* VAR *)
    match goal with H : is_instance_kstmt _ _ _ _ = true |- _ =>
      destruct (instance_of_kstmt _ _ _ _ H) as [k [Hk E]] end.
    subst.
    eapply does_so_var; [eassumption |]. eapply does_so_same; eassumption.
  - (* READ *)
    rewrite (same_holds_at _ M) in * by assumption.
    eapply does_so_same; [| apply same_refl | eassumption | eassumption].
    apply does_so_read; [assumption |].
    eapply does_so_same; [eassumption | assumption | apply same_refl | intros a; reflexivity].
  - (* WRITE *)
    eapply does_so_same; [| apply same_refl | eassumption | eassumption].
    apply does_so_now, D_WRITE; assumption.
  - (* SKIP *)
    eapply does_so_same; [| apply same_refl | eassumption | eassumption].
    apply does_so_now, D_SKIP.
  - (* SEQ *)
    eapply does_so_same; [| apply same_refl | eassumption | eassumption].
    apply does_so_both;
      (eapply does_so_same; [eassumption | assumption | apply same_refl | intros a; reflexivity]).
  - (* IF-T *)
    apply does_so_then; [assumption |]. eapply does_so_same; eassumption.
  - (* IF-F *)
    apply does_so_else; [assumption |]. eapply does_so_same; eassumption.
  - (* FOR-1 *)
    eapply does_so_same; [| apply same_refl | eassumption | eassumption].
    apply does_so_now, D_FOR_1; assumption.
  - (* B-FOR-2 *)
    eapply does_so_again; [eassumption | assumption |]. eapply does_so_same; eassumption.
  - (* S-FOR-2 *)
    eapply does_so_same; [| apply same_refl | eassumption | eassumption].
    eapply does_so_again; [eassumption | assumption |].
    apply does_so_both;
      (eapply does_so_same; [eassumption | assumption | apply same_refl | intros a; reflexivity]).
Qed.

Lemma run_of_means : forall whole J p, run_of whole J = Some p -> (kmeans J <-> run_means p).
Proof.
  intros whole J p H. destruct J, whole; simpl in H; try discriminate; injection H as H; subst;
    reflexivity.
Qed.

Lemma parts_mean : forall whole premises leaves parts,
  Forall kmeans premises -> parts_of whole premises = Some (leaves, parts) ->
  Forall kmeans leaves /\ Forall run_means parts.
Proof.
  intros whole. induction premises as [| J Js IH]; simpl; intros leaves parts Hm H.
  - injection H as H1 H2. subst. auto.
  - inversion Hm as [| ? ? HJ HJs]; subst.
    destruct (run_of whole J) as [p |] eqn:Hp.
    + destruct (parts_of whole Js) as [[[| l ls] ps] |]; try discriminate.
      injection H as H1 H2. subst. destruct (IH [] ps HJs eq_refl) as [_ Hps].
      split; [constructor |]. constructor; [apply (run_of_means _ _ _ Hp); assumption | assumption].
    + destruct (parts_of whole Js) as [[ls ps] |]; try discriminate.
      destruct (IH ls ps HJs eq_refl) as [Hls Hps].
      destruct J; try discriminate; injection H as H1 H2; subst; auto.
Qed.

Lemma follows_by_sound : forall whole r premises J,
  Forall kmeans premises -> follows_by whole r premises J = true -> kmeans J.
Proof.
  intros whole r premises J Hp H. unfold follows_by in H.
  destruct (run_of whole J) as [c |] eqn:Hc; [| discriminate].
  destruct (parts_of whole premises) as [[leaves parts] |] eqn:Hs; [| discriminate].
  destruct (parts_mean _ _ _ _ Hp Hs) as [Hl Hr].
  apply (run_of_means _ _ _ Hc). exact (follows_run_sound _ _ _ _ Hl Hr H).
Qed.

Lemma kfollows_sound : forall r premises J,
  Forall kmeans premises -> kfollows r premises J = true -> kmeans J.
Proof.
  intros r premises J Hp H. destruct r as [| | | r | r | | |].
  - simpl in H. shape H. destruct (value i e) as [k' |] eqn:E; [| discriminate].
    simpl. apply Z.eqb_eq in H. congruence.
  - simpl in H. shape H. destruct (truth i c) as [b' |] eqn:E; [| discriminate].
    simpl. apply eqb_prop in H. congruence.
  - simpl in H. shape H. apply Z.eqb_eq. assumption.
  - apply (follows_by_sound true r premises); [assumption |].
    destruct J; simpl in H; try discriminate.
    destruct r; try assumption.
    destruct premises as [| ? [| ? [| ? [| ? ?]]]]; try assumption; discriminate.
  - apply (follows_by_sound false r premises); [assumption |].
    destruct J; simpl in H; try discriminate.
    apply andb_prop in H. destruct H as [_ H]. assumption.
  - simpl in H. shape H. simpl_premises. same_parts. eapply does_so_same; eassumption.
  - simpl in H. shape H. same_parts.
    eapply does_so_same; [| apply same_refl | eassumption | eassumption].
    apply does_so_now, D_SYNC.
  - simpl in H. shape H. simpl_premises. unfold kmeans in *. same_parts.
    match goal with R : does_so _ _ _ _ _ _ (Some _) |- _ =>
      eapply does_so_same in R; [| eassumption | eassumption | eassumption];
      destruct R as [V [Q [HR HVQ]]] end.
    exists V, Q. auto using D_SEQ_1.
Qed.

(** ** A derivation *)

Record kstep := KStep { by_krule : krule; concludes_so : kjudgment; from_ksteps : list nat }.

(** The conclusions that a step names; none where it names one that is not before it. *)
Fixpoint kpremises_of (before : list kjudgment) (ns : list nat) : option (list kjudgment) :=
  match ns with
  | [] => Some []
  | n :: rest =>
      match n, kpremises_of before rest with
      | S m, Some Js => option_map (fun J => J :: Js) (nth_error before m)
      | _, _ => None
      end
  end.

Fixpoint kcheck_after (before : list kjudgment) (d : list kstep) : bool :=
  match d with
  | [] => true
  | s :: rest =>
      match kpremises_of before (from_ksteps s) with
      | Some premises =>
          kfollows (by_krule s) premises (concludes_so s) &&
          kcheck_after (before ++ [concludes_so s]) rest
      | None => false
      end
  end.

Definition check_kernel (d : list kstep) : bool := kcheck_after [] d.

Lemma kpremises_mean : forall before ns premises,
  Forall kmeans before -> kpremises_of before ns = Some premises -> Forall kmeans premises.
Proof.
  intros before. induction ns as [| n ns IH]; simpl; intros premises Hb H.
  - injection H as H. subst. constructor.
  - destruct n as [| m]; [discriminate |].
    destruct (kpremises_of before ns) as [Js |]; [| discriminate].
    destruct (nth_error before m) as [J |] eqn:HJ; [| discriminate].
    injection H as H. subst. constructor; auto.
    rewrite Forall_forall in Hb. apply Hb. eapply nth_error_In. eassumption.
Qed.

Lemma kcheck_after_sound : forall d before,
  Forall kmeans before -> kcheck_after before d = true ->
  forall s, In s d -> kmeans (concludes_so s).
Proof.
  induction d as [| s d IH]; intros before Hb H s' Hs; [destruct Hs |].
  simpl in H. destruct (kpremises_of before (from_ksteps s)) as [premises |] eqn:Hp; [| discriminate].
  apply andb_prop in H. destruct H as [Hf Hc].
  assert (Hm : kmeans (concludes_so s)).
  { eapply kfollows_sound; [| eassumption]. eapply kpremises_mean; eassumption. }
  destruct Hs as [Hs | Hs]; [subst; assumption |].
  apply (IH (before ++ [concludes_so s])); auto.
  apply Forall_app. split; auto.
Qed.

(** What a derivation of a kernel that is checked concludes, in any of its steps, is so by the rules. *)
Theorem check_kernel_sound : forall d, check_kernel d = true ->
  forall s, In s d -> kmeans (concludes_so s).
Proof. intros d. apply kcheck_after_sound. constructor. Qed.
