(** Expressions [e] and conditions [c]. [L24, Fig. 2]

    Numbers are naturals without bound. [tid] is no variable: it stands for the thread that
    evaluates it. Every operator is total, as [L24, §3.1] asks: subtraction stops at 0,
    [e / 0 = 0] and [e % 0 = e]. *)

From Coq Require Export String List Arith Bool Lia.
Export ListNotations.
Open Scope nat_scope.
Open Scope list_scope.

(** The name of a variable, or of an array. *)
Definition name := string.
Bind Scope string_scope with name.

(** An arithmetic operator [⋆]. *)
Inductive op := Add | Sub | Mul | Div | Rem | BitAnd | BitOr | BitXor | Shl | Shr | Min | Max.

(** [a ⋆ b] on naturals. *)
Definition apply (o : op) (a b : nat) : nat :=
  match o with
  | Add => a + b
  | Sub => a - b
  | Mul => a * b
  | Div => match b with 0 => 0 | _ => a / b end
  | Rem => match b with 0 => a | _ => a mod b end
  | BitAnd => Nat.land a b
  | BitOr => Nat.lor a b
  | BitXor => Nat.lxor a b
  | Shl => Nat.shiftl a b
  | Shr => Nat.shiftr a b
  | Min => Nat.min a b
  | Max => Nat.max a b
  end.

(** A comparison [◇]. *)
Inductive rel := Lt | Le | Gt | Ge | Eq | Ne.

(** Whether the comparison holds of two numbers. *)
Definition holds (r : rel) (a b : nat) : bool :=
  match r with
  | Lt => a <? b
  | Le => a <=? b
  | Gt => b <? a
  | Ge => b <=? a
  | Eq => a =? b
  | Ne => negb (a =? b)
  end.

Inductive expr :=
| Num (k : nat)
| Tid
| EVar (x : name)
| Bin (o : op) (e1 e2 : expr).

Inductive cond :=
| CBool (b : bool)
| CRel (r : rel) (e1 e2 : expr)
| CAnd (c1 c2 : cond)
| COr (c1 c2 : cond)
| CNot (c : cond).

(** [e ⇓ᵢ k] is [eval i e = Some k]. An expression with a free variable has no value. *)
Fixpoint eval (i : nat) (e : expr) : option nat :=
  match e with
  | Num k => Some k
  | Tid => Some i
  | EVar _ => None
  | Bin o e1 e2 =>
      match eval i e1, eval i e2 with
      | Some a, Some b => Some (apply o a b)
      | _, _ => None
      end
  end.

(** [c ⇓ᵢ b] is [decide i c = Some b]. Of [&&] and [||] the second side is evaluated only where
    the first does not decide. *)
Fixpoint decide (i : nat) (c : cond) : option bool :=
  match c with
  | CBool b => Some b
  | CRel r e1 e2 =>
      match eval i e1, eval i e2 with
      | Some a, Some b => Some (holds r a b)
      | _, _ => None
      end
  | CAnd c1 c2 =>
      match decide i c1 with
      | Some true => decide i c2
      | other => other
      end
  | COr c1 c2 =>
      match decide i c1 with
      | Some false => decide i c2
      | other => other
      end
  | CNot c => option_map negb (decide i c)
  end.

(** [e[x := k]] *)
Fixpoint subst_expr (x : name) (k : nat) (e : expr) : expr :=
  match e with
  | Num _ | Tid => e
  | EVar y => if String.eqb x y then Num k else e
  | Bin o e1 e2 => Bin o (subst_expr x k e1) (subst_expr x k e2)
  end.

(** [c[x := k]] *)
Fixpoint subst_cond (x : name) (k : nat) (c : cond) : cond :=
  match c with
  | CBool _ => c
  | CRel r e1 e2 => CRel r (subst_expr x k e1) (subst_expr x k e2)
  | CAnd c1 c2 => CAnd (subst_cond x k c1) (subst_cond x k c2)
  | COr c1 c2 => COr (subst_cond x k c1) (subst_cond x k c2)
  | CNot c => CNot (subst_cond x k c)
  end.

(** [fv(e)]: the variables of an expression, from the left. *)
Fixpoint fv_expr (e : expr) : list name :=
  match e with
  | Num _ | Tid => []
  | EVar x => [x]
  | Bin _ e1 e2 => fv_expr e1 ++ fv_expr e2
  end.

(** [fv(c)] *)
Fixpoint fv_cond (c : cond) : list name :=
  match c with
  | CBool _ => []
  | CRel _ e1 e2 => fv_expr e1 ++ fv_expr e2
  | CAnd c1 c2 | COr c1 c2 => fv_cond c1 ++ fv_cond c2
  | CNot c => fv_cond c
  end.

(** ** What substitution does to variables and values *)

Lemma subst_expr_id : forall x k e, ~ In x (fv_expr e) -> subst_expr x k e = e.
Proof.
  induction e; simpl; intros H; auto.
  - destruct (String.eqb_spec x x0); [subst; tauto | reflexivity].
  - rewrite in_app_iff in H. rewrite IHe1, IHe2 by tauto. reflexivity.
Qed.

Lemma subst_cond_id : forall x k c, ~ In x (fv_cond c) -> subst_cond x k c = c.
Proof.
  induction c; simpl; intros H; rewrite ?in_app_iff in H; auto.
  - rewrite !subst_expr_id by tauto. reflexivity.
  - rewrite IHc1, IHc2 by tauto. reflexivity.
  - rewrite IHc1, IHc2 by tauto. reflexivity.
  - rewrite IHc by tauto. reflexivity.
Qed.

(** The variables of [e[x := k]] are those of [e] but [x]. *)
Lemma fv_subst_expr : forall x k e y,
  In y (fv_expr (subst_expr x k e)) <-> In y (fv_expr e) /\ y <> x.
Proof.
  induction e; simpl; intros y; try tauto.
  - destruct (String.eqb_spec x x0); simpl; split; intros H.
    + tauto.
    + destruct H as [[H | []] Hne]. subst. tauto.
    + destruct H as [H | []]. subst. split; [tauto | congruence].
    + tauto.
  - rewrite !in_app_iff, IHe1, IHe2. tauto.
Qed.

Lemma fv_subst_cond : forall x k c y,
  In y (fv_cond (subst_cond x k c)) <-> In y (fv_cond c) /\ y <> x.
Proof.
  induction c; simpl; intros y; rewrite ?in_app_iff, ?fv_subst_expr; try tauto.
  - rewrite IHc1, IHc2. tauto.
  - rewrite IHc1, IHc2. tauto.
  - apply IHc.
Qed.

(** An expression without variables has a value. *)
Lemma eval_closed : forall i e, fv_expr e = [] -> exists k, eval i e = Some k.
Proof.
  induction e; simpl; intros H; eauto; try discriminate.
  apply app_eq_nil in H. destruct H as [H1 H2].
  destruct (IHe1 H1) as [a Ha], (IHe2 H2) as [b Hb].
  rewrite Ha, Hb. eauto.
Qed.

Lemma decide_closed : forall i c, fv_cond c = [] -> exists b, decide i c = Some b.
Proof.
  induction c; simpl; intros H; eauto.
  - apply app_eq_nil in H. destruct H as [H1 H2].
    destruct (eval_closed i _ H1) as [a Ha], (eval_closed i _ H2) as [b Hb].
    rewrite Ha, Hb. eauto.
  - apply app_eq_nil in H. destruct H as [H1 H2].
    destruct (IHc1 H1) as [a Ha], (IHc2 H2) as [b Hb].
    rewrite Ha. destruct a; eauto.
  - apply app_eq_nil in H. destruct H as [H1 H2].
    destruct (IHc1 H1) as [a Ha], (IHc2 H2) as [b Hb].
    rewrite Ha. destruct a; eauto.
  - destruct (IHc H) as [b Hb]. rewrite Hb. simpl. eauto.
Qed.
