(** Memory access protocols: syntax and rules. [L24, Fig. 2] *)

From Jaminan Require Export Trace.

(** [p ::= var x. p | o[e] | skip | p ; p | if c {p} else {p} | for x in e..e {p}] *)
Inductive protocol :=
| PSkip
| PAcc (o : mode) (A : name) (e : expr)
| PSeq (p1 p2 : protocol)
| PIf (c : cond) (p1 p2 : protocol)
| PFor (x : name) (e1 e2 : expr) (p : protocol)
| PVar (x : name) (p : protocol).

(** [p[x := k]]. An inner binder of the same name hides the outer one. Only numbers are put in
    the place of variables, so nothing is captured. *)
Fixpoint subst_protocol (x : name) (k : nat) (p : protocol) : protocol :=
  match p with
  | PSkip => PSkip
  | PAcc o A e => PAcc o A (subst_expr x k e)
  | PSeq p1 p2 => PSeq (subst_protocol x k p1) (subst_protocol x k p2)
  | PIf c p1 p2 => PIf (subst_cond x k c) (subst_protocol x k p1) (subst_protocol x k p2)
  | PFor y e1 e2 q =>
      PFor y (subst_expr x k e1) (subst_expr x k e2)
        (if String.eqb x y then q else subst_protocol x k q)
  | PVar y q => PVar y (if String.eqb x y then q else subst_protocol x k q)
  end.

(** The names that [var] and [for] bind, from the left. *)
Fixpoint binders (p : protocol) : list name :=
  match p with
  | PSkip | PAcc _ _ _ => []
  | PSeq p1 p2 | PIf _ p1 p2 => binders p1 ++ binders p2
  | PFor x _ _ q | PVar x q => x :: binders q
  end.

(** DISTINCT: every binder binds a distinct name. [L24, §3.1] *)
Definition distinct (p : protocol) : Prop := NoDup (binders p).

(** [p ⇓ᵢ P ▷ t]: one thread [i] runs [p], makes the accesses [P], by the choices [t]. *)
Inductive runs : protocol -> nat -> phase -> trace -> Prop :=
| P_VAR : forall x p i k P t,
    runs (subst_protocol x k p) i P t ->
    (* ------------------------------ *)
    runs (PVar x p) i P t
| P_ACC : forall o A e i j,
    eval i e = Some j ->
    (* ------------------------------ *)
    runs (PAcc o A e) i [Access i o A j] Tau
| P_SKIP : forall i,
    runs PSkip i [] Tau
| P_SEQ : forall p1 p2 i P1 P2 t1 t2,
    runs p1 i P1 t1 ->
    runs p2 i P2 t2 ->
    (* ------------------------------ *)
    runs (PSeq p1 p2) i (P1 ++ P2) (t1 ;; t2)
| P_IF_T : forall c p1 p2 i P t,
    decide i c = Some true ->
    runs p1 i P t ->
    (* ------------------------------ *)
    runs (PIf c p1 p2) i P (Then ;; t)
| P_IF_F : forall c p1 p2 i P t,
    decide i c = Some false ->
    runs p2 i P t ->
    (* ------------------------------ *)
    runs (PIf c p1 p2) i P (Else ;; t)
| P_FOR_1 : forall x e1 e2 p i,
    decide i (CRel Ge e1 e2) = Some true ->
    (* ------------------------------ *)
    runs (PFor x e1 e2 p) i [] Tau
| P_FOR_2 : forall x e1 e2 p i l P1 P2 t1 t2,
    eval i e1 = Some l ->
    decide i (CRel Lt (Num l) e2) = Some true ->
    runs (subst_protocol x l p) i P1 t1 ->
    runs (PFor x (Num (l + 1)) e2 p) i P2 t2 ->
    (* ------------------------------ *)
    runs (PFor x e1 e2 p) i (P1 ++ P2) (Iter x l ;; t1 ;; t2).

(** A run makes accesses of its own thread only. *)
Lemma runs_thread : forall p i P t, runs p i P t -> forall a, In a P -> thread a = i.
Proof.
  induction 1; intros a Ha; eauto.
  - destruct Ha as [Ha | []]. subst. reflexivity.
  - destruct Ha.
  - apply in_app_iff in Ha. destruct Ha; auto.
  - destruct Ha.
  - apply in_app_iff in Ha. destruct Ha; auto.
Qed.
