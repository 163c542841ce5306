(** The checker of derivations is complete: each run by the rules has a derivation that it accepts. *)

From Jaminan Require Export Check.

(** ** What a step compares with itself *)

Lemma yes_same : forall (A : Type) (dec : forall a b : A, {a = b} + {a <> b}) (a : A), yes (dec a a) = true.
Proof. intros A dec a. unfold yes. destruct (dec a a); [reflexivity | congruence]. Qed.

Lemma stores_eqb_same : forall M, stores_eqb M M = true.
Proof.
  intros M. apply forallb_forall. intros c _. destruct (content M c); simpl; auto using Nat.eqb_refl.
Qed.

Lemma phases_eqb_same : forall P, phases_eqb P P = true.
Proof.
  intros P. unfold phases_eqb. rewrite andb_true_iff, !forallb_forall.
  split; intros a Ha; destruct (in_dec access_dec a P); auto.
Qed.

(** ** The number that a [var] took stands in the premise, or does not matter *)

Lemma number_in_expr : forall x k e,
  subst_expr x k e = subst_expr x 0 e \/ In k (numbers_expr (subst_expr x k e)).
Proof.
  induction e; simpl; rewrite ?in_app_iff; auto.
  - destruct (String.eqb x x0); simpl; auto.
  - destruct IHe1, IHe2; auto. left. congruence.
Qed.

Lemma number_in_cond : forall x k c,
  subst_cond x k c = subst_cond x 0 c \/ In k (numbers_cond (subst_cond x k c)).
Proof.
  induction c; simpl; rewrite ?in_app_iff; auto.
  - destruct (number_in_expr x k e1), (number_in_expr x k e2); auto. left. congruence.
  - destruct IHc1, IHc2; auto. left. congruence.
  - destruct IHc1, IHc2; auto. left. congruence.
  - destruct IHc; auto. left. congruence.
Qed.

Ltac in_one_part :=
  repeat match goal with H : _ \/ _ |- _ => destruct H end; auto 6; left; congruence.

Lemma number_in_protocol : forall x k p,
  subst_protocol x k p = subst_protocol x 0 p \/ In k (numbers (subst_protocol x k p)).
Proof.
  induction p; simpl; rewrite ?in_app_iff; auto;
    try pose proof (number_in_expr x k e); try pose proof (number_in_cond x k c);
    try pose proof (number_in_expr x k e1); try pose proof (number_in_expr x k e2);
    try destruct (String.eqb x x0); in_one_part.
Qed.

Lemma number_in_stmt : forall x k s,
  subst_stmt x k s = subst_stmt x 0 s \/ In k (numbers_stmt (subst_stmt x k s)).
Proof.
  induction s; simpl; rewrite ?in_app_iff; auto;
    try pose proof (number_in_expr x k e); try pose proof (number_in_cond x k c);
    try pose proof (number_in_expr x k e1); try pose proof (number_in_expr x k e2);
    try destruct (String.eqb x x0); in_one_part.
Qed.

Lemma instance_found : forall x k p, is_instance x p (subst_protocol x k p) = true.
Proof.
  intros x k p. apply existsb_exists. destruct (number_in_protocol x k p) as [E | E].
  - exists 0. split; [left; reflexivity |]. rewrite E. apply yes_same.
  - exists k. split; [right; assumption | apply yes_same].
Qed.

Lemma instance_found_stmt : forall x k s, is_instance_stmt x s (subst_stmt x k s) = true.
Proof.
  intros x k s. apply existsb_exists. destruct (number_in_stmt x k s) as [E | E].
  - exists 0. split; [left; reflexivity |]. rewrite E. apply yes_same.
  - exists k. split; [right; assumption | apply yes_same].
Qed.

(** ** Derivations, one after the other *)

(** Behind any steps there are some of which the last concludes [J]. *)
Definition derivable (J : judgment) : Prop :=
  forall before, exists d s, check_after before (d ++ [s]) = true /\ concludes s = J.

Lemma check_after_app : forall d d' before,
  check_after before (d ++ d') =
  (check_after before d && check_after (before ++ map concludes d) d')%bool.
Proof.
  induction d as [| s d IH]; intros d' before; simpl.
  - rewrite app_nil_r. reflexivity.
  - destruct (premises_of before (from_steps s)); auto.
    rewrite IH, <- app_assoc, andb_assoc. reflexivity.
Qed.

Lemma premises_derivable : forall premises, Forall derivable premises ->
  forall before, exists d ns,
    check_after before d = true /\ premises_of (before ++ map concludes d) ns = Some premises.
Proof.
  induction 1 as [| J Js HJ HJs IH]; intros before.
  - exists [], []. auto.
  - destruct (HJ before) as [d1 [s1 [H1 E1]]].
    destruct (IH (before ++ map concludes (d1 ++ [s1]))) as [d2 [ns [H2 E2]]].
    exists ((d1 ++ [s1]) ++ d2), (S (length (before ++ map concludes d1)) :: ns). split.
    + rewrite check_after_app, H1, H2. reflexivity.
    + rewrite map_app, app_assoc. simpl. rewrite E2.
      rewrite map_app. simpl. rewrite !app_assoc, <- app_assoc, nth_error_app2 by lia.
      rewrite Nat.sub_diag. simpl. rewrite E1. reflexivity.
Qed.

(** A rule makes a derivation of derivations. *)
Lemma derived : forall r premises J,
  follows r premises J = true -> Forall derivable premises -> derivable J.
Proof.
  intros r premises J H Hp before.
  destruct (premises_derivable _ Hp before) as [d [ns [Hd Hns]]].
  exists d, (Step r J ns). split; [| reflexivity].
  rewrite check_after_app, Hd. simpl. rewrite Hns, H. reflexivity.
Qed.

(** ** Every run has one *)

Ltac compares :=
  unfold follows; rewrite ?yes_same, ?Nat.eqb_refl, ?String.eqb_refl, ?phases_eqb_same, ?stores_eqb_same,
    ?instance_found, ?instance_found_stmt; reflexivity.

Lemma evaluates_derivable : forall i e k, eval i e = Some k -> derivable (JEvaluates e i k).
Proof.
  intros i e k H. apply (derived R_E []); [| constructor]. simpl. rewrite H. apply Nat.eqb_refl.
Qed.

Lemma decides_derivable : forall i c b, decide i c = Some b -> derivable (JDecides c i b).
Proof.
  intros i c b H. apply (derived R_C []); [| constructor]. simpl. rewrite H. apply Bool.eqb_reflx.
Qed.

Lemma reads_derivable : forall M A j, derivable (JReads M A j (lookup M A j)).
Proof. intros M A j. apply (derived R_M []); [apply Nat.eqb_refl | constructor]. Qed.

Local Hint Resolve evaluates_derivable decides_derivable reads_derivable : core.

Ltac by_premises := repeat (apply Forall_cons; [auto |]); apply Forall_nil.

Lemma makes_derivable : forall p i P t, runs p i P t -> derivable (JMakes p i P t).
Proof.
  induction 1.
  - apply (derived R_VAR [JMakes (subst_protocol x k p) i P t]); [compares | by_premises].
  - apply (derived R_ACC [JEvaluates e i j]); [compares | by_premises].
  - apply (derived R_SKIP []); [compares | by_premises].
  - apply (derived R_SEQ [JMakes p1 i P1 t1; JMakes p2 i P2 t2]); [compares | by_premises].
  - apply (derived R_IF_T [JDecides c i true; JMakes p1 i P t]); [compares | by_premises].
  - apply (derived R_IF_F [JDecides c i false; JMakes p2 i P t]); [compares | by_premises].
  - apply (derived R_FOR_1 [JDecides (CRel Ge e1 e2) i true]); [compares | by_premises].
  - apply (derived R_FOR_2
      [JEvaluates e1 i l; JDecides (CRel Lt (Num l) e2) i true; JMakes (subst_protocol x l p) i P1 t1;
       JMakes (PFor x (Num (l + 1)) e2 p) i P2 t2]); [compares | by_premises].
Qed.

Lemma runs_derivable : forall M s i U P t, steps M s i U P t -> derivable (JRuns M s i U P t).
Proof.
  induction 1; subst.
  - apply (derived R_VAR [JRuns M (subst_stmt x k s) i M' P t]); [compares | by_premises].
  - apply (derived R_READ
      [JEvaluates e i j; JReads M A j (lookup M A j);
       JRuns M (subst_stmt x (lookup M A j) s) i M' P t]); [compares | by_premises].
  - apply (derived R_WRITE [JEvaluates e1 i j; JEvaluates e2 i k]); [compares | by_premises].
  - apply (derived R_SKIP []); [compares | by_premises].
  - apply (derived R_SEQ [JRuns M s1 i M1 P1 t1; JRuns (merge M M1) s2 i M2 P2 t2]);
      [compares | by_premises].
  - apply (derived R_IF_T [JDecides c i true; JRuns M s1 i M' P t]); [compares | by_premises].
  - apply (derived R_IF_F [JDecides c i false; JRuns M s2 i M' P t]); [compares | by_premises].
  - apply (derived R_FOR_1 [JDecides (CRel Ge e1 e2) i true]); [compares | by_premises].
  - apply (derived R_FOR_2
      [JEvaluates e1 i l; JDecides (CRel Lt (Num l) e2) i true; JRuns M (subst_stmt x l s) i M1 P1 t1;
       JRuns (merge M M1) (SFor x (Num (l + 1)) e2 s) i M2 P2 t2]); [compares | by_premises].
Qed.

(** Every run of a program, and every run of a protocol, is the last conclusion of a derivation that
    is accepted. *)
Theorem check_complete :
  (forall M s i U P t, steps M s i U P t ->
    exists d last, check (d ++ [last]) = true /\ concludes last = JRuns M s i U P t) /\
  (forall p i P t, runs p i P t ->
    exists d last, check (d ++ [last]) = true /\ concludes last = JMakes p i P t).
Proof.
  split; intros.
  - apply (runs_derivable _ _ _ _ _ _ H []).
  - apply (makes_derivable _ _ _ _ H []).
Qed.
