(* Sums of weights modulo numbers, several of them together: no move changes them, so that a goal which cannot have them is not reached.
   And a sum that every move raises by its cost: it says what plays to goals cost modulo a number. *)
Require Import List Bool Arith NArith ZArith Lia.
From Saltus Require Import Puzzle Sums Plays Board Bounds.
Import ListNotations.

Section Residues.
  Variable p : puzzle.
  Variable size : nat -> nat.
  Let n := cells p.
  Hypothesis ok : puzzle_ok p size = true.
  Variable q : nat.                                  (* how many sums *)
  Variable m : nat -> Z.                             (* their moduli *)
  Variable w : nat -> nat -> N -> Z.                 (* their weights *)

  (* The residues of the cells below c. *)
  Fixpoint residues (c : nat) (s : position) i q : list Z :=
    match q with 0 => [] | S q => (sum (fun c => w i c (s c)) c mod m i)%Z :: residues c s (S i) q end.
  Fixpoint plus (v : list Z) c x i : list Z := match v with [] => [] | y :: v => ((y + w i c x) mod m i)%Z :: plus v c x (S i) end.
  Lemma plus_residues c s q' : forall i, plus (residues c s i q') c (s c) i = residues (S c) s i q'.
  Proof. induction q'; intros i; cbn; auto. rewrite IHq', Zplus_mod_idemp_l. reflexivity. Qed.

  (* What residues, and how many counted cells, positions can have that show a picture: found cell by cell. *)
  Definition choices (g : picture) c := match lookup c (shown g) with Some x => [x] | None => map N.of_nat (seq 0 (size c)) end.
  Definition mark := (list Z * nat)%type.
  Definition mark_eq (x y : mark) : {x = y} + {x <> y}.
  Proof. repeat decide equality. Defined.
  Fixpoint marks (g : picture) (c : nat) : list mark := match c with
    | 0 => [(residues 0 (fun _ => 0%N) 0 q, 0)]
    | S c => nodup mark_eq (filter (fun x => snd x <=? limit g) (flat_map (fun x => map (fun k =>
               (plus (fst x) c k 0, (if counted g c k then 1 else 0) + snd x)) (choices g c)) (marks g c)))
    end.
  Fixpoint count_below (g : picture) (s : position) c := match c with 0 => 0 | S c => (if counted g c (s c) then 1 else 0) + count_below g s c end.
  Lemma count_below_all g s : count_below g s n = count p (counted g) s.
  Proof.
    apply Nat2Z.inj. rewrite count_tally. unfold tally. fold n. generalize n as k.
    induction k; cbn [count_below sum]; auto. destruct (counted g k (s k)); lia.
  Qed.
  Lemma count_grows g s c c' : c <= c' -> count_below g s c <= count_below g s c'.
  Proof. induction 1; auto. cbn. lia. Qed.
  Lemma marked g s : valid p size s -> shows p g s -> forall c, c <= n -> In (residues c s 0 q, count_below g s c) (marks g c).
  Proof.
    intros V Sh. assert (T : count_below g s n <= limit g) by (rewrite count_below_all; apply Sh).
    induction c; intros L; cbn [marks].
    - left. f_equal. generalize 0 at 2 4 as i. induction q; intros i; cbn; f_equal; auto.
    - apply nodup_In, filter_In. split.
      + apply in_flat_map. eexists. split; [apply IHc; lia|]. apply in_map_iff. exists (s c). split.
        * cbn [fst snd]. f_equal. apply plus_residues.
        * unfold choices. destruct (lookup c (shown g)) as [x|] eqn:E.
          -- left. symmetry. eapply shows_at; eauto.
          -- apply in_map_iff. exists (N.to_nat (s c)). split; [apply N2Nat.id|]. apply in_seq. specialize (V c ltac:(fold n; lia)). lia.
      + cbn [snd]. apply Nat.leb_le. pose proof (count_grows g s _ _ L). lia.
  Qed.

  (* Where every rule leaves a counted cell, and the start has one, every position of a play has one. *)
  Definition leaves_one (g : picture) (r : rule) := existsb (fun t => counted g (fst t) (snd (snd t))) (change r).
  Definition floor (g : picture) (start : position) :=
    if (1 <=? count p (counted g) start) && forallb (leaves_one g) (rules p) then 1 else 0.
  Lemma floor_move g start s k s' : move p s k s' -> floor g start <= count p (counted g) s -> floor g start <= count p (counted g) s'.
  Proof.
    unfold floor. intros [r [I [_ M]]] _. destruct (_ <=? _); cbn [andb]; [|lia].
    destruct (forallb (leaves_one g) (rules p)) eqn:F; [|lia]. rewrite forallb_forall in F. specialize (F _ I).
    apply existsb_exists in F as [[c [x y]] [J C]]. cbn [fst snd] in C.
    destruct M as [M _]. destruct (M _ _ _ J) as [_ E]. pose proof (rule_small _ _ _ _ _ _ (rules_ok _ _ ok _ I) J) as [L _].
    unfold count. destruct (filter _ _) eqn:Q; cbn; [|lia].
    assert (X : In c (filter (fun c => counted g c (s' c)) (seq 0 (cells p)))) by (apply filter_In; rewrite E; split; auto; apply in_seq; lia).
    rewrite Q in X. destruct X.
  Qed.

  Definition residues_eqb (x y : list Z) := if list_eq_dec Z.eq_dec x y then true else false.
  Definition residues_check start :=
    all (fun i => (0 <? m i)%Z && forallb (fun r => (weight_price (w i) r mod m i =? 0)%Z) (rules p)) q &&
    forallb (fun g => forallb (fun x => (snd x <? floor g start) || negb (residues_eqb (fst x) (residues n start 0 q))) (marks g n)) (aims p).
  Theorem residues_never start : valid p size start -> residues_check start = true -> never p start.
  Proof.
    unfold residues_check. intros V0 H. apply andb_true_iff in H as [Hr Hg]. rewrite forallb_forall in Hg.
    pose (good := fun s => valid p size s /\ forall g, floor g start <= count p (counted g) s).
    assert (GM : forall s k s', good s -> move p s k s' -> good s').
    { intros s k s' [V F] M. split; [eapply valid_move; eauto|]. intros g. eapply floor_move; eauto. }
    apply (invariant p good GM _ (fun s => residues n s 0 q)).
    - intros s k s' _ [r [I [_ M]]].
      assert (X : forall k i, i + k <= q -> residues n s' i k = residues n s i k).
      { induction k0; intros i L; cbn; auto. rewrite IHk0 by lia. f_equal.
        pose proof (all_true _ _ Hr i ltac:(lia)) as Q. cbn in Q. apply andb_true_iff in Q as [Q0 Q].
        rewrite forallb_forall in Q. specialize (Q _ I). apply Z.eqb_eq in Q.
        change (sum (fun c => w i c (s c)) n) with (weight p (w i) s). change (sum (fun c => w i c (s' c)) n) with (weight p (w i) s').
        rewrite (weight_step p size ok (w i) s r s' I M).
        rewrite <- Zplus_mod_idemp_l, Q. reflexivity. }
      apply X. lia.
    - split; auto. intros g. unfold floor. destruct (Nat.leb_spec 1 (count p (counted g) start)); cbn [andb]; [|lia].
      destruct (forallb _ _); lia.
    - intros t [V F] G E. destruct (aimed p _ G) as [g [I S]]. specialize (Hg _ I). rewrite forallb_forall in Hg.
      specialize (Hg _ (marked g t V S n (le_n n))). cbn [fst snd] in Hg. rewrite E, count_below_all in Hg.
      specialize (F g). destruct (Nat.ltb_spec (count p (counted g) t) (floor g start)); [lia|].
      unfold residues_eqb in Hg. destruct (list_eq_dec Z.eq_dec (residues n start 0 q) (residues n start 0 q)); [discriminate|contradiction].
  Qed.
End Residues.

Section Clock.
  Variable p : puzzle.
  Variable size : nat -> nat.
  Let n := cells p.
  Hypothesis ok : puzzle_ok p size = true.
  Variable M : Z.
  Variable w : nat -> N -> Z.

  Let marks := marks size 1 (fun _ => M) (fun _ => w).
  Definition clock_check start (C C' : N) := (0 <? M)%Z &&
    forallb (fun r => ((weight_price w r + Z.of_N (cost r)) mod M =? 0)%Z) (rules p) &&
    forallb (fun g => forallb (fun x => forallb (fun y => (Z.of_N C' <=? Z.of_N C + (y - weight p w start - Z.of_N C) mod M)%Z) (fst x)) (marks g n)) (aims p).
  Lemma clock_play : (0 < M)%Z -> forallb (fun r => ((weight_price w r + Z.of_N (cost r)) mod M =? 0)%Z) (rules p) = true ->
    forall s k t, play p s k t -> exists z, (weight p w t = weight p w s + Z.of_N k + M * z)%Z.
  Proof.
    intros Mp H s k t P. rewrite forallb_forall in H. induction P as [s|s k s' m t M1 P [z IH]]; [exists 0%Z; lia|].
    destruct M1 as [r [I [<- B]]]. specialize (H _ I). apply Z.eqb_eq in H. apply Z.mod_divide in H; [|lia]. destruct H as [y H].
    pose proof (weight_step p size ok w s r s' I B) as E. exists (z - y)%Z. lia.
  Qed.
  (* A play that costs C or more costs C' or more, because no number in between is what goals allow. *)
  Theorem clock_right start C C' : clock_check start C C' = true -> valid p size start -> at_least p start C -> at_least p start C'.
  Proof.
    unfold clock_check. rewrite !andb_true_iff. intros [[Mp Hr] Hg] V A k t P G. apply Z.ltb_lt in Mp.
    destruct (clock_play Mp Hr _ _ _ P) as [z E]. specialize (A _ _ P G).
    destruct (aimed p _ G) as [g [I S]]. rewrite forallb_forall in Hg. specialize (Hg _ I). rewrite forallb_forall in Hg.
    pose proof (good_play p (valid p size) (valid_move p size ok) _ _ _ P V) as Vt.
    specialize (Hg _ (marked p size 1 (fun _ => M) (fun _ => w) g t Vt S n (le_n n))). cbn [fst residues] in Hg.
    rewrite forallb_forall in Hg. specialize (Hg _ (or_introl eq_refl)). apply Z.leb_le in Hg.
    change (sum (fun c => w c (t c)) n) with (weight p w t) in Hg.
    assert (X : ((weight p w t mod M - weight p w start - Z.of_N C) mod M = (Z.of_N k - Z.of_N C) mod M)%Z).
    { rewrite E. replace (weight p w start + Z.of_N k + M * z)%Z with ((weight p w start + Z.of_N k) + z * M)%Z by lia.
      rewrite Z.mod_add by lia. rewrite <- Zminus_mod_idemp_l, Zminus_mod_idemp_l, <- Zminus_mod_idemp_l.
      replace (((weight p w start + Z.of_N k) mod M - weight p w start) mod M)%Z with (Z.of_N k mod M)%Z.
      - now rewrite Zminus_mod_idemp_l.
      - rewrite Zminus_mod_idemp_l. f_equal. lia. }
    rewrite X in Hg. pose proof (Z.mod_le (Z.of_N k - Z.of_N C) M ltac:(lia) Mp). lia.
  Qed.
End Clock.
