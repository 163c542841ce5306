(** What is refuted, and what each hypothesis is for.

    Each theorem here is of one small program, most of them the one that `theorem check --drop`
    finds: it meets the other hypotheses of a claim, and not the claim. *)

From Jaminan Require Export TrueAlarms.

(** ** How the programs are looked at *)

(** The rules decide what a closed term does but for the numbers of [var]: [make k] goes on to the
    next rule, with [k] for a [var]. *)
Ltac make k :=
  first
    [ eapply P_SKIP | eapply P_ACC; reflexivity | eapply P_SEQ
    | eapply P_IF_T; [reflexivity |] | eapply P_IF_F; [reflexivity |]
    | eapply P_FOR_1; reflexivity | eapply P_FOR_2; [reflexivity | reflexivity | |]
    | eapply (P_VAR _ _ _ k) ]; simpl.

(** The phase of a run may be written in another way. *)
Lemma runs_phase : forall p i P Q t, runs p i P t -> P = Q -> runs p i Q t.
Proof. intros. subst. assumption. Qed.

Ltac run k := eapply runs_phase; [repeat make k | reflexivity].

(** A run of the program, with the memory left open. *)
Ltac step :=
  first
    [ eapply S_SKIP | eapply S_WRITE; reflexivity | eapply S_SEQ
    | eapply S_IF_T; [reflexivity |] | eapply S_IF_F; [reflexivity |]
    | eapply S_FOR_1; reflexivity | eapply S_FOR_2; [reflexivity | reflexivity | |]
    | eapply S_READ; [reflexivity | reflexivity |] ]; simpl.

(** Every way in which the rules can have concluded that a program runs, by choices that are
    given. *)
Ltac unwind :=
  repeat
    (simpl in *; subst;
     match goal with
     | H : Some _ = Some _ |- _ => injection H as H
     | H : Some _ = None |- _ => discriminate H
     | H : None = Some _ |- _ => discriminate H
     | H : true = false |- _ => discriminate H
     | H : false = true |- _ => discriminate H
     | H : (_ <=? _) = true |- _ => apply Nat.leb_le in H; try (exfalso; lia)
     | H : (_ <=? _) = false |- _ => apply Nat.leb_gt in H; try (exfalso; lia)
     | H : (_ <? _) = true |- _ => apply Nat.ltb_lt in H; try (exfalso; lia)
     | H : (_ <? _) = false |- _ => apply Nat.ltb_ge in H; try (exfalso; lia)
     | H : steps _ _ _ _ _ _ |- _ => inversion H; clear H
     | H : runs _ _ _ _ |- _ => inversion H; clear H
     end); simpl in *; subst; try discriminate.

Ltac distinct := repeat constructor; simpl; intuition discriminate.

Ltac independent :=
  repeat first
    [ apply CI_SKIP | apply CI_ACC | apply CI_SEQ | apply CI_VAR | apply CI_IF | apply CI_FOR
    | apply DI_SKIP | apply DI_ACC | apply DI_SEQ | apply DI_VAR | apply DI_IF | apply DI_FOR_I ];
  unfold exact, exact_cond, incl; simpl; intuition.

(** ** Theorem 3.3 *)

(** [var x0. for x1 in 0..x0 { rd A[0] }] *)
Definition unknown_bound := PVar "x0" (PFor "x1" (Num 0) (EVar "x0") (PAcc Rd "A" (Num 0))).

Lemma unknown_bound_0 : runs unknown_bound 0 [] Tau.
Proof. run 0. Qed.

Lemma unknown_bound_1 :
  runs unknown_bound 0 [Access 0 Rd "A" 0] (Iter "x1" 0 ;; Tau ;; Tau).
Proof. run 1. Qed.

(** liew2024/3.3.1 needs SAME-TRACE *)
Theorem same_up_to_index_needs_same_trace : exists p i P1 t1 P2 t2,
  distinct p /\ runs p i P1 t1 /\ runs p i P2 t2 /\ ~ same_up_to_index P1 P2.
Proof.
  exists unknown_bound, 0, [], Tau, [Access 0 Rd "A" 0], (Iter "x1" 0 ;; Tau ;; Tau)%trace.
  split; [distinct |].
  split; [exact unknown_bound_0 |]. split; [exact unknown_bound_1 |].
  intros [_ H]. destruct (H _ (or_introl eq_refl)) as [a [[] _]].
Qed.

(** liew2024/3.3.2 and liew2024/3.3.4 need CI *)
Theorem trace_determinism_needs_control : exists p i P1 t1 P2 t2,
  data_independent [] p /\ distinct p /\ runs p i P1 t1 /\ runs p i P2 t2 /\ t1 <> t2.
Proof.
  (* var x0. for x1 in 0..x0 { skip } *)
  exists (PVar "x0" (PFor "x1" (Num 0) (EVar "x0") PSkip)).
  exists 0, [], Tau, [], (Iter "x1" 0 ;; Tau ;; Tau)%trace.
  split. { constructor. apply DI_FOR_D; [| constructor]. unfold exact, incl. simpl.
           intros [_ H]. exact (H _ (or_introl eq_refl)). }
  split; [distinct |].
  split. { run 0. }
  split. { run 1. }
  discriminate.
Qed.

(** liew2024/3.3.2 needs DISTINCT *)
Theorem trace_determinism_needs_distinct : exists p i P1 t1 P2 t2,
  control_independent [] p /\ runs p i P1 t1 /\ runs p i P2 t2 /\ t1 <> t2.
Proof.
  (* for x0 in 0..1 { var x0. for x1 in 0..x0 { skip } } *)
  exists (PFor "x0" (Num 0) (Num 1) (PVar "x0" (PFor "x1" (Num 0) (EVar "x0") PSkip))).
  exists 0, [], (Iter "x0" 0 ;; Tau ;; Tau)%trace.
  exists [], (Iter "x0" 0 ;; (Iter "x1" 0 ;; Tau ;; Tau) ;; Tau)%trace.
  split; [independent |].
  split. { run 0. }
  split. { run 1. }
  discriminate.
Qed.

(** [var x0. rd A[x0]] *)
Definition unknown_index := PVar "x0" (PAcc Rd "A" (EVar "x0")).

Lemma differ : ~ same_phase [Access 0 Rd "A" 0] [Access 0 Rd "A" 1].
Proof.
  intros H. destruct (H (Access 0 Rd "A" 0)) as [H' _].
  destruct (H' (or_introl eq_refl)) as [E | []]. discriminate.
Qed.

(** liew2024/3.3.3 and liew2024/3.3.4 need DI *)
Theorem phase_determinism_needs_data : exists p i P1 t1 P2 t2,
  control_independent [] p /\ t1 = t2 /\ distinct p /\ runs p i P1 t1 /\ runs p i P2 t2 /\
  ~ same_phase P1 P2.
Proof.
  exists unknown_index, 0, [Access 0 Rd "A" 0], Tau, [Access 0 Rd "A" 1], Tau.
  split; [independent |]. split; [reflexivity |]. split; [distinct |].
  split. { run 0. }
  split. { run 1. }
  exact differ.
Qed.

(** liew2024/3.3.3 needs SAME-TRACE *)
Theorem phase_determinism_needs_same_trace : exists p i P1 t1 P2 t2,
  data_independent [] p /\ distinct p /\ runs p i P1 t1 /\ runs p i P2 t2 /\ ~ same_phase P1 P2.
Proof.
  exists unknown_bound, 0, [], Tau, [Access 0 Rd "A" 0], (Iter "x1" 0 ;; Tau ;; Tau)%trace.
  split. { constructor. apply DI_FOR_D; [| constructor; intros x []]. unfold exact, incl. simpl.
           intros [_ H]. exact (H _ (or_introl eq_refl)). }
  split; [distinct |].
  split; [exact unknown_bound_0 |]. split; [exact unknown_bound_1 |].
  intros H. apply (H (Access 0 Rd "A" 0)). left. reflexivity.
Qed.

(** liew2024/3.3.3 and liew2024/3.3.4 need DISTINCT *)
Theorem phase_determinism_needs_distinct : exists p i P1 t1 P2 t2,
  control_independent [] p /\ data_independent [] p /\ t1 = t2 /\
  runs p i P1 t1 /\ runs p i P2 t2 /\ ~ same_phase P1 P2.
Proof.
  (* for x0 in 0..1 { var x0. rd A[x0] } *)
  exists (PFor "x0" (Num 0) (Num 1) unknown_index).
  exists 0, [Access 0 Rd "A" 0], (Iter "x0" 0 ;; Tau ;; Tau)%trace.
  exists [Access 0 Rd "A" 1], (Iter "x0" 0 ;; Tau ;; Tau)%trace.
  split; [independent |].
  split. { apply DI_FOR_I; independent. }
  split; [reflexivity |].
  split. { run 0. }
  split. { run 1. }
  exact differ.
Qed.
