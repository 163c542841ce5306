(** What the hypotheses of the claims of [L22] are for.

    A program without a type has [[[b]]] in the place of it: its reads bind unknowns there. *)

From Jaminan Require Export Refuted2022 Typed NeededActions.

(** A phase in which thread 0 has made these writes. *)
Definition wrote_by_0 (W : store) : threads_phase :=
  fun i => if i =? 0 then Accesses [] W else none.

Definition A_ (j : nat) : cell := ("A"%string, j).

Lemma nothing_is_drf : forall W, drf [nothing; wrote_by_0 W].
Proof.
  intros W P [E | [E | []]] [i1 [i2 [c [Hne [Hw Ht]]]]]; subst; [apply Hw; reflexivity |].
  unfold wrote_by_0 in *. destruct (Nat.eqb_spec i1 0); [| apply Hw; reflexivity].
  destruct (Nat.eqb_spec i2 0); [congruence |]. destruct Ht as [[] | Ht]. apply Ht. reflexivity.
Qed.

(** A number that was written in the phase before, read by a thread that has written nothing. *)
Lemma read_older : forall i R W H j k,
  content W (A_ j) = Some k ->
  lastwrite (alone i (Accesses R []) :: wrote_by_0 W :: H) (A_ j) k.
Proof.
  intros i R W H j k HW. apply last_before.
  - intros h. unfold alone. destruct (h =? i); reflexivity.
  - apply last_here with (i := 0). exact HW.
Qed.

(** ** WELL-TYPED *)

(** [let x0 = A[0] in A[x0] := 0], where [A[0]] is 1: both threads write [A[1]]. Of the protocol
    thread 0 may write [A[1]] and thread 1 [A[2]]. *)
Definition by_content := SRead "x0" "A" (Num 0) (SWrite "A" (EVar "x0") (Num 0)).

Definition by_content_after : threads_phase :=
  fun i => if i <? 2 then Accesses [A_ 0] [(A_ 1, 0)] else none.

Definition by_content_phase (i : nat) : phase := [Access i Rd "A" 0; Access i Wr "A" (i + 1)].

Lemma by_content_runs :
  parallel [0; 1] [nothing; wrote_by_0 [(A_ 0, 1)]] by_content
    [by_content_after; wrote_by_0 [(A_ 0, 1)]].
Proof.
  constructor.
  - intros i [E | [E | []]]; subst; (apply READ with (j := 0) (k := 1);
      [reflexivity | apply read_older; reflexivity | apply WRITE; reflexivity]).
  - intros i Hi. unfold by_content_after. destruct i as [| [| i]]; simpl in *; tauto.
Qed.

Lemma by_content_of_protocol :
  phase_of [0; 1] (infer by_content) (fun a => exists i, In i [0; 1] /\ In a (by_content_phase i)).
Proof.
  exists by_content_phase. split; [| reflexivity].
  intros i Hi. exists (Tau ;; Tau)%trace.
  change (by_content_phase i) with ([Access i Rd "A" 0] ++ [Access i Wr "A" (i + 1)]).
  apply P_SEQ; [apply P_ACC; reflexivity |]. apply P_VAR with (k := i + 1). apply P_ACC. reflexivity.
Qed.

Lemma by_content_protocol_drf :
  ~ racy_accesses (fun a => exists i, In i [0; 1] /\ In a (by_content_phase i)).
Proof.
  intros [a [b [[i [_ [Ha | [Ha | []]]]] [[j [_ [Hb | [Hb | []]]]] [Hi [_ [Hj Ho]]]]]]];
    subst; simpl in *; try lia. destruct Ho; discriminate.
Qed.

Lemma by_content_racy : ~ drf [by_content_after; wrote_by_0 [(A_ 0, 1)]].
Proof.
  intros H. apply (H by_content_after); [left; reflexivity |].
  exists 0, 1, (A_ 1). split; [discriminate |]. split; [discriminate | right; discriminate].
Qed.

Lemma nothing_in : forall a, ~ in_phase nothing a.
Proof. exact nothing_empty. Qed.

(** liew2022/1-mended, liew2022/1-union and liew2022/1-accesses-mended need WELL-TYPED *)
Theorem correctness_needs_typed : exists T P H b P' H' L,
  is_babycuda b /\ closed b /\ distinct_stmt b /\
  parallel T (P :: H) b (P' :: H') /\ phase_of T (infer b) L /\
  drf (P :: H) /\ newest_empty (P :: H) /\
  ~ (drf (P' :: H') <-> ~ racy_accesses L) /\
  ~ (drf (P' :: H') <-> ~ racy_accesses (either (in_phase P) L)) /\
  ~ (forall a, in_phase P' a <-> either (in_phase P) L a).
Proof.
  exists [0; 1], nothing, [wrote_by_0 [(A_ 0, 1)]], by_content.
  exists by_content_after, [wrote_by_0 [(A_ 0, 1)]].
  exists (fun a => exists i, In i [0; 1] /\ In a (by_content_phase i)).
  split; [exact I |]. split; [reflexivity |]. split; [distinct |].
  split; [exact by_content_runs |]. split; [exact by_content_of_protocol |].
  split; [apply nothing_is_drf |]. split; [exact nothing_empty |].
  split; [intros [_ H]; exact (by_content_racy (H by_content_protocol_drf)) |].
  split.
  - intros [_ H]. apply by_content_racy, H. intros Hr. apply by_content_protocol_drf.
    revert Hr. apply racy_same. intros a. unfold either. pose proof (nothing_in a). tauto.
  - intros H. destruct (proj2 (H (Access 1 Wr "A" 2))) as [_ [[E _] | [_ Hw]]].
    + right. exists 1. simpl. auto.
    + discriminate E.
    + apply Hw. reflexivity.
Qed.

(** [let x0 = A[tid] in A[x0] := 0], where [A[0]] is 0 and [A[1]] is 1: no race. Of the protocol both
    threads may write [A[0]]. *)
Definition by_own := SRead "x0" "A" Tid (SWrite "A" (EVar "x0") (Num 0)).

(** liew2022/1-true-alarms needs WELL-TYPED *)
Theorem alarms_need_typed : exists T H b H' L,
  is_babycuda b /\ closed b /\ distinct_stmt b /\
  parallel T H b H' /\ phase_of T (infer b) L /\ racy_accesses L /\ drf H'.
Proof.
  pose (older := wrote_by_0 [(A_ 0, 0); (A_ 1, 1)]).
  pose (after := fun i : nat => if i <? 2 then Accesses [A_ i] [(A_ i, 0)] else none).
  pose (made := fun i : nat => [Access i Rd "A" i; Access i Wr "A" 0]).
  exists [0; 1], [nothing; older], by_own, [after; older].
  exists (fun a => exists i, In i [0; 1] /\ In a (made i)).
  split; [exact I |]. split; [reflexivity |]. split; [distinct |].
  split.
  { constructor.
    - intros i [E | [E | []]]; subst.
      + apply READ with (j := 0) (k := 0);
          [reflexivity | apply read_older; reflexivity | apply WRITE; reflexivity].
      + apply READ with (j := 1) (k := 1);
          [reflexivity | apply read_older; reflexivity | apply WRITE; reflexivity].
    - intros i Hi. unfold after. destruct i as [| [| i]]; simpl in *; tauto. }
  split.
  { exists made. split; [| reflexivity]. intros i Hi. exists (Tau ;; Tau)%trace.
    change (made i) with ([Access i Rd "A" i] ++ [Access i Wr "A" 0]).
    apply P_SEQ; [apply P_ACC; reflexivity |]. apply P_VAR with (k := 0). apply P_ACC. reflexivity. }
  split.
  { exists (Access 0 Wr "A" 0), (Access 1 Wr "A" 0).
    split; [exists 0; simpl; auto |]. split; [exists 1; simpl; auto |]. race. }
  intros P [E | [E | []]]; subst.
  - intros [i1 [i2 [c [Hne [Hw Ht]]]]]. unfold after in *.
    destruct (Nat.ltb_spec i1 2); [| apply Hw; reflexivity].
    destruct (Nat.ltb_spec i2 2); [| destruct Ht as [[] | Ht]; apply Ht; reflexivity].
    unfold wrote in Hw. simpl in Hw. destruct (cell_eqb_spec c (A_ i1)); [subst c | tauto].
    destruct Ht as [[E | []] | Ht].
    + unfold A_ in E. congruence.
    + unfold wrote in Ht. simpl in Ht. destruct (cell_eqb_spec (A_ i1) (A_ i2)); [| tauto].
      unfold A_ in *. congruence.
  - apply (nothing_is_drf [(A_ 0, 0); (A_ 1, 1)]). right. left. reflexivity.
Qed.

(** ** DRF *)

(** A phase in which threads 0 and 1 write one cell. *)
Definition race_before : threads_phase :=
  fun i => if i <? 2 then Accesses [] [(A_ 0, i)] else none.

Lemma race_before_racy : forall H, In race_before H -> ~ drf H.
Proof.
  intros H Hin HD. apply (HD race_before Hin). exists 0, 1, (A_ 0).
  split; [discriminate |]. split; [discriminate | right; discriminate].
Qed.

(** liew2022/1-mended, liew2022/1-union and liew2022/1-of-p need DRF *)
Theorem correctness_needs_drf : exists T P H b u P' H' L,
  parallel T (P :: H) b (P' :: H') /\ phase_of T u L /\
  has_type [] b u /\ newest_empty (P :: H) /\
  ~ (drf (P' :: H') <-> ~ racy_accesses L) /\
  ~ (drf (P' :: H') <-> ~ racy_accesses (either (in_phase P) L)) /\
  ~ (drf (P' :: H') <-> drf [P']).
Proof.
  exists [0; 1], nothing, [race_before], SSkip, PSkip, nothing, [race_before], (fun _ => False).
  assert (HR : ~ drf [nothing; race_before]) by (apply race_before_racy; right; left; reflexivity).
  split. { constructor; [intros i _; apply SKIP | reflexivity]. }
  split. { exists (fun _ => []). split.
    - intros i _. exists Tau. apply P_SKIP.
    - intros a. split; [intros [] | intros [i [_ []]]]. }
  split; [constructor |]. split; [exact nothing_empty |].
  split; [intros [_ H]; apply HR, H; intros [a [b [[] _]]] |].
  split.
  - intros [_ H]. apply HR, H. intros [a [b [[Ha | []] _]]]. exact (nothing_in a Ha).
  - intros [_ H]. apply HR, H, nothing_drf.
Qed.

(** [let x0 = A[0] in A[0] := x0], after a phase in which two threads wrote [A[0]] *)
Definition copy := SRead "x0" "A" (Num 0) (SWrite "A" (Num 0) (EVar "x0")).

Definition copied (k : nat) : threads_phase :=
  fun i => if i =? 0 then Accesses [A_ 0] [(A_ 0, k)] else none.

Lemma copy_runs : forall k, k < 2 ->
  parallel [0] [nothing; race_before] copy [copied k; race_before].
Proof.
  intros k Hk. constructor.
  - intros i [E | []]. subst. apply READ with (j := 0) (k := k).
    + reflexivity.
    + apply last_before; [intros h; unfold alone; destruct (h =? 0); reflexivity |].
      apply last_here with (i := k). unfold race_before.
      destruct (Nat.ltb_spec k 2); [reflexivity | lia].
    + apply WRITE; reflexivity.
  - intros i Hi. unfold copied. destruct i; simpl in *; tauto.
Qed.

(** liew2022/lastwrite needs DRF *)
Theorem lastwrite_needs_drf : exists T H b H1 H2,
  parallel T H b H1 /\ parallel T H b H2 /\ ~ same_history H1 H2.
Proof.
  exists [0], [nothing; race_before], copy, [copied 0; race_before], [copied 1; race_before].
  split; [apply copy_runs; lia |]. split; [apply copy_runs; lia |].
  intros H. inversion H as [| P Q Hs Ht E Hrest]; subst. specialize (E 0). discriminate.
Qed.
