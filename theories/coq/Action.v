(** Actions, and the sets of them that the theorems compare. [L24, §4.2] *)

From Jaminan Require Export Inference Independence.

(** An action [δ = (α, t)]. *)
Definition action := (access * trace)%type.

(** The actions of a protocol. *)
Definition P_actions (p : protocol) (d : action) : Prop :=
  exists i P, runs p i P (snd d) /\ In (fst d) P.

(** The actions of a program, from any memory. *)
Definition J_actions (s : stmt) (d : action) : Prop :=
  exists i M M' P, steps M s i M' P (snd d) /\ In (fst d) P.

(** The reachable actions: any mode, any array and any index, by a thread and its choices. *)
Definition reachable_actions (s : stmt) (d : action) : Prop :=
  exists M M' P, steps M s (thread (fst d)) M' P (snd d).

(** The spurious actions: of the protocol, and not of the program. *)
Definition spurious_actions (s : stmt) (d : action) : Prop :=
  P_actions (infer s) d /\ ~ J_actions s d.

(** [X ∩ Y] *)
Definition both {A : Type} (X Y : A -> Prop) (a : A) : Prop := X a /\ Y a.

(** [X ⊆ Y] *)
Definition included {A : Type} (X Y : A -> Prop) : Prop := forall a, X a -> Y a.

(** [X = Y] *)
Definition same {A : Type} (X Y : A -> Prop) : Prop := forall a, X a <-> Y a.

(** [I] of actions, to the letter: the traces are left unrelated. [L24, Def. 4.1] *)
Definition weak_I (d d' : action) : Prop := modulo_index (fst d) (fst d').

(** [I] of actions where the traces are equal, too. *)
Definition strong_I (d d' : action) : Prop := modulo_index (fst d) (fst d') /\ snd d = snd d'.

(** DATARACE: the accesses of two actions race. The paper asks for equal traces, too: liew2024/4.5
    has that as a hypothesis of its own. [L24, §4.3] *)
Definition datarace (d1 d2 : action) : Prop := races (fst d1) (fst d2).

Lemma strong_is_weak : forall d d', strong_I d d' -> weak_I d d'.
Proof. intros d d' [H _]. exact H. Qed.

Lemma up_to_strong_is_weak : forall X Y, up_to strong_I X Y -> up_to weak_I X Y.
Proof.
  intros X Y [HX HY]. split; intros d Hd.
  - destruct (HX d Hd) as [d' [H HI]]. eauto using strong_is_weak.
  - destruct (HY d Hd) as [d' [H HI]]. eauto using strong_is_weak.
Qed.
