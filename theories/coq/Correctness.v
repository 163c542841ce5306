(** [L22, Theorem 1], mended: the type of a program has the accesses that the program makes.

    The theorem as printed does not say that nothing has happened yet in the newest phase of [H].
    [Refuted2022] has its counterexamples. *)

From Jaminan Require Export BabyCuda Alike.

(** ** A type stays one when numbers are put for variables *)

(** A number that was read stands in no type: neither in an index nor in what decides control. *)
Lemma type_of_read : forall V b u, has_type V b u ->
  forall x k, ~ In x V -> has_type V (subst_stmt x k b) u.
Proof.
  assert (keep : forall V e x k, exact V e -> ~ In x V -> subst_expr x k e = e).
  { intros V e x k He Hx. apply subst_expr_id. intros H. exact (Hx (He _ H)). }
  induction 1; intros z k Hz; simpl.
  - rewrite (keep V n) by assumption. constructor. assumption.
  - rewrite (keep V n) by assumption. constructor; auto.
    destruct (String.eqb z x); auto.
  - constructor; auto.
  - rewrite subst_cond_id by (intros Hin; exact (Hz (H _ Hin))). constructor; auto.
  - rewrite (keep V n), (keep V m) by assumption. constructor; auto.
    destruct (String.eqb_spec z x); auto. apply IHhas_type. simpl. intuition congruence.
  - constructor.
Qed.

(** A number for a loop variable stands in both. *)
Lemma type_of_iteration : forall X b u, has_type X b u ->
  forall x l Y, In x X -> without x X Y -> has_type Y (subst_stmt x l b) (subst_protocol x l u).
Proof.
  assert (other : forall (x y : name) X, In x X -> ~ In y X -> x <> y) by (intros; congruence).
  induction 1; intros z l Y Hz HY; simpl.
  - constructor. eauto using exact_subst.
  - destruct (String.eqb_spec z x); [exfalso; congruence |].
    constructor; eauto using exact_subst. intros Hx. apply HY in Hx. tauto.
  - constructor; eauto.
  - constructor; eauto using exact_cond_subst.
  - destruct (String.eqb_spec z x); [exfalso; congruence |].
    constructor; eauto using exact_subst.
    + apply IHhas_type; [right; assumption |]. apply without_under; assumption.
    + intros Hx. apply HY in Hx. tauto.
  - constructor.
Qed.

(** ** A thread makes the accesses of the type *)

Lemma wrote_writing : forall A c k d, wrote (writing A c k) d <-> d = c \/ wrote A d.
Proof.
  intros A c k d. unfold wrote. simpl. destruct (cell_eqb_spec d c); subst.
  - split; [auto | intros _; discriminate].
  - tauto.
Qed.

Lemma in_writing : forall A i arr j k a,
  in_accesses (writing A (arr, j) k) i a <-> in_accesses A i a \/ a = Access i Wr arr j.
Proof.
  intros A i arr j k [h o B n]. unfold in_accesses. simpl. rewrite wrote_writing.
  intuition congruence.
Qed.

Lemma in_reading : forall A i arr j a,
  in_accesses (reading A (arr, j)) i a <-> in_accesses A i a \/ a = Access i Rd arr j.
Proof.
  intros A i arr j [h o B n]. unfold in_accesses, wrote. simpl. intuition congruence.
Qed.

(** What a thread has accessed after it ran [b] is what it had before, and what [u] accesses. *)
Lemma accesses_of_type : forall H i A b B, baby H i A b B ->
  forall u P t, has_type [] b u -> runs u i P t ->
  forall a, in_accesses B i a <-> in_accesses A i a \/ In a P.
Proof.
  induction 1 as
    [ A x arr n b j k B Hj Hk Hb IH
    | A arr n m j k Hj Hk
    | A b1 b2 B C H1 IH1 H2 IH2
    | A c b1 b2 B Hc Hb IH
    | A c b1 b2 B Hc Hb IH
    | A x n m b Hge
    | A x n m b l B C Hl Hlt H1 IH1 H2 IH2
    | A ];
    intros u P t Hu Hr a.
  - (* READ *)
    inversion Hu as [| V y arr' n' b' v Hn Hv Hy | | | |]; subst.
    inversion Hr as [| | | p1 p2 h P1 P2 t1 t2 Hr1 Hr2 | | | |]; subst.
    inversion Hr1; subst. replace j0 with j by congruence.
    rewrite (IH v P2 t2); auto using type_of_read. rewrite in_reading.
    simpl. intuition.
  - (* WRITE *)
    inversion Hu; subst. inversion Hr; subst. replace j0 with j by congruence.
    rewrite in_writing. simpl. intuition.
  - (* SEQ *)
    inversion Hu as [| | V c1 c2 u1 u2 Hu1 Hu2 | | |]; subst.
    inversion Hr as [| | | p1 p2 h P1 P2 t1 t2 Hr1 Hr2 | | | |]; subst.
    rewrite (IH2 _ _ _ Hu2 Hr2), (IH1 _ _ _ Hu1 Hr1), in_app_iff. tauto.
  - (* IF-T *)
    inversion Hu as [| | | V d c1 c2 u1 u2 Hd Hu1 Hu2 | |]; subst.
    inversion Hr; subst; [eauto | congruence].
  - (* IF-F *)
    inversion Hu as [| | | V d c1 c2 u1 u2 Hd Hu1 Hu2 | |]; subst.
    inversion Hr; subst; [congruence | eauto].
  - (* FOR-1 *)
    inversion Hu; subst. inversion Hr; subst; [simpl; tauto |].
    exfalso. eauto using not_both.
  - (* FOR-2 *)
    inversion Hu as [| | | | V y n' m' b' v Hn Hm Hv Hy |]; subst.
    inversion Hr as [| | | | | | | y g1 g2 q h m' P1 P2 t1 t2 Hm' Hlt' Hr1 Hr2]; subst.
    + exfalso. eauto using not_both.
    + replace m' with l in * by congruence.
      assert (Hbody : has_type [] (subst_stmt x l b) (subst_protocol x l v)).
      { eapply type_of_iteration; [eassumption | left; reflexivity |].
        intros y. simpl. intuition congruence. }
      assert (Hrest : has_type [] (SFor x (Num (l + 1)) m b) (PFor x (Num (l + 1)) m v)).
      { constructor; auto. intros y []. }
      rewrite (IH2 _ _ _ Hrest Hr2), (IH1 _ _ _ Hbody Hr1), in_app_iff. tauto.
  - (* SKIP *)
    inversion Hu; subst. inversion Hr; subst. simpl. tauto.
Qed.

(** ** [tid] may stay where it is: thread [i] takes it for [i] in any case *)

Lemma eval_at_thread : forall i e, eval i (at_thread_expr i e) = eval i e.
Proof. induction e; simpl; auto. rewrite IHe1, IHe2. reflexivity. Qed.

Lemma decide_at_thread : forall i c, decide i (at_thread_cond i c) = decide i c.
Proof.
  induction c; simpl; auto; rewrite ?eval_at_thread, ?IHc1, ?IHc2, ?IHc; reflexivity.
Qed.

Lemma subst_at_thread_expr : forall i x k e,
  subst_expr x k (at_thread_expr i e) = at_thread_expr i (subst_expr x k e).
Proof.
  induction e; simpl; auto; [destruct (String.eqb x x0); reflexivity | congruence].
Qed.

Lemma subst_at_thread_cond : forall i x k c,
  subst_cond x k (at_thread_cond i c) = at_thread_cond i (subst_cond x k c).
Proof. induction c; simpl; rewrite ?subst_at_thread_expr; congruence. Qed.

Lemma subst_at_thread : forall i x k b,
  subst_stmt x k (at_thread i b) = at_thread i (subst_stmt x k b).
Proof.
  induction b; simpl; rewrite ?subst_at_thread_expr, ?subst_at_thread_cond; try congruence;
    destruct (String.eqb x x0); congruence.
Qed.

Lemma baby_at_thread : forall H i A b B, baby H i A (at_thread i b) B -> baby H i A b B.
Proof.
  intros H i A b B Hb. remember (at_thread i b) as b' eqn:E. revert b E.
  induction Hb; intros b'' E; destruct b''; simpl in E; inversion E; subst; clear E.
  - rewrite eval_at_thread in *. eapply READ; eauto. apply IHHb. apply subst_at_thread.
  - rewrite eval_at_thread in *. apply WRITE; auto.
  - eapply SEQ; eauto.
  - rewrite decide_at_thread in *. apply IF_T; auto.
  - rewrite decide_at_thread in *. apply IF_F; auto.
  - apply FOR_1. simpl in *. rewrite !eval_at_thread in *. assumption.
  - eapply FOR_2 with (l := l).
    + rewrite eval_at_thread in *. assumption.
    + simpl in *. rewrite eval_at_thread in *. assumption.
    + apply IHHb1. apply subst_at_thread.
    + apply IHHb2. reflexivity.
  - apply SKIP.
Qed.

(** ** The theorem *)

(** liew2022/1-accesses-mended *)
Theorem accesses_of_program : forall T P H b u P' H' L,
  parallel T (P :: H) b (P' :: H') -> phase_of T u L ->
  has_type [] b u ->
  forall a, in_phase P' a <-> either (in_phase P) L a.
Proof.
  intros T P H b u P' H' L Hp [Ps [Hr HL]] Hu a. unfold either.
  inversion Hp as [Q G c Q' Hin Hout]; subst.
  rewrite HL. unfold in_phase. destruct (in_dec Nat.eq_dec (thread a) T) as [Hi | Hi].
  - destruct (Hr _ Hi) as [t Ht].
    rewrite (accesses_of_type _ _ _ _ _ (baby_at_thread _ _ _ _ _ (Hin _ Hi)) _ _ _ Hu Ht).
    split; intros [Ha | Ha]; auto.
    + right. exists (thread a). auto.
    + destruct Ha as [j [Hj Ha]]. right. destruct (Hr _ Hj) as [v Hv].
      rewrite (runs_thread _ _ _ _ Hv a Ha). assumption.
  - rewrite (Hout _ Hi). split; [auto |]. intros [Ha | [j [Hj Ha]]]; [assumption |].
    exfalso. destruct (Hr _ Hj) as [v Hv]. rewrite (runs_thread _ _ _ _ Hv a Ha) in Hi. auto.
Qed.

(** A phase is racy where two of its access values race. *)
Lemma racy_phase : forall P, racy P <-> racy_accesses (in_phase P).
Proof.
  intros P. split.
  - intros [i1 [i2 [[A j] [Hi [Hw [Hr | Hw']]]]]].
    + exists (Access i1 Wr A j), (Access i2 Rd A j). unfold in_phase, in_accesses, races. simpl. auto 9.
    + exists (Access i1 Wr A j), (Access i2 Wr A j). unfold in_phase, in_accesses, races. simpl. auto 9.
  - intros [[i1 o1 A1 j1] [[i2 o2 A2 j2] [H1 [H2 [Hi [HA [Hj Ho]]]]]]].
    unfold in_phase, in_accesses in *. simpl in *. subst A2 j2.
    destruct H1 as [_ [[E1 R1] | [E1 W1]]], H2 as [_ [[E2 R2] | [E2 W2]]]; subst.
    + destruct Ho; discriminate.
    + exists i2, i1, (A1, j1). unfold touched. auto.
    + exists i1, i2, (A1, j1). unfold touched. auto.
    + exists i1, i2, (A1, j1). unfold touched. auto.
Qed.

Lemma racy_same : forall X Y : access -> Prop,
  (forall a, X a <-> Y a) -> (racy_accesses X <-> racy_accesses Y).
Proof.
  intros X Y E. split; intros [a [b [Ha [Hb Hr]]]]; exists a, b; repeat split; try apply E; auto;
    apply Hr.
Qed.

(** Only the newest phase is new. *)
Lemma drf_newest : forall P P' H, drf (P :: H) -> (drf (P' :: H) <-> ~ racy P').
Proof.
  intros P P' H HD. split.
  - intros HD'. apply HD'. left. reflexivity.
  - intros HP Q [HQ | HQ]; [subst; assumption | apply HD; right; assumption].
Qed.

(** liew2022/1-union *)
Theorem correctness_union : forall T P H b u H' L,
  parallel T (P :: H) b H' -> phase_of T u L ->
  has_type [] b u -> drf (P :: H) ->
  (drf H' <-> ~ racy_accesses (either (in_phase P) L)).
Proof.
  intros T P H b u H' L Hp HL Hu HD. inversion Hp as [Q G c P' Hin Hout]; subst.
  rewrite (drf_newest P P' H HD), racy_phase.
  rewrite (racy_same _ _ (accesses_of_program _ _ _ _ _ _ _ _ Hp HL Hu)). reflexivity.
Qed.

(** NEWEST-EMPTY: nothing has happened yet in the newest phase. *)
Definition newest_empty (H : history) : Prop :=
  match H with [] => True | P :: _ => forall a, ~ in_phase P a end.

(** liew2022/1-mended *)
Theorem correctness : forall T H b u H' L,
  parallel T H b H' -> phase_of T u L ->
  has_type [] b u -> drf H -> newest_empty H ->
  (drf H' <-> ~ racy_accesses L).
Proof.
  intros T H b u H' L Hp HL Hu HD HE. inversion Hp as [P G c P' Hin Hout]; subst.
  rewrite (correctness_union _ _ _ _ _ _ _ Hp HL Hu HD).
  rewrite (racy_same (either (in_phase P) L) L); [reflexivity |].
  intros a. unfold either. simpl in HE. specialize (HE a). tauto.
Qed.

(** liew2022/1-true-alarms *)
Theorem alarms_of_types : forall T H b u H' L,
  parallel T H b H' -> phase_of T u L -> racy_accesses L ->
  has_type [] b u ->
  exists P, In P H' /\ racy P.
Proof.
  intros T H b u H' L Hp HL [a [c [Ha [Hc Hr]]]] Hu. inversion Hp as [P G d P' Hin Hout]; subst.
  exists P'. split; [left; reflexivity |]. apply racy_phase.
  pose proof (accesses_of_program _ _ _ _ _ _ _ _ Hp HL Hu) as E.
  exists a, c. rewrite !E. unfold either. auto.
Qed.

(** liew2022/1-of-p *)
Theorem newest_decides : forall T H b P' H',
  parallel T H b (P' :: H') ->
  drf H ->
  (drf (P' :: H') <-> drf [P']).
Proof.
  intros T H b P' H' Hp HD. inversion Hp as [P G c Q Hin Hout]; subst.
  rewrite (drf_newest P P' H' HD). rewrite (drf_newest P P' []); [reflexivity |].
  intros Q [E | []]. subst. apply HD. left. reflexivity.
Qed.

(** liew2022/no-phase *)
Theorem no_phase : forall T b H', ~ parallel T [] b H'.
Proof. intros T b H' H. inversion H. Qed.
