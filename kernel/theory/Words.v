(* A position as one number: a cell is a field of b bits. A rule is then `w land mask = before`, and `w lxor flip` is the position after it. *)
Require Import List Bool Arith NArith ZArith Lia.
From Saltus Require Import Puzzle Sums Plays Board.
Import ListNotations.

Section Words.
  Variable b : N.                                    (* bits of a cell *)
  Hypothesis b_pos : (0 < b)%N.

  Definition at_bit (c : nat) := (b * N.of_nat c)%N.
  Definition digit (w : N) (c : nat) : N := N.land (N.shiftr w (at_bit c)) (N.ones b).
  Fixpoint pack (l : list (nat * N)) : N :=
    match l with [] => 0%N | (c, x) :: l => N.lor (pack l) (N.shiftl x (at_bit c)) end.

  Lemma digit_bit w c i : N.testbit (digit w c) i = (i <? b)%N && N.testbit w (i + at_bit c).
  Proof.
    unfold digit. rewrite N.land_spec, N.shiftr_spec', andb_comm. f_equal.
    destruct (N.ltb_spec i b); [apply N.ones_spec_low|apply N.ones_spec_high]; auto.
  Qed.
  Lemma digit_lt w c : (digit w c < 2 ^ b)%N.
  Proof. unfold digit. rewrite N.land_ones. apply N.mod_lt, N.pow_nonzero. discriminate. Qed.
  Lemma digit_land c v w : digit (N.land v w) c = N.land (digit v c) (digit w c).
  Proof. apply N.bits_inj. intros i. rewrite N.land_spec, !digit_bit, N.land_spec. destruct (i <? b)%N; auto. Qed.
  Lemma digit_lxor c v w : digit (N.lxor v w) c = N.lxor (digit v c) (digit w c).
  Proof. apply N.bits_inj. intros i. rewrite N.lxor_spec, !digit_bit, N.lxor_spec. destruct (i <? b)%N; auto. Qed.
  Lemma digit_lor c v w : digit (N.lor v w) c = N.lor (digit v c) (digit w c).
  Proof. apply N.bits_inj. intros i. rewrite N.lor_spec, !digit_bit, N.lor_spec. destruct (i <? b)%N; auto. Qed.
  Lemma digit_zero c : digit 0 c = 0%N.
  Proof. apply N.bits_inj. intros i. rewrite digit_bit, !N.bits_0. apply andb_false_r. Qed.
  Lemma digit_ext v w : (forall c, digit v c = digit w c) -> v = w.
  Proof.
    intros H. apply N.bits_inj. intros i.
    specialize (H (N.to_nat (i / b))). apply (f_equal (fun x => N.testbit x (i mod b))) in H.
    rewrite !digit_bit in H. unfold at_bit in H. rewrite N2Nat.id in H.
    assert (L : (i mod b < b)%N) by (apply N.mod_lt; lia). apply N.ltb_lt in L. rewrite L in H. cbn in H.
    replace (i mod b + b * (i / b))%N with i in H; [exact H|]. pose proof (N.div_mod i b). lia.
  Qed.
  Lemma high_bits x i : (x < 2 ^ b)%N -> (b <= i)%N -> N.testbit x i = false.
  Proof.
    intros H L. destruct (N.eq_dec x 0); [subst; apply N.bits_0|].
    apply N.bits_above_log2. apply N.log2_lt_pow2 in H; lia.
  Qed.
  Lemma digit_shiftl x c c' : (x < 2 ^ b)%N -> digit (N.shiftl x (at_bit c')) c = if c' =? c then x else 0%N.
  Proof.
    intros X. apply N.bits_inj. intros i. rewrite digit_bit. unfold at_bit.
    destruct (N.ltb_spec i b) as [L|L]; cbn [andb].
    - destruct (Nat.eqb_spec c' c) as [E|E].
      + subst. rewrite N.shiftl_spec_high' by lia. f_equal. lia.
      + rewrite N.bits_0. destruct (Nat.lt_ge_cases c c').
        * apply N.shiftl_spec_low. nia.
        * rewrite N.shiftl_spec_high' by nia. apply high_bits; auto. nia.
    - destruct (c' =? c); [|now rewrite N.bits_0]. symmetry. now apply high_bits.
  Qed.
  (* What is packed is read back. *)
  Lemma digit_pack l c : NoDup (map fst l) -> (forall c x, In (c, x) l -> (x < 2 ^ b)%N) ->
    digit (pack l) c = match lookup c l with Some x => x | None => 0%N end.
  Proof.
    induction l as [|[i x] l IH]; intros D H; cbn [pack lookup]; [apply digit_zero|].
    cbn in D. inversion D; subst. assert (X : (x < 2 ^ b)%N) by (apply (H i); cbn; auto).
    rewrite digit_lor, IH, digit_shiftl; auto; [|intros j y J; apply (H j); cbn; auto].
    destruct (Nat.eqb_spec i c); [subst|apply N.lor_0_r]. now rewrite (proj2 (lookup_none _ c l)).
  Qed.
  Lemma ones_small : (N.ones b < 2 ^ b)%N.
  Proof. rewrite N.ones_equiv. pose proof (N.pow_nonzero 2 b). lia. Qed.
  Lemma land_small x : (N.land x (N.ones b) < 2 ^ b)%N.
  Proof. rewrite N.land_ones. apply N.mod_lt, N.pow_nonzero. discriminate. Qed.
  Lemma land_same x : (x < 2 ^ b)%N -> N.land x (N.ones b) = x.
  Proof. intros. rewrite N.land_ones. now apply N.mod_small. Qed.
  Lemma lxor_small x y : (x < 2 ^ b)%N -> (y < 2 ^ b)%N -> (N.lxor x y < 2 ^ b)%N.
  Proof.
    intros X Y. replace (N.lxor x y) with (digit (N.lxor x y) 0); [apply digit_lt|].
    unfold digit, at_bit. rewrite N.mul_0_r, N.shiftr_0_r. apply N.bits_inj. intros i. rewrite N.land_spec.
    destruct (N.ltb_spec i b).
    - rewrite N.ones_spec_low by auto. now rewrite andb_true_r.
    - rewrite N.lxor_spec, !high_bits by auto. reflexivity.
  Qed.

  (* A list of changes as three numbers. *)
  Definition changes := list (nat * (N * N)).
  Definition mask (l : changes) := pack (map (fun t => (fst t, N.ones b)) l).
  Definition before (l : changes) := pack (map (fun t => (fst t, fst (snd t))) l).
  Definition flip (l : changes) := pack (map (fun t => (fst t, N.lxor (fst (snd t)) (snd (snd t)))) l).
  Definition fitting (l : changes) := NoDup (map fst l) /\ forall c x y, In (c, (x, y)) l -> (x < 2 ^ b)%N /\ (y < 2 ^ b)%N.

  Lemma digit_of (l : changes) (f : N * N -> N) c : fitting l ->
    (forall x y, (x < 2 ^ b)%N -> (y < 2 ^ b)%N -> (f (x, y) < 2 ^ b)%N) ->
    digit (pack (map (fun t => (fst t, f (snd t))) l)) c = match lookup c l with Some t => f t | None => 0%N end.
  Proof.
    intros [D S] F. rewrite digit_pack.
    - rewrite (lookup_map _ _ (fun _ => f)). destruct (lookup c l); reflexivity.
    - rewrite map_map. exact D.
    - intros i x I. apply in_map_iff in I as [[j [u v]] [E I]]. inversion E; subst. destruct (S _ _ _ I). now apply F.
  Qed.

  (* Whether a list of changes fits, and what it does, cell by cell. *)
  Lemma fits_iff w l : fitting l ->
    (N.land w (mask l) = before l <-> forall c x y, In (c, (x, y)) l -> digit w c = x).
  Proof.
    intros F. assert (K : forall c, N.land (digit w c) (N.ones b) = digit w c) by (intros; apply land_same, digit_lt).
    assert (T : forall c, digit (mask l) c = match lookup c l with Some _ => N.ones b | None => 0%N end).
    { intros c. unfold mask. rewrite (digit_of l (fun _ => N.ones b)); auto. intros; apply ones_small. }
    assert (B : forall c, digit (before l) c = match lookup c l with Some t => fst t | None => 0%N end).
    { intros c. apply (digit_of l fst); auto. }
    split.
    - intros E c x y I. apply (f_equal (fun v => digit v c)) in E. rewrite digit_land, T, B in E.
      rewrite (lookup_nodup _ _ _ _ (proj1 F) I), K in E. exact E.
    - intros H. apply digit_ext. intros c. rewrite digit_land, T, B.
      destruct (lookup c l) as [[x y]|] eqn:L; [|apply N.land_0_r]. rewrite K. apply lookup_in in L. now apply (H c x y).
  Qed.
  Lemma digit_flip w l c : fitting l -> (forall c x y, In (c, (x, y)) l -> digit w c = x) ->
    digit (N.lxor w (flip l)) c = match lookup c l with Some (_, y) => y | None => digit w c end.
  Proof.
    intros F H. rewrite digit_lxor. unfold flip.
    rewrite (digit_of l (fun t => N.lxor (fst t) (snd t))); auto using lxor_small.
    destruct (lookup c l) as [[x y]|] eqn:L; [|apply N.lxor_0_r].
    apply lookup_in in L. rewrite (H _ _ _ L). cbn. rewrite <- N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_l.
  Qed.

  (* Positions and words that hold the same. *)
  Section Board.
    Variable p : puzzle.
    Variable size : nat -> nat.
    Let n := cells p.
    Hypothesis sizes_fit : forall c, c < n -> (N.of_nat (size c) <= 2 ^ b)%N.

    Definition same (s : position) (w : N) := forall c, c < n -> s c = digit w c.
    Definition word (s : position) := pack (map (fun c => (c, N.land (s c) (N.ones b))) (seq 0 n)).
    Lemma digit_word s c : c < n -> digit (word s) c = N.land (s c) (N.ones b).
    Proof.
      intros L. unfold word. rewrite digit_pack.
      - rewrite (lookup_seq _ (fun c => N.land (s c) (N.ones b))). apply Nat.ltb_lt in L. now rewrite L.
      - rewrite map_map. cbn [fst]. rewrite map_id. apply seq_NoDup.
      - intros i x I. apply in_map_iff in I as [j [E _]]. inversion E; subst. apply land_small.
    Qed.
    Lemma same_word s : valid p size s -> same s (word s).
    Proof.
      intros V c L. rewrite digit_word by auto. symmetry. apply land_same. specialize (V _ L). specialize (sizes_fit _ L). lia.
    Qed.
    Lemma rule_fitting r : rule_ok p size r = true -> fitting (change r).
    Proof.
      intros O. split; [eapply rule_distinct; eauto|]. intros c x y I.
      destruct (rule_small _ _ _ _ _ _ O I) as [L [X Y]]. specialize (sizes_fit _ L). lia.
    Qed.
    Lemma same_fits r s s' w : rule_ok p size r = true -> same s w -> moves_by p r s s' ->
      N.land w (mask (change r)) = before (change r) /\ same s' (N.lxor w (flip (change r))).
    Proof.
      intros O S M. assert (H : forall c x y, In (c, (x, y)) (change r) -> digit w c = x).
      { intros c x y I. destruct (rule_small _ _ _ _ _ _ O I) as [L _]. rewrite <- (S _ L). now apply (proj1 M c x y). }
      split; [now apply fits_iff; auto using rule_fitting|].
      intros c L. rewrite digit_flip; auto using rule_fitting. pose proof (by_cell _ _ _ _ _ _ O M L) as B.
      destruct (lookup c (change r)) as [[x y]|]; [tauto|]. rewrite B. auto.
    Qed.
    Lemma solved_same s w : puzzle_ok p size = true -> same s w -> solved p s -> solved_now p (digit w) = true.
    Proof. intros O S G. apply solved_iff. eapply agree_solved; eauto. Qed.
  End Board.
End Words.
