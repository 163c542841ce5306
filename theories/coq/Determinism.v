(** Trace and phase determinism. [L24, Thm. 3.3]

    Two runs of one protocol by one thread. The protocol is alike itself, so [alike_runs] has all
    four parts of the theorem. No variable has to be bound: an expression with a free one has no
    value, and then there is no run to speak of. *)

From Jaminan Require Export Alike.

(** ** Every protocol is alike itself *)

(** Its shape is. *)
Lemma alike_shape : forall p X, alike False False X p p.
Proof. induction p; constructor; auto; tauto. Qed.

(** The names that a part of a protocol binds are not those that are bound around it. *)
Definition fresh (X : list name) (p : protocol) : Prop :=
  distinct p /\ forall x, In x (binders p) -> ~ In x X.

Lemma NoDup_app : forall Y Z : list name, NoDup (Y ++ Z) -> NoDup Y /\ NoDup Z.
Proof.
  induction Y as [| y Y IH]; simpl; intros Z H.
  - split; [constructor | assumption].
  - inversion H as [| y' YZ Hy HYZ]; subst. destruct (IH Z HYZ) as [HY HZ].
    split; auto. constructor; auto. rewrite in_app_iff in Hy. tauto.
Qed.

Lemma fresh_parts : forall X p1 p2,
  NoDup (binders p1 ++ binders p2) /\ (forall x, In x (binders p1 ++ binders p2) -> ~ In x X) ->
  fresh X p1 /\ fresh X p2.
Proof.
  intros X p1 p2 [Hd Hx]. apply NoDup_app in Hd. destruct Hd as [H1 H2].
  setoid_rewrite in_app_iff in Hx. split; split; auto.
Qed.

Lemma fresh_under : forall X x p,
  NoDup (x :: binders p) /\ (forall y, In y (x :: binders p) -> ~ In y X) ->
  fresh (x :: X) p /\ fresh X p /\ ~ In x X.
Proof.
  intros X x p [Hd Hx]. inversion Hd as [| y ys Hn Hp]; subst. simpl in Hx.
  repeat split; auto. intros y Hy [Hxy | Hin]; [congruence | exact (Hx y (or_intror Hy) Hin)].
Qed.

(** With exact control, where it is control-independent. *)
Lemma alike_control : forall X p, control_independent X p -> fresh X p -> alike True False X p p.
Proof.
  induction 1; intros Hf.
  - constructor.
  - constructor. tauto.
  - destruct (fresh_parts _ _ _ Hf). constructor; auto.
  - destruct (fresh_under _ _ _ Hf) as [_ [Hp Hx]]. constructor; auto.
  - destruct (fresh_parts _ _ _ Hf). constructor; auto.
  - destruct (fresh_under _ _ _ Hf) as [Hp _]. constructor; auto.
Qed.

(** With exact indices, where it is data-independent. A loop variable counts as exact even under
    DI-FOR-D: two runs that make the same choices give it the same numbers. *)
Lemma alike_data : forall X p, data_independent X p ->
  forall Y, incl X Y -> fresh Y p -> alike False True Y p p.
Proof.
  induction 1; intros Y HXY Hf.
  - constructor.
  - constructor. intros _. split; auto. exact (incl_tran H HXY).
  - destruct (fresh_parts _ _ _ Hf). constructor; auto.
  - destruct (fresh_under _ _ _ Hf) as [_ [Hp Hx]]. constructor; auto.
  - destruct (fresh_parts _ _ _ Hf). constructor; auto. tauto.
  - destruct (fresh_under _ _ _ Hf) as [Hp _]. constructor; [tauto |]. auto using incl_with.
  - destruct (fresh_under _ _ _ Hf) as [Hp _]. constructor; [tauto |]. auto using incl_tl.
Qed.

Lemma distinct_is_fresh : forall p, distinct p -> fresh [] p.
Proof. intros p H. split; auto. Qed.

(** ** The theorem *)

(** liew2024/3.3.1 *)
Theorem same_trace_same_up_to_index : forall p i P1 t1 P2 t2,
  runs p i P1 t1 -> runs p i P2 t2 ->
  t1 = t2 ->
  same_up_to_index P1 P2.
Proof.
  intros p i P1 t1 P2 t2 H1 H2 Ht.
  apply (alike_runs False False _ _ _ _ H1 p P2 t2); auto using alike_shape.
Qed.

(** liew2024/3.3.2 *)
Theorem trace_determinism : forall p i P1 t1 P2 t2,
  runs p i P1 t1 -> runs p i P2 t2 ->
  control_independent [] p -> distinct p ->
  same_up_to_index P1 P2 /\ t1 = t2.
Proof.
  intros p i P1 t1 P2 t2 H1 H2 HC Hd.
  destruct (alike_runs True False _ _ _ _ H1 p P2 t2); auto using alike_control, distinct_is_fresh.
  tauto.
Qed.

(** liew2024/3.3.3 *)
Theorem phase_determinism : forall p i P1 t1 P2 t2,
  runs p i P1 t1 -> runs p i P2 t2 ->
  data_independent [] p -> t1 = t2 -> distinct p ->
  same_phase P1 P2.
Proof.
  intros p i P1 t1 P2 t2 H1 H2 HD Ht Hd.
  apply (alike_runs False True _ _ _ _ H1 p P2 t2); auto.
  apply alike_data with (X := []); auto using incl_refl, distinct_is_fresh.
Qed.

(** liew2024/3.3.4 *)
Theorem trace_and_phase_determinism : forall p i P1 t1 P2 t2,
  runs p i P1 t1 -> runs p i P2 t2 ->
  control_independent [] p -> data_independent [] p -> distinct p ->
  same_phase P1 P2 /\ t1 = t2.
Proof.
  intros p i P1 t1 P2 t2 H1 H2 HC HD Hd.
  destruct (trace_determinism _ _ _ _ _ _ H1 H2 HC Hd) as [_ Ht].
  split; auto. eapply phase_determinism; eauto.
Qed.
