(** What is refuted of [S18]: that of all threads two at a time are enough.

    What two threads, run by themselves, find behind a barrier is what they wrote. In a launch it
    may be a third one's. *)

From Jaminan Require Export Barrier.
From Coq Require Import Permutation.

(** Threads diverge at a barrier: after some phases one of them waits, and another is at its end. *)
Inductive diverges (T : list nat) : store -> (nat -> bstmt) -> Prop :=
| diverges_here : forall M s U P t r i j,
    (forall k, In k T -> reaches M (s k) k (U k) (P k) (t k) (r k)) ->
    In i T -> In j T -> r i = None -> r j <> None ->
    diverges T M s
| diverges_next : forall M s s' U P t order,
    (forall k, In k T -> reaches M (s k) k (U k) (P k) (t k) (Some (s' k))) ->
    Permutation order T ->
    diverges T (written order U M) s' ->
    diverges T M s.

Definition divergence (T : list nat) (M : store) (s : bstmt) : Prop := diverges T M (fun _ => s).

(** What is so of each two threads of a launch, from every memory, is so of the launch. *)
Definition two_are_enough (wrong : list nat -> store -> bstmt -> Prop) : Prop :=
  forall T s,
    (forall M i j, In i T -> In j T -> i <> j -> ~ wrong [i; j] M s) ->
    forall M, ~ wrong T M s.

(** ** Two rounds of writes

    In round [l] thread [i] writes [A[i ^ l]]. Then it reads its own cell, in which [i ^ 1] wrote
    last, if there is such a thread. *)

Definition in_round (k : expr) : bstmt :=
  BSeq (BWrite "A" (Bin BitXor Tid (EVar "x")) k) BSync.

Definition from_round (l : nat) (k : expr) : bstmt := BFor "x" (Num l) (Num 2) (in_round k).

Definition rounds (k : expr) (last : bstmt) : bstmt :=
  BSeq (from_round 0 k) (BRead "y" "A" Tid last).

(** What is left of it after the barrier of round [l]. *)
Definition after_round (l : nat) (k : expr) (last : bstmt) : bstmt :=
  BSeq (BSeq BSkip (from_round (l + 1) k)) (BRead "y" "A" Tid last).

(** Takes the runs of a given program apart, rule by rule. *)
Ltac by_cases H :=
  inversion H; clear H; subst; unfold iteration, from_round, in_round in *; simpl in *;
  try discriminate.

Ltac taken_apart :=
  repeat match goal with
  | H : Some _ = Some _ |- _ => injection H as H; subst
  | H : reaches _ (BSeq _ _) _ _ _ _ _ |- _ => by_cases H
  | H : reaches _ (BFor _ _ _ _) _ _ _ _ _ |- _ => by_cases H
  | H : reaches _ (BWrite _ _ _) _ _ _ _ _ |- _ => by_cases H
  | H : reaches _ BSync _ _ _ _ _ |- _ => by_cases H
  | H : reaches _ BSkip _ _ _ _ _ |- _ => by_cases H
  | H : steps _ SSkip _ _ _ _ |- _ => by_cases H
  | H : steps _ (SWrite _ _ _) _ _ _ _ |- _ => by_cases H
  end.

(** A round ends at its barrier, and a thread has written one cell in it. *)
Definition round_done (l : nat) (k : expr) (i : nat) (U : store) (P : phase) : Prop :=
  exists v,
    eval i (subst_expr "x" l k) = Some v /\
    U = [(("A"%string, Nat.lxor i l), v)] /\ P = [Access i Wr "A" (Nat.lxor i l)].

Lemma first_round : forall k last M i U P t r,
  reaches M (rounds k last) i U P t r ->
  round_done 0 k i U P /\ r = Some (after_round 0 k last).
Proof.
  intros k last M i U P t r H. unfold rounds, from_round, in_round in H. simpl in H.
  taken_apart. split; [eexists |]; eauto.
Qed.

Lemma second_round : forall k last M i U P t r,
  reaches M (after_round 0 k last) i U P t r ->
  round_done 1 k i U P /\ r = Some (after_round 1 k last).
Proof.
  intros k last M i U P t r H. unfold after_round, from_round, in_round in H. simpl in H.
  taken_apart. split; [eexists |]; eauto.
Qed.

(** A memory that threads [T] may leave behind after both rounds. *)
Inductive left_behind (T : list nat) (k : expr) (M : store) : store -> Prop :=
| left_by : forall U0 U1 P0 P1 order0 order1,
    (forall i, In i T -> round_done 0 k i (U0 i) (P0 i)) ->
    (forall i, In i T -> round_done 1 k i (U1 i) (P1 i)) ->
    Permutation order0 T -> Permutation order1 T ->
    left_behind T k M (written order1 U1 (written order0 U0 M)).

(** No two threads write one cell in a round. *)
Lemma no_race_in_round : forall l k i j U V P Q a b,
  round_done l k i U P -> round_done l k j V Q -> In a P -> In b Q -> ~ races a b.
Proof.
  intros l k i j U V P Q a b [v [_ [_ HP]]] [w [_ [_ HQ]]] Ha Hb [Hne [_ [Hi _]]]. subst.
  destruct Ha as [Ha | []], Hb as [Hb | []]. subst. simpl in *.
  apply Hne. apply (f_equal (fun n => Nat.lxor n l)) in Hi.
  rewrite !Nat.lxor_assoc, Nat.lxor_nilpotent, !Nat.lxor_0_r in Hi. assumption.
Qed.

(** So a race is one behind them. *)
Lemma race_behind : forall T k last M i, In i T ->
  joint_race T M (rounds k last) ->
  exists N s Ps P i j a b,
    left_behind T k M N /\ (forall i, In i T -> s i = after_round 1 k last) /\
    phases T N s Ps /\ In P Ps /\ In i T /\ In j T /\ In a (P i) /\ In b (P j) /\ races a b.
Proof.
  intros T k last M h Hh [Ps [P [i [j [a [b [H [HP [Hi [Hj [Ha [Hb Hr]]]]]]]]]]]].
  inversion H as [? ? ? ? ? H0 | ? ? s0 U0 P0 t0 o0 ? H0 Ho0 H']; subst.
  { destruct (first_round _ _ _ _ _ _ _ _ (H0 h Hh)) as [_ E]. discriminate. }
  assert (D0 : forall i, In i T -> round_done 0 k i (U0 i) (P0 i)).
  { intros g Hg. apply (first_round _ _ _ _ _ _ _ _ (H0 g Hg)). }
  assert (S0 : forall i, In i T -> s0 i = after_round 0 k last).
  { intros g Hg. destruct (first_round _ _ _ _ _ _ _ _ (H0 g Hg)) as [_ E]. congruence. }
  inversion H' as [? ? ? ? ? H1 | ? ? s1 U1 P1 t1 o1 ? H1 Ho1 H'']; subst.
  { pose proof (H1 h Hh) as E. rewrite (S0 h Hh) in E.
    destruct (second_round _ _ _ _ _ _ _ _ E) as [_ F]. discriminate. }
  assert (D1 : forall i, In i T -> round_done 1 k i (U1 i) (P1 i)).
  { intros g Hg. pose proof (H1 g Hg) as E. rewrite (S0 g Hg) in E.
    apply (second_round _ _ _ _ _ _ _ _ E). }
  destruct HP as [HP | [HP | HP]].
  - subst. exfalso. exact (no_race_in_round _ _ _ _ _ _ _ _ _ _ (D0 i Hi) (D0 j Hj) Ha Hb Hr).
  - subst. exfalso. exact (no_race_in_round _ _ _ _ _ _ _ _ _ _ (D1 i Hi) (D1 j Hj) Ha Hb Hr).
  - eexists _, s1, _, P, i, j, a, b. split; [exact (left_by T k M U0 U1 P0 P1 o0 o1 D0 D1 Ho0 Ho1) |].
    split; [| do 6 (split; [eassumption |]); assumption].
    intros g Hg. pose proof (H1 g Hg) as E. rewrite (S0 g Hg) in E.
    destruct (second_round _ _ _ _ _ _ _ _ E) as [_ F]. congruence.
Qed.

(** And a divergence is one behind them. *)
Lemma divergence_behind : forall T k last M, divergence T M (rounds k last) ->
  exists N s,
    left_behind T k M N /\ (forall i, In i T -> s i = after_round 1 k last) /\ diverges T N s.
Proof.
  intros T k last M H.
  inversion H as [? ? ? ? ? ? h j H0 Hh Hj Hr | ? ? s0 U0 P0 t0 o0 H0 Ho0 H']; subst.
  { destruct (first_round _ _ _ _ _ _ _ _ (H0 h Hh)) as [_ E]. congruence. }
  assert (S0 : forall i, In i T -> s0 i = after_round 0 k last).
  { intros g Hg. destruct (first_round _ _ _ _ _ _ _ _ (H0 g Hg)) as [_ E]. congruence. }
  inversion H' as [? ? ? ? ? ? h j H1 Hh Hj Hr | ? ? s1 U1 P1 t1 o1 H1 Ho1 H'']; subst.
  { pose proof (H1 h Hh) as E. rewrite (S0 h Hh) in E.
    destruct (second_round _ _ _ _ _ _ _ _ E) as [_ F]. congruence. }
  eexists _, s1. split; [apply (left_by T k M U0 U1 P0 P1 o0 o1); try assumption |].
  - intros g Hg. apply (first_round _ _ _ _ _ _ _ _ (H0 g Hg)).
  - intros g Hg. pose proof (H1 g Hg) as E. rewrite (S0 g Hg) in E.
    apply (second_round _ _ _ _ _ _ _ _ E).
  - split; [| assumption].
    intros g Hg. pose proof (H1 g Hg) as E. rewrite (S0 g Hg) in E.
    destruct (second_round _ _ _ _ _ _ _ _ E) as [_ F]. congruence.
Qed.

(** ** Two threads of three

    Of threads 0, 1 and 2 only the first two are partners. *)

Definition three : list nat := [0; 1; 2].

Lemma two_orders : forall (order : list nat) i j, Permutation order [i; j] ->
  order = [i; j] \/ order = [j; i].
Proof. intros order i j H. apply Permutation_length_2_inv. symmetry. assumption. Qed.

(** What thread [h] finds in its cell behind both rounds, of threads [i] and [j]. *)
Definition found (k : expr) (h i j n : nat) : Prop :=
  forall M N, left_behind [i; j] k M N -> lookup N "A" h = n.

Ltac rounds_done :=
  repeat match goal with
  | H : forall g, In g [?i; ?j] -> _ |- _ =>
      pose proof (H i (or_introl eq_refl)); pose proof (H j (or_intror (or_introl eq_refl))); clear H
  | H : round_done _ _ _ _ _ |- _ => destruct H as [? [? [? _]]]
  end;
  simpl in *;
  repeat match goal with H : Some _ = Some _ |- _ => injection H as H; subst end.

Ltac find_behind :=
  intros M N H; destruct H as [U0 U1 P0 P1 o0 o1 H0 H1 Ho0 Ho1];
  apply two_orders in Ho0; apply two_orders in Ho1;
  rounds_done; destruct Ho0, Ho1; subst; unfold written; simpl;
  repeat match goal with H : ?U ?i = [_] |- _ => rewrite H; clear H end; reflexivity.

(** It runs, too. *)
Definition round_trace (l : nat) : trace := (Iter "x" l ;; Tau ;; Tau)%trace.

Lemma runs_first_round : forall k last M i v, eval i (subst_expr "x" 0 k) = Some v ->
  reaches M (rounds k last) i [(("A"%string, Nat.lxor i 0), v)] [Access i Wr "A" (Nat.lxor i 0)]
    (round_trace 0) (Some (after_round 0 k last)).
Proof.
  intros k last M i v Hv. apply B_SEQ_1; [reflexivity |].
  eapply B_FOR_2; [reflexivity | reflexivity | reflexivity |].
  apply B_SEQ_1; [reflexivity |].
  apply (B_SEQ_2 M _ BSync i [(("A"%string, Nat.lxor i 0), v)] [] [Access i Wr "A" (Nat.lxor i 0)] []);
    [reflexivity | apply B_END; [reflexivity |]; apply S_WRITE; [reflexivity | assumption] | apply B_SYNC].
Qed.

Lemma runs_second_round : forall k last M i v, eval i (subst_expr "x" 1 k) = Some v ->
  reaches M (after_round 0 k last) i [(("A"%string, Nat.lxor i 1), v)] [Access i Wr "A" (Nat.lxor i 1)]
    (Tau ;; round_trace 1) (Some (after_round 1 k last)).
Proof.
  intros k last M i v Hv. apply B_SEQ_1; [reflexivity |].
  apply (B_SEQ_2 M BSkip _ i [] [(("A"%string, Nat.lxor i 1), v)] [] [Access i Wr "A" (Nat.lxor i 1)]);
    [reflexivity | apply B_END; [reflexivity |]; apply S_SKIP |].
  eapply B_FOR_2; [reflexivity | reflexivity | reflexivity |].
  apply B_SEQ_1; [reflexivity |].
  apply (B_SEQ_2 _ _ BSync i [(("A"%string, Nat.lxor i 1), v)] [] [Access i Wr "A" (Nat.lxor i 1)] []);
    [reflexivity | apply B_END; [reflexivity |]; apply S_WRITE; [reflexivity | assumption] | apply B_SYNC].
Qed.

(** The third phase goes on behind both rounds. *)
Lemma runs_read : forall k s M i U P t r, synchronizes (subst_bstmt "y" (lookup M "A" i) s) = synchronizes s ->
  reaches M (subst_bstmt "y" (lookup M "A" i) s) i U P t r ->
  exists u, reaches M (after_round 1 k s) i U (Access i Rd "A" i :: P) u r.
Proof.
  intros k s M i U P t r Hs H.
  assert (E : reaches M (BSeq BSkip (from_round 2 k)) i [] [] (Tau ;; Tau) None).
  { apply (B_SEQ_2 M BSkip _ i [] [] [] []); [reflexivity | apply B_END; [reflexivity |]; apply S_SKIP |].
    apply B_FOR_1; reflexivity. }
  assert (R : exists u, reaches M (BRead "y" "A" Tid s) i U (Access i Rd "A" i :: P) u r).
  { destruct (synchronizes s) eqn:Es.
    - eexists. eapply B_READ; [assumption | reflexivity | reflexivity | eassumption].
    - apply (without_barriers _ _ _ _ _ _ _ Hs) in H. destruct H as [Hr H]. subst.
      eexists. apply B_END; [assumption |].
      eapply S_READ; [reflexivity | reflexivity |]. rewrite <- erase_subst. eassumption. }
  destruct R as [u R]. exists ((Tau ;; Tau) ;; u)%trace.
  replace U with (merge [] U) by (unfold merge; apply app_nil_r).
  apply (B_SEQ_2 M _ _ i [] U [] (Access i Rd "A" i :: P)); [reflexivity | exact E | exact R].
Qed.

(** *** Races: [A[i ^ l] := i + l], and then [let y = A[i] in A[y] := i + y] *)

Definition sum : expr := Bin Add Tid (EVar "x").
Definition write_there : bstmt := BWrite "A" (EVar "y") (Bin Add Tid (EVar "y")).

Lemma last_writes : forall k M i U P t r,
  reaches M (after_round 1 k write_there) i U P t r ->
  r = None /\ P = [Access i Rd "A" i; Access i Wr "A" (lookup M "A" i)].
Proof.
  intros k M i U P t r H. unfold after_round, write_there in H. simpl in H. taken_apart.
  repeat match goal with
  | H : reaches _ (BRead _ _ _ _) _ _ _ _ _ |- _ => by_cases H
  | H : steps _ (SRead _ _ _ _) _ _ _ _ |- _ => by_cases H
  end.
  taken_apart. auto.
Qed.

(** What each thread finds of two is its own number, or a cell that nobody else accesses. *)
Lemma race_free_pairs : forall M i j, In i three -> In j three -> i <> j ->
  ~ joint_race [i; j] M (rounds sum write_there).
Proof.
  intros M i j Hi Hj Hij H.
  apply (race_behind _ _ _ _ i) in H; [| left; reflexivity].
  destruct H as [N [s [Ps [P [g [h [a [b [HN [Hs [H [HP [Hg [Hh [Ha [Hb Hr]]]]]]]]]]]]]]]].
  assert (E : forall h, In h [i; j] ->
    P h = [Access h Rd "A" h; Access h Wr "A" (lookup N "A" h)]).
  { inversion H as [? ? ? Q ? HQ | ? ? s' ? ? ? ? ? HQ ? ?]; subst.
    - destruct HP as [HP | []]. subst. intros f Hf. pose proof (HQ f Hf) as F. rewrite (Hs f Hf) in F.
      apply (last_writes _ _ _ _ _ _ _ F).
    - pose proof (HQ i (or_introl eq_refl)) as F. rewrite (Hs i (or_introl eq_refl)) in F.
      destruct (last_writes _ _ _ _ _ _ _ F) as [F' _]. discriminate. }
  rewrite (E g Hg) in Ha. rewrite (E h Hh) in Hb. clear E H HP Hs.
  destruct HN as [U0 U1 P0 P1 o0 o1 H0 H1 Ho0 Ho1].
  apply two_orders in Ho0. apply two_orders in Ho1.
  destruct Hi as [Hi | [Hi | [Hi | []]]], Hj as [Hj | [Hj | [Hj | []]]]; subst i j;
    try (exfalso; apply Hij; reflexivity);
    (destruct Hg as [Hg | [Hg | []]], Hh as [Hh | [Hh | []]]; subst g h;
      rounds_done; destruct Ho0, Ho1; subst; unfold written, races in *; simpl in *;
      repeat match goal with H : ?U ?i = [_] |- _ => rewrite H in *; clear H end;
      unfold merge in *; simpl in *; destruct Hr as [Hne [_ [Hx Hw]]];
      destruct Ha as [Ha | [Ha | []]], Hb as [Hb | [Hb | []]]; subst; simpl in *;
      try discriminate; try (apply Hne; reflexivity); destruct Hw; discriminate).
Qed.

(** Of all three, thread 0 writes the cell that is thread 2's: [A[2]]. *)
Lemma race_of_three : joint_race three [] (rounds sum write_there).
Proof.
  pose (U0 := fun i => [(("A"%string, Nat.lxor i 0), i + 0)]).
  pose (U1 := fun i => [(("A"%string, Nat.lxor i 1), i + 1)]).
  pose (N := written three U1 (written three U0 [])).
  assert (H : forall i, In i three -> exists u,
    reaches N (after_round 1 sum write_there) i [(("A"%string, lookup N "A" i), i + lookup N "A" i)]
      [Access i Rd "A" i; Access i Wr "A" (lookup N "A" i)] u None).
  { intros i _. apply (runs_read _ _ _ _ _ [_] Tau); [reflexivity |].
    apply B_END; [reflexivity |]. apply S_WRITE; reflexivity. }
  destruct (H 0) as [u0 R0]; [left; reflexivity |].
  destruct (H 1) as [u1 R1]; [right; left; reflexivity |].
  destruct (H 2) as [u2 R2]; [right; right; left; reflexivity |].
  pose (P i := [Access i Rd "A" i; Access i Wr "A" (lookup N "A" i)]).
  exists [fun i => [Access i Wr "A" (Nat.lxor i 0)]; fun i => [Access i Wr "A" (Nat.lxor i 1)]; P].
  exists P, 0, 2, (Access 0 Wr "A" 2), (Access 2 Rd "A" 2).
  split.
  { eapply (phases_next _ _ _ (fun _ => after_round 0 sum write_there) U0 _ (fun _ => round_trace 0) three);
      [intros i _; apply runs_first_round; reflexivity | reflexivity |].
    eapply (phases_next _ _ _ (fun _ => after_round 1 sum write_there) U1 _
        (fun _ => Tau ;; round_trace 1)%trace three);
      [intros i _; apply runs_second_round; reflexivity | reflexivity |].
    apply (phases_end _ _ _ (fun i => [(("A"%string, lookup N "A" i), i + lookup N "A" i)]) P
      (fun i => match i with 0 => u0 | 1 => u1 | _ => u2 end)).
    intros i [E | [E | [E | []]]]; subst; assumption. }
  repeat split; simpl; auto; discriminate.
Qed.

(** sarkar2018/property-2, refuted. *)
Theorem property_2_refuted : ~ two_are_enough joint_race.
Proof.
  intros H. apply (H three (rounds sum write_there)) with (M := []); [| exact race_of_three].
  intros M i j Hi Hj Hij. apply race_free_pairs; assumption.
Qed.

(** *** Divergence: [A[i ^ l] := l], and then [let y = A[i] in for z in 0..y { sync }] *)

Definition wait : bstmt := BFor "z" (Num 0) (EVar "y") BSync.

(** What is left to a thread that waits the first time, of one. *)
Definition waited : bstmt := BSeq BSkip (BFor "z" (Num 1) (Num 1) BSync).

Lemma waits : forall k M i U P t r,
  reaches M (after_round 1 k wait) i U P t r ->
  (lookup M "A" i = 0 -> r = None) /\ (lookup M "A" i = 1 -> r = Some waited).
Proof.
  intros k M i U P t r H. unfold after_round, wait in H. simpl in H. taken_apart.
  match goal with H : reaches _ (BRead _ _ _ _) _ _ _ _ _ |- _ => by_cases H end.
  repeat match goal with H : Some _ = Some _ |- _ => injection H as H; subst end.
  split; intros E; unfold lookup in *; simpl in *; rewrite ?E in *; taken_apart; reflexivity.
Qed.

Lemma waited_ends : forall M i U P t r, reaches M waited i U P t r -> r = None.
Proof. intros M i U P t r H. unfold waited in H. taken_apart. reflexivity. Qed.

(** Two threads that find the same wait together. *)
Lemma alike_end : forall T k N s n, n < 2 ->
  (forall i, In i T -> s i = after_round 1 k wait) ->
  (forall i, In i T -> lookup N "A" i = n) ->
  ~ diverges T N s.
Proof.
  intros T k N s n Hn Hs HN H.
  assert (A : forall i U P t r, In i T -> reaches N (s i) i U P t r ->
    r = match n with 0 => None | _ => Some waited end).
  { intros i U P t r Hi HR. rewrite (Hs i Hi) in HR. destruct (waits _ _ _ _ _ _ _ HR) as [H0 H1].
    rewrite (HN i Hi) in *. destruct n as [| [| n]]; auto. lia. }
  inversion H as [? ? ? ? ? ? i j HR Hi Hj Hn1 Hn2 | ? ? s' ? ? ? ? HR Ho H']; subst.
  - pose proof (A i _ _ _ _ Hi (HR i Hi)). pose proof (A j _ _ _ _ Hj (HR j Hj)). congruence.
  - assert (W : forall i, In i T -> s' i = waited).
    { intros i Hi. pose proof (A i _ _ _ _ Hi (HR i Hi)) as E. destruct n; congruence. }
    inversion H' as [? ? ? ? ? ? i j HR' Hi Hj Hn1 Hn2 | ? ? s'' ? ? ? ? HR' Ho' H'']; subst.
    + pose proof (HR' j Hj) as E. rewrite (W j Hj) in E. apply Hn2. exact (waited_ends _ _ _ _ _ _ E).
    + assert (Hex : forall i, ~ In i T).
      { intros i Hi. pose proof (HR' i Hi) as E. rewrite (W i Hi) in E.
        pose proof (waited_ends _ _ _ _ _ _ E). discriminate. }
      clear - H'' Hex. induction H''; [apply (Hex i); assumption | auto].
Qed.

Lemma divergence_free_pairs : forall M i j, In i three -> In j three -> i <> j ->
  ~ divergence [i; j] M (rounds (EVar "x") wait).
Proof.
  intros M i j Hi Hj Hij H. apply divergence_behind in H. destruct H as [N [s [HN [Hs H]]]].
  assert (E : exists n, n < 2 /\ forall h, In h [i; j] -> lookup N "A" h = n).
  { clear H Hs s. destruct HN as [U0 U1 P0 P1 o0 o1 H0 H1 Ho0 Ho1].
    apply two_orders in Ho0. apply two_orders in Ho1.
    destruct Hi as [Hi | [Hi | [Hi | []]]], Hj as [Hj | [Hj | [Hj | []]]]; subst i j;
      try (exfalso; apply Hij; reflexivity);
      rounds_done; destruct Ho0, Ho1; subst; unfold written; simpl;
      repeat match goal with H : ?U ?i = [_] |- _ => rewrite H in *; clear H end;
      first [ exists 0; split; [lia |]; intros h [E | [E | []]]; subst; reflexivity
            | exists 1; split; [lia |]; intros h [E | [E | []]]; subst; reflexivity ]. }
  destruct E as [n [Hn E]]. exact (alike_end _ _ _ _ n Hn Hs E H).
Qed.

(** Of all three, threads 0 and 1 wait once more and thread 2 does not. *)
Lemma divergence_of_three : divergence three [] (rounds (EVar "x") wait).
Proof.
  pose (U0 := fun i => [(("A"%string, Nat.lxor i 0), 0)]).
  pose (U1 := fun i => [(("A"%string, Nat.lxor i 1), 1)]).
  pose (N := written three U1 (written three U0 [])).
  assert (W : forall i, lookup N "A" i = 1 -> exists u,
    reaches N (after_round 1 (EVar "x") wait) i [] [Access i Rd "A" i] u (Some waited)).
  { intros i E. apply (runs_read _ _ _ _ _ [] (Iter "z" 0 ;; Tau)%trace); [reflexivity |].
    unfold wait. simpl. unfold lookup in *. rewrite E.
    eapply B_FOR_2; [reflexivity | reflexivity | reflexivity |].
    apply B_SEQ_1; [reflexivity | apply B_SYNC]. }
  assert (D : exists u, reaches N (after_round 1 (EVar "x") wait) 2 [] [Access 2 Rd "A" 2] u None).
  { apply (runs_read _ _ _ _ _ [] Tau); [reflexivity |]. apply B_FOR_1; reflexivity. }
  destruct (W 0 eq_refl) as [u0 R0], (W 1 eq_refl) as [u1 R1], D as [u2 R2].
  eapply (diverges_next _ _ _ (fun _ => after_round 0 (EVar "x") wait) U0 _ (fun _ => round_trace 0) three);
    [intros i _; apply runs_first_round; reflexivity | reflexivity |].
  eapply (diverges_next _ _ _ (fun _ => after_round 1 (EVar "x") wait) U1 _
      (fun _ => Tau ;; round_trace 1)%trace three);
    [intros i _; apply runs_second_round; reflexivity | reflexivity |].
  apply (diverges_here _ _ _ (fun _ => []) (fun i => [Access i Rd "A" i])
    (fun i => match i with 0 => u0 | 1 => u1 | _ => u2 end)
    (fun i => match i with 2 => None | _ => Some waited end) 2 0).
  - intros i [E | [E | [E | []]]]; subst; assumption.
  - right. right. left. reflexivity.
  - left. reflexivity.
  - reflexivity.
  - discriminate.
Qed.

(** sarkar2018/property-3, refuted. *)
Theorem property_3_refuted : ~ two_are_enough divergence.
Proof.
  intros H. apply (H three (rounds (EVar "x") wait)) with (M := []); [| exact divergence_of_three].
  intros M i j Hi Hj Hij. apply divergence_free_pairs; assumption.
Qed.
