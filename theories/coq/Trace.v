(** Access values, phases and traces. [L24, Fig. 2] *)

From Jaminan Require Export Expression.

(** How an array is accessed: [o]. *)
Inductive mode := Rd | Wr.

(** An access value [α = i : o[j]]: who, how, where. The paper has one array; a program over
    several names which. *)
Record access := Access { thread : nat; how : mode; array : name; index : nat }.

(** Whether two access values race: distinct threads, one index of one array, and one of them
    writes. [L24, §4.3] *)
Definition races (a b : access) : Prop :=
  thread a <> thread b /\ array a = array b /\ index a = index b /\ (how a = Wr \/ how b = Wr).

(** A phase [P] is a set of accesses. It is written as a list; what the theorems say of two phases
    they say of the members of the two lists. *)
Definition phase := list access.

(** [P₁ = P₂], as sets. *)
Definition same_phase (P1 P2 : phase) : Prop := forall a, In a P1 <-> In a P2.

(** [t ::= τ | ⊤ | ⊥ | x := l | t ; t]: the internal choices of one thread. As in the paper [;]
    only builds: it is neither associative nor has it a unit. *)
Inductive trace :=
| Tau
| Then
| Else
| Iter (x : name) (l : nat)
| After (t1 t2 : trace).

Declare Scope trace_scope.
Delimit Scope trace_scope with trace.
Bind Scope trace_scope with trace.
Notation "t1 ;; t2" := (After t1 t2) (at level 60, right associativity) : trace_scope.

(** [X ≡_R Y]: every [x ∈ X] has an [R]-related [y ∈ Y], and the other way round.
    [L24, Def. 3.1] *)
Definition up_to {A : Type} (R : A -> A -> Prop) (X Y : A -> Prop) : Prop :=
  (forall x, X x -> exists y, Y y /\ R x y) /\
  (forall y, Y y -> exists x, X x /\ R x y).

(** [I] relates access values that differ at most in the index. [L24, Def. 3.2] *)
Definition modulo_index (a b : access) : Prop :=
  thread a = thread b /\ how a = how b /\ array a = array b.

(** [P₁ ≡_I P₂] *)
Definition same_up_to_index (P1 P2 : phase) : Prop :=
  up_to modulo_index (fun a => In a P1) (fun a => In a P2).

(** ** Both relations of phases go through a union *)

Lemma same_phase_refl : forall P, same_phase P P.
Proof. intros P a. reflexivity. Qed.

Lemma same_phase_app : forall P1 P2 Q1 Q2,
  same_phase P1 P2 -> same_phase Q1 Q2 -> same_phase (P1 ++ Q1) (P2 ++ Q2).
Proof. intros P1 P2 Q1 Q2 HP HQ a. rewrite !in_app_iff, (HP a), (HQ a). reflexivity. Qed.

Lemma same_up_to_index_nil : same_up_to_index [] [].
Proof. split; intros a []. Qed.

Lemma same_up_to_index_one : forall a b, modulo_index a b -> same_up_to_index [a] [b].
Proof.
  intros a b H. split; intros c [Hc | []]; subst c.
  - exists b. simpl. auto.
  - exists a. simpl. auto.
Qed.

Lemma same_up_to_index_app : forall P1 P2 Q1 Q2,
  same_up_to_index P1 P2 -> same_up_to_index Q1 Q2 -> same_up_to_index (P1 ++ Q1) (P2 ++ Q2).
Proof.
  intros P1 P2 Q1 Q2 [HP HP'] [HQ HQ']. split; intros a Ha; apply in_app_iff in Ha.
  - destruct Ha as [Ha | Ha].
    + destruct (HP a Ha) as [b [Hb HI]]. exists b. rewrite in_app_iff. auto.
    + destruct (HQ a Ha) as [b [Hb HI]]. exists b. rewrite in_app_iff. auto.
  - destruct Ha as [Ha | Ha].
    + destruct (HP' a Ha) as [b [Hb HI]]. exists b. rewrite in_app_iff. auto.
    + destruct (HQ' a Ha) as [b [Hb HI]]. exists b. rewrite in_app_iff. auto.
Qed.
