(** The inference of protocols. [L24, Fig. 6] *)

From Jaminan Require Export Protocol Program.

(** [[[s]]]: what a program does with what it reads is forgotten, and each read binds an unknown. *)
Fixpoint infer (s : stmt) : protocol :=
  match s with
  | SSkip => PSkip
  | SWrite A e1 _ => PAcc Wr A e1
  | SRead x A e r => PSeq (PAcc Rd A e) (PVar x (infer r))
  | SSeq s1 s2 => PSeq (infer s1) (infer s2)
  | SIf c s1 s2 => PIf c (infer s1) (infer s2)
  | SFor x e1 e2 r => PFor x e1 e2 (infer r)
  | SVar x r => PVar x (infer r)
  end.

(** [[[s]]] for one array: the accesses of the others vanish, their reads become [var].
    [L24, §2.2] *)
Fixpoint infer_array (A : name) (s : stmt) : protocol :=
  match s with
  | SSkip => PSkip
  | SWrite B e1 _ => if String.eqb A B then PAcc Wr B e1 else PSkip
  | SRead x B e r =>
      if String.eqb A B
      then PSeq (PAcc Rd B e) (PVar x (infer_array A r))
      else PVar x (infer_array A r)
  | SSeq s1 s2 => PSeq (infer_array A s1) (infer_array A s2)
  | SIf c s1 s2 => PIf c (infer_array A s1) (infer_array A s2)
  | SFor x e1 e2 r => PFor x e1 e2 (infer_array A r)
  | SVar x r => PVar x (infer_array A r)
  end.

(** Inference and substitution commute. *)
Lemma infer_subst : forall x k s, infer (subst_stmt x k s) = subst_protocol x k (infer s).
Proof.
  induction s; simpl; try congruence.
  - destruct (String.eqb x x0); congruence.
  - destruct (String.eqb x x0); congruence.
  - destruct (String.eqb x x0); congruence.
Qed.

Lemma infer_array_subst : forall A x k s,
  infer_array A (subst_stmt x k s) = subst_protocol x k (infer_array A s).
Proof.
  induction s; simpl; try congruence.
  - destruct (String.eqb A A0); reflexivity.
  - destruct (String.eqb A A0); simpl; destruct (String.eqb x x0); congruence.
  - destruct (String.eqb x x0); congruence.
  - destruct (String.eqb x x0); congruence.
Qed.

(** A protocol has the binders of its program. *)
Lemma infer_binders : forall s, binders (infer s) = stmt_binders s.
Proof. induction s; simpl; congruence. Qed.

Lemma infer_distinct : forall s, distinct_stmt s -> distinct (infer s).
Proof. intros s H. unfold distinct. rewrite infer_binders. exact H. Qed.
