(** When a program of BabyCUDA runs: where every cell that it may read was written before.

    A read of what nobody wrote has no number, and then there is no run. *)

From Jaminan Require Export Refuted2022 Typed Progress Soundness.

(** Each thread of a list has something: so a function has it of each. *)
Lemma choose : forall (A : Type) (R : nat -> A -> Prop) (d : nat -> A) T,
  (forall i, In i T -> exists a, R i a) ->
  exists f, (forall i, In i T -> R i (f i)) /\ (forall i, ~ In i T -> f i = d i).
Proof.
  intros A R d. induction T as [| j T IH]; intros H.
  - exists d. split; [intros i [] | reflexivity].
  - destruct (H j) as [a Ha]; [left; reflexivity |].
    destruct IH as [f [Hf Hd]]; [intros i Hi; apply H; right; assumption |].
    exists (fun i => if i =? j then a else f i). split; intros i Hi.
    + destruct (Nat.eqb_spec i j); [subst; assumption |].
      destruct Hi as [Hi | Hi]; [congruence | auto].
    + simpl in Hi. destruct (Nat.eqb_spec i j); [subst; tauto | apply Hd; tauto].
Qed.

Lemma infer_runs : forall s, closed s -> forall i, exists P t, runs (infer s) i P t.
Proof.
  intros s Hs i. destruct (progress s Hs [] i) as [M' [P [t H]]].
  exists P, t. eapply steps_runs. eassumption.
Qed.

Lemma babycuda_subst : forall x k b, is_babycuda b -> is_babycuda (subst_stmt x k b).
Proof.
  induction b; simpl; auto.
  - destruct (String.eqb x x0); auto.
  - tauto.
  - tauto.
  - destruct (String.eqb x x0); auto.
Qed.

Section Thread.

Variables (H : history) (i : nat).

(** The cells that a thread reads in any run of a protocol were written in a phase of [H]. *)
Definition reads_written (p : protocol) : Prop :=
  forall P t, runs p i P t ->
  forall a, In a P -> how a = Rd -> exists k, lastwrite H (array a, index a) k.

Lemma reads_first : forall p1 p2, reads_written (PSeq p1 p2) ->
  (exists P t, runs p2 i P t) -> reads_written p1.
Proof.
  intros p1 p2 Hr [P2 [t2 H2]] P t H1 a Ha. apply (Hr (P ++ P2) (t ;; t2)%trace).
  - apply P_SEQ; assumption.
  - apply in_app_iff. auto.
Qed.

Lemma reads_second : forall p1 p2, reads_written (PSeq p1 p2) ->
  (exists P t, runs p1 i P t) -> reads_written p2.
Proof.
  intros p1 p2 Hr [P1 [t1 H1]] P t H2 a Ha. apply (Hr (P1 ++ P) (t1 ;; t)%trace).
  - apply P_SEQ; assumption.
  - apply in_app_iff. auto.
Qed.

(** A thread may have written the cell itself, in the newest phase. *)
Lemma has_number : forall A c k, lastwrite H c k -> exists k', lastwrite (alone i A :: H) c k'.
Proof.
  intros A c k Hk. destruct (content (writes A) c) as [k' |] eqn:Hc.
  - exists k'. apply last_here with (i := i). unfold alone. rewrite Nat.eqb_refl. assumption.
  - exists k. apply last_before; auto. intros j. unfold alone. destruct (j =? i); auto.
Qed.

(** A loop runs where each of its iterations does. *)
Lemma baby_loop : forall x m r h,
  eval i m = Some h ->
  (forall l, exists P t, runs (subst_protocol x l (infer r)) i P t) ->
  (forall l A, reads_written (subst_protocol x l (infer r)) ->
    exists B, baby H i A (subst_stmt x l r) B) ->
  forall d l n A, eval i n = Some l -> h <= l + d ->
  (exists P t, runs (PFor x n m (infer r)) i P t) ->
  reads_written (PFor x n m (infer r)) ->
  exists B, baby H i A (SFor x n m r) B.
Proof.
  intros x m r h Hh Hruns Hbody. induction d as [| d IH]; intros l n A Hl Hd [P [t Hp]] Hr;
    inversion Hp as [| | | | | | y f1 f2 q j Hge | y f1 f2 q j l' P1 P2 t1 t2 Hl' Hlt H1 H2]; subst.
  - exists A. apply FOR_1. assumption.
  - exfalso. simpl in Hlt. rewrite Hh in Hlt. injection Hlt as Hlt. apply Nat.ltb_lt in Hlt.
    replace l' with l in * by congruence. lia.
  - exists A. apply FOR_1. assumption.
  - replace l' with l in * by congruence.
    destruct (Hbody l A) as [B HB].
    { intros Q u Hq a Ha. apply (Hr (Q ++ P2) (Iter x l ;; u ;; t2)%trace).
      - eapply P_FOR_2; eassumption.
      - apply in_app_iff. auto. }
    destruct (IH (l + 1) (Num (l + 1)) B) as [C HC]; [reflexivity | lia | eauto | |].
    { intros Q u Hq a Ha. apply (Hr (P1 ++ Q) (Iter x l ;; t1 ;; u)%trace).
      - eapply P_FOR_2; eassumption.
      - apply in_app_iff. auto. }
    exists C. eapply FOR_2; eassumption.
Qed.

Lemma baby_progress : forall n b, size b <= n -> is_babycuda b -> closed b ->
  reads_written (infer b) -> forall A, exists B, baby H i A b B.
Proof.
  induction n as [| n IH]; intros b Hn Hb Hc Hr A; [destruct b; simpl in Hn; lia |].
  destruct b; simpl in Hn, Hb, Hr; pose proof (infer_runs _ Hc i) as Hrun; simpl in Hrun;
    unfold closed in Hc; simpl in Hc;
    repeat (apply app_eq_nil in Hc; let F := fresh "Hfv" in destruct Hc as [F Hc]).
  - exists A. apply SKIP.
  - destruct (eval_closed i _ Hfv) as [j Hj], (eval_closed i _ Hc) as [k Hk].
    exists (writing A (A0, j) k). apply WRITE; assumption.
  - (* READ *)
    destruct (eval_closed i _ Hfv) as [j Hj].
    destruct Hrun as [P [t Hp]].
    destruct (Hr P t Hp (Access i Rd A0 j)) as [k Hk]; [| reflexivity |].
    { inversion Hp as [| | | q1 q2 h P1 P2 t1 t2 H1 H2 | | | |]; subst. inversion H1; subst.
      left. congruence. }
    destruct (has_number A _ _ Hk) as [k' Hk'].
    destruct (IH (subst_stmt x k' b)) with (A := reading A (A0, j)) as [B HB].
    + rewrite size_subst. lia.
    + apply babycuda_subst. assumption.
    + apply closed_subst. assumption.
    + rewrite infer_subst. apply reads_second in Hr; [| exists [Access i Rd A0 j], Tau; apply P_ACC; assumption].
      intros Q u Hq. apply (Hr Q u). eapply P_VAR. eassumption.
    + exists B. eapply READ; eassumption.
  - (* SEQ *)
    destruct Hb as [Hb1 Hb2].
    destruct (IH b1) with (A := A) as [B HB]; [lia | assumption | assumption | |].
    { eapply reads_first; [exact Hr | apply infer_runs; assumption]. }
    destruct (IH b2) with (A := B) as [C HC]; [lia | assumption | assumption | |].
    { eapply reads_second; [exact Hr | apply infer_runs; assumption]. }
    exists C. eapply SEQ; eassumption.
  - (* IF *)
    destruct Hb as [Hb1 Hb2]. destruct (decide_closed i _ Hfv) as [[|] Hd].
    + destruct (IH b1) with (A := A) as [B HB]; [lia | assumption | assumption | |].
      { intros P t Hp. apply (Hr P (Then ;; t)%trace). apply P_IF_T; assumption. }
      exists B. apply IF_T; assumption.
    + destruct (IH b2) with (A := A) as [B HB]; [lia | assumption | assumption | |].
      { intros P t Hp. apply (Hr P (Else ;; t)%trace). apply P_IF_F; assumption. }
      exists B. apply IF_F; assumption.
  - (* FOR *)
    destruct (eval_closed i _ Hfv) as [l Hl], (eval_closed i _ Hfv0) as [h Hh].
    eapply baby_loop with (h := h) (d := h) (l := l); eauto; [| | lia].
    + intros k. rewrite <- infer_subst. apply infer_runs, closed_subst. assumption.
    + intros k A' HA. apply IH; [rewrite size_subst; lia | apply babycuda_subst; assumption
        | apply closed_subst; assumption | rewrite infer_subst; assumption].
  - destruct Hb.
Qed.

End Thread.

Lemma at_thread_baby : forall H i A b B, baby H i A b B -> baby H i A (at_thread i b) B.
Proof.
  induction 1; simpl.
  - eapply READ; rewrite ?eval_at_thread; eauto. rewrite subst_at_thread. assumption.
  - apply WRITE; rewrite eval_at_thread; assumption.
  - eapply SEQ; eassumption.
  - apply IF_T; rewrite ?decide_at_thread; assumption.
  - apply IF_F; rewrite ?decide_at_thread; assumption.
  - apply FOR_1. simpl in *. rewrite !eval_at_thread. assumption.
  - eapply FOR_2 with (l := l).
    + rewrite eval_at_thread. assumption.
    + simpl in *. rewrite eval_at_thread. assumption.
    + rewrite subst_at_thread. eassumption.
    + assumption.
  - apply SKIP.
Qed.

(** WRITTEN: every cell that [Λ] reads was written in a phase before the newest. *)
Definition written_before (T : list nat) (H : history) (b : stmt) : Prop :=
  forall L, phase_of T (infer b) L ->
  forall a, L a -> how a = Rd -> exists k, lastwrite H (array a, index a) k.

(** liew2022/progress-mended *)
Theorem progress_mended : forall T P H b,
  is_babycuda b ->
  closed b -> written_before T H b ->
  exists H', parallel T (P :: H) b H'.
Proof.
  intros T P H b Hb Hc Hw.
  assert (Ht : forall i, In i T -> reads_written H i (infer b)).
  { intros i Hi Q t Hq a Ha Hm.
    destruct (choose phase (fun j R => exists u, runs (infer b) j R u /\ (j = i -> R = Q))
      (fun _ => []) T) as [Ps [HPs _]].
    { intros j Hj. destruct (Nat.eq_dec j i).
      - subst. exists Q, t. auto.
      - destruct (infer_runs b Hc j) as [R [u Hu]]. exists R, u. split; [assumption | tauto]. }
    apply (Hw (fun a => exists j, In j T /\ In a (Ps j))); auto.
    - exists Ps. split; [| reflexivity]. intros j Hj. destruct (HPs j Hj) as [u [Hu _]]. eauto.
    - exists i. split; [assumption |]. destruct (HPs i Hi) as [u [_ E]]. rewrite (E eq_refl). assumption. }
  destruct (choose accesses (fun i B => baby H i (P i) (at_thread i b) B) P T) as [P' [HP' HD]].
  { intros i Hi. destruct (baby_progress H i (size b) b) with (A := P i) as [B HB]; auto.
    exists B. apply at_thread_baby. assumption. }
  exists (P' :: H). constructor; assumption.
Qed.

(** liew2022/progress-mended needs CLOSED *)
Theorem progress_needs_closed : exists T P H b,
  is_babycuda b /\ written_before T H b /\ ~ exists H', parallel T (P :: H) b H'.
Proof.
  exists [0], nothing, [], (SWrite "A" (Num 0) (EVar "x0")).
  split; [exact I |]. split.
  - intros L [Ps [Hr HL]] a Ha Hm. apply HL in Ha. destruct Ha as [i [Hi Ha]].
    destruct (Hr i Hi) as [t Ht]. simpl in Ht. inversion Ht; subst.
    match goal with E : [_] = Ps i |- _ => rewrite <- E in Ha end.
    destruct Ha as [E | []]. subst. discriminate.
  - intros [H' Hp]. inversion Hp as [P G b P' Hin Hout]; subst.
    specialize (Hin 0 (or_introl eq_refl)). simpl in Hin. inversion Hin; subst. discriminate.
Qed.
