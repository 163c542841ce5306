(** What is refuted of [L22], and its examples. *)

From Jaminan Require Export Correctness Needed TrueAlarms.

(** ** Theorem 1 as printed

    The newest phase of [H] may have accesses, and they may race with those of the program. No type
    tells. *)

(** [A[tid] := tid] and its type [wr A[tid]] *)
Definition own := SWrite "A" Tid Tid.
Definition own_type := PAcc Wr "A" Tid.

Lemma own_typed : has_type [] own own_type.
Proof. constructor. intros x []. Qed.

(** A phase in which thread 2 has read [A[1]], and nobody has done anything else. *)
Definition read_before : threads_phase :=
  fun i => if i =? 2 then Accesses [("A"%string, 1)] [] else none.

Lemma read_before_writes : forall i c, ~ wrote (read_before i) c.
Proof. intros i c. unfold wrote, read_before. destruct (i =? 2); simpl; tauto. Qed.

Lemma read_before_drf : drf [read_before].
Proof.
  intros P [E | []] [i1 [i2 [c [_ [Hw _]]]]]. subst. exact (read_before_writes i1 c Hw).
Qed.

(** What threads 0 and 1 come to. *)
Definition read_after : threads_phase :=
  fun i => if i =? 2 then read_before 2
    else if i <? 2 then Accesses [] [(("A"%string, i), i)] else none.

Lemma own_runs : parallel [0; 1] [read_before] own [read_after].
Proof.
  constructor.
  - intros i [E | [E | []]]; subst; apply WRITE; reflexivity.
  - intros i Hi. unfold read_after, read_before. destruct i as [| [| [| i]]]; simpl in *; tauto.
Qed.

Definition own_accesses (a : access) : Prop :=
  exists i, In i [0; 1] /\ In a [Access i Wr "A" i].

Lemma own_phase : phase_of [0; 1] own_type own_accesses.
Proof.
  exists (fun i => [Access i Wr "A" i]). split.
  - intros i _. exists Tau. apply P_ACC. reflexivity.
  - intros a. reflexivity.
Qed.

Lemma own_accesses_drf : ~ racy_accesses own_accesses.
Proof.
  intros [a [b [[i [_ [Ha | []]]] [[j [_ [Hb | []]]] [Hi [_ [Hj _]]]]]]]. subst. simpl in *. congruence.
Qed.

Lemma read_after_racy : ~ drf [read_after].
Proof.
  intros H. apply (H read_after); [left; reflexivity |].
  exists 1, 2, ("A"%string, 1). split; [discriminate |]. split; [discriminate |].
  left. left. reflexivity.
Qed.

(** NEWEST-READS and NEWEST-OUTSIDE *)
Definition newest_reads (H : history) : Prop :=
  match H with [] => True | P :: _ => forall i c, ~ wrote (P i) c end.

Definition newest_outside (T : list nat) (H : history) : Prop :=
  match H with [] => True | P :: _ => forall i, In i T -> P i = none end.

(** liew2022/1, refuted; so are liew2022/1-reads and liew2022/1-outside: also where the newest phase
    has reads only, and only of threads that do not run the program. *)
Theorem correctness_printed_refuted : exists T H b u H' L,
  parallel T H b H' /\ phase_of T u L /\ has_type [] b u /\ drf H /\
  newest_reads H /\ newest_outside T H /\
  ~ (drf H' <-> ~ racy_accesses L).
Proof.
  exists [0; 1], [read_before], own, own_type, [read_after], own_accesses.
  split; [exact own_runs |]. split; [exact own_phase |]. split; [exact own_typed |].
  split; [exact read_before_drf |].
  split; [exact read_before_writes |].
  split; [intros i [E | [E | []]]; subst; reflexivity |].
  intros [_ H]. apply read_after_racy, H, own_accesses_drf.
Qed.

(** liew2022/1-accesses, refuted: what the proof sketch says of the access values. *)
Theorem accesses_printed_refuted : exists T H b u P' H' L,
  parallel T H b (P' :: H') /\ phase_of T u L /\ has_type [] b u /\ drf H /\
  ~ (forall a, in_phase P' a <-> L a).
Proof.
  exists [0; 1], [read_before], own, own_type, read_after, [], own_accesses.
  split; [exact own_runs |]. split; [exact own_phase |]. split; [exact own_typed |].
  split; [exact read_before_drf |].
  intros H. assert (Hin : in_phase read_after (Access 2 Rd "A" 1)).
  { split; [reflexivity |]. left. split; [reflexivity | left; reflexivity]. }
  apply H in Hin. destruct Hin as [i [_ [E | []]]]. discriminate.
Qed.

(** [A[0] := 0]: of one thread there is no race, of two there is one. *)
Definition at_0 := SWrite "A" (Num 0) (Num 0).

Definition nothing : threads_phase := fun _ => none.

Lemma nothing_drf : drf [nothing].
Proof. intros P [E | []] [i1 [i2 [c [_ [Hw _]]]]]. subst. apply Hw. reflexivity. Qed.

Lemma nothing_empty : newest_empty [nothing].
Proof. intros a [_ [[_ []] | [_ Hw]]]. apply Hw. reflexivity. Qed.

(** liew2022/1-threads, refuted: even of the mended theorem the same threads must run both. *)
Theorem correctness_threads_refuted : exists T T' H b u H' L,
  parallel T H b H' /\ phase_of T' u L /\ has_type [] b u /\ drf H /\ newest_empty H /\
  ~ (drf H' <-> ~ racy_accesses L).
Proof.
  pose (after := fun i : nat => if i =? 0 then Accesses [] [(("A"%string, 0), 0)] else none).
  exists [0], [0; 1], [nothing], at_0, (PAcc Wr "A" (Num 0)), [after].
  exists (fun a => exists i, In i [0; 1] /\ In a [Access i Wr "A" 0]).
  split.
  { constructor.
    - intros i [E | []]. subst. apply WRITE; reflexivity.
    - intros i Hi. unfold after. destruct i; simpl in *; [tauto | reflexivity]. }
  split.
  { exists (fun i => [Access i Wr "A" 0]). split; [| reflexivity].
    intros i _. exists Tau. apply P_ACC. reflexivity. }
  split; [constructor; intros x [] |]. split; [exact nothing_drf |]. split; [exact nothing_empty |].
  assert (HD : drf [after]).
  { intros P [E | []] [i1 [i2 [c [Hne [Hw Ht]]]]]. subst P. unfold after in *.
    destruct i1; [| apply Hw; reflexivity]. destruct i2; [congruence |].
    destruct Ht as [[] | Ht]. apply Ht. reflexivity. }
  intros [H _]. apply (H HD).
  exists (Access 0 Wr "A" 0), (Access 1 Wr "A" 0).
  split; [exists 0; simpl; auto |]. split; [exists 1; simpl; auto |].
  split; [discriminate |]. simpl. auto.
Qed.

(** ** What a history says of a cell *)

(** liew2022/lastwrite, of one cell: a history without races says at most one number. *)
Lemma lastwrite_unique : forall H c k k',
  drf H -> lastwrite H c k -> lastwrite H c k' -> k = k'.
Proof.
  intros H c k k' HD Hk. revert k'. induction Hk as [P H i c k Hi | P H c k Hn Hk IH]; intros k' Hk'.
  - inversion Hk' as [P' H' j c' m Hj | P' H' c' m Hn Hm]; subst.
    + destruct (Nat.eq_dec i j); [congruence |].
      exfalso. apply (HD P); [left; reflexivity |]. exists i, j, c.
      split; [assumption |]. unfold touched, wrote. rewrite Hi, Hj.
      split; [discriminate | right; discriminate].
    + rewrite Hn in Hi. discriminate.
  - inversion Hk' as [P' H' j c' m Hj | P' H' c' m Hn' Hm]; subst.
    + rewrite Hn in Hj. discriminate.
    + apply IH; auto. intros Q HQ. apply HD. right. assumption.
Qed.

(** One thread races with nobody. *)
Lemma alone_drf : forall i A H, drf H -> drf (alone i A :: H).
Proof.
  intros i A H HD P [E | HP]; [subst | apply HD; assumption].
  intros [i1 [i2 [c [Hne [Hw Ht]]]]]. unfold alone in *.
  destruct (Nat.eqb_spec i1 i); [| apply Hw; reflexivity].
  destruct (Nat.eqb_spec i2 i); [congruence |].
  destruct Ht as [[] | Ht]. apply Ht. reflexivity.
Qed.

Lemma baby_deterministic : forall H i A b B, drf H -> baby H i A b B ->
  forall C, baby H i A b C -> B = C.
Proof.
  intros H i A b B HD Hb. induction Hb; intros D HC; inversion HC; subst.
  - replace j0 with j in * by congruence.
    replace k0 with k in * by (eapply lastwrite_unique; [apply alone_drf | |]; eassumption). auto.
  - congruence.
  - replace B0 with B in * by auto. auto.
  - auto.
  - congruence.
  - congruence.
  - auto.
  - reflexivity.
  - exfalso. eauto using not_both.
  - exfalso. eauto using not_both.
  - replace l0 with l in * by congruence. replace B0 with B in * by auto. auto.
  - reflexivity.
Qed.

(** Two histories with the same phases of the same accesses. *)
Definition same_history (H H' : history) : Prop := Forall2 (fun P Q => forall i, P i = Q i) H H'.

(** liew2022/lastwrite *)
Theorem at_most_one_history : forall T H b H1 H2,
  drf H ->
  parallel T H b H1 -> parallel T H b H2 -> same_history H1 H2.
Proof.
  intros T H b H1 H2 HD Hp1 Hp2.
  inversion Hp1 as [P G c P1 Hin1 Hout1]; subst. inversion Hp2 as [Q G' c' P2 Hin2 Hout2]; subst.
  constructor.
  - intros i. destruct (in_dec Nat.eq_dec i T) as [Hi | Hi].
    + apply (baby_deterministic G i (P i) (at_thread i b)); auto.
      intros R HR. apply HD. right. assumption.
    + rewrite Hout1, Hout2; auto.
  - clear. induction G; constructor; auto.
Qed.

(** liew2022/progress, refuted: a read of what nobody wrote. [let x = A[0] in skip] *)
Theorem progress_refuted : exists T H b u,
  has_type [] b u /\ closed b /\ drf H /\ ~ exists H', parallel T H b H'.
Proof.
  exists [0], [nothing], (SRead "x" "A" (Num 0) SSkip), (PSeq (PAcc Rd "A" (Num 0)) PSkip).
  split. { constructor; [intros x [] | constructor | intros []]. }
  split; [reflexivity |]. split; [exact nothing_drf |].
  intros [H' Hp]. inversion Hp as [P G b P' Hin Hout]; subst.
  specialize (Hin 0 (or_introl eq_refl)). simpl in Hin.
  inversion Hin as [A x arr n b' j k B Hj Hk Hb | | | | | | |]; subst.
  inversion Hk as [Q G i c m Hi | Q G c m Hn Hm]; subst.
  - unfold alone, nothing in Hi. destruct (i =? 0); discriminate.
  - inversion Hm.
Qed.

(** ** A program that no history runs

    [let x0 = A[0] in A[0] := 0]: nobody has written [A[0]], so no rule of BabyCUDA reads it. Every
    memory has a number there, and both threads write. *)

Definition read_first := SRead "x0" "A" (Num 0) (SWrite "A" (Num 0) (Num 0)).

Lemma read_first_typed : exists u, has_type [] read_first u.
Proof.
  eexists. apply T_READ; [intros x [] | | intros []]. apply T_WRITE. intros x [].
Qed.

Lemma read_first_waits : forall H', ~ parallel [0; 1] [nothing] read_first H'.
Proof.
  intros H' Hp. inversion Hp as [P G b P' Hin Hout]; subst.
  specialize (Hin 0 (or_introl eq_refl)). simpl in Hin.
  inversion Hin as [A x arr n b' j k B Hj Hk Hb | | | | | | |]; subst.
  inversion Hk as [Q G i c m Hi | Q G c m Hn Hm]; subst.
  - unfold alone, nothing in Hi. destruct (i =? 0); discriminate.
  - inversion Hm.
Qed.

(** From each memory both threads make their write, run one after the other or in any order. *)
Lemma read_first_races : jointly read_first (Access 0 Wr "A" 0) (Access 1 Wr "A" 0).
Proof.
  exists [], [(("A"%string, 0), 0)], [(("A"%string, 0), 0)].
  exists [Access 0 Rd "A" 0; Access 0 Wr "A" 0], [Access 1 Rd "A" 0; Access 1 Wr "A" 0].
  exists (Tau ;; Tau)%trace, (Tau ;; Tau)%trace.
  split; [eapply S_READ; [reflexivity | reflexivity | apply S_WRITE; reflexivity] |].
  split; [right; left; reflexivity |].
  split; [eapply S_READ; [reflexivity | reflexivity | apply S_WRITE; reflexivity] |].
  right. left. reflexivity.
Qed.

(** liew2022/drf-program, refuted: every history of a program is DRF, as Def. 1 asks, and its
    threads race. *)
Theorem drf_program_refuted : exists b a a',
  (exists u, has_type [] b u) /\
  (forall H', parallel [0; 1] [nothing] b H' -> drf H') /\
  In (thread a) [0; 1] /\ In (thread a') [0; 1] /\ races a a' /\ jointly b a a'.
Proof.
  exists read_first, (Access 0 Wr "A" 0), (Access 1 Wr "A" 0).
  split; [exact read_first_typed |].
  split; [intros H' H; destruct (read_first_waits H' H) |].
  split; [left; reflexivity |]. split; [right; left; reflexivity |].
  split; [repeat split; simpl; auto; discriminate | exact read_first_races].
Qed.

(** liew2022/simplification, refuted: threads race, and no history is racy. *)
Theorem simplification_refuted : exists b a a',
  In (thread a) [0; 1] /\ In (thread a') [0; 1] /\ races a a' /\ jointly b a a' /\
  ~ exists H', parallel [0; 1] [nothing] b H' /\ ~ drf H'.
Proof.
  exists read_first, (Access 0 Wr "A" 0), (Access 1 Wr "A" 0).
  split; [left; reflexivity |]. split; [right; left; reflexivity |].
  split; [repeat split; simpl; auto; discriminate |]. split; [exact read_first_races |].
  intros [H' [H _]]. exact (read_first_waits H' H).
Qed.

(** ** Examples *)

Ltac typed :=
  repeat first
    [ apply T_SKIP | apply T_WRITE | apply T_READ | apply T_SEQ | apply T_IF | apply T_FOR ];
  unfold exact, exact_cond, incl; simpl; intuition discriminate.

(** liew2022/figure-3 *)
Theorem figure_3 :
  has_type ["M"%string]
    (SFor "x" (Num 0) (EVar "M")
      (SRead "y" "A" (EVar "x") (SWrite "A" (EVar "x") (Bin Add (EVar "y") (Num 1)))))
    (PFor "x" (Num 0) (EVar "M") (PSeq (PAcc Rd "A" (EVar "x")) (PAcc Wr "A" (EVar "x")))).
Proof. typed. Qed.

(** liew2022/figure-4 *)
Theorem figure_4 :
  has_type []
    (SIf (CRel Eq Tid (Num 0)) (SWrite "A" (Num 0) Tid) SSkip)
    (PIf (CRel Eq Tid (Num 0)) (PAcc Wr "A" (Num 0)) PSkip).
Proof. typed. Qed.

(** liew2022/equation-2: [A[tid] := tid; let x = A[tid] in A[x] := 9] *)
Theorem equation_2 : ~ exists u,
  has_type [] (SSeq (SWrite "A" Tid Tid) (SRead "x" "A" Tid (SWrite "A" (EVar "x") (Num 9)))) u.
Proof.
  intros [u H]. inversion H as [| | V b1 b2 u1 u2 H1 H2 | | |]; subst.
  inversion H2 as [| V x arr n b v Hn Hb Hx | | | |]; subst.
  inversion Hb as [V' arr' n' m He | | | | |]; subst.
  exact (He _ (or_introl eq_refl)).
Qed.
