(** Memories [M] and updates. [L24, §4.1] *)

From Jaminan Require Export Trace.

(** A cell: an array, and an index in it. *)
Definition cell := (name * nat)%type.

Definition cell_eqb (a b : cell) : bool :=
  (String.eqb (fst a) (fst b) && (snd a =? snd b))%bool.

Lemma cell_eqb_spec : forall a b, reflect (a = b) (cell_eqb a b).
Proof.
  intros [A j] [B k]. unfold cell_eqb. simpl.
  destruct (String.eqb_spec A B), (Nat.eqb_spec j k); simpl; constructor; congruence.
Qed.

(** A finite map from cells to contents, as a list of cells: the first that matches counts. *)
Definition store := list (cell * nat).

(** [M(j)], where [j] is in the domain. *)
Fixpoint content (M : store) (c : cell) : option nat :=
  match M with
  | [] => None
  | (d, k) :: rest => if cell_eqb c d then Some k else content rest c
  end.

(** [M̂(j)]: [M(j)], or 0 outside the domain. *)
Definition lookup (M : store) (A : name) (j : nat) : nat :=
  match content M (A, j) with Some k => k | None => 0 end.

(** [M ∪• M']: merged, [M'] winning. *)
Definition merge (M M' : store) : store := M' ++ M.

Lemma content_merge : forall M M' c,
  content (merge M M') c = match content M' c with Some k => Some k | None => content M c end.
Proof.
  unfold merge. induction M' as [| [d k] rest IH]; intros c; simpl; auto.
  destruct (cell_eqb c d); auto.
Qed.

Lemma merge_assoc : forall M1 M2 M3, merge (merge M1 M2) M3 = merge M1 (merge M2 M3).
Proof. intros. unfold merge. apply app_assoc. Qed.
