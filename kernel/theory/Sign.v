(* The sign of an arrangement of contents no two of which are alike, with a sum of weights modulo 2: no move changes both together. *)
Require Import List Bool Arith NArith ZArith Lia Permutation.
From Saltus Require Import Puzzle Sums Plays Board Bounds.
Import ListNotations.

(* ---- The sign of a list: whether the number of its pairs that stand in the wrong order is odd. ---- *)
Fixpoint below x (l : list N) := match l with [] => false | y :: l => xorb (y <? x)%N (below x l) end.
Fixpoint above x (l : list N) := match l with [] => false | y :: l => xorb (x <? y)%N (above x l) end.
Fixpoint odd_order (l : list N) := match l with [] => false | x :: l => xorb (below x l) (odd_order l) end.
Fixpoint cross (a l : list N) := match a with [] => false | x :: a => xorb (below x l) (cross a l) end.
Lemma below_app x a l : below x (a ++ l) = xorb (below x a) (below x l).
Proof. induction a; cbn; [now destruct (below x l)|]. rewrite IHa. now rewrite xorb_assoc. Qed.
Ltac xor := repeat match goal with |- context [below ?x ?l] => destruct (below x l) | |- context [cross ?x ?l] => destruct (cross x l)
  | |- context [odd_order ?l] => destruct (odd_order l) | |- context [above ?x ?l] => destruct (above x l)
  | |- context [(?x <? ?y)%N] => destruct (x <? y)%N end; reflexivity.
Lemma order_app a l : odd_order (a ++ l) = xorb (odd_order a) (xorb (cross a l) (odd_order l)).
Proof. induction a; cbn; [now xor|]. rewrite IHa, below_app. xor. Qed.
Lemma cross_cons a y l : cross a (y :: l) = xorb (above y a) (cross a l).
Proof. induction a; cbn; auto. rewrite IHa. xor. Qed.
Lemma less_not x y : x <> y -> (x <? y)%N = negb (y <? x)%N.
Proof. intros D. destruct (N.ltb_spec x y), (N.ltb_spec y x); auto; lia. Qed.
Lemma around_odd x a : ~ In x a -> xorb (below x a) (above x a) = Nat.odd (length a).
Proof.
  induction a as [|y a IH]; cbn [length]; auto. intros H. cbn in H. rewrite Nat.odd_succ, <- Nat.negb_odd, <- IH by tauto. cbn.
  rewrite (less_not x y) by (intros ->; tauto). xor.
Qed.
Lemma below_swap z x y a c : below z (x :: a ++ y :: c) = below z (y :: a ++ x :: c).
Proof. cbn. rewrite !below_app. cbn. xor. Qed.
Lemma cross_swap l x y a c : cross l (x :: a ++ y :: c) = cross l (y :: a ++ x :: c).
Proof. induction l; cbn [cross]; auto. now rewrite IHl, below_swap. Qed.
(* An exchange of two elements changes the sign. *)
Lemma order_swap l x a y c : NoDup (l ++ x :: a ++ y :: c) ->
  odd_order (l ++ y :: a ++ x :: c) = negb (odd_order (l ++ x :: a ++ y :: c)).
Proof.
  intros H. rewrite !order_app, (cross_swap l y x a c).
  assert (H' : NoDup (x :: a ++ y :: c)).
  { clear -H. induction l; auto. inversion H; auto. }
  assert (Nx : ~ In x a /\ x <> y).
  { inversion H'; subst. split; intros E; apply H2; apply in_or_app; cbn; subst; auto. }
  assert (Ny : ~ In y a).
  { inversion H'; subst. apply NoDup_remove_2 in H3. intros E. apply H3. apply in_or_app; auto. }
  cbn [odd_order]. rewrite !below_app, !order_app, !cross_cons. cbn [below odd_order].
  pose proof (around_odd x a (proj1 Nx)) as X. pose proof (around_odd y a Ny) as Y. rewrite <- X in Y.
  rewrite (less_not x y) by apply Nx. clear -Y. revert Y.
  destruct (below x a), (above x a), (below y a), (above y a); cbn; intros Y; try discriminate; xor.
Qed.

Section Sign.
  Variable p : puzzle.
  Variable size : nat -> nat.
  Let n := cells p.
  Hypothesis ok : puzzle_ok p size = true.

  Definition swapped (t : nat * nat) (f : nat -> nat) c := if c =? fst t then f (snd t) else if c =? snd t then f (fst t) else f c.
  Definition row (g : nat -> N) := map g (seq 0 n).
  Lemma row_swapped (g : nat -> N) f i j : i < j < n -> exists l a c,
    row (fun k => g (f k)) = l ++ g (f i) :: a ++ g (f j) :: c /\
    row (fun k => g (swapped (i, j) f k)) = l ++ g (f j) :: a ++ g (f i) :: c.
  Proof.
    intros [L1 L2]. unfold row.
    replace (seq 0 n) with (seq 0 i ++ i :: seq (S i) (j - S i) ++ j :: seq (S j) (n - S j)).
    - exists (map (fun k => g (f k)) (seq 0 i)), (map (fun k => g (f k)) (seq (S i) (j - S i))), (map (fun k => g (f k)) (seq (S j) (n - S j))).
      rewrite !map_app. cbn [map]. rewrite !map_app. cbn [map]. split; auto. unfold swapped. cbn [fst snd].
      rewrite !Nat.eqb_refl. replace (j =? i) with false by (symmetry; apply Nat.eqb_neq; lia).
      f_equal; [|f_equal; f_equal; [|f_equal]]; apply map_ext_in; intros k K; apply in_seq in K;
        rewrite (proj2 (Nat.eqb_neq k i)), (proj2 (Nat.eqb_neq k j)); auto; lia.
    - replace n with (i + S ((j - S i) + S (n - S j))) at 2 by lia. rewrite seq_app. f_equal. cbn. f_equal.
      rewrite seq_app. f_equal. cbn. f_equal; [|f_equal]; lia.
  Qed.
  (* After exchanges of cells, one after another, the sign has changed as often as cells were exchanged. *)
  Lemma swaps_sign (g : nat -> N) sw : (forall t, In t sw -> fst t < snd t < n) -> forall f, NoDup (row (fun k => g (f k))) ->
    let f' := fold_left (fun f t => swapped t f) sw f in
    NoDup (row (fun k => g (f' k))) /\ odd_order (row (fun k => g (f' k))) = xorb (odd_order (row (fun k => g (f k)))) (Nat.odd (length sw)).
  Proof.
    induction sw as [|[i j] sw IH]; intros H f D; cbn [fold_left].
    - split; auto. cbn. now rewrite xorb_false_r.
    - destruct (row_swapped g f i j) as [l [a [c [E1 E2]]]]; [apply (H (i, j)); cbn; auto|].
      assert (D' : NoDup (row (fun k => g (swapped (i, j) f k)))).
      { rewrite E2. pose proof D as D0. rewrite E1 in D0. eapply Permutation_NoDup; [|exact D0]. apply Permutation_app_head.
        transitivity (g (f j) :: (g (f i) :: a) ++ c); [symmetry; apply (Permutation_middle (g (f i) :: a) c (g (f j)))|].
        cbn. apply perm_skip. apply Permutation_middle. }
      destruct (IH (fun t I => H t (or_intror I)) _ D') as [A B]. split; auto. rewrite B.
      rewrite E2, E1. rewrite E1 in D. rewrite (order_swap _ _ _ _ _ D). cbn [length]. rewrite Nat.odd_succ, <- Nat.negb_odd.
      destruct (odd_order (l ++ g (f i) :: a ++ g (f j) :: c)), (Nat.odd (length sw)); reflexivity.
  Qed.

  Variable swaps : rule -> list (nat * nat).         (* an oracle: exchanges of cells that do what the rule does *)
  Variable w : nat -> N -> Z.
  Definition comes_from (r : rule) := fold_left (fun f t => swapped t f) (swaps r) (fun c => c).
  Definition sign_rule (r : rule) :=
    forallb (fun t => (fst t <? snd t) && (snd t <? n)) (swaps r) &&
    (let f := comes_from r in all (fun c => match lookup c (change r) with
      | Some (_, y) => match lookup (f c) (change r) with Some (x, _) => (x =? y)%N | None => false end
      | None => f c =? c end) n) &&
    eqb (Nat.odd (length (swaps r))) (Z.odd (weight_price w r)).
  Definition sign s := xorb (odd_order (row s)) (Z.odd (weight p w s)).
  (* every goal shows all cells *)
  Definition shown_at (g : picture) c := match lookup c (shown g) with Some x => x | None => 0%N end.
  Definition shows_all g := all (fun c => match lookup c (shown g) with Some _ => true | None => false end) n.
  Definition sign_check s := distinct N.eqb (row s) && forallb sign_rule (rules p) &&
    forallb (fun g => shows_all g && negb (eqb (sign (shown_at g)) (sign s))) (aims p).
  Lemma goal_sign s g : shows p g s -> shows_all g = true -> sign (shown_at g) = sign s.
  Proof.
    intros S A.
    assert (E : forall c, c < n -> shown_at g c = s c).
    { intros c L. pose proof (all_true _ _ A c L) as Q. cbn in Q. unfold shown_at. destruct (lookup c (shown g)) eqn:K; [|discriminate].
      symmetry. eapply shows_at; eauto. }
    unfold sign, weight, row. f_equal; f_equal.
    - apply map_ext_in. intros c I. apply in_seq in I. apply E. lia.
    - apply sum_ext. intros c L. now rewrite E.
  Qed.
  Theorem sign_never s : valid p size s -> sign_check s = true -> never p s.
  Proof.
    unfold sign_check. intros V0 H. apply andb_true_iff in H as [H Hg]. apply andb_true_iff in H as [Hd Hr].
    rewrite forallb_forall in Hg, Hr. apply distinct_true in Hd; [|apply N.eqb_refl].
    assert (X : forall s s' r, NoDup (row s) -> In r (rules p) -> moves_by p r s s' -> NoDup (row s') /\ sign s' = sign s).
    { intros s0 s' r D I M. specialize (Hr _ I). unfold sign_rule in Hr. pose proof (rules_ok _ _ ok _ I) as O.
      apply andb_true_iff in Hr as [Hr Hw]. apply andb_true_iff in Hr as [Hs Hf]. rewrite forallb_forall in Hs.
      apply eqb_prop in Hw.
      destruct (swaps_sign s0 (swaps r)) with (f := fun c : nat => c) as [A B]; auto.
      { intros t J. specialize (Hs _ J). apply andb_true_iff in Hs as [X Y]. apply Nat.ltb_lt in X, Y. auto. }
      fold (comes_from r) in A, B.
      assert (R : row s' = row (fun c => s0 (comes_from r c))).
      { apply map_ext_in. intros c J. apply in_seq in J. assert (L : c < n) by lia.
        pose proof (all_true _ _ Hf c L) as Q. cbn beta in Q. pose proof (by_cell _ _ _ _ _ _ O M L) as E.
        destruct (lookup c (change r)) as [[x y]|].
        - destruct (lookup (comes_from r c) (change r)) as [[x' y']|] eqn:L'; [|discriminate].
          apply N.eqb_eq in Q. subst x'. destruct E as [_ ->]. apply lookup_in in L'. symmetry. now apply (proj1 M _ y y').
        - apply Nat.eqb_eq in Q. now rewrite Q. }
      rewrite R. split; auto. unfold sign. rewrite R, B, (weight_step p size ok w s0 r s' I M), Z.odd_add, <- Hw. apply xorb_assoc. }
    apply (invariant p (fun s => NoDup (row s))) with (f := sign); auto.
    - intros s0 k s' D [r [I [_ M]]]. eapply X; eauto.
    - intros s0 k s' D [r [I [_ M]]]. eapply X; eauto.
    - intros t _ G E. destruct (aimed p _ G) as [g [I S]]. specialize (Hg _ I).
      apply andb_true_iff in Hg as [A Q]. rewrite (goal_sign t g S A), E in Q. destruct (sign s); discriminate.
  Qed.
End Sign.
