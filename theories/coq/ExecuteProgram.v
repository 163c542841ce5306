(** Every outcome of a program from a memory, computed: as [outcomes] of protocols. *)

From Jaminan Require Export Execute.

(** The updates, the accesses and the choices of a run. *)
Definition outcome := (store * phase * trace)%type.
Definition updates (r : outcome) : store := fst (fst r).
Definition made (r : outcome) : phase := snd (fst r).
Definition chosen (r : outcome) : trace := snd r.

(** [d] iterations from [l] on, each from what those before it have written. *)
Fixpoint rounds (x : name) (body : store -> nat -> list outcome) (d l : nat) (M : store)
    : list outcome :=
  match d with
  | 0 => [([], [], Tau)]
  | S d' =>
      flat_map (fun r1 => map (fun r2 =>
        (merge (updates r1) (updates r2), made r1 ++ made r2,
         Iter x l ;; chosen r1 ;; chosen r2)%trace)
        (rounds x body d' (l + 1) (merge M (updates r1)))) (body M l)
  end.

(** Every [(M', P, t)] with [M, s ⇓ᵢ M', P ▷ t], where each [var] takes a number of [ks]. *)
Fixpoint executions (ks : list nat) (env : environment) (s : stmt) (i : nat) (M : store)
    : list outcome :=
  match s with
  | SSkip => [([], [], Tau)]
  | SWrite A e1 e2 =>
      match eval i (close_expr env e1), eval i (close_expr env e2) with
      | Some j, Some k => [([((A, j), k)], [Access i Wr A j], Tau)]
      | _, _ => []
      end
  | SRead x A e r =>
      match eval i (close_expr env e) with
      | Some j =>
          map (fun o => (updates o, Access i Rd A j :: made o, Tau ;; chosen o)%trace)
            (executions ks (bind x (lookup M A j) env) r i M)
      | None => []
      end
  | SSeq s1 s2 =>
      flat_map (fun r1 => map (fun r2 =>
        (merge (updates r1) (updates r2), made r1 ++ made r2, chosen r1 ;; chosen r2)%trace)
        (executions ks env s2 i (merge M (updates r1)))) (executions ks env s1 i M)
  | SIf c s1 s2 =>
      match decide i (close_cond env c) with
      | Some true => map (fun o => (updates o, made o, Then ;; chosen o)%trace)
                       (executions ks env s1 i M)
      | Some false => map (fun o => (updates o, made o, Else ;; chosen o)%trace)
                        (executions ks env s2 i M)
      | None => []
      end
  | SFor x e1 e2 r =>
      match eval i (close_expr env e1), eval i (close_expr env e2) with
      | Some l, Some h =>
          rounds x (fun M l => executions ks (bind x l env) r i M) (h - l) l M
      | _, _ => []
      end
  | SVar x r => flat_map (fun k => executions ks (bind x k env) r i M) ks
  end.

(** ** What closing does to each form *)

Lemma close_sskip : forall env, close_stmt env SSkip = SSkip.
Proof. induction env; simpl; [| rewrite IHenv]; reflexivity. Qed.

Lemma close_write : forall env A e1 e2,
  close_stmt env (SWrite A e1 e2) = SWrite A (close_expr env e1) (close_expr env e2).
Proof. induction env; intros; simpl; [| rewrite IHenv]; reflexivity. Qed.

Lemma close_sseq : forall env s1 s2,
  close_stmt env (SSeq s1 s2) = SSeq (close_stmt env s1) (close_stmt env s2).
Proof. induction env; intros; simpl; [| rewrite IHenv]; reflexivity. Qed.

Lemma close_sif : forall env c s1 s2,
  close_stmt env (SIf c s1 s2) = SIf (close_cond env c) (close_stmt env s1) (close_stmt env s2).
Proof. induction env; intros; simpl; [| rewrite IHenv]; reflexivity. Qed.

Lemma close_svar : forall env x r,
  close_stmt env (SVar x r) = SVar x (close_stmt (except x env) r).
Proof.
  induction env as [| [y k] env IH]; intros; simpl; auto. rewrite IH. simpl.
  destruct (String.eqb y x); reflexivity.
Qed.

Lemma close_read : forall env x A e r,
  close_stmt env (SRead x A e r) = SRead x A (close_expr env e) (close_stmt (except x env) r).
Proof.
  induction env as [| [y k] env IH]; intros; simpl; auto. rewrite IH. simpl.
  destruct (String.eqb y x); reflexivity.
Qed.

Lemma close_sfor : forall env x e1 e2 r,
  close_stmt env (SFor x e1 e2 r) =
  SFor x (close_expr env e1) (close_expr env e2) (close_stmt (except x env) r).
Proof.
  induction env as [| [y k] env IH]; intros; simpl; auto. rewrite IH. simpl.
  destruct (String.eqb y x); reflexivity.
Qed.

(** ** What is computed is an outcome *)

Lemma rounds_sound : forall x r i e2 h body,
  eval i e2 = Some h ->
  (forall M l o, In o (body M l) ->
    steps M (subst_stmt x l r) i (updates o) (made o) (chosen o)) ->
  forall d l M e1 o, eval i e1 = Some l -> d = h - l ->
  In o (rounds x body d l M) ->
  steps M (SFor x e1 e2 r) i (updates o) (made o) (chosen o).
Proof.
  intros x r i e2 h body Hh Hbody. induction d as [| d IH]; intros l M e1 o Hl Hd Ho; simpl in Ho.
  - destruct Ho as [Ho | []]. subst o. apply S_FOR_1. rewrite (ge_of _ _ _ _ _ Hl Hh).
    f_equal. apply Nat.leb_le. lia.
  - apply in_flat_map in Ho. destruct Ho as [o1 [H1 Ho]].
    apply in_map_iff in Ho. destruct Ho as [o2 [E H2]]. subst o.
    apply S_FOR_2; auto.
    + rewrite (lt_of _ _ _ _ Hh). f_equal. apply Nat.ltb_lt. lia.
    + apply IH with (l := l + 1); auto. lia.
Qed.

Lemma executions_sound_in : forall ks s env i M o,
  In o (executions ks env s i M) ->
  steps M (close_stmt env s) i (updates o) (made o) (chosen o).
Proof.
  induction s; intros env i M o Ho; simpl in Ho.
  - destruct Ho as [Ho | []]. subst. rewrite close_sskip. apply S_SKIP.
  - rewrite close_write. destruct (eval i (close_expr env e1)) eqn:H1; [| destruct Ho].
    destruct (eval i (close_expr env e2)) eqn:H2; [| destruct Ho].
    destruct Ho as [Ho | []]. subst. apply S_WRITE; assumption.
  - rewrite close_read. destruct (eval i (close_expr env e)) as [j |] eqn:Hj; [| destruct Ho].
    apply in_map_iff in Ho. destruct Ho as [o1 [E H1]]. subst.
    apply S_READ with (k := lookup M A j); auto.
    apply (IHs (bind x (lookup M A j) env) i M o1 H1).
  - rewrite close_sseq. apply in_flat_map in Ho. destruct Ho as [o1 [H1 Ho]].
    apply in_map_iff in Ho. destruct Ho as [o2 [E H2]]. subst. apply S_SEQ; auto.
  - rewrite close_sif. destruct (decide i (close_cond env c)) as [[|] |] eqn:Hc; [| | destruct Ho].
    + apply in_map_iff in Ho. destruct Ho as [o1 [E H1]]. subst. apply S_IF_T; [assumption |].
      apply (IHs1 env i M o1 H1).
    + apply in_map_iff in Ho. destruct Ho as [o1 [E H1]]. subst. apply S_IF_F; [assumption |].
      apply (IHs2 env i M o1 H1).
  - rewrite close_sfor.
    destruct (eval i (close_expr env e1)) as [l |] eqn:Hl; [| destruct Ho].
    destruct (eval i (close_expr env e2)) as [h |] eqn:Hh; [| destruct Ho].
    eapply rounds_sound; [exact Hh | | exact Hl | reflexivity | exact Ho].
    intros N m o' Ho'. apply (IHs (bind x m env) i N o' Ho').
  - rewrite close_svar. apply in_flat_map in Ho. destruct Ho as [k [Hk Ho]].
    eapply S_VAR. apply (IHs (bind x k env) i M o Ho).
Qed.

Theorem executions_sound : forall ks s i M M' P t,
  In (M', P, t) (executions ks [] s i M) -> steps M s i M' P t.
Proof. intros ks s i M M' P t H. apply (executions_sound_in ks s [] i M _ H). Qed.

(** ** Each outcome is computed *)

Lemma rounds_complete : forall x r i e2 h (body : list nat -> store -> nat -> list outcome),
  eval i e2 = Some h ->
  (forall M l M' P t, steps M (subst_stmt x l r) i M' P t ->
    exists K, forall ks, incl K ks -> In (M', P, t) (body ks M l)) ->
  forall d l M e1 M' P t, eval i e1 = Some l -> d = h - l ->
  steps M (SFor x e1 e2 r) i M' P t ->
  exists K, forall ks, incl K ks -> In (M', P, t) (rounds x (body ks) d l M).
Proof.
  intros x r i e2 h body Hh Hbody.
  induction d as [| d IH]; intros l M e1 M' P t Hl Hd Hr;
    inversion Hr as [| | | | | | | N y f1 f2 q j Hge
      | N y f1 f2 q j m M1 M2 P1 P2 t1 t2 Hm Hlt Hr1 Hr2]; subst.
  - exists []. intros ks _. simpl. auto.
  - rewrite (lt_of _ _ _ _ Hh) in Hlt. injection Hlt as Hlt. apply Nat.ltb_lt in Hlt.
    replace m with l in * by congruence. lia.
  - rewrite (ge_of _ _ _ _ _ Hl Hh) in Hge. injection Hge as Hge. apply Nat.leb_le in Hge. lia.
  - replace m with l in * by congruence.
    destruct (Hbody M l M1 P1 t1 Hr1) as [K1 H1].
    destruct (IH (l + 1) (merge M M1) (Num (l + 1)) M2 P2 t2) as [K2 H2];
      [reflexivity | lia | assumption |].
    exists (K1 ++ K2). intros ks HK. simpl. apply in_flat_map.
    exists (M1, P1, t1). split; [apply H1; eauto using incl_tran, incl_appl, incl_refl |].
    apply in_map_iff. exists (M2, P2, t2). split; [reflexivity |].
    apply H2. eauto using incl_tran, incl_appr, incl_refl.
Qed.

Lemma executions_complete_in : forall s env i M M' P t,
  steps M (close_stmt env s) i M' P t ->
  exists K, forall ks, incl K ks -> In (M', P, t) (executions ks env s i M).
Proof.
  induction s; intros env i M M' P t Hr.
  - rewrite close_sskip in Hr. inversion Hr; subst. exists []. simpl. auto.
  - rewrite close_write in Hr. inversion Hr as [| | N A' f1 f2 j' j k Hj Hk | | | | | |]; subst.
    exists []. simpl. rewrite Hj, Hk. simpl. auto.
  - rewrite close_read in Hr.
    inversion Hr as [| N y A' f q i' j k M1 P1 t1 Hj Hk Hq | | | | | | |]; subst.
    destruct (IHs (bind x (lookup M A j) env) i M M' P1 t1 Hq) as [K H].
    exists K. intros ks HK. simpl. rewrite Hj.
    apply in_map_iff. exists (M', P1, t1). auto.
  - rewrite close_sseq in Hr.
    inversion Hr as [| | | | N q1 q2 j M1 M2 P1 P2 t1 t2 Hr1 Hr2 | | | |]; subst.
    destruct (IHs1 _ _ _ _ _ _ Hr1) as [K1 H1], (IHs2 _ _ _ _ _ _ Hr2) as [K2 H2].
    exists (K1 ++ K2). intros ks HK. simpl. apply in_flat_map.
    exists (M1, P1, t1). split; [apply H1; eauto using incl_tran, incl_appl, incl_refl |].
    apply in_map_iff. exists (M2, P2, t2). split; [reflexivity |].
    apply H2. eauto using incl_tran, incl_appr, incl_refl.
  - rewrite close_sif in Hr.
    inversion Hr as [| | | | | N c' q1 q2 j M1 Q u Hc Hq | N c' q1 q2 j M1 Q u Hc Hq | |]; subst.
    + destruct (IHs1 _ _ _ _ _ _ Hq) as [K H]. exists K. intros ks HK. simpl. rewrite Hc.
      apply in_map_iff. exists (M', P, u). auto.
    + destruct (IHs2 _ _ _ _ _ _ Hq) as [K H]. exists K. intros ks HK. simpl. rewrite Hc.
      apply in_map_iff. exists (M', P, u). auto.
  - rewrite close_sfor in Hr. simpl.
    destruct (eval i (close_expr env e1)) as [l |] eqn:Hl;
      [destruct (eval i (close_expr env e2)) as [h |] eqn:Hh |].
    + apply (rounds_complete x (close_stmt (except x env) s) i (close_expr env e2) h
        (fun ks M l => executions ks (bind x l env) s i M) Hh) with (e1 := close_expr env e1); auto.
    + exfalso. inversion Hr; subst; simpl in *; rewrite ?Hh, ?Hl in *; discriminate.
    + exfalso. inversion Hr; subst; simpl in *; rewrite ?Hl in *; discriminate.
  - rewrite close_svar in Hr. inversion Hr as [N y q j k M1 Q u Hq | | | | | | | |]; subst.
    destruct (IHs (bind x k env) i M M' P t Hq) as [K H].
    exists (k :: K). intros ks HK. simpl. apply in_flat_map. exists k. split.
    + apply HK. left. reflexivity.
    + apply H. intros y Hy. apply HK. right. assumption.
Qed.

(** From every list that has the numbers that the run takes for its [var]s. *)
Theorem executions_complete : forall s i M M' P t, steps M s i M' P t ->
  exists K, forall ks, incl K ks -> In (M', P, t) (executions ks [] s i M).
Proof. intros s i M M' P t. apply (executions_complete_in s []). Qed.
