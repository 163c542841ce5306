(** Every outcome of one phase of a program with barriers, computed: as [executions] of programs. *)

From Jaminan Require Export ExecuteProgram Barrier.

(** What a thread did up to the first barrier or to its end, and what it has left to run. *)
Definition arrival := (outcome * rest)%type.

Definition arrives (M : store) (s : bstmt) (i : nat) (a : arrival) : Prop :=
  reaches M s i (updates (fst a)) (made (fst a)) (chosen (fst a)) (snd a).

(** What [a] did, after a choice. *)
Definition choosing (t : trace) (a : arrival) : arrival :=
  (updates (fst a), made (fst a), t ;; chosen (fst a), snd a)%trace.

Ltac open_arrival H := unfold arrives, updates, made, chosen in H; cbn [fst snd] in H.

(** After [a], which is of the first part, [s2], unless a barrier stands before it. *)
Definition followed_by (M : store) (s2 : bstmt) (second : store -> list arrival) (a : arrival)
    : list arrival :=
  match snd a with
  | Some r => [(fst a, Some (BSeq r s2))]
  | None =>
      map (fun b =>
        (merge (updates (fst a)) (updates (fst b)), made (fst a) ++ made (fst b),
         chosen (fst a) ;; chosen (fst b), snd b)%trace)
        (second (merge M (updates (fst a))))
  end.

(** [d] iterations from [l] on, [others] being the loop from a later one on. *)
Fixpoint laps (x : name) (others : nat -> bstmt) (body : store -> nat -> list arrival) (d l : nat)
    (M : store) : list arrival :=
  match d with
  | 0 => [([], [], Tau, None)]
  | S d' =>
      map (choosing (Iter x l))
        (flat_map (followed_by M (others (l + 1)) (laps x others body d' (l + 1))) (body M l))
  end.

(** [s] with numbers in the place of variables. *)
Definition close_bstmt (env : environment) (s : bstmt) : bstmt :=
  fold_right (fun b => subst_bstmt (fst b) (snd b)) s env.

(** Every [(M', P, t, r)] with [M, s ⇓ᵢ M', P ▷ t | r], where each [var] takes a number of [ks]. *)
Fixpoint arrivals (ks : list nat) (env : environment) (s : bstmt) (i : nat) (M : store)
    : list arrival :=
  if synchronizes s then
    match s with
    | BSync => [([], [], Tau, Some BSkip)]
    | BSkip | BWrite _ _ _ => []
    | BRead x A e r =>
        match eval i (close_expr env e) with
        | Some j =>
            map (fun a => (updates (fst a), Access i Rd A j :: made (fst a),
                           Tau ;; chosen (fst a), snd a)%trace)
              (arrivals ks (bind x (lookup M A j) env) r i M)
        | None => []
        end
    | BSeq s1 s2 =>
        flat_map (followed_by M (close_bstmt env s2) (arrivals ks env s2 i))
          (arrivals ks env s1 i M)
    | BIf c s1 s2 =>
        match decide i (close_cond env c) with
        | Some true => map (choosing Then) (arrivals ks env s1 i M)
        | Some false => map (choosing Else) (arrivals ks env s2 i M)
        | None => []
        end
    | BFor x e1 e2 r =>
        match eval i (close_expr env e1), eval i (close_expr env e2) with
        | Some l, Some h =>
            laps x (fun l => BFor x (Num l) (close_expr env e2) (close_bstmt (except x env) r))
              (fun M l => arrivals ks (bind x l env) r i M) (h - l) l M
        | _, _ => []
        end
    | BVar x r => flat_map (fun k => arrivals ks (bind x k env) r i M) ks
    end
  else map (fun o => (o, None)) (executions ks env (erase s) i M).

(** ** What closing does *)

Lemma close_bsync : forall env, close_bstmt env BSync = BSync.
Proof. induction env; simpl; [| rewrite IHenv]; reflexivity. Qed.

Lemma close_bseq : forall env s1 s2,
  close_bstmt env (BSeq s1 s2) = BSeq (close_bstmt env s1) (close_bstmt env s2).
Proof. induction env; intros; simpl; [| rewrite IHenv]; reflexivity. Qed.

Lemma close_bif : forall env c s1 s2,
  close_bstmt env (BIf c s1 s2) = BIf (close_cond env c) (close_bstmt env s1) (close_bstmt env s2).
Proof. induction env; intros; simpl; [| rewrite IHenv]; reflexivity. Qed.

Lemma close_bvar : forall env x r,
  close_bstmt env (BVar x r) = BVar x (close_bstmt (except x env) r).
Proof.
  induction env as [| [y k] env IH]; intros; simpl; auto. rewrite IH. simpl.
  destruct (String.eqb y x); reflexivity.
Qed.

Lemma close_bread : forall env x A e r,
  close_bstmt env (BRead x A e r) = BRead x A (close_expr env e) (close_bstmt (except x env) r).
Proof.
  induction env as [| [y k] env IH]; intros; simpl; auto. rewrite IH. simpl.
  destruct (String.eqb y x); reflexivity.
Qed.

Lemma close_bfor : forall env x e1 e2 r,
  close_bstmt env (BFor x e1 e2 r) =
  BFor x (close_expr env e1) (close_expr env e2) (close_bstmt (except x env) r).
Proof.
  induction env as [| [y k] env IH]; intros; simpl; auto. rewrite IH. simpl.
  destruct (String.eqb y x); reflexivity.
Qed.

Lemma erase_close : forall env s, erase (close_bstmt env s) = close_stmt env (erase s).
Proof.
  induction env as [| [y k] env IH]; intros; simpl; auto. rewrite erase_subst, IH. reflexivity.
Qed.

Lemma synchronizes_close : forall env s, synchronizes (close_bstmt env s) = synchronizes s.
Proof.
  induction env as [| [y k] env IH]; intros; simpl; auto. rewrite synchronizes_subst. apply IH.
Qed.

(** ** Where no barrier stands *)

Lemma arrivals_of_whole : forall ks env s i M, synchronizes s = false ->
  arrivals ks env s i M = map (fun o => (o, None)) (executions ks env (erase s) i M).
Proof. intros ks env s i M H. destruct s; simpl in *; rewrite ?H; try discriminate; reflexivity. Qed.

Lemma whole_sound : forall ks env s i M a, synchronizes s = false ->
  In a (arrivals ks env s i M) -> arrives M (close_bstmt env s) i a.
Proof.
  intros ks env s i M a Hs Ha. rewrite arrivals_of_whole in Ha by assumption.
  apply in_map_iff in Ha. destruct Ha as [o [E Ho]]. subst a. apply B_END.
  - rewrite synchronizes_close. assumption.
  - rewrite erase_close. simpl. apply executions_sound_in with (ks := ks). assumption.
Qed.

Lemma whole_complete : forall env s i M a, synchronizes s = false ->
  arrives M (close_bstmt env s) i a ->
  exists K, forall ks, incl K ks -> In a (arrivals ks env s i M).
Proof.
  intros env s i M [[[U P] t] r] Hs Ha. apply without_barriers in Ha.
  - destruct Ha as [E Ha]. simpl in E, Ha. subst r. rewrite erase_close in Ha.
    destruct (executions_complete_in _ _ _ _ _ _ _ Ha) as [K H].
    exists K. intros ks HK. rewrite arrivals_of_whole by assumption.
    apply (in_map (fun o : outcome => (o, None)) _ _ (H ks HK)).
  - rewrite synchronizes_close. assumption.
Qed.

Lemma left_synchronizes : forall M s i U P t r, reaches M s i U P t (Some r) -> synchronizes s = true.
Proof.
  intros M s i U P t r H. remember (Some r) as o eqn:E. destruct H; simpl in *; try discriminate; auto.
  rewrite H. reflexivity.
Qed.

(** ** What is computed is an outcome *)

Lemma followed_sound : forall M s1 s2 i second a b,
  synchronizes (BSeq s1 s2) = true ->
  arrives M s1 i a ->
  (forall N c, In c (second N) -> arrives N s2 i c) ->
  In b (followed_by M s2 second a) ->
  arrives M (BSeq s1 s2) i b.
Proof.
  intros M s1 s2 i second [[[U P] t] r] b Hs Ha Hsecond Hb. open_arrival Ha.
  unfold followed_by in Hb. simpl in Hb. destruct r as [r |].
  - destruct Hb as [Hb | []]. subst b. apply B_SEQ_1; [| assumption].
    apply (left_synchronizes _ _ _ _ _ _ _ Ha).
  - apply in_map_iff in Hb. destruct Hb as [c [E Hc]]. subst b. apply B_SEQ_2; auto.
    exact (Hsecond _ _ Hc).
Qed.

Lemma laps_sound : forall x r i e2 h body,
  synchronizes r = true ->
  eval i e2 = Some h ->
  (forall M l a, In a (body M l) -> arrives M (subst_bstmt x l r) i a) ->
  forall d l M e1 a, eval i e1 = Some l -> d = h - l ->
  In a (laps x (fun l => BFor x (Num l) e2 r) body d l M) ->
  arrives M (BFor x e1 e2 r) i a.
Proof.
  intros x r i e2 h body Hs Hh Hbody. induction d as [| d IH]; intros l M e1 a Hl Hd Ha; simpl in Ha.
  - destruct Ha as [Ha | []]. subst a. apply B_FOR_1; auto. rewrite (ge_of _ _ _ _ _ Hl Hh).
    f_equal. apply Nat.leb_le. lia.
  - apply in_map_iff in Ha. destruct Ha as [b [E Hb]]. subst a.
    apply in_flat_map in Hb. destruct Hb as [a [Ha Hb]].
    apply B_FOR_2 with (l := l); auto.
    + rewrite (lt_of _ _ _ _ Hh). f_equal. apply Nat.ltb_lt. lia.
    + refine (followed_sound _ _ _ _ _ _ _ _ (Hbody _ _ _ Ha) _ Hb).
      * simpl. rewrite Hs. apply orb_true_r.
      * intros N c Hc. apply IH with (l := l + 1); auto. lia.
Qed.

Lemma arrivals_sound_in : forall ks s env i M a,
  In a (arrivals ks env s i M) -> arrives M (close_bstmt env s) i a.
Proof.
  induction s; intros env i M a Ha;
    match type of Ha with In _ (arrivals _ _ ?s _ _) =>
      destruct (synchronizes s) eqn:Hs; [| eapply whole_sound; eassumption]
    end;
    simpl in Hs; try discriminate; simpl in Ha; rewrite ?Hs in Ha.
  - destruct Ha as [Ha | []]. subst. rewrite close_bsync. apply B_SYNC.
  - rewrite close_bread. destruct (eval i (close_expr env e)) as [j |] eqn:Hj; [| destruct Ha].
    apply in_map_iff in Ha. destruct Ha as [b [E Hb]]. subst.
    apply B_READ with (k := lookup M A j); auto.
    + rewrite synchronizes_close. assumption.
    + apply (IHs (bind x (lookup M A j) env) i M b Hb).
  - rewrite close_bseq. apply in_flat_map in Ha. destruct Ha as [b [Hb Ha]].
    eapply followed_sound; [| eauto | | exact Ha]; auto.
    simpl. rewrite !synchronizes_close. assumption.
  - rewrite close_bif.
    destruct (decide i (close_cond env c)) as [[|] |] eqn:Hc; [| | destruct Ha];
      apply in_map_iff in Ha; destruct Ha as [b [E Hb]]; subst.
    + apply B_IF_T; [simpl; rewrite !synchronizes_close | |]; auto. apply (IHs1 env i M b Hb).
    + apply B_IF_F; [simpl; rewrite !synchronizes_close | |]; auto. apply (IHs2 env i M b Hb).
  - rewrite close_bfor.
    destruct (eval i (close_expr env e1)) as [l |] eqn:Hl; [| destruct Ha].
    destruct (eval i (close_expr env e2)) as [h |] eqn:Hh; [| destruct Ha].
    eapply laps_sound; [| exact Hh | | exact Hl | reflexivity | exact Ha].
    + rewrite synchronizes_close. assumption.
    + intros N m b Hb. apply (IHs (bind x m env) i N b Hb).
  - rewrite close_bvar. apply in_flat_map in Ha. destruct Ha as [k [Hk Ha]].
    eapply B_VAR.
    + rewrite synchronizes_close. assumption.
    + apply (IHs (bind x k env) i M a Ha).
Qed.

Theorem arrivals_sound : forall ks s i M M' P t r,
  In (M', P, t, r) (arrivals ks [] s i M) -> reaches M s i M' P t r.
Proof. intros ks s i M M' P t r H. apply (arrivals_sound_in ks s [] i M _ H). Qed.

(** ** Each outcome is computed *)

(** Computed from every list that has the numbers which it takes. *)
Definition computed (all : list nat -> list arrival) (a : arrival) : Prop :=
  exists K, forall ks, incl K ks -> In a (all ks).

Lemma computed_map : forall f all a, computed all a -> computed (fun ks => map f (all ks)) (f a).
Proof. intros f all a [K H]. exists K. intros ks HK. apply in_map. auto. Qed.

Lemma followed_complete : forall M s1 s2 i first second a,
  synchronizes (BSeq s1 s2) = true ->
  (forall b, arrives M s1 i b -> computed first b) ->
  (forall N b, arrives N s2 i b -> computed (fun ks => second ks N) b) ->
  arrives M (BSeq s1 s2) i a ->
  computed (fun ks => flat_map (followed_by M s2 (second ks)) (first ks)) a.
Proof.
  intros M s1 s2 i first second [[[U P] t] r] Hs H1 H2 Ha. open_arrival Ha.
  inversion Ha as [N q j V Q u Hno | | | | N q1 q2 j V Q u w Hs1 Hr
    | N q1 q2 j M1 M2 P1 P2 t1 t2 w Hsync Hr1 Hr2 | | | |]; subst; [congruence | |].
  - destruct (H1 (U, P, t, Some w) Hr) as [K HK]. exists K. intros ks Hks.
    apply in_flat_map. exists (U, P, t, Some w). split; auto. left. reflexivity.
  - destruct (H1 (M1, P1, t1, None) Hr1) as [K1 HK1], (H2 _ (M2, P2, t2, r) Hr2) as [K2 HK2].
    exists (K1 ++ K2). intros ks Hks. apply in_flat_map. exists (M1, P1, t1, None).
    split; [apply HK1; eauto using incl_tran, incl_appl, incl_refl |].
    unfold followed_by. simpl. apply in_map_iff. exists (M2, P2, t2, r). split; [reflexivity |].
    apply HK2. eauto using incl_tran, incl_appr, incl_refl.
Qed.

Lemma laps_complete : forall x r i e2 h (body : list nat -> store -> nat -> list arrival),
  synchronizes r = true ->
  eval i e2 = Some h ->
  (forall M l a, arrives M (subst_bstmt x l r) i a -> computed (fun ks => body ks M l) a) ->
  forall d l M e1 a, eval i e1 = Some l -> d = h - l ->
  arrives M (BFor x e1 e2 r) i a ->
  computed (fun ks => laps x (fun l => BFor x (Num l) e2 r) (body ks) d l M) a.
Proof.
  intros x r i e2 h body Hs Hh Hbody.
  induction d as [| d IH]; intros l M e1 [[[U P] t] w] Hl Hd Ha; open_arrival Ha;
    inversion Ha as [N q j V Q u Hno | | | | | | | | N y f1 f2 q j Hsync Hge
      | N y f1 f2 q j m V Q u v Hsync Hm Hlt Hr]; subst; try (simpl in Hno; congruence).
  - exists []. intros ks _. simpl. auto.
  - rewrite (lt_of _ _ _ _ Hh) in Hlt. injection Hlt as Hlt. apply Nat.ltb_lt in Hlt.
    replace m with l in * by congruence. lia.
  - rewrite (ge_of _ _ _ _ _ Hl Hh) in Hge. injection Hge as Hge. apply Nat.leb_le in Hge. lia.
  - replace m with l in * by congruence.
    apply (computed_map (choosing (Iter x l)) _ (U, P, u, w)).
    apply followed_complete with (s1 := subst_bstmt x l r) (i := i); auto.
    + simpl. rewrite Hs. apply orb_true_r.
    + intros N b Hb. apply IH with (e1 := Num (l + 1)); auto. lia.
Qed.

Lemma arrivals_complete_in : forall s env i M a,
  arrives M (close_bstmt env s) i a -> computed (fun ks => arrivals ks env s i M) a.
Proof.
  induction s; intros env i M [[[U P] t] w] Ha;
    match type of Ha with arrives _ (close_bstmt _ ?s) _ _ =>
      destruct (synchronizes s) eqn:Hs; [| apply whole_complete; assumption]
    end;
    simpl in Hs; try discriminate; open_arrival Ha; simpl; rewrite ?Hs.
  - rewrite close_bsync in Ha. inversion Ha; subst; [simpl in *; discriminate |].
    exists []. simpl. auto.
  - rewrite close_bread in Ha.
    inversion Ha as [N q j V Q u Hno | | | N y B f q i' j k V Q u v Hsync Hj Hk Hr | | | | | |]; subst;
      [simpl in Hno; rewrite synchronizes_close in Hno; congruence |].
    rewrite Hj. set (f := fun a : arrival =>
      (updates (fst a), Access i Rd A j :: made (fst a), Tau ;; chosen (fst a), snd a)%trace).
    apply (computed_map f _ (U, Q, u, w)). apply IHs. exact Hr.
  - rewrite close_bseq in Ha.
    apply followed_complete with (s1 := close_bstmt env s1) (i := i); auto.
    simpl. rewrite !synchronizes_close. assumption.
  - rewrite close_bif in Ha.
    inversion Ha as [N q j V Q u Hno | | | | | | N d q1 q2 j V Q u v Hsync Hd Hr
      | N d q1 q2 j V Q u v Hsync Hd Hr | |]; subst;
      [simpl in Hno; rewrite !synchronizes_close in Hno; congruence | |]; rewrite Hd.
    + apply (computed_map (choosing Then) _ (U, P, u, w)). apply IHs1. exact Hr.
    + apply (computed_map (choosing Else) _ (U, P, u, w)). apply IHs2. exact Hr.
  - rewrite close_bfor in Ha.
    destruct (eval i (close_expr env e1)) as [l |] eqn:Hl;
      [destruct (eval i (close_expr env e2)) as [h |] eqn:Hh |].
    + apply (laps_complete x (close_bstmt (except x env) s) i (close_expr env e2) h
        (fun ks M l => arrivals ks (bind x l env) s i M)) with (e1 := close_expr env e1); auto.
      rewrite synchronizes_close. assumption.
    + exfalso. inversion Ha; subst; simpl in *; rewrite ?synchronizes_close, ?Hh, ?Hl in *;
        try discriminate; congruence.
    + exfalso. inversion Ha; subst; simpl in *; rewrite ?synchronizes_close, ?Hl in *;
        try discriminate; congruence.
  - rewrite close_bvar in Ha.
    inversion Ha as [N q j V Q u Hno | | N y q j k V Q u v Hsync Hr | | | | | | |]; subst;
      [simpl in Hno; rewrite synchronizes_close in Hno; congruence |].
    destruct (IHs (bind x k env) i M (U, P, t, w) Hr) as [K H].
    exists (k :: K). intros ks HK. apply in_flat_map. exists k. split.
    + apply HK. left. reflexivity.
    + apply H. intros y Hy. apply HK. right. assumption.
Qed.

(** From every list that has the numbers that the run takes for its [var]s. *)
Theorem arrivals_complete : forall s i M M' P t r, reaches M s i M' P t r ->
  exists K, forall ks, incl K ks -> In (M', P, t, r) (arrivals ks [] s i M).
Proof. intros s i M M' P t r H. apply (arrivals_complete_in s [] i M (M', P, t, r) H). Qed.
