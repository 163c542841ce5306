(** BabyCUDA: its histories, its rules, its types. [L22, §3 and §4]

    Its programs are those of Jaminan without [var]: no rule and no type is for one. The paper has
    one array; here a cell is an array and an index. *)

From Jaminan Require Export Inference Independence.

(** ** Histories *)

(** The reads and writes of one thread in one phase: [A = (R, W)]. *)
Record accesses := Accesses { reads : list cell; writes : store }.

(** [(∅, ∅)] *)
Definition none : accesses := Accesses [] [].

(** [(R ∪ {j}, W)] *)
Definition reading (A : accesses) (c : cell) : accesses := Accesses (c :: reads A) (writes A).

(** [(R, W[j ↦ k])] *)
Definition writing (A : accesses) (c : cell) (k : nat) : accesses :=
  Accesses (reads A) ((c, k) :: writes A).

(** A phase: the accesses of each thread. *)
Definition threads_phase := nat -> accesses.

(** A history [H]: phases, the newest first. *)
Definition history := list threads_phase.

(** [j ∈ dom(W)] and [j ∈ R ∪ dom(W)] *)
Definition wrote (A : accesses) (c : cell) : Prop := content (writes A) c <> None.
Definition touched (A : accesses) (c : cell) : Prop := In c (reads A) \/ wrote A c.

(** A phase in which two threads race. [L22, Def. 1] *)
Definition racy (P : threads_phase) : Prop :=
  exists i1 i2 c, i1 <> i2 /\ wrote (P i1) c /\ touched (P i2) c.

(** DRF: none of its phases is racy. [L22, Def. 1] *)
Definition drf (H : history) : Prop := forall P, In P H -> ~ racy P.

(** [lastwrite(j, H) = k]: what a thread wrote in the newest phase in which any wrote [j]. No number
    where nobody did, and several where several did. *)
Inductive lastwrite : history -> cell -> nat -> Prop :=
| last_here : forall P H i c k,
    content (writes (P i)) c = Some k ->
    lastwrite (P :: H) c k
| last_before : forall P H c k,
    (forall i, content (writes (P i)) c = None) ->
    lastwrite H c k ->
    lastwrite (P :: H) c k.

(** [{i : A}]: the phase as thread [i] sees it. *)
Definition alone (i : nat) (A : accesses) : threads_phase :=
  fun j => if j =? i then A else none.

(** ** Rules [L22, Fig. 5] *)

(** [n[tid := i]], [c[tid := i]] and [b[tid := i]] *)
Fixpoint at_thread_expr (i : nat) (e : expr) : expr :=
  match e with
  | Tid => Num i
  | Num _ | EVar _ => e
  | Bin o e1 e2 => Bin o (at_thread_expr i e1) (at_thread_expr i e2)
  end.

Fixpoint at_thread_cond (i : nat) (c : cond) : cond :=
  match c with
  | CBool _ => c
  | CRel r e1 e2 => CRel r (at_thread_expr i e1) (at_thread_expr i e2)
  | CAnd c1 c2 => CAnd (at_thread_cond i c1) (at_thread_cond i c2)
  | COr c1 c2 => COr (at_thread_cond i c1) (at_thread_cond i c2)
  | CNot c => CNot (at_thread_cond i c)
  end.

Fixpoint at_thread (i : nat) (b : stmt) : stmt :=
  match b with
  | SSkip => SSkip
  | SWrite A n m => SWrite A (at_thread_expr i n) (at_thread_expr i m)
  | SRead x A n b => SRead x A (at_thread_expr i n) (at_thread i b)
  | SSeq b1 b2 => SSeq (at_thread i b1) (at_thread i b2)
  | SIf c b1 b2 => SIf (at_thread_cond i c) (at_thread i b1) (at_thread i b2)
  | SFor x n m b => SFor x (at_thread_expr i n) (at_thread_expr i m) (at_thread i b)
  | SVar x b => SVar x (at_thread i b)
  end.

(** [A, b ⇓_{H,i} B]: after [A] in the current phase and [H] in those before it, thread [i] runs
    [b], and has made the accesses [B]. *)
Inductive baby (H : history) (i : nat) : accesses -> stmt -> accesses -> Prop :=
| READ : forall A x arr n b j k B,
    eval i n = Some j ->
    lastwrite (alone i A :: H) (arr, j) k ->
    baby H i (reading A (arr, j)) (subst_stmt x k b) B ->
    (* ------------------------------ *)
    baby H i A (SRead x arr n b) B
| WRITE : forall A arr n m j k,
    eval i n = Some j ->
    eval i m = Some k ->
    (* ------------------------------ *)
    baby H i A (SWrite arr n m) (writing A (arr, j) k)
| SEQ : forall A b1 b2 B C,
    baby H i A b1 B ->
    baby H i B b2 C ->
    (* ------------------------------ *)
    baby H i A (SSeq b1 b2) C
| IF_T : forall A c b1 b2 B,
    decide i c = Some true ->
    baby H i A b1 B ->
    (* ------------------------------ *)
    baby H i A (SIf c b1 b2) B
| IF_F : forall A c b1 b2 B,
    decide i c = Some false ->
    baby H i A b2 B ->
    (* ------------------------------ *)
    baby H i A (SIf c b1 b2) B
| FOR_1 : forall A x n m b,
    decide i (CRel Ge n m) = Some true ->
    (* ------------------------------ *)
    baby H i A (SFor x n m b) A
| FOR_2 : forall A x n m b l B C,
    eval i n = Some l ->
    decide i (CRel Lt (Num l) m) = Some true ->
    baby H i A (subst_stmt x l b) B ->
    baby H i B (SFor x (Num (l + 1)) m b) C ->
    (* ------------------------------ *)
    baby H i A (SFor x n m b) C
| SKIP : forall A,
    baby H i A SSkip A.

(** [H, b ⇓ H']: after the history [H], the threads [T] run [b] in its newest phase. A thread sees
    its own accesses in the newest phase, and all threads' in the older ones. *)
Inductive parallel (T : list nat) : history -> stmt -> history -> Prop :=
| PAR : forall P H b P',
    (forall i, In i T -> baby H i (P i) (at_thread i b) (P' i)) ->
    (forall i, ~ In i T -> P' i = P i) ->
    (* ------------------------------ *)
    parallel T (P :: H) b (P' :: H).

(** ** Types [L22, Fig. 6] *)

(** [V ⊢ b ▶ u]. [V] always has [tid], which is no variable here. *)
Inductive has_type : list name -> stmt -> protocol -> Prop :=
| T_WRITE : forall V arr n m,
    exact V n ->
    (* ------------------------------ *)
    has_type V (SWrite arr n m) (PAcc Wr arr n)
| T_READ : forall V x arr n b u,
    exact V n ->
    has_type V b u ->
    ~ In x V ->
    (* ------------------------------ *)
    has_type V (SRead x arr n b) (PSeq (PAcc Rd arr n) u)
| T_SEQ : forall V b1 b2 u1 u2,
    has_type V b1 u1 ->
    has_type V b2 u2 ->
    (* ------------------------------ *)
    has_type V (SSeq b1 b2) (PSeq u1 u2)
| T_IF : forall V c b1 b2 u1 u2,
    exact_cond V c ->
    has_type V b1 u1 ->
    has_type V b2 u2 ->
    (* ------------------------------ *)
    has_type V (SIf c b1 b2) (PIf c u1 u2)
| T_FOR : forall V x n m b u,
    exact V n ->
    exact V m ->
    has_type (x :: V) b u ->
    ~ In x V ->
    (* ------------------------------ *)
    has_type V (SFor x n m b) (PFor x n m u)
| T_SKIP : forall V,
    has_type V SSkip PSkip.

(** ** Access values *)

(** [α ∈ P], of a phase of a history. *)
Definition in_accesses (A : accesses) (i : nat) (a : access) : Prop :=
  thread a = i /\
  ((how a = Rd /\ In (array a, index a) (reads A)) \/
   (how a = Wr /\ wrote A (array a, index a))).

Definition in_phase (P : threads_phase) (a : access) : Prop :=
  in_accesses (P (thread a)) (thread a) a.

(** [u ⇓ Λ], run by the threads [T]: the union of a [P] with [u ⇓ᵢ P] for each [i] of [T]. *)
Definition phase_of (T : list nat) (u : protocol) (L : access -> Prop) : Prop :=
  exists Ps : nat -> phase,
    (forall i, In i T -> exists t, runs u i (Ps i) t) /\
    (forall a, L a <-> exists i, In i T /\ In a (Ps i)).

(** A set of access values is racy where two of them race. *)
Definition racy_accesses (L : access -> Prop) : Prop := exists a b, L a /\ L b /\ races a b.

(** [P ∪ Λ] *)
Definition either {A : Type} (X Y : A -> Prop) (a : A) : Prop := X a \/ Y a.
