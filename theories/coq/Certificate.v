(** A checker of races, proved sound.

    A certificate names a program, a launch, parameters, a memory and two accesses. The checker runs
    every thread that shares their barriers, and accepts where they make the accesses in one phase. *)

From Jaminan Require Export Kernel.

(** ** One thread *)

(** Runs a thread as [goes] does. What each [var] takes is the next number of the guide, or 0. *)
Fixpoint follow (fuel : nat) (shared : list name) (guide : list Z) (M : kstore) (s : kstmt)
    (i : thread_id) : option (turn * list Z) :=
  match fuel with
  | O => None
  | S fuel =>
      match s with
      | KSkip => Some (Turn [] [] None, guide)
      | KSync _ => Some (Turn [] [] (Some KSkip), guide)
      | KWrite A e1 e2 =>
          match value i e1, value i e2 with
          | Some j, Some k =>
              Some (Turn [((home shared i A, j), k)] [KAccess i Wr (home shared i A) j] None, guide)
          | _, _ => None
          end
      | KRead x A e s =>
          match value i e with
          | Some j =>
              match follow fuel shared guide M (put x (holds_at M (home shared i A) j) s) i with
              | Some (Turn U P r, rest) =>
                  Some (Turn U (KAccess i Rd (home shared i A) j :: P) r, rest)
              | None => None
              end
          | None => None
          end
      | KAny x ty s =>
          let k := match guide with [] => 0%Z | k :: _ => k end in
          if number_of ty k then follow fuel shared (tl guide) M (put x k s) i else None
      | KSeq s1 s2 =>
          match follow fuel shared guide M s1 i with
          | Some (Turn U1 P1 None, guide) =>
              match follow fuel shared guide (U1 ++ M) s2 i with
              | Some (Turn U2 P2 r, rest) => Some (Turn (U2 ++ U1) (P1 ++ P2) r, rest)
              | None => None
              end
          | Some (Turn U P (Some r), rest) => Some (Turn U P (Some (KSeq r s2)), rest)
          | None => None
          end
      | KIf c s1 s2 =>
          match truth i c with
          | Some true => follow fuel shared guide M s1 i
          | Some false => follow fuel shared guide M s2 i
          | None => None
          end
      | KFor x e1 e2 s =>
          match value i e1, value i e2 with
          | Some l, Some h =>
              if (h <=? l)%Z then Some (Turn [] [] None, guide)
              else follow fuel shared guide M (KSeq (put x l s) (KFor x (KNum (l + 1)) e2 s)) i
          | _, _ => None
          end
      end
  end.

Lemma follow_goes : forall fuel shared guide M s i t rest,
  follow fuel shared guide M s i = Some (t, rest) -> goes_so shared M (i, s) t.
Proof.
  unfold goes_so. induction fuel as [| fuel IH]; simpl; intros shared guide M s i t rest H;
    [discriminate |].
  destruct s.
  - injection H as H _. subst. apply K_SYNC.
  - injection H as H _. subst. apply K_SKIP.
  - destruct (value i e1) eqn:E1; [| discriminate]. destruct (value i e2) eqn:E2; [| discriminate].
    injection H as H _. subst. apply K_WRITE; assumption.
  - destruct (value i e) eqn:E; [| discriminate].
    destruct (follow fuel shared guide M _ i) as [[[U P r] rest'] |] eqn:F; [| discriminate].
    injection H as H _. subst. apply IH in F. simpl in *. apply K_READ; assumption.
  - destruct (follow fuel shared guide M s1 i) as [[[U1 P1 [r1 |]] guide'] |] eqn:F1;
      [| | discriminate].
    + injection H as H _. subst. apply IH in F1. simpl in *. apply K_SEQ_1. assumption.
    + destruct (follow fuel shared guide' _ s2 i) as [[[U2 P2 r2] rest'] |] eqn:F2; [| discriminate].
      injection H as H _. subst. apply IH in F1. apply IH in F2. simpl in *.
      apply K_SEQ_2; assumption.
  - destruct (truth i c) as [[|] |] eqn:E; [| | discriminate]; apply IH in H; simpl in *.
    + apply K_IF_T; assumption.
    + apply K_IF_F; assumption.
  - destruct (value i e1) as [l |] eqn:E1; [| discriminate].
    destruct (value i e2) as [h |] eqn:E2; [| discriminate].
    destruct (h <=? l)%Z eqn:E.
    + injection H as H _. subst. apply K_FOR_1. simpl. rewrite E1, E2. simpl. rewrite E. reflexivity.
    + apply IH in H. simpl in *. apply K_FOR_2 with (l := l); auto.
      simpl. rewrite E2. simpl. apply Z.leb_gt in E. rewrite (proj2 (Z.ltb_lt l h) E). reflexivity.
  - destruct (number_of ty _) eqn:E; [| discriminate]. apply IH in H. simpl in *.
    eapply K_ANY; eassumption.
Qed.

(** ** All threads of a barrier *)

(** A thread that runs, and the guide of its choices. *)
Record runner := Runner { id : thread_id; runs_on : kstmt; guided_by : list Z }.

Definition as_pair (w : runner) : thread_id * kstmt := (id w, runs_on w).

(** One phase of all of them. *)
Fixpoint phase_of_all (fuel : nat) (shared : list name) (M : kstore) (ws : list runner) :
    option (list (turn * list Z)) :=
  match ws with
  | [] => Some []
  | w :: ws =>
      match follow fuel shared (guided_by w) M (runs_on w) (id w) with
      | Some done => option_map (cons done) (phase_of_all fuel shared M ws)
      | None => None
      end
  end.

Lemma phase_of_all_goes : forall fuel shared M ws done,
  phase_of_all fuel shared M ws = Some done ->
  Forall2 (goes_so shared M) (map as_pair ws) (map fst done).
Proof.
  induction ws as [| w ws IH]; simpl; intros done H.
  - injection H as H. subst. constructor.
  - destruct (follow fuel shared (guided_by w) M (runs_on w) (id w)) as [[t g] |] eqn:F;
      [| discriminate].
    destruct (phase_of_all fuel shared M ws) as [rest |]; [| discriminate].
    simpl in H. injection H as H. subst. simpl. constructor; auto.
    eapply follow_goes. eassumption.
Qed.

(** What all have left, where each has something. *)
Fixpoint all_left (ts : list turn) : option (list kstmt) :=
  match ts with
  | [] => Some []
  | Turn _ _ (Some s) :: ts => option_map (cons s) (all_left ts)
  | Turn _ _ None :: _ => None
  end.

Lemma all_left_some : forall ts ss, all_left ts = Some ss -> map to_run ts = map Some ss.
Proof.
  induction ts as [| [U P [s |]] ts IH]; simpl; intros ss H.
  - injection H as H. subst. reflexivity.
  - destruct (all_left ts); [| discriminate]. simpl in H. injection H as H. subst. simpl.
    f_equal. auto.
  - discriminate.
Qed.

Definition ended (t : turn) : bool := match to_run t with None => true | Some _ => false end.

Fixpoint next_of (ws : list runner) (ss : list kstmt) (guides : list (list Z)) : list runner :=
  match ws, ss, guides with
  | w :: ws, s :: ss, g :: guides => Runner (id w) s g :: next_of ws ss guides
  | _, _, _ => []
  end.

Lemma next_of_pairs : forall ws ss guides,
  length ss = length ws -> length guides = length ws ->
  map as_pair (next_of ws ss guides) = combine (map fst (map as_pair ws)) ss.
Proof.
  induction ws as [| w ws IH]; destruct ss, guides; simpl; intros H1 H2; try discriminate; auto.
  injection H1 as H1. injection H2 as H2. f_equal. auto.
Qed.

(** The accesses of each phase, where all threads come to their end together. *)
Fixpoint all_phases (most fuel : nat) (shared : list name) (M : kstore) (ws : list runner) :
    option (list (list kaccess)) :=
  match most with
  | O => None
  | S most =>
      match phase_of_all fuel shared M ws with
      | None => None
      | Some done =>
          let turns := map fst done in
          if forallb ended turns then Some [flat_map made turns]
          else
            match all_left turns with
            | None => None
            | Some ss =>
                option_map (cons (flat_map made turns))
                  (all_phases most fuel shared (flat_map wrote (rev turns) ++ M)
                     (next_of ws ss (map snd done)))
            end
      end
  end.

Lemma same_length : forall (A B : Type) (R : A -> B -> Prop) xs ys,
  Forall2 R xs ys -> length xs = length ys.
Proof. induction 1; simpl; auto. Qed.

Lemma all_phases_ran : forall most fuel shared M ws Ps,
  all_phases most fuel shared M ws = Some Ps -> ran shared M (map as_pair ws) Ps.
Proof.
  induction most as [| most IH]; simpl; intros fuel shared M ws Ps H; [discriminate |].
  destruct (phase_of_all fuel shared M ws) as [done |] eqn:D; [| discriminate].
  pose proof (phase_of_all_goes _ _ _ _ _ D) as G.
  destruct (forallb ended (map fst done)) eqn:E.
  - injection H as H. subst. apply ran_end; [assumption |].
    rewrite forallb_forall in E. intros t Ht. specialize (E t Ht). unfold ended in E.
    destruct (to_run t); [discriminate | reflexivity].
  - destruct (all_left (map fst done)) as [ss |] eqn:L; [| discriminate].
    destruct (all_phases most fuel shared _ (next_of ws ss (map snd done))) as [Qs |] eqn:A;
      [| discriminate].
    simpl in H. injection H as H. subst. apply all_left_some in L.
    apply ran_next with (ss := ss); auto.
    apply IH in A. rewrite next_of_pairs in A; [assumption | |].
    + apply (f_equal (@length _)) in L. rewrite !map_length in L.
      apply same_length in G. rewrite !map_length in G. congruence.
    + apply same_length in G. rewrite !map_length in *. congruence.
Qed.

(** ** Two accesses *)

Definition thread_eqb (i j : thread_id) : bool :=
  match i, j with
  | Natural a, Natural b => (a =? b)%Z
  | Cuda b t, Cuda b' t' => point_eqb b b' && point_eqb t t'
  | _, _ => false
  end.

Lemma point_eqb_spec : forall p q, reflect (p = q) (point_eqb p q).
Proof.
  intros [[x y] z] [[x' y'] z']. simpl.
  destruct (Z.eqb_spec x x'), (Z.eqb_spec y y'), (Z.eqb_spec z z'); simpl; constructor; congruence.
Qed.

Lemma thread_eqb_spec : forall i j, reflect (i = j) (thread_eqb i j).
Proof.
  destruct i as [a | b t], j as [a' | b' t']; simpl; try (constructor; discriminate).
  - destruct (Z.eqb_spec a a'); constructor; congruence.
  - destruct (point_eqb_spec b b'), (point_eqb_spec t t'); simpl; constructor; congruence.
Qed.

Lemma location_eqb_spec : forall a b, reflect (a = b) (location_eqb a b).
Proof.
  intros [A p] [B q]. unfold location_eqb. simpl.
  destruct p as [p |], q as [q |]; try (constructor; discriminate).
  - destruct (point_eqb_spec p q), (String.eqb_spec A B); simpl; constructor; congruence.
  - destruct (String.eqb_spec A B); constructor; congruence.
Qed.

Definition is_write (a : kaccess) : bool := match mode_of a with Wr => true | Rd => false end.

(** Distinct threads access one cell, and one of them writes. [L24, §4.3] *)
Definition conflict (a b : kaccess) : Prop :=
  who a <> who b /\ where_ a = where_ b /\ at_index a = at_index b /\
  (mode_of a = Wr \/ mode_of b = Wr).

Definition conflicts (a b : kaccess) : bool :=
  negb (thread_eqb (who a) (who b)) && location_eqb (where_ a) (where_ b) &&
  (at_index a =? at_index b)%Z && (is_write a || is_write b).

Lemma conflicts_true : forall a b, conflicts a b = true -> conflict a b.
Proof.
  intros [i m l j] [i' m' l' j'] H. unfold conflicts, conflict, is_write in *. simpl in *.
  apply andb_prop in H as [H Hm]. apply andb_prop in H as [H Hj]. apply andb_prop in H as [Hi Hl].
  destruct (thread_eqb_spec i i'); [discriminate |].
  destruct (location_eqb_spec l l'); [| discriminate].
  apply Z.eqb_eq in Hj. repeat split; auto.
  destruct m, m'; simpl in Hm; auto; discriminate.
Qed.

Definition mode_eqb (a b : mode) : bool :=
  match a, b with Rd, Rd | Wr, Wr => true | _, _ => false end.

Definition access_eqb (a b : kaccess) : bool :=
  (at_index a =? at_index b)%Z && mode_eqb (mode_of a) (mode_of b) &&
  thread_eqb (who a) (who b) && location_eqb (where_ a) (where_ b).

Lemma access_eqb_true : forall a b, access_eqb a b = true -> a = b.
Proof.
  intros [i m l j] [i' m' l' j'] H. unfold access_eqb in H. simpl in H.
  apply andb_prop in H as [H Hl]. apply andb_prop in H as [H Hi]. apply andb_prop in H as [Hj Hm].
  apply Z.eqb_eq in Hj. destruct (thread_eqb_spec i i'); [| discriminate].
  destruct (location_eqb_spec l l'); [| discriminate].
  destruct m, m'; simpl in Hm; try discriminate; congruence.
Qed.

Definition has (a : kaccess) (P : list kaccess) : bool := existsb (access_eqb a) P.

Lemma has_true : forall a P, has a P = true -> In a P.
Proof.
  intros a P H. apply existsb_exists in H. destruct H as [b [Hb E]].
  rewrite (access_eqb_true _ _ E). assumption.
Qed.

(** ** Launches *)

(** So many threads; or a grid of blocks, with the extents of both. *)
Inductive launch := Threads (n : Z) | Grid (grid block : point).

Definition below (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).

Definition points (extent : point) : list point :=
  let '(x, y, z) := extent in
  flat_map (fun k => flat_map (fun j => map (fun i => (i, j, k)) (below x)) (below y)) (below z).

(** The threads that share the barriers of a block with [i], or those of the grid. *)
Definition together_with (l : launch) (of_grid : bool) (i : thread_id) : list thread_id :=
  match l, i with
  | Threads n, _ => map Natural (below n)
  | Grid grid block, Cuda b _ =>
      if of_grid then flat_map (fun b => map (Cuda b) (points block)) (points grid)
      else map (Cuda b) (points block)
  | Grid _ _, Natural _ => []
  end.

(** Whether the launch has the thread. *)
Definition launches (l : launch) (i : thread_id) : bool :=
  match l, i with
  | Threads n, Natural k => (0 <=? k)%Z && (k <? n)%Z
  | Grid grid block, Cuda b t =>
      let inside e p := forallb (fun a => (0 <=? along a p)%Z && (along a p <? along a e)%Z) [X; Y; Z_] in
      inside grid b && inside block t
  | _, _ => false
  end.

(** ** Certificates *)

Record certificate := Certificate {
  program : kstmt;
  parameters : list (name * Z);
  block_shares : list name;
  (* The types of parameters and of what arrays hold; what has none is a natural. *)
  types : list (name * int_type);
  assumed : list kcond;
  launched : launch;
  initially : kstore;
  first : kaccess;
  second : kaccess;
  (* What each [var] of the two threads takes, in turn. *)
  guides : list Z * list Z
}.

(** The program with numbers for its parameters. *)
Definition instance (c : certificate) : kstmt :=
  fold_left (fun s xk => put (fst xk) (snd xk) s) (parameters c) (program c).

Definition instance_cond (c : certificate) (e : kcond) : kcond :=
  fold_left (fun e xk => put_cond (fst xk) (snd xk) e) (parameters c) e.

Definition type_of (c : certificate) (x : name) : option int_type :=
  option_map snd (find (fun t => String.eqb x (fst t)) (types c)).

(** What parameters and memory hold is of its type. *)
Definition typed (c : certificate) : bool :=
  forallb (fun xk => number_of (type_of c (fst xk)) (snd xk)) (parameters c) &&
  forallb (fun m => number_of (type_of c (fst (fst (fst m)))) (snd m)) (initially c).

Definition block_of (i : thread_id) : option point :=
  match i with Natural _ => None | Cuda b _ => Some b end.

Definition same_block (i j : thread_id) : bool :=
  match block_of i, block_of j with
  | Some b, Some b' => point_eqb b b'
  | None, None => true
  | _, _ => false
  end.

(** These threads, each with the program from its start. *)
Definition starts (c : certificate) (is_ : list thread_id) : list (thread_id * kstmt) :=
  map (fun i => (i, instance c)) is_.

(** These threads run to their end from the memory, and one phase has these accesses. *)
Definition makes_all (c : certificate) (is_ : list thread_id) (wanted : list kaccess) : Prop :=
  exists Ps P,
    ran (block_shares c) (initially c) (starts c is_) Ps /\ In P Ps /\
    forall a, In a wanted -> In a P.

Inductive arrangement := Alone | OneCrowd (of_grid : bool) | TwoBlocks.

(** Whether two threads wait for others, and for whom. *)
Definition arranged (c : certificate) : option arrangement :=
  let blocks := has_barrier negb (program c) in
  let grids := has_barrier (fun g => g) (program c) in
  if blocks && grids then None
  else if grids then Some (OneCrowd true)
  else if negb blocks then Some Alone
  else if same_block (who (first c)) (who (second c)) then Some (OneCrowd false)
  else Some TwoBlocks.

(** What a certificate claims: a joint race. Two threads of the launch, of which what is assumed
    holds, make two accesses that conflict, from one memory: in one phase of all threads that share
    their barriers; or each by itself, where no barrier stands between them. *)
Definition claims_race (c : certificate) : Prop :=
  typed c = true /\
  conflict (first c) (second c) /\
  (forall a, In a [first c; second c] ->
     launches (launched c) (who a) = true /\
     forall e, In e (assumed c) -> truth (who a) (instance_cond c e) = Some true) /\
  match arranged c with
  | Some Alone =>
      makes_all c [who (first c)] [first c] /\ makes_all c [who (second c)] [second c]
  | Some (OneCrowd of_grid) =>
      makes_all c (together_with (launched c) of_grid (who (first c))) [first c; second c]
  | Some TwoBlocks =>
      makes_all c (together_with (launched c) false (who (first c))) [first c] /\
      makes_all c (together_with (launched c) false (who (second c))) [second c]
  | None => False
  end.

Definition guide_of (c : certificate) (i : thread_id) : list Z :=
  if thread_eqb i (who (first c)) then fst (guides c)
  else if thread_eqb i (who (second c)) then snd (guides c)
  else [].

Definition run_all (most fuel : nat) (c : certificate) (is_ : list thread_id)
    (wanted : list kaccess) : bool :=
  let ws := map (fun i => Runner i (instance c) (guide_of c i)) is_ in
  match all_phases most fuel (block_shares c) (initially c) ws with
  | Some Ps => existsb (fun P => forallb (fun a => has a P) wanted) Ps
  | None => false
  end.

Lemma run_all_makes : forall most fuel c is_ wanted,
  run_all most fuel c is_ wanted = true -> makes_all c is_ wanted.
Proof.
  intros most fuel c is_ wanted H. unfold run_all in H.
  destruct (all_phases _ _ _ _ _) as [Ps |] eqn:A; [| discriminate].
  apply existsb_exists in H. destruct H as [P [HP H]].
  apply all_phases_ran in A. rewrite map_map in A. exists Ps, P. repeat split; auto.
  intros a Ha. rewrite forallb_forall in H. apply has_true, H. assumption.
Qed.

(** Whether the race is there, by a run of at most so many phases. *)
Definition certify (most fuel : nat) (c : certificate) : bool :=
  let there a :=
    launches (launched c) (who a) &&
    forallb
      (fun e => match truth (who a) (instance_cond c e) with Some b => b | None => false end)
      (assumed c) in
  typed c && conflicts (first c) (second c) && forallb there [first c; second c] &&
  match arranged c with
  | Some Alone =>
      run_all most fuel c [who (first c)] [first c] &&
      run_all most fuel c [who (second c)] [second c]
  | Some (OneCrowd of_grid) =>
      run_all most fuel c (together_with (launched c) of_grid (who (first c))) [first c; second c]
  | Some TwoBlocks =>
      run_all most fuel c (together_with (launched c) false (who (first c))) [first c] &&
      run_all most fuel c (together_with (launched c) false (who (second c))) [second c]
  | None => false
  end.

(** What is certified is a race, by the rules. *)
Theorem certify_sound : forall most fuel c, certify most fuel c = true -> claims_race c.
Proof.
  intros most fuel c H. unfold certify in H. unfold claims_race.
  apply andb_prop in H as [H Ha]. apply andb_prop in H as [H Ht]. apply andb_prop in H as [Hy Hc].
  split; [assumption |]. split; [apply conflicts_true; assumption |]. split.
  - intros a Hin. rewrite forallb_forall in Ht. specialize (Ht a Hin). cbv beta in Ht.
    apply andb_prop in Ht as [Hl He]. split; [assumption |].
    intros e Hin'. rewrite forallb_forall in He. specialize (He e Hin'). cbv beta in He.
    destruct (truth (who a) (instance_cond c e)) as [[|] |]; congruence.
  - destruct (arranged c) as [[| of_grid |] |]; try discriminate;
      try (apply andb_prop in Ha as [H1 H2]; split); eauto using run_all_makes.
Qed.
