(** Kernels: the rules of Jaminan and of barriers in C's arithmetic.

    What is lowered from CUDA has machine integers, conversions, [c ? e : e], indices that must stay
    within a declared array, arrays that each block has for itself, and threads of six coordinates.
    The rules are those of [steps] and [reaches]; traces, which no race hangs on, are left out. *)

From Jaminan Require Export Barrier.
From Coq Require Export ZArith.

(** ** Arithmetic *)

(** An integer type of C: its width in bits, and whether it is signed. *)
Record int_type := IntType { bits : Z; signed : bool }.

Definition smallest (ty : int_type) : Z := if signed ty then - 2 ^ (bits ty - 1) else 0.
Definition largest (ty : int_type) : Z := 2 ^ (if signed ty then bits ty - 1 else bits ty) - 1.
Definition fits (ty : int_type) (n : Z) : bool := (smallest ty <=? n)%Z && (n <=? largest ty)%Z.

(** C's conversion: the number of the type that is equal modulo [2^bits]. *)
Definition convert (ty : int_type) (n : Z) : Z :=
  let w := (n mod 2 ^ bits ty)%Z in
  if (largest ty <? w)%Z then (w - 2 ^ bits ty)%Z else w.

(** Whether a number is one of the type, or a natural where there is none. *)
Definition number_of (ty : option int_type) (n : Z) : bool :=
  match ty with Some ty => fits ty n | None => (0 <=? n)%Z end.

(** An exact result at a type: it wraps where that is unsigned, and else has no meaning. *)
Definition at_type (ty : int_type) (n : Z) : option Z :=
  if fits ty n then Some n else if signed ty then None else Some (convert ty n).

(** [a ⋆ b] in C. A left shift wraps, of signed numbers too; division rounds to zero. *)
Definition apply_c (ty : int_type) (o : op) (a b : Z) : option Z :=
  match o with
  | Add => at_type ty (a + b)
  | Sub => at_type ty (a - b)
  | Mul => at_type ty (a * b)
  | Div => if (b =? 0)%Z then None else at_type ty (Z.quot a b)
  | Rem =>
      if (b =? 0)%Z then None
      else if fits ty (Z.quot a b) then at_type ty (Z.rem a b) else None
  | BitAnd => at_type ty (Z.land a b)
  | BitOr => at_type ty (Z.lor a b)
  | BitXor => at_type ty (Z.lxor a b)
  | Shl => if (0 <=? b)%Z && (b <? bits ty)%Z then Some (convert ty (Z.shiftl a b)) else None
  | Shr => if (0 <=? b)%Z && (b <? bits ty)%Z then at_type ty (Z.shiftr a b) else None
  | Min => at_type ty (Z.min a b)
  | Max => at_type ty (Z.max a b)
  end.

(** [a ⋆ b] on naturals: [apply], on other numbers. *)
Definition apply_natural (o : op) (a b : Z) : option Z :=
  if (a <? 0)%Z || (b <? 0)%Z then None
  else
    Some
      (match o with
       | Add => a + b
       | Sub => Z.max 0 (a - b)
       | Mul => a * b
       | Div => a / b
       | Rem => if b =? 0 then a else a mod b
       | BitAnd => Z.land a b
       | BitOr => Z.lor a b
       | BitXor => Z.lxor a b
       | Shl => Z.shiftl a b
       | Shr => Z.shiftr a b
       | Min => Z.min a b
       | Max => Z.max a b
       end)%Z.

Definition compare (r : rel) (a b : Z) : bool :=
  match r with
  | Lt => a <? b
  | Le => a <=? b
  | Gt => b <? a
  | Ge => b <=? a
  | Eq => a =? b
  | Ne => negb (a =? b)
  end%Z.

(** ** Threads, expressions, statements *)

Definition point := (Z * Z * Z)%type.

(** A natural in the calculi; [blockIdx] and [threadIdx] in CUDA. *)
Inductive thread_id :=
| Natural (i : Z)
| Cuda (block own : point).

Inductive axis := X | Y | Z_.

Definition along (a : axis) (p : point) : Z :=
  let '(x, y, z) := p in match a with X => x | Y => y | Z_ => z end.

Inductive coordinate := TheThread | OfBlock (a : axis) | OfThread (a : axis).

Definition coordinate_of (i : thread_id) (c : coordinate) : option Z :=
  match i, c with
  | Natural k, TheThread => Some k
  | Cuda b _, OfBlock a => Some (along a b)
  | Cuda _ t, OfThread a => Some (along a t)
  | _, _ => None
  end.

(** [None] for the arithmetic of naturals. *)
Inductive kexpr :=
| KNum (k : Z)
| KThread (c : coordinate)
| KVar (x : name)
| KBin (o : op) (ty : option int_type) (e1 e2 : kexpr)
| KConvert (ty : int_type) (e : kexpr)
| KSelect (c : kcond) (e1 e2 : kexpr)
| KWithin (size : Z) (e : kexpr)
with kcond :=
| KBool (b : bool)
| KRel (r : rel) (e1 e2 : kexpr)
| KAnd (c1 c2 : kcond)
| KOr (c1 c2 : kcond)
| KNot (c : kcond).

Fixpoint value (i : thread_id) (e : kexpr) : option Z :=
  match e with
  | KNum k => Some k
  | KThread c => coordinate_of i c
  | KVar _ => None
  | KBin o ty e1 e2 =>
      match value i e1, value i e2 with
      | Some a, Some b =>
          match ty with Some ty => apply_c ty o a b | None => apply_natural o a b end
      | _, _ => None
      end
  | KConvert ty e => option_map (convert ty) (value i e)
  | KSelect c e1 e2 =>
      match truth i c with
      | Some true => value i e1
      | Some false => value i e2
      | None => None
      end
  | KWithin size e =>
      match value i e with
      | Some k => if (0 <=? k)%Z && (k <? size)%Z then Some k else None
      | None => None
      end
  end
with truth (i : thread_id) (c : kcond) : option bool :=
  match c with
  | KBool b => Some b
  | KRel r e1 e2 =>
      match value i e1, value i e2 with
      | Some a, Some b => Some (compare r a b)
      | _, _ => None
      end
  | KAnd c1 c2 => match truth i c1 with Some true => truth i c2 | other => other end
  | KOr c1 c2 => match truth i c1 with Some false => truth i c2 | other => other end
  | KNot c => option_map negb (truth i c)
  end.

Fixpoint put_expr (x : name) (k : Z) (e : kexpr) : kexpr :=
  match e with
  | KNum _ | KThread _ => e
  | KVar y => if String.eqb x y then KNum k else e
  | KBin o ty e1 e2 => KBin o ty (put_expr x k e1) (put_expr x k e2)
  | KConvert ty e => KConvert ty (put_expr x k e)
  | KSelect c e1 e2 => KSelect (put_cond x k c) (put_expr x k e1) (put_expr x k e2)
  | KWithin size e => KWithin size (put_expr x k e)
  end
with put_cond (x : name) (k : Z) (c : kcond) : kcond :=
  match c with
  | KBool _ => c
  | KRel r e1 e2 => KRel r (put_expr x k e1) (put_expr x k e2)
  | KAnd c1 c2 => KAnd (put_cond x k c1) (put_cond x k c2)
  | KOr c1 c2 => KOr (put_cond x k c1) (put_cond x k c2)
  | KNot c => KNot (put_cond x k c)
  end.

(** A barrier is one of a block, or of the grid. A [var] has a type of C, or is a natural. *)
Inductive kstmt :=
| KSync (of_grid : bool)
| KSkip
| KWrite (A : name) (e1 e2 : kexpr)
| KRead (x A : name) (e : kexpr) (s : kstmt)
| KSeq (s1 s2 : kstmt)
| KIf (c : kcond) (s1 s2 : kstmt)
| KFor (x : name) (e1 e2 : kexpr) (s : kstmt)
| KAny (x : name) (ty : option int_type) (s : kstmt).

(** [s[x := k]] *)
Fixpoint put (x : name) (k : Z) (s : kstmt) : kstmt :=
  match s with
  | KSync _ | KSkip => s
  | KWrite A e1 e2 => KWrite A (put_expr x k e1) (put_expr x k e2)
  | KRead y A e r => KRead y A (put_expr x k e) (if String.eqb x y then r else put x k r)
  | KSeq s1 s2 => KSeq (put x k s1) (put x k s2)
  | KIf c s1 s2 => KIf (put_cond x k c) (put x k s1) (put x k s2)
  | KFor y e1 e2 r =>
      KFor y (put_expr x k e1) (put_expr x k e2) (if String.eqb x y then r else put x k r)
  | KAny y ty r => KAny y ty (if String.eqb x y then r else put x k r)
  end.

(** Whether a barrier stands in [s]; and whether one of the grid does. *)
Fixpoint has_barrier (of_grid : bool -> bool) (s : kstmt) : bool :=
  match s with
  | KSync g => of_grid g
  | KSkip | KWrite _ _ _ => false
  | KRead _ _ _ r | KFor _ _ _ r | KAny _ _ r => has_barrier of_grid r
  | KSeq s1 s2 | KIf _ s1 s2 => has_barrier of_grid s1 || has_barrier of_grid s2
  end.

(** ** Memory *)

(** An array; of one that a block shares, which block's. *)
Definition location := (name * option point)%type.
Definition kstore := list ((location * Z) * Z).

Definition point_eqb (p q : point) : bool :=
  let '(x, y, z) := p in
  let '(x', y', z') := q in ((x =? x') && (y =? y') && (z =? z'))%Z.

Definition location_eqb (a b : location) : bool :=
  match snd a, snd b with
  | None, None => String.eqb (fst a) (fst b)
  | Some p, Some q => point_eqb p q && String.eqb (fst a) (fst b)
  | _, _ => false
  end.

Fixpoint holds_at (M : kstore) (l : location) (j : Z) : Z :=
  match M with
  | [] => 0%Z
  | ((l', j'), k) :: rest =>
      if (j =? j')%Z && location_eqb l l' then k else holds_at rest l j
  end.

(** The array that thread [i] knows by the name [A]: its block's own where a block shares it. *)
Definition home (shared : list name) (i : thread_id) (A : name) : location :=
  match i with
  | Cuda b _ => (A, if existsb (String.eqb A) shared then Some b else None)
  | Natural _ => (A, None)
  end.

Record kaccess := KAccess { who : thread_id; mode_of : mode; where_ : location; at_index : Z }.

(** ** The rules *)

(** From memory [M], thread [i] runs [s] up to the first barrier, [r] being what it runs after it, or
    to its end; it makes the updates [U] and the accesses [P]. Later updates win. *)
Inductive goes (shared : list name) :
  kstore -> kstmt -> thread_id -> kstore -> list kaccess -> option kstmt -> Prop :=
| K_SKIP : forall M i,
    goes shared M KSkip i [] [] None
| K_SYNC : forall M i g,
    goes shared M (KSync g) i [] [] (Some KSkip)
| K_WRITE : forall M A e1 e2 i j k,
    value i e1 = Some j ->
    value i e2 = Some k ->
    (* ------------------------------ *)
    goes shared M (KWrite A e1 e2) i [((home shared i A, j), k)]
      [KAccess i Wr (home shared i A) j] None
| K_READ : forall M x A e s i j U P r,
    value i e = Some j ->
    goes shared M (put x (holds_at M (home shared i A) j) s) i U P r ->
    (* ------------------------------ *)
    goes shared M (KRead x A e s) i U (KAccess i Rd (home shared i A) j :: P) r
| K_ANY : forall M x ty s i k U P r,
    number_of ty k = true ->
    goes shared M (put x k s) i U P r ->
    (* ------------------------------ *)
    goes shared M (KAny x ty s) i U P r
| K_SEQ_1 : forall M s1 s2 i U P r,
    goes shared M s1 i U P (Some r) ->
    (* ------------------------------ *)
    goes shared M (KSeq s1 s2) i U P (Some (KSeq r s2))
| K_SEQ_2 : forall M s1 s2 i U1 U2 P1 P2 r,
    goes shared M s1 i U1 P1 None ->
    goes shared (U1 ++ M) s2 i U2 P2 r ->
    (* ------------------------------ *)
    goes shared M (KSeq s1 s2) i (U2 ++ U1) (P1 ++ P2) r
| K_IF_T : forall M c s1 s2 i U P r,
    truth i c = Some true ->
    goes shared M s1 i U P r ->
    (* ------------------------------ *)
    goes shared M (KIf c s1 s2) i U P r
| K_IF_F : forall M c s1 s2 i U P r,
    truth i c = Some false ->
    goes shared M s2 i U P r ->
    (* ------------------------------ *)
    goes shared M (KIf c s1 s2) i U P r
| K_FOR_1 : forall M x e1 e2 s i,
    truth i (KRel Ge e1 e2) = Some true ->
    (* ------------------------------ *)
    goes shared M (KFor x e1 e2 s) i [] [] None
| K_FOR_2 : forall M x e1 e2 s i l U P r,
    value i e1 = Some l ->
    truth i (KRel Lt (KNum l) e2) = Some true ->
    goes shared M (KSeq (put x l s) (KFor x (KNum (l + 1)) e2 s)) i U P r ->
    (* ------------------------------ *)
    goes shared M (KFor x e1 e2 s) i U P r.

(** What a thread did in a phase: its updates, its accesses, and what it has left to run. *)
Record turn := Turn { wrote : kstore; made : list kaccess; to_run : option kstmt }.

Definition goes_so (shared : list name) (M : kstore) (it : thread_id * kstmt) (t : turn) : Prop :=
  goes shared M (snd it) (fst it) (wrote t) (made t) (to_run t).

(** The phases of threads that wait for each other, to the end of all of them, and the accesses of
    each. The next phase starts from what all of them wrote. *)
Inductive ran (shared : list name) :
  kstore -> list (thread_id * kstmt) -> list (list kaccess) -> Prop :=
| ran_end : forall M ts turns,
    Forall2 (goes_so shared M) ts turns ->
    (forall t, In t turns -> to_run t = None) ->
    ran shared M ts [flat_map made turns]
| ran_next : forall M ts turns ss Ps,
    Forall2 (goes_so shared M) ts turns ->
    map to_run turns = map Some ss ->
    ran shared (flat_map wrote (rev turns) ++ M) (combine (map fst ts) ss) Ps ->
    ran shared M ts (flat_map made turns :: Ps).
