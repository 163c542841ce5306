(** BabyCUDA beside the paper after it: what its types are there, and its rules. *)

From Jaminan Require Export Determinism BabyCuda Needed.

(** ** A type is the inferred protocol without its [var]s *)

(** A program of BabyCUDA has no [var]. *)
Fixpoint is_babycuda (b : stmt) : Prop :=
  match b with
  | SSkip | SWrite _ _ _ => True
  | SRead _ _ _ r | SFor _ _ _ r => is_babycuda r
  | SSeq s1 s2 | SIf _ s1 s2 => is_babycuda s1 /\ is_babycuda s2
  | SVar _ _ => False
  end.

(** The protocol without its [var]s. *)
Fixpoint without_var (p : protocol) : protocol :=
  match p with
  | PSkip | PAcc _ _ _ => p
  | PSeq p1 p2 => PSeq (without_var p1) (without_var p2)
  | PIf c p1 p2 => PIf c (without_var p1) (without_var p2)
  | PFor x e1 e2 q => PFor x e1 e2 (without_var q)
  | PVar _ q => without_var q
  end.

Lemma typed_is_independent : forall V b u, has_type V b u ->
  control_independent V (infer b) /\ data_independent V (infer b) /\ u = without_var (infer b).
Proof.
  induction 1; simpl.
  - repeat constructor; assumption.
  - destruct IHhas_type as [HC [HD E]]. subst. repeat constructor; assumption.
  - destruct IHhas_type1 as [HC1 [HD1 E1]], IHhas_type2 as [HC2 [HD2 E2]]. subst.
    repeat constructor; assumption.
  - destruct IHhas_type1 as [HC1 [HD1 E1]], IHhas_type2 as [HC2 [HD2 E2]]. subst.
    repeat constructor; assumption.
  - destruct IHhas_type as [HC [HD E]]. subst.
    split; [constructor; assumption |]. split; [apply DI_FOR_I; assumption | reflexivity].
  - repeat constructor.
Qed.

Lemma independent_is_typed : forall b V, is_babycuda b -> fresh V (infer b) ->
  control_independent V (infer b) -> data_independent V (infer b) ->
  has_type V b (without_var (infer b)).
Proof.
  induction b; intros V Hb Hf HC HD; simpl in *.
  - constructor.
  - inversion HD; subst. constructor. assumption.
  - inversion HC as [| | X p1 p2 HC1 HC2 | | |]; subst. inversion HC2; subst.
    inversion HD as [| | X p1 p2 HD1 HD2 | | | |]; subst. inversion HD1; subst. inversion HD2; subst.
    destruct (fresh_under _ _ _ Hf) as [_ [Hp Hx]]. constructor; auto.
  - destruct Hb. inversion HC; subst. inversion HD; subst.
    destruct (fresh_parts _ _ _ Hf). constructor; auto.
  - destruct Hb. inversion HC; subst. inversion HD; subst.
    destruct (fresh_parts _ _ _ Hf). constructor; auto.
  - destruct (fresh_under _ _ _ Hf) as [Hp [_ Hx]].
    inversion HC as [| | | | | X y f1 f2 q He1 He2 HCq]; subst.
    inversion HD as [| | | | | X y f1 f2 q He1' He2' HDq | X y f1 f2 q Hn HDq]; subst; [| tauto].
    constructor; auto.
  - destruct Hb.
Qed.

(** liew2022/types-are-cidi. The types ask for distinct names, so the programs have to have them. *)
Theorem types_are_cidi : forall b u, is_babycuda b -> distinct_stmt b ->
  (has_type [] b u <->
   control_independent [] (infer b) /\ data_independent [] (infer b) /\ u = without_var (infer b)).
Proof.
  intros b u Hb Hd. split.
  - apply typed_is_independent.
  - intros [HC [HD E]]. subst. apply independent_is_typed; auto.
    apply distinct_is_fresh, infer_distinct. assumption.
Qed.

(** liew2022/types-are-cidi needs DISTINCT: [for x in 0..1 { let x = A[0] in skip }] *)
Theorem types_are_cidi_needs_distinct : exists b,
  is_babycuda b /\ control_independent [] (infer b) /\ data_independent [] (infer b) /\
  ~ exists u, has_type [] b u.
Proof.
  exists (SFor "x" (Num 0) (Num 1) (SRead "x" "A" (Num 0) SSkip)).
  split; [exact I |].
  split; [independent |]. split; [independent |].
  intros [u H]. inversion H as [| | | | V x n m b v Hn Hm Hv Hx |]; subst.
  inversion Hv as [| V x arr n b w Hn' Hw Hx' | | | |]; subst. apply Hx'. left. reflexivity.
Qed.

(** ** A thread of BabyCUDA does what a thread of Jaminan does *)

(** A memory that has what the history says of each cell that was written. *)
Definition memory_of (H : history) (M : store) : Prop :=
  forall c k, lastwrite H c k -> content M c = Some k.

(** liew2022/jaminan, of one thread: from that memory, and the thread's own newest writes. *)
Theorem baby_steps : forall H i A b B, baby H i A b B ->
  forall M, memory_of H M ->
  exists U P t, steps (merge M (writes A)) b i U P t /\ writes B = merge (writes A) U.
Proof.
  unfold merge.
  induction 1 as
    [ A x arr n b j k B Hj Hk Hb IH
    | A arr n m j k Hj Hk
    | A b1 b2 B C H1 IH1 H2 IH2
    | A c b1 b2 B Hc Hb IH
    | A c b1 b2 B Hc Hb IH
    | A x n m b Hge
    | A x n m b l B C Hl Hlt H1 IH1 H2 IH2
    | A ];
    intros M HM.
  - destruct (IH M HM) as [U [P [t [Hs HB]]]]. simpl in *.
    exists U, (Access i Rd arr j :: P), (Tau ;; t)%trace. split; auto.
    apply S_READ with (k := k); auto. unfold lookup.
    change (writes A ++ M) with (merge M (writes A)). rewrite content_merge.
    inversion Hk as [Q G h c m Hh | Q G c m Hn Hm]; subst.
    + unfold alone in Hh. destruct (Nat.eqb_spec h i); [| discriminate]. rewrite Hh. reflexivity.
    + specialize (Hn i). unfold alone in Hn. rewrite Nat.eqb_refl in Hn. rewrite Hn.
      rewrite (HM _ _ Hm). reflexivity.
  - exists [((arr, j), k)], [Access i Wr arr j], Tau. split; [| reflexivity].
    apply S_WRITE; assumption.
  - destruct (IH1 M HM) as [U1 [P1 [t1 [Hs1 HB1]]]], (IH2 M HM) as [U2 [P2 [t2 [Hs2 HB2]]]].
    exists (U2 ++ U1), (P1 ++ P2), (t1 ;; t2)%trace. split.
    + apply S_SEQ; auto. unfold merge. rewrite app_assoc, <- HB1. assumption.
    + rewrite HB2, HB1, app_assoc. reflexivity.
  - destruct (IH M HM) as [U [P [t [Hs HB]]]].
    exists U, P, (Then ;; t)%trace. split; auto. apply S_IF_T; assumption.
  - destruct (IH M HM) as [U [P [t [Hs HB]]]].
    exists U, P, (Else ;; t)%trace. split; auto. apply S_IF_F; assumption.
  - exists [], [], Tau. split; [apply S_FOR_1; assumption | reflexivity].
  - destruct (IH1 M HM) as [U1 [P1 [t1 [Hs1 HB1]]]], (IH2 M HM) as [U2 [P2 [t2 [Hs2 HB2]]]].
    exists (U2 ++ U1), (P1 ++ P2), (Iter x l ;; t1 ;; t2)%trace. split.
    + eapply S_FOR_2; eauto. unfold merge. rewrite app_assoc, <- HB1. assumption.
    + rewrite HB2, HB1, app_assoc. reflexivity.
  - exists [], [], Tau. split; [apply S_SKIP | reflexivity].
Qed.
