(** A checker of derivations, proved sound.

    A derivation is a list of steps, as [explain --as json] writes it: each names its rule, its
    conclusion, and the steps before it that are its premises. A memory, a phase and the updates
    count as a map, a set and a map. *)

From Jaminan Require Export Inference.

Inductive judgment :=
| JRuns (M : store) (s : stmt) (i : nat) (M' : store) (P : phase) (t : trace)
| JMakes (p : protocol) (i : nat) (P : phase) (t : trace)
| JEvaluates (e : expr) (i k : nat)
| JDecides (c : cond) (i : nat) (b : bool)
| JReads (M : store) (A : name) (j k : nat).

(** Two memories with the same cells. *)
Definition same_store (M N : store) : Prop := forall c, content M c = content N c.

(** What a judgment says, by the rules. *)
Definition means (J : judgment) : Prop :=
  match J with
  | JRuns M s i M' P t =>
      exists U Q, steps M s i U Q t /\ same_store U M' /\ same_phase Q P
  | JMakes p i P t => exists Q, runs p i Q t /\ same_phase Q P
  | JEvaluates e i k => eval i e = Some k
  | JDecides c i b => decide i c = Some b
  | JReads M A j k => lookup M A j = k
  end.

(** ** What a step compares *)

Definition mode_dec (a b : mode) : {a = b} + {a <> b}.
Proof. decide equality. Defined.

Definition access_dec (a b : access) : {a = b} + {a <> b}.
Proof. decide equality; auto using Nat.eq_dec, string_dec, mode_dec. Defined.

Definition op_dec (a b : op) : {a = b} + {a <> b}.
Proof. decide equality. Defined.

Definition rel_dec (a b : rel) : {a = b} + {a <> b}.
Proof. decide equality. Defined.

Definition expr_dec (a b : expr) : {a = b} + {a <> b}.
Proof. decide equality; auto using Nat.eq_dec, string_dec, op_dec. Defined.

Definition cond_dec (a b : cond) : {a = b} + {a <> b}.
Proof. decide equality; auto using bool_dec, rel_dec, expr_dec. Defined.

Definition stmt_dec (a b : stmt) : {a = b} + {a <> b}.
Proof. decide equality; auto using string_dec, expr_dec, cond_dec. Defined.

Definition protocol_dec (a b : protocol) : {a = b} + {a <> b}.
Proof. decide equality; auto using string_dec, expr_dec, cond_dec, mode_dec. Defined.

Definition trace_dec (a b : trace) : {a = b} + {a <> b}.
Proof. decide equality; auto using Nat.eq_dec, string_dec. Defined.

Definition yes {A : Prop} (d : {A} + {~ A}) : bool := if d then true else false.

Lemma yes_true : forall (A : Prop) (d : {A} + {~ A}), yes d = true -> A.
Proof. intros A [a | n]; simpl; [auto | discriminate]. Qed.

Definition contents_eqb (a b : option nat) : bool :=
  match a, b with
  | Some j, Some k => j =? k
  | None, None => true
  | _, _ => false
  end.

(** The cells of either have one content in both. *)
Definition stores_eqb (M N : store) : bool :=
  forallb (fun c => contents_eqb (content M c) (content N c)) (map fst M ++ map fst N).

Definition phases_eqb (P Q : phase) : bool :=
  forallb (fun a => if in_dec access_dec a Q then true else false) P &&
  forallb (fun a => if in_dec access_dec a P then true else false) Q.

Lemma content_none : forall M c, ~ In c (map fst M) -> content M c = None.
Proof.
  induction M as [| [d k] M IH]; simpl; intros c H; auto.
  destruct (cell_eqb_spec c d); [subst; tauto | apply IH; tauto].
Qed.

Lemma cell_dec : forall a b : cell, {a = b} + {a <> b}.
Proof. intros a b. destruct (cell_eqb_spec a b); auto. Qed.

Lemma stores_eqb_true : forall M N, stores_eqb M N = true -> same_store M N.
Proof.
  intros M N H c. unfold stores_eqb in H. rewrite forallb_forall in H.
  destruct (in_dec cell_dec c (map fst M ++ map fst N)) as [Hc | Hc].
  - specialize (H c Hc). destruct (content M c), (content N c); simpl in H; try discriminate; auto.
    apply Nat.eqb_eq in H. congruence.
  - rewrite in_app_iff in Hc. rewrite !content_none; tauto.
Qed.

Lemma phases_eqb_true : forall P Q, phases_eqb P Q = true -> same_phase P Q.
Proof.
  intros P Q H a. unfold phases_eqb in H. apply andb_prop in H. destruct H as [H1 H2].
  rewrite forallb_forall in H1, H2. split; intros Ha.
  - specialize (H1 a Ha). destruct (in_dec access_dec a Q); [assumption | discriminate].
  - specialize (H2 a Ha). destruct (in_dec access_dec a P); [assumption | discriminate].
Qed.

(** ** Which number a [var] took *)

Fixpoint numbers_expr (e : expr) : list nat :=
  match e with
  | Num k => [k]
  | Tid | EVar _ => []
  | Bin _ e1 e2 => numbers_expr e1 ++ numbers_expr e2
  end.

Fixpoint numbers_cond (c : cond) : list nat :=
  match c with
  | CBool _ => []
  | CRel _ e1 e2 => numbers_expr e1 ++ numbers_expr e2
  | CAnd c1 c2 | COr c1 c2 => numbers_cond c1 ++ numbers_cond c2
  | CNot c => numbers_cond c
  end.

Fixpoint numbers (p : protocol) : list nat :=
  match p with
  | PSkip => []
  | PAcc _ _ e => numbers_expr e
  | PSeq p1 p2 => numbers p1 ++ numbers p2
  | PIf c p1 p2 => numbers_cond c ++ numbers p1 ++ numbers p2
  | PFor _ e1 e2 q => numbers_expr e1 ++ numbers_expr e2 ++ numbers q
  | PVar _ q => numbers q
  end.

Fixpoint numbers_stmt (s : stmt) : list nat :=
  match s with
  | SSkip => []
  | SWrite _ e1 e2 => numbers_expr e1 ++ numbers_expr e2
  | SRead _ _ e r => numbers_expr e ++ numbers_stmt r
  | SSeq s1 s2 => numbers_stmt s1 ++ numbers_stmt s2
  | SIf c s1 s2 => numbers_cond c ++ numbers_stmt s1 ++ numbers_stmt s2
  | SFor _ e1 e2 r => numbers_expr e1 ++ numbers_expr e2 ++ numbers_stmt r
  | SVar _ r => numbers_stmt r
  end.

(** It stands in the premise, or it does not matter: then 0 will do. *)
Definition is_instance (x : name) (p q : protocol) : bool :=
  existsb (fun k => yes (protocol_dec q (subst_protocol x k p))) (0 :: numbers q).

Definition is_instance_stmt (x : name) (s r : stmt) : bool :=
  existsb (fun k => yes (stmt_dec r (subst_stmt x k s))) (0 :: numbers_stmt r).

(** ** One step *)

Inductive rule :=
| R_E | R_C | R_M
| R_VAR | R_ACC | R_READ | R_WRITE | R_SKIP | R_SEQ | R_IF_T | R_IF_F | R_FOR_1 | R_FOR_2.

(** Whether the rule has the conclusion from the premises. Rules of the two calculi with one name
    but for its first letter are told apart by their conclusions. *)
Definition follows (r : rule) (premises : list judgment) (J : judgment) : bool :=
  match r, J, premises with
  | R_E, JEvaluates e i k, [] => contents_eqb (eval i e) (Some k)
  | R_C, JDecides c i b, [] =>
      match decide i c with Some b' => Bool.eqb b b' | None => false end
  | R_M, JReads M A j k, [] => lookup M A j =? k

  | R_VAR, JMakes (PVar x p) i P t, [JMakes p1 i1 P1 t1] =>
      is_instance x p p1 && (i =? i1) && phases_eqb P1 P && yes (trace_dec t t1)
  | R_ACC, JMakes (PAcc o A e) i P t, [JEvaluates e1 i1 j] =>
      yes (expr_dec e e1) && (i =? i1) && phases_eqb [Access i o A j] P && yes (trace_dec t Tau)
  | R_SKIP, JMakes PSkip i P t, [] => phases_eqb [] P && yes (trace_dec t Tau)
  | R_SEQ, JMakes (PSeq p1 p2) i P t, [JMakes q1 i1 P1 t1; JMakes q2 i2 P2 t2] =>
      yes (protocol_dec p1 q1) && yes (protocol_dec p2 q2) && (i =? i1) && (i =? i2) &&
      phases_eqb (P1 ++ P2) P && yes (trace_dec t (t1 ;; t2))
  | R_IF_T, JMakes (PIf c p1 p2) i P t, [JDecides c1 i1 true; JMakes q i2 P1 t1] =>
      yes (cond_dec c c1) && yes (protocol_dec p1 q) && (i =? i1) && (i =? i2) &&
      phases_eqb P1 P && yes (trace_dec t (Then ;; t1))
  | R_IF_F, JMakes (PIf c p1 p2) i P t, [JDecides c1 i1 false; JMakes q i2 P1 t1] =>
      yes (cond_dec c c1) && yes (protocol_dec p2 q) && (i =? i1) && (i =? i2) &&
      phases_eqb P1 P && yes (trace_dec t (Else ;; t1))
  | R_FOR_1, JMakes (PFor x e1 e2 p) i P t, [JDecides c1 i1 true] =>
      yes (cond_dec c1 (CRel Ge e1 e2)) && (i =? i1) && phases_eqb [] P && yes (trace_dec t Tau)
  | R_FOR_2, JMakes (PFor x e1 e2 p) i P t,
      [JEvaluates f i1 l; JDecides c i2 true; JMakes q1 i3 P1 t1; JMakes q2 i4 P2 t2] =>
      yes (expr_dec e1 f) && yes (cond_dec c (CRel Lt (Num l) e2)) &&
      yes (protocol_dec q1 (subst_protocol x l p)) &&
      yes (protocol_dec q2 (PFor x (Num (l + 1)) e2 p)) &&
      (i =? i1) && (i =? i2) && (i =? i3) && (i =? i4) &&
      phases_eqb (P1 ++ P2) P && yes (trace_dec t (Iter x l ;; t1 ;; t2))

  | R_VAR, JRuns M (SVar x s) i U P t, [JRuns M1 s1 i1 U1 P1 t1] =>
      stores_eqb M1 M && is_instance_stmt x s s1 && (i =? i1) && stores_eqb U1 U &&
      phases_eqb P1 P && yes (trace_dec t t1)
  | R_READ, JRuns M (SRead x A e s) i U P t,
      [JEvaluates f i1 j; JReads M1 B j1 k; JRuns M2 s2 i2 U2 P2 t2] =>
      yes (expr_dec e f) && (i =? i1) && stores_eqb M1 M && String.eqb A B && (j =? j1) &&
      stores_eqb M2 M && yes (stmt_dec s2 (subst_stmt x k s)) && (i =? i2) && stores_eqb U2 U &&
      phases_eqb (Access i Rd A j :: P2) P && yes (trace_dec t (Tau ;; t2))
  | R_WRITE, JRuns M (SWrite A e1 e2) i U P t, [JEvaluates f1 i1 j; JEvaluates f2 i2 k] =>
      yes (expr_dec e1 f1) && yes (expr_dec e2 f2) && (i =? i1) && (i =? i2) &&
      stores_eqb [((A, j), k)] U && phases_eqb [Access i Wr A j] P && yes (trace_dec t Tau)
  | R_SKIP, JRuns M SSkip i U P t, [] =>
      stores_eqb [] U && phases_eqb [] P && yes (trace_dec t Tau)
  | R_SEQ, JRuns M (SSeq s1 s2) i U P t, [JRuns M1 r1 i1 U1 P1 t1; JRuns M2 r2 i2 U2 P2 t2] =>
      yes (stmt_dec s1 r1) && yes (stmt_dec s2 r2) && (i =? i1) && (i =? i2) &&
      stores_eqb M1 M && stores_eqb M2 (merge M U1) && stores_eqb (merge U1 U2) U &&
      phases_eqb (P1 ++ P2) P && yes (trace_dec t (t1 ;; t2))
  | R_IF_T, JRuns M (SIf c s1 s2) i U P t, [JDecides c1 i1 true; JRuns M1 r i2 U1 P1 t1] =>
      yes (cond_dec c c1) && yes (stmt_dec s1 r) && (i =? i1) && (i =? i2) &&
      stores_eqb M1 M && stores_eqb U1 U && phases_eqb P1 P && yes (trace_dec t (Then ;; t1))
  | R_IF_F, JRuns M (SIf c s1 s2) i U P t, [JDecides c1 i1 false; JRuns M1 r i2 U1 P1 t1] =>
      yes (cond_dec c c1) && yes (stmt_dec s2 r) && (i =? i1) && (i =? i2) &&
      stores_eqb M1 M && stores_eqb U1 U && phases_eqb P1 P && yes (trace_dec t (Else ;; t1))
  | R_FOR_1, JRuns M (SFor x e1 e2 s) i U P t, [JDecides c1 i1 true] =>
      yes (cond_dec c1 (CRel Ge e1 e2)) && (i =? i1) && stores_eqb [] U && phases_eqb [] P &&
      yes (trace_dec t Tau)
  | R_FOR_2, JRuns M (SFor x e1 e2 s) i U P t,
      [JEvaluates f i1 l; JDecides c i2 true; JRuns M1 r1 i3 U1 P1 t1; JRuns M2 r2 i4 U2 P2 t2] =>
      yes (expr_dec e1 f) && yes (cond_dec c (CRel Lt (Num l) e2)) &&
      yes (stmt_dec r1 (subst_stmt x l s)) && yes (stmt_dec r2 (SFor x (Num (l + 1)) e2 s)) &&
      (i =? i1) && (i =? i2) && (i =? i3) && (i =? i4) &&
      stores_eqb M1 M && stores_eqb M2 (merge M U1) && stores_eqb (merge U1 U2) U &&
      phases_eqb (P1 ++ P2) P && yes (trace_dec t (Iter x l ;; t1 ;; t2))
  | _, _, _ => false
  end.

(** ** A step is sound *)

Lemma lookup_same : forall M N A j, same_store M N -> lookup M A j = lookup N A j.
Proof. intros M N A j H. unfold lookup. rewrite H. reflexivity. Qed.

Lemma merge_same : forall M N M' N',
  same_store M N -> same_store M' N' -> same_store (merge M M') (merge N N').
Proof. intros M N M' N' H H' c. rewrite !content_merge, H, H'. reflexivity. Qed.

Lemma same_store_sym : forall M N, same_store M N -> same_store N M.
Proof. intros M N H c. symmetry. apply H. Qed.

Lemma same_store_trans : forall M N O, same_store M N -> same_store N O -> same_store M O.
Proof. intros M N O H1 H2 c. rewrite H1. apply H2. Qed.

Lemma same_phase_trans : forall P Q R, same_phase P Q -> same_phase Q R -> same_phase P R.
Proof. intros P Q R H1 H2 a. rewrite (H1 a). apply H2. Qed.

(** A run asks of its memory only what its cells hold. *)
Lemma steps_same : forall M s i U P t, steps M s i U P t ->
  forall N, same_store M N -> steps N s i U P t.
Proof.
  induction 1; intros N HN.
  - eapply S_VAR. auto.
  - apply S_READ with (k := k); auto. rewrite <- H0. symmetry. apply lookup_same. assumption.
  - apply S_WRITE; assumption.
  - apply S_SKIP.
  - apply S_SEQ; auto. apply IHsteps2, merge_same; auto. intros c. reflexivity.
  - apply S_IF_T; auto.
  - apply S_IF_F; auto.
  - apply S_FOR_1. assumption.
  - eapply S_FOR_2; eauto. apply IHsteps2, merge_same; auto. intros c. reflexivity.
Qed.

(** What the comparisons of a step come to, of the parts of a run. *)
Lemma steps_after : forall M2 s i U P t M V V',
  steps M2 s i U P t -> same_store M2 (merge M V) -> same_store V' V ->
  steps (merge M V') s i U P t.
Proof.
  intros M2 s i U P t M V V' H H2 HV. apply (steps_same _ _ _ _ _ _ H).
  apply (same_store_trans _ _ _ H2). apply merge_same; [intros c; reflexivity |].
  apply same_store_sym. assumption.
Qed.

Lemma stores_together : forall U1 U2 V1 V2 U,
  same_store V1 U1 -> same_store V2 U2 -> same_store (merge U1 U2) U -> same_store (merge V1 V2) U.
Proof. intros. eapply same_store_trans; [apply merge_same |]; eassumption. Qed.

Lemma phases_together : forall P1 P2 Q1 Q2 P,
  same_phase Q1 P1 -> same_phase Q2 P2 -> same_phase (P1 ++ P2) P -> same_phase (Q1 ++ Q2) P.
Proof. intros. eapply same_phase_trans; [apply same_phase_app |]; eassumption. Qed.

Lemma phases_with : forall a P1 Q1 P,
  same_phase Q1 P1 -> same_phase (a :: P1) P -> same_phase (a :: Q1) P.
Proof. intros a P1 Q1 P. apply (phases_together [a] P1 [a] Q1 P). apply same_phase_refl. Qed.

(** Takes what a step compares apart. *)
Ltac compared :=
  repeat match goal with
  | H : (_ && _)%bool = true |- _ => apply andb_prop in H; destruct H
  | H : yes _ = true |- _ => apply yes_true in H
  | H : (_ =? _) = true |- _ => apply Nat.eqb_eq in H
  | H : String.eqb _ _ = true |- _ => apply String.eqb_eq in H
  | H : phases_eqb _ _ = true |- _ => apply phases_eqb_true in H
  | H : stores_eqb _ _ = true |- _ => apply stores_eqb_true in H
  end; subst.

(** Takes the premises of a step apart: each means what it says. *)
Ltac meant :=
  repeat match goal with
  | H : Forall means (_ :: _) |- _ => inversion H; clear H; subst
  | H : Forall means [] |- _ => clear H
  end;
  simpl in *;
  repeat match goal with
  | H : exists _, _ |- _ => destruct H
  | H : _ /\ _ |- _ => destruct H
  end.

Lemma instance_of : forall x p q, is_instance x p q = true -> exists k, q = subst_protocol x k p.
Proof.
  intros x p q H. unfold is_instance in H. apply existsb_exists in H. destruct H as [k [_ H]].
  exists k. exact (yes_true _ _ H).
Qed.

Lemma instance_of_stmt : forall x s r, is_instance_stmt x s r = true -> exists k, r = subst_stmt x k s.
Proof.
  intros x s r H. unfold is_instance_stmt in H. apply existsb_exists in H. destruct H as [k [_ H]].
  exists k. exact (yes_true _ _ H).
Qed.

(** The premises of a step are as many, and of the kind, as its rule has. *)
Ltac shape H :=
  repeat match type of H with
  | context [match ?x with _ => _ end] => is_var x; destruct x; simpl in H; try discriminate H
  end.

Lemma leaf_sound : forall r premises J,
  match J with JRuns _ _ _ _ _ _ | JMakes _ _ _ _ => False | _ => True end ->
  follows r premises J = true -> means J.
Proof.
  intros r premises J HJ H. destruct J; try contradiction; destruct r; simpl in *; try discriminate H;
    destruct premises; try discriminate H.
  - destruct (eval i e); simpl in H; [| discriminate]. apply Nat.eqb_eq in H. congruence.
  - destruct (decide i c); [| discriminate]. apply eqb_prop in H. congruence.
  - apply Nat.eqb_eq. assumption.
Qed.

Lemma makes_sound : forall r premises p i P t,
  Forall means premises -> follows r premises (JMakes p i P t) = true -> means (JMakes p i P t).
Proof.
  intros r premises p i P t Hp H. destruct r; simpl in H; try discriminate H; shape H; meant; compared;
    simpl.
  - match goal with E : is_instance _ _ _ = true |- _ => destruct (instance_of _ _ _ E) end.
    subst. eexists. split; [eapply P_VAR; eassumption |].
    eauto using same_phase_trans.
  - eexists. split; [apply P_ACC; eassumption | assumption].
  - eexists. split; [apply P_SKIP | assumption].
  - eexists. split; [apply P_SEQ; eassumption |].
    eauto using same_phase_trans, same_phase_app.
  - eexists. split; [apply P_IF_T; eassumption |]. eauto using same_phase_trans.
  - eexists. split; [apply P_IF_F; eassumption |]. eauto using same_phase_trans.
  - eexists. split; [apply P_FOR_1; eassumption | assumption].
  - eexists. split; [eapply P_FOR_2; eassumption |].
    eauto using same_phase_trans, same_phase_app.
Qed.

Lemma runs_sound : forall r premises M s i U P t,
  Forall means premises -> follows r premises (JRuns M s i U P t) = true ->
  means (JRuns M s i U P t).
Proof.
  intros r premises M s i U P t Hp H. destruct r; simpl in H; try discriminate H; shape H; meant;
    compared; simpl.
  - match goal with E : is_instance_stmt _ _ _ = true |- _ => destruct (instance_of_stmt _ _ _ E) end.
    subst. eexists. eexists. split; [eapply S_VAR; eauto using steps_same |].
    eauto using same_store_trans, same_phase_trans.
  - match goal with
    | L : same_store ?N M, R : steps _ (subst_stmt _ (lookup ?N ?A ?j) _) _ _ _ _ |- _ =>
        rewrite (lookup_same N M A j L) in R
    end.
    eexists. eexists. split; [eapply S_READ; eauto using steps_same |].
    eauto using same_store_trans, phases_with.
  - eexists. eexists. split; [eapply S_WRITE; eassumption |]. auto.
  - eexists. eexists. split; [apply S_SKIP |]. auto.
  - eexists. eexists. split; [eapply S_SEQ; eauto using steps_same, steps_after |].
    eauto using stores_together, phases_together.
  - eexists. eexists. split; [apply S_IF_T; eauto using steps_same |].
    eauto using same_store_trans, same_phase_trans.
  - eexists. eexists. split; [apply S_IF_F; eauto using steps_same |].
    eauto using same_store_trans, same_phase_trans.
  - eexists. eexists. split; [apply S_FOR_1; eassumption |]. auto.
  - eexists. eexists. split; [eapply S_FOR_2; eauto using steps_same, steps_after |].
    eauto using stores_together, phases_together.
Qed.

(** ** A derivation *)

(** A step: its rule, its conclusion, and its premises as the numbers of steps before it, from 1. *)
Record step := Step { by_rule : rule; concludes : judgment; from_steps : list nat }.

(** The conclusions that a step names; none where it names one that is not before it. *)
Fixpoint premises_of (before : list judgment) (ns : list nat) : option (list judgment) :=
  match ns with
  | [] => Some []
  | n :: rest =>
      match n, premises_of before rest with
      | S m, Some Js => option_map (fun J => J :: Js) (nth_error before m)
      | _, _ => None
      end
  end.

(** Whether each step follows from steps before it, of which the first are given. *)
Fixpoint check_after (before : list judgment) (d : list step) : bool :=
  match d with
  | [] => true
  | s :: rest =>
      match premises_of before (from_steps s) with
      | Some premises =>
          follows (by_rule s) premises (concludes s) && check_after (before ++ [concludes s]) rest
      | None => false
      end
  end.

Definition check (d : list step) : bool := check_after [] d.

Lemma premises_mean : forall before ns premises,
  Forall means before -> premises_of before ns = Some premises -> Forall means premises.
Proof.
  intros before. induction ns as [| n ns IH]; simpl; intros premises Hb H.
  - injection H as H. subst. constructor.
  - destruct n as [| m]; [discriminate |].
    destruct (premises_of before ns) as [Js |]; [| discriminate].
    destruct (nth_error before m) as [J |] eqn:HJ; [| discriminate].
    injection H as H. subst. constructor; auto.
    rewrite Forall_forall in Hb. apply Hb. eapply nth_error_In. eassumption.
Qed.

Lemma check_after_sound : forall d before,
  Forall means before -> check_after before d = true ->
  forall s, In s d -> means (concludes s).
Proof.
  induction d as [| s d IH]; intros before Hb H s' Hs; [destruct Hs |].
  simpl in H. destruct (premises_of before (from_steps s)) as [premises |] eqn:Hp; [| discriminate].
  apply andb_prop in H. destruct H as [Hf Hc].
  assert (Hm : means (concludes s)).
  { pose proof (premises_mean _ _ _ Hb Hp) as HP. destruct (concludes s) eqn:E.
    - eapply runs_sound; eassumption.
    - eapply makes_sound; eassumption.
    - eapply leaf_sound; [exact I | eassumption].
    - eapply leaf_sound; [exact I | eassumption].
    - eapply leaf_sound; [exact I | eassumption]. }
  destruct Hs as [Hs | Hs]; [subst; assumption |].
  apply (IH (before ++ [concludes s])); auto.
  apply Forall_app. split; auto.
Qed.

(** What a derivation that is checked concludes, in any of its steps, is so by the rules. *)
Theorem check_sound : forall d, check d = true -> forall s, In s d -> means (concludes s).
Proof. intros d. apply check_after_sound. constructor. Qed.
