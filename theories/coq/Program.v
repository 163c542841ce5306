(** Jaminan, a core of CUDA: syntax and rules. [L24, Fig. 5] *)

From Jaminan Require Export Memory.

(** [s ::= let x = A[e] in s | A[e] := e | s ; s | if c {s} else {s} | for x in e..e {s}
        | var x. s | skip] *)
Inductive stmt :=
| SSkip
| SWrite (A : name) (e1 e2 : expr)
| SRead (x A : name) (e : expr) (s : stmt)
| SSeq (s1 s2 : stmt)
| SIf (c : cond) (s1 s2 : stmt)
| SFor (x : name) (e1 e2 : expr) (s : stmt)
| SVar (x : name) (s : stmt).

(** [s[x := k]]. An inner binder of the same name hides the outer one. *)
Fixpoint subst_stmt (x : name) (k : nat) (s : stmt) : stmt :=
  match s with
  | SSkip => SSkip
  | SWrite A e1 e2 => SWrite A (subst_expr x k e1) (subst_expr x k e2)
  | SRead y A e r =>
      SRead y A (subst_expr x k e) (if String.eqb x y then r else subst_stmt x k r)
  | SSeq s1 s2 => SSeq (subst_stmt x k s1) (subst_stmt x k s2)
  | SIf c s1 s2 => SIf (subst_cond x k c) (subst_stmt x k s1) (subst_stmt x k s2)
  | SFor y e1 e2 r =>
      SFor y (subst_expr x k e1) (subst_expr x k e2)
        (if String.eqb x y then r else subst_stmt x k r)
  | SVar y r => SVar y (if String.eqb x y then r else subst_stmt x k r)
  end.

(** The names that [let], [var] and [for] bind, from the left. *)
Fixpoint stmt_binders (s : stmt) : list name :=
  match s with
  | SSkip | SWrite _ _ _ => []
  | SRead x _ _ r | SFor x _ _ r | SVar x r => x :: stmt_binders r
  | SSeq s1 s2 | SIf _ s1 s2 => stmt_binders s1 ++ stmt_binders s2
  end.

(** The free variables. *)
Fixpoint fv_stmt (s : stmt) : list name :=
  let but x := filter (fun y => negb (String.eqb x y)) in
  match s with
  | SSkip => []
  | SWrite _ e1 e2 => fv_expr e1 ++ fv_expr e2
  | SRead x _ e r => fv_expr e ++ but x (fv_stmt r)
  | SSeq s1 s2 => fv_stmt s1 ++ fv_stmt s2
  | SIf c s1 s2 => fv_cond c ++ fv_stmt s1 ++ fv_stmt s2
  | SFor x e1 e2 r => fv_expr e1 ++ fv_expr e2 ++ but x (fv_stmt r)
  | SVar x r => but x (fv_stmt r)
  end.

(** CLOSED: no variable is free. [L24, §3.1] *)
Definition closed (s : stmt) : Prop := fv_stmt s = [].

(** DISTINCT: every binder binds a distinct name. [L24, §3.1] *)
Definition distinct_stmt (s : stmt) : Prop := NoDup (stmt_binders s).

(** [M, s ⇓ᵢ M', P ▷ t]: from memory [M], thread [i] runs [s], makes the updates [M'] and the
    accesses [P], by the choices [t]. *)
Inductive steps : store -> stmt -> nat -> store -> phase -> trace -> Prop :=
| S_VAR : forall M x s i k M' P t,
    steps M (subst_stmt x k s) i M' P t ->
    (* ------------------------------ *)
    steps M (SVar x s) i M' P t
| S_READ : forall M x A e s i j k M' P t,
    eval i e = Some j ->
    lookup M A j = k ->
    steps M (subst_stmt x k s) i M' P t ->
    (* ------------------------------ *)
    steps M (SRead x A e s) i M' (Access i Rd A j :: P) (Tau ;; t)
| S_WRITE : forall M A e1 e2 i j k,
    eval i e1 = Some j ->
    eval i e2 = Some k ->
    (* ------------------------------ *)
    steps M (SWrite A e1 e2) i [((A, j), k)] [Access i Wr A j] Tau
| S_SKIP : forall M i,
    steps M SSkip i [] [] Tau
| S_SEQ : forall M s1 s2 i M1 M2 P1 P2 t1 t2,
    steps M s1 i M1 P1 t1 ->
    steps (merge M M1) s2 i M2 P2 t2 ->
    (* ------------------------------ *)
    steps M (SSeq s1 s2) i (merge M1 M2) (P1 ++ P2) (t1 ;; t2)
| S_IF_T : forall M c s1 s2 i M' P t,
    decide i c = Some true ->
    steps M s1 i M' P t ->
    (* ------------------------------ *)
    steps M (SIf c s1 s2) i M' P (Then ;; t)
| S_IF_F : forall M c s1 s2 i M' P t,
    decide i c = Some false ->
    steps M s2 i M' P t ->
    (* ------------------------------ *)
    steps M (SIf c s1 s2) i M' P (Else ;; t)
| S_FOR_1 : forall M x e1 e2 s i,
    decide i (CRel Ge e1 e2) = Some true ->
    (* ------------------------------ *)
    steps M (SFor x e1 e2 s) i [] [] Tau
| S_FOR_2 : forall M x e1 e2 s i l M1 M2 P1 P2 t1 t2,
    eval i e1 = Some l ->
    decide i (CRel Lt (Num l) e2) = Some true ->
    steps M (subst_stmt x l s) i M1 P1 t1 ->
    steps (merge M M1) (SFor x (Num (l + 1)) e2 s) i M2 P2 t2 ->
    (* ------------------------------ *)
    steps M (SFor x e1 e2 s) i (merge M1 M2) (P1 ++ P2) (Iter x l ;; t1 ;; t2).
