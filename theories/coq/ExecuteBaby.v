(** Every outcome of BabyCUDA, its races and its types, computed.

    A phase is a list of what each thread did; one that is not in it did nothing. No rule of BabyCUDA
    chooses a number, so that what is computed is all that there is. *)

From Jaminan Require Export BabyCuda ExecuteProgram.

(** ** Histories *)

Definition listed_phase := list (nat * accesses).

(** The phase of a list: of two entries of a thread the first counts. *)
Fixpoint of_thread (P : listed_phase) (i : nat) : accesses :=
  match P with
  | [] => none
  | (j, A) :: rest => if i =? j then A else of_thread rest i
  end.

Definition as_history (H : list listed_phase) : history := map of_thread H.

(** What the threads wrote to a cell in a phase. *)
Definition written_to (P : listed_phase) (c : cell) : list nat :=
  flat_map (fun i => match content (writes (of_thread P i)) c with Some k => [k] | None => [] end)
    (map fst P).

(** Every [k] with [lastwrite(j, H) = k]. *)
Fixpoint lastwrites (H : list listed_phase) (c : cell) : list nat :=
  match H with
  | [] => []
  | P :: rest => match written_to P c with [] => lastwrites rest c | ks => ks end
  end.

Definition wrote_in (A : accesses) (c : cell) : bool :=
  match content (writes A) c with Some _ => true | None => false end.

Definition touched_in (A : accesses) (c : cell) : bool :=
  existsb (cell_eqb c) (reads A) || wrote_in A c.

(** Whether two threads race in a phase. *)
Definition is_racy (P : listed_phase) : bool :=
  existsb (fun i1 =>
    existsb (fun c =>
      existsb (fun i2 => negb (i1 =? i2) && touched_in (of_thread P i2) c) (map fst P))
      (map fst (writes (of_thread P i1))))
    (map fst P).

(** ** Runs *)

(** [d] iterations from [l] on, each after the accesses of those before it. *)
Fixpoint passes (body : nat -> accesses -> list accesses) (d l : nat) (A : accesses)
    : list accesses :=
  match d with
  | 0 => [A]
  | S d' => flat_map (passes body d' (l + 1)) (body l A)
  end.

(** Every [B] with [A, b ⇓_{H,i} B]. *)
Fixpoint babies (H : list listed_phase) (env : environment) (b : stmt) (i : nat) (A : accesses)
    : list accesses :=
  match b with
  | SSkip => [A]
  | SWrite arr n m =>
      match eval i (close_expr env n), eval i (close_expr env m) with
      | Some j, Some k => [writing A (arr, j) k]
      | _, _ => []
      end
  | SRead x arr n r =>
      match eval i (close_expr env n) with
      | Some j =>
          flat_map (fun k => babies H (bind x k env) r i (reading A (arr, j)))
            (lastwrites ([(i, A)] :: H) (arr, j))
      | None => []
      end
  | SSeq b1 b2 => flat_map (babies H env b2 i) (babies H env b1 i A)
  | SIf c b1 b2 =>
      match decide i (close_cond env c) with
      | Some true => babies H env b1 i A
      | Some false => babies H env b2 i A
      | None => []
      end
  | SFor x n m r =>
      match eval i (close_expr env n), eval i (close_expr env m) with
      | Some l, Some h => passes (fun l => babies H (bind x l env) r i) (h - l) l A
      | _, _ => []
      end
  | SVar _ _ => []
  end.

(** What each thread of [T] comes to, in every way. *)
Fixpoint all_ran (T : list nat) (P : listed_phase) (H : list listed_phase) (b : stmt)
    : list listed_phase :=
  match T with
  | [] => [[]]
  | i :: rest =>
      flat_map (fun B => map (cons (i, B)) (all_ran rest P H b))
        (babies H [] (at_thread i b) i (of_thread P i))
  end.

(** Every [P'] with [P :: H, b ⇓ P' :: H], run by the threads [T]. *)
Definition parallels (T : list nat) (P : listed_phase) (H : list listed_phase) (b : stmt)
    : list listed_phase :=
  map (fun ran => ran ++ P) (all_ran T P H b).

(** ** Types *)

(** The [u] with [V ⊢ b ▶ u]. *)
Fixpoint baby_type (V : list name) (b : stmt) : option protocol :=
  let fresh x := negb (existsb (String.eqb x) V) in
  match b with
  | SSkip => Some PSkip
  | SWrite arr n _ => if subset (fv_expr n) V then Some (PAcc Wr arr n) else None
  | SRead x arr n r =>
      match baby_type V r with
      | Some u => if subset (fv_expr n) V && fresh x then Some (PSeq (PAcc Rd arr n) u) else None
      | None => None
      end
  | SSeq b1 b2 =>
      match baby_type V b1, baby_type V b2 with
      | Some u1, Some u2 => Some (PSeq u1 u2)
      | _, _ => None
      end
  | SIf c b1 b2 =>
      match baby_type V b1, baby_type V b2 with
      | Some u1, Some u2 => if subset (fv_cond c) V then Some (PIf c u1 u2) else None
      | _, _ => None
      end
  | SFor x n m r =>
      match baby_type (x :: V) r with
      | Some u =>
          if subset (fv_expr n) V && subset (fv_expr m) V && fresh x then Some (PFor x n m u)
          else None
      | None => None
      end
  | SVar _ _ => None
  end.

(** ** What is computed of histories *)

Lemma of_other : forall P i, ~ In i (map fst P) -> of_thread P i = none.
Proof.
  induction P as [| [j A] P IH]; simpl; intros i Hi; auto.
  destruct (Nat.eqb_spec i j); [subst; tauto | apply IH; tauto].
Qed.

Lemma written_to_spec : forall P c k,
  In k (written_to P c) <-> exists i, content (writes (of_thread P i)) c = Some k.
Proof.
  intros P c k. unfold written_to. rewrite in_flat_map. split.
  - intros [i [_ Hk]]. exists i. destruct (content _ c); [| destruct Hk].
    destruct Hk as [Hk | []]. subst. reflexivity.
  - intros [i Hi]. exists i. rewrite Hi. split; [| simpl; auto].
    destruct (in_dec Nat.eq_dec i (map fst P)) as [Hin | Hout]; auto.
    rewrite (of_other _ _ Hout) in Hi. discriminate.
Qed.

Theorem lastwrites_decided : forall H c k, In k (lastwrites H c) <-> lastwrite (as_history H) c k.
Proof.
  induction H as [| P H IH]; simpl; intros c k.
  - split; [intros [] | inversion 1].
  - destruct (written_to P c) as [| k0 ks] eqn:Hks.
    + rewrite IH. split.
      * intros Hk. apply last_before; auto. intros i.
        destruct (content (writes (of_thread P i)) c) as [k' |] eqn:E; auto.
        assert (Hin : In k' (written_to P c)) by (apply written_to_spec; eauto).
        rewrite Hks in Hin. destruct Hin.
      * inversion 1 as [Q H' i c' k' Hi | Q H' c' k' Hnone Hk]; subst; auto.
        assert (Hin : In k (written_to P c)) by (apply written_to_spec; eauto).
        rewrite Hks in Hin. destruct Hin.
    + rewrite <- Hks, written_to_spec. split.
      * intros [i Hi]. apply last_here with (i := i). assumption.
      * inversion 1 as [Q H' i c' k' Hi | Q H' c' k' Hnone Hk]; subst; eauto.
        assert (Hin : In k0 (written_to P c)) by (rewrite Hks; left; reflexivity).
        apply written_to_spec in Hin. destruct Hin as [i Hi]. rewrite Hnone in Hi. discriminate.
Qed.

Lemma wrote_in_spec : forall A c, wrote_in A c = true <-> wrote A c.
Proof. intros A c. unfold wrote_in, wrote. destruct (content (writes A) c); split; congruence. Qed.

Lemma touched_in_spec : forall A c, touched_in A c = true <-> touched A c.
Proof.
  intros A c. unfold touched_in, touched. rewrite orb_true_iff, wrote_in_spec, existsb_exists.
  split; intros [H | H]; auto; left.
  - destruct H as [d [Hd E]]. destruct (cell_eqb_spec c d); [subst; assumption | discriminate].
  - exists c. split; auto. destruct (cell_eqb_spec c c); congruence.
Qed.

Lemma wrote_is_listed : forall M c, content M c <> None -> In c (map fst M).
Proof.
  induction M as [| [d k] M IH]; simpl; intros c H; [congruence |].
  destruct (cell_eqb_spec c d); [subst; auto | auto].
Qed.

Lemma listed_is_wrote : forall M c, In c (map fst M) -> content M c <> None.
Proof.
  induction M as [| [d k] M IH]; simpl; intros c H; [destruct H |].
  destruct (cell_eqb_spec c d); [congruence |]. apply IH. destruct H; [congruence | assumption].
Qed.

Theorem racy_decided : forall P, is_racy P = true <-> racy (of_thread P).
Proof.
  intros P. unfold is_racy, racy. rewrite existsb_exists. split.
  - intros [i1 [_ H]]. apply existsb_exists in H. destruct H as [c [Hc H]].
    apply existsb_exists in H. destruct H as [i2 [_ H]]. apply andb_prop in H. destruct H as [Hne H].
    exists i1, i2, c. split; [| split].
    + intros E. subst. rewrite Nat.eqb_refl in Hne. discriminate.
    + apply listed_is_wrote. assumption.
    + apply touched_in_spec. assumption.
  - intros [i1 [i2 [c [Hne [Hw Ht]]]]].
    assert (forall i, touched (of_thread P i) c -> In i (map fst P)) as Hin.
    { intros i Hi. destruct (in_dec Nat.eq_dec i (map fst P)) as [| Hout]; auto.
      rewrite (of_other _ _ Hout) in Hi. destruct Hi as [[] | Hi]. unfold wrote in Hi. simpl in Hi. congruence. }
    exists i1. split; [apply Hin; right; assumption |].
    apply existsb_exists. exists c. split; [apply wrote_is_listed; assumption |].
    apply existsb_exists. exists i2. split; [apply Hin; assumption |].
    rewrite (proj2 (touched_in_spec _ _) Ht). destruct (Nat.eqb_spec i1 i2); [congruence | reflexivity].
Qed.

(** ** What is computed of runs *)

Lemma passes_spec : forall H x r i m h body,
  eval i m = Some h ->
  (forall l A B, In B (body l A) <-> baby H i A (subst_stmt x l r) B) ->
  forall d l n A B, eval i n = Some l -> d = h - l ->
  (In B (passes body d l A) <-> baby H i A (SFor x n m r) B).
Proof.
  intros H x r i m h body Hh Hbody. induction d as [| d IH]; intros l n A B Hl Hd; simpl.
  - split.
    + intros [E | []]. subst. apply FOR_1. rewrite (ge_of _ _ _ _ _ Hl Hh). f_equal.
      apply Nat.leb_le. lia.
    + inversion 1 as [| | | | | A' y f g q Hge | A' y f g q l' B' C' Hl' Hlt Hb Hc |]; subst; auto.
      rewrite (lt_of _ _ _ _ Hh) in Hlt. injection Hlt as Hlt. apply Nat.ltb_lt in Hlt.
      replace l' with l in * by congruence. lia.
  - rewrite in_flat_map. split.
    + intros [B1 [H1 H2]]. apply FOR_2 with (l := l) (B := B1); auto.
      * rewrite (lt_of _ _ _ _ Hh). f_equal. apply Nat.ltb_lt. lia.
      * apply Hbody. assumption.
      * apply (IH (l + 1) (Num (l + 1))); auto. lia.
    + inversion 1 as [| | | | | A' y f g q Hge | A' y f g q l' B' C' Hl' Hlt Hb Hc |]; subst.
      * rewrite (ge_of _ _ _ _ _ Hl Hh) in Hge. injection Hge as Hge. apply Nat.leb_le in Hge. lia.
      * replace l' with l in * by congruence. exists B'. split; [apply Hbody; assumption |].
        apply (IH (l + 1) (Num (l + 1))); auto. lia.
Qed.

Lemma babies_spec : forall H b env i W B,
  In B (babies H env b i W) <-> baby (as_history H) i W (close_stmt env b) B.
Proof.
  induction b; intros env i W B; simpl.
  - rewrite close_sskip. split; [intros [E | []]; subst; constructor | inversion 1; auto].
  - rewrite close_write. split.
    + destruct (eval i (close_expr env e1)) eqn:H1; [| intros []].
      destruct (eval i (close_expr env e2)) eqn:H2; [| intros []].
      intros [E | []]. subst. constructor; assumption.
    + inversion 1 as [| W' arr f g j k Hj Hk | | | | | |]; subst. rewrite Hj, Hk. simpl. auto.
  - rewrite close_read. split.
    + destruct (eval i (close_expr env e)) as [j |] eqn:Hj; [| intros []].
      intros Hin. apply in_flat_map in Hin. destruct Hin as [k [Hk Hin]].
      apply READ with (j := j) (k := k); auto.
      * apply (lastwrites_decided ([(i, W)] :: H)). assumption.
      * apply (IHb (bind x k env)). assumption.
    + inversion 1 as [W' y arr f q j k B' Hj Hk Hb | | | | | | |]; subst. rewrite Hj.
      apply in_flat_map. exists k. split.
      * apply (lastwrites_decided ([(i, W)] :: H)). assumption.
      * apply (IHb (bind x k env)). assumption.
  - rewrite close_sseq, in_flat_map. split.
    + intros [C [H1 H2]]. apply SEQ with (B := C); [apply IHb1 | apply IHb2]; assumption.
    + inversion 1 as [| | W' q1 q2 C D H1 H2 | | | | |]; subst. exists C.
      split; [apply IHb1 | apply IHb2]; assumption.
  - rewrite close_sif. split.
    + destruct (decide i (close_cond env c)) as [[|] |] eqn:Hc; [| | intros []]; intros Hin.
      * apply IF_T; [assumption | apply IHb1; assumption].
      * apply IF_F; [assumption | apply IHb2; assumption].
    + inversion 1 as [| | | W' d q1 q2 C Hd Hq | W' d q1 q2 C Hd Hq | | |]; subst; rewrite Hd.
      * apply IHb1. assumption.
      * apply IHb2. assumption.
  - rewrite close_sfor.
    destruct (eval i (close_expr env e1)) as [l |] eqn:Hl;
      [destruct (eval i (close_expr env e2)) as [h |] eqn:Hh |].
    + apply passes_spec with (h := h); auto. intros m C D. apply (IHb (bind x m env)).
    + split; [intros [] |]. inversion 1; subst; simpl in *; rewrite ?Hl, ?Hh in *; discriminate.
    + split; [intros [] |]. inversion 1; subst; simpl in *; rewrite ?Hl in *; discriminate.
  - split; [intros [] |]. rewrite close_svar. inversion 1.
Qed.

Theorem babies_decided : forall H b i A B,
  In B (babies H [] b i A) <-> baby (as_history H) i A b B.
Proof. intros H b i A B. apply (babies_spec H b []). Qed.

Lemma of_thread_app : forall L P i,
  of_thread (L ++ P) i = if in_dec Nat.eq_dec i (map fst L) then of_thread L i else of_thread P i.
Proof.
  intros L P i. induction L as [| [j A] L IH]; simpl; auto.
  rewrite IH. destruct (Nat.eqb_spec i j) as [E | E], (Nat.eq_dec j i); try congruence;
    try (destruct (in_dec Nat.eq_dec i (map fst L)); reflexivity); reflexivity.
Qed.

Lemma all_ran_spec : forall P H b T L, In L (all_ran T P H b) ->
  map fst L = T /\
  forall i, In i T -> baby (as_history H) i (of_thread P i) (at_thread i b) (of_thread L i).
Proof.
  induction T as [| j T IH]; simpl; intros L HL.
  - destruct HL as [HL | []]. subst. split; [reflexivity | intros i []].
  - apply in_flat_map in HL. destruct HL as [B [HB HL]].
    apply in_map_iff in HL. destruct HL as [L' [E HL]]. subst.
    destruct (IH _ HL) as [HT Hall]. split; [simpl; congruence |].
    intros i Hi. simpl. destruct (Nat.eqb_spec i j) as [E | Hne].
    + subst. apply babies_decided. assumption.
    + apply Hall. destruct Hi; [congruence | assumption].
Qed.

Theorem parallels_sound : forall T P H b Q, In Q (parallels T P H b) ->
  parallel T (as_history (P :: H)) b (as_history (Q :: H)).
Proof.
  intros T P H b Q HQ. apply in_map_iff in HQ. destruct HQ as [L [E HL]]. subst.
  destruct (all_ran_spec _ _ _ _ _ HL) as [HT Hall]. simpl. apply PAR; intros i Hi;
    rewrite of_thread_app; destruct (in_dec Nat.eq_dec i (map fst L)); try congruence;
    subst; auto; tauto.
Qed.

Theorem parallels_complete : forall T P H b P',
  parallel T (as_history (P :: H)) b (P' :: as_history H) ->
  exists Q, In Q (parallels T P H b) /\ forall i, of_thread Q i = P' i.
Proof.
  intros T P H b P' Hp. inversion Hp as [P0 H0 b0 Q Hin Hout]; subst. clear Hp.
  exists (map (fun i => (i, P' i)) T ++ P). split.
  - apply in_map_iff. eexists. split; [reflexivity |]. clear Hout.
    induction T as [| j T IH]; simpl; [auto |]. apply in_flat_map. exists (P' j). split.
    + apply babies_decided. apply Hin. left. reflexivity.
    + apply in_map. apply IH. intros i Hi. apply Hin. right. assumption.
  - intros i. rewrite of_thread_app.
    assert (Hfst : map fst (map (fun i => (i, P' i)) T) = T) by (rewrite map_map; apply map_id).
    rewrite Hfst. destruct (in_dec Nat.eq_dec i T) as [Hi | Hi]; [| rewrite (Hout i Hi); reflexivity].
    clear - Hi. induction T as [| j T IH]; [destruct Hi |]. simpl.
    destruct (Nat.eqb_spec i j); [congruence |]. apply IH. destruct Hi; [congruence | assumption].
Qed.

(** ** What is computed of types *)

Lemma fresh_spec : forall x V, negb (existsb (String.eqb x) V) = true <-> ~ In x V.
Proof.
  intros x V. rewrite negb_true_iff, <- not_true_iff_false, existsb_exists. split.
  - intros H Hx. apply H. exists x. split; auto. apply String.eqb_refl.
  - intros H [y [Hy E]]. apply String.eqb_eq in E. subst. tauto.
Qed.

Theorem baby_type_decided : forall b V u, baby_type V b = Some u <-> has_type V b u.
Proof.
  induction b; intros V u; simpl.
  - split; [intros E; injection E as E; subst; constructor | inversion 1; reflexivity].
  - split.
    + destruct (subset (fv_expr e1) V) eqn:Hs; [| discriminate].
      intros E. injection E as E. subst. constructor. apply subset_spec. assumption.
    + inversion 1 as [W arr n m Hn | | | | |]; subst. apply subset_spec in Hn. rewrite Hn. reflexivity.
  - split.
    + destruct (baby_type V b) as [v |] eqn:Hv; [| discriminate].
      destruct (subset (fv_expr e) V) eqn:Hs; simpl; [| discriminate].
      destruct (negb _) eqn:Hf; [| discriminate]. intros E. injection E as E. subst.
      constructor; [apply subset_spec | apply IHb | apply fresh_spec]; assumption.
    + inversion 1 as [| W y arr n q v Hn Hq Hx | | | |]; subst.
      apply IHb in Hq. apply subset_spec in Hn. apply fresh_spec in Hx.
      rewrite Hq, Hn, Hx. reflexivity.
  - split.
    + destruct (baby_type V b1) eqn:H1; [| discriminate]. destruct (baby_type V b2) eqn:H2; [| discriminate].
      intros E. injection E as E. subst. constructor; [apply IHb1 | apply IHb2]; assumption.
    + inversion 1 as [| | W q1 q2 v1 v2 H1 H2 | | |]; subst.
      apply IHb1 in H1. apply IHb2 in H2. rewrite H1, H2. reflexivity.
  - split.
    + destruct (baby_type V b1) eqn:H1; [| discriminate]. destruct (baby_type V b2) eqn:H2; [| discriminate].
      destruct (subset (fv_cond c) V) eqn:Hs; [| discriminate].
      intros E. injection E as E. subst.
      constructor; [apply subset_spec | apply IHb1 | apply IHb2]; assumption.
    + inversion 1 as [| | | W d q1 q2 v1 v2 Hd H1 H2 | |]; subst.
      apply IHb1 in H1. apply IHb2 in H2. apply subset_spec in Hd. rewrite H1, H2, Hd. reflexivity.
  - split.
    + destruct (baby_type (x :: V) b) as [v |] eqn:Hv; [| discriminate].
      destruct (subset (fv_expr e1) V) eqn:H1; simpl; [| discriminate].
      destruct (subset (fv_expr e2) V) eqn:H2; simpl; [| discriminate].
      destruct (negb _) eqn:Hf; [| discriminate]. intros E. injection E as E. subst.
      constructor; [apply subset_spec | apply subset_spec | apply IHb | apply fresh_spec]; assumption.
    + inversion 1 as [| | | | W y n m q v Hn Hm Hq Hx |]; subst.
      apply IHb in Hq. apply subset_spec in Hn. apply subset_spec in Hm. apply fresh_spec in Hx.
      rewrite Hq, Hn, Hm, Hx. reflexivity.
  - split; [discriminate | inversion 1].
Qed.
