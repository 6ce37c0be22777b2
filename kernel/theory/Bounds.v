(* Lower bounds as sums of terms. Each term has a price for each rule: it falls by at most that when the rule is used.
   Where the prices of all terms add up to at most D times the cost of every rule, the sum of the terms is a bound with scale D. *)
Require Import List Bool Arith NArith ZArith Lia.
From Saltus Require Import Puzzle Sums Plays Board Words.
Import ListNotations.

Section Bounds.
  Variable p : puzzle.
  Variable size : nat -> nat.
  Let n := cells p.
  Hypothesis ok : puzzle_ok p size = true.
  Let valid := valid p size.
  Let aims := aims p.

  (* h falls by at most the price, and is at most M at every goal. *)
  Definition term_ok (h : position -> Z) (price : rule -> Z) (M : Z) :=
    (forall s r s', valid s -> In r (rules p) -> moves_by p r s s' -> (h s <= price r + h s')%Z) /\
    (forall t g, valid t -> In g aims -> shows p g t -> (h t <= M)%Z).
  Lemma term_zero : term_ok (fun _ => 0%Z) (fun _ => 0%Z) 0.
  Proof. split; intros; lia. Qed.
  Lemma term_add h h' q q' M M' : term_ok h q M -> term_ok h' q' M' ->
    term_ok (fun s => h s + h' s)%Z (fun r => q r + q' r)%Z (M + M').
  Proof.
    intros [A A'] [B B']. split; intros.
    - specialize (A s r s' H H0 H1). specialize (B s r s' H H0 H1). lia.
    - specialize (A' t g H H0 H1). specialize (B' t g H H0 H1). lia.
  Qed.
  Definition paid_for (q : rule -> Z) D := forallb (fun r => (q r <=? D * Z.of_N (cost r))%Z) (rules p).
  Lemma terms_fall h q M D : term_ok h q M -> paid_for q D = true ->
    forall s m t, valid s -> play p s m t -> solved p t -> (h s <= D * Z.of_N m + M)%Z.
  Proof.
    intros [A B] C s m t V P G. unfold paid_for in C. rewrite forallb_forall in C.
    apply potential with (p := p) (good := valid) (s := s) (t := t); auto.
    - apply valid_move; auto.
    - intros s0 k s' V0 [r [I [E M0]]]. subst k. specialize (A _ _ _ V0 I M0). specialize (C _ I). apply Z.leb_le in C. lia.
    - intros t0 V0 G0. destruct (aimed p _ G0) as [g [I S]]. eauto.
  Qed.

  (* A picture's greatest value of a function of one cell. *)
  Definition greatest (g : picture) c f := match lookup c (shown g) with Some x => f x | None => most f (size c) end.
  Lemma greatest_le g s c f : valid s -> shows p g s -> c < n -> (f (s c) <= greatest g c f)%Z.
  Proof.
    intros V S L. unfold greatest. destruct (lookup c (shown g)) eqn:E; [|apply most_le, V; auto].
    rewrite (shows_at _ _ _ _ _ S E). lia.
  Qed.

  (* ---- Weights: a number for each cell and content. ---- *)
  Section Weights.
    Variable w : nat -> N -> Z.
    Definition weight s := sum (fun c => w c (s c)) n.
    Definition weight_price (r : rule) := total (fun t => w (fst t) (fst (snd t)) - w (fst t) (snd (snd t)))%Z (change r).
    (* A rule changes the weight of a position by the same number wherever it is used. *)
    Lemma weight_step s r s' : In r (rules p) -> moves_by p r s s' -> weight s = (weight_price r + weight s')%Z.
    Proof.
      intros I M. pose proof (rules_ok _ _ ok _ I) as O. unfold weight, weight_price.
      rewrite <- (sum_lookup _ (fun c t => w c (fst t) - w c (snd t))%Z (change r) n).
      - rewrite <- sum_add. apply sum_ext. intros c L. pose proof (by_cell _ _ _ _ _ _ O M L) as B.
        destruct (lookup c (change r)) as [[x y]|]; [destruct B; subst; cbn|rewrite B]; lia.
      - eapply rule_distinct; eauto.
      - intros c [x y] J. eapply rule_small; eauto.
    Qed.
    (* At goals each cell that counts may be given lambda more, because there are at most `limit` of them. *)
    Variable lambda : Z.
    Definition slack (g : picture) c x := (w c x - if counted g c x then lambda else 0)%Z.
    Definition weight_top (g : picture) := (sum (fun c => greatest g c (slack g c)) n + lambda * Z.of_nat (limit g))%Z.
    Definition weights_check M := (0 <=? lambda)%Z && forallb (fun g => (weight_top g <=? M)%Z) aims.
    Theorem weights_term M : weights_check M = true -> term_ok weight weight_price M.
    Proof.
      unfold weights_check. intros H. apply andb_true_iff in H as [Lp H]. apply Z.leb_le in Lp.
      rewrite forallb_forall in H. split.
      - intros s r s' _ I S. rewrite (weight_step s r s' I S). lia.
      - intros t g V I S. specialize (H _ I). apply Z.leb_le in H. unfold weight_top in H.
        assert (T : (tally p (counted g) t <= Z.of_nat (limit g))%Z) by (rewrite <- count_tally; destruct S; lia).
        assert (E : weight t = (sum (fun c => slack g c (t c)) n + lambda * tally p (counted g) t)%Z).
        { unfold weight, tally. fold n. rewrite <- sum_scale, <- sum_add. apply sum_ext. intros c _. unfold slack.
          destruct (counted g c (t c)); lia. }
        assert (Q : (sum (fun c => slack g c (t c)) n <= sum (fun c => greatest g c (slack g c)) n)%Z).
        { apply sum_le. intros c L. now apply greatest_le. }
        nia.
    Qed.
  End Weights.

  (* ---- Pairs: a number for each two cells and their contents. A rule is looked at with every content of every other cell. ---- *)
  Section Pairs.
    Variable w : nat -> N -> nat -> N -> Z.
    Definition pairs s := sum (fun i => sum (fun j => w i (s i) j (s j)) n) n.
    Definition inside (r : rule) := total (fun t => total (fun u =>
      w (fst t) (fst (snd t)) (fst u) (fst (snd u)) - w (fst t) (snd (snd t)) (fst u) (snd (snd u)))%Z (change r)) (change r).
    Definition around (r : rule) j k := total (fun t => let i := fst t in let x := fst (snd t) in let y := snd (snd t) in
      (w i x j k - w i y j k) + (w j k i x - w j k i y))%Z (change r).
    Definition named (r : rule) j := existsb (fun t => fst t =? j) (change r).
    Definition pair_price (r : rule) := (inside r + sum (fun j => if named r j then 0 else most (around r j) (size j)) n)%Z.

    Definition both (r : rule) i j := match lookup i (change r), lookup j (change r) with
      | Some (x, y), Some (x', y') => w i x j x' - w i y j y' | _, _ => 0 end%Z.
    Definition right (r : rule) s i j := match lookup i (change r), lookup j (change r) with
      | Some (x, y), None => w i x j (s j) - w i y j (s j) | _, _ => 0 end%Z.
    Definition left (r : rule) s i j := match lookup i (change r), lookup j (change r) with
      | None, Some (x, y) => w i (s i) j x - w i (s i) j y | _, _ => 0 end%Z.
    Lemma named_lookup r j : named r j = match lookup j (change r) with Some _ => true | None => false end.
    Proof. unfold named. induction (change r) as [|[i x] l IH]; cbn; auto. destruct (i =? j); auto. Qed.
    Lemma pair_step s r s' : valid s -> In r (rules p) -> moves_by p r s s' -> (pairs s <= pair_price r + pairs s')%Z.
    Proof.
      intros V I M. pose proof (rules_ok _ _ ok _ I) as O.
      assert (D : NoDup (map fst (change r))) by (eapply rule_distinct; eauto).
      assert (S : forall c x, In (c, x) (change r) -> c < n) by (intros c [x y] J; eapply rule_small; eauto).
      assert (E : (pairs s - pairs s' =
        sum (fun i => sum (both r i) n) n + (sum (fun i => sum (right r s i) n) n + sum (fun i => sum (left r s i) n) n))%Z).
      { unfold pairs. rewrite <- sum_sub, <- !sum_add. apply sum_ext. intros i Li.
        rewrite <- sum_sub, <- !sum_add. apply sum_ext. intros j Lj. unfold both, right, left.
        pose proof (by_cell _ _ _ _ _ _ O M Li) as Bi. pose proof (by_cell _ _ _ _ _ _ O M Lj) as Bj.
        destruct (lookup i (change r)) as [[x y]|]; [destruct Bi as [<- <-]|rewrite Bi];
          (destruct (lookup j (change r)) as [[x' y']|]; [destruct Bj as [<- <-]|rewrite Bj]); lia. }
      assert (B : sum (fun i => sum (both r i) n) n = inside r).
      { unfold inside. rewrite <- (sum_lookup _ (fun c t => total (fun u => w c (fst t) (fst u) (fst (snd u)) - w c (snd t) (fst u) (snd (snd u)))%Z (change r)) (change r) n D S).
        apply sum_ext. intros i _. unfold both. destruct (lookup i (change r)) as [[x y]|]; [|apply sum_zero].
        cbn [fst snd]. rewrite <- (sum_lookup _ (fun c t => w i x c (fst t) - w i y c (snd t))%Z (change r) n D S).
        apply sum_ext. intros j _. destruct (lookup j (change r)) as [[x' y']|]; auto. }
      rewrite (sum_swap (right r s)) in E. rewrite <- sum_add, B in E. unfold pair_price.
      match type of E with (_ = _ + sum ?f n)%Z => assert (Q : (sum f n <= sum (fun j => if named r j then 0 else most (around r j) (size j)) n)%Z) end; [|lia].
      apply sum_le. intros j Lj. rewrite <- sum_add, named_lookup.
      destruct (lookup j (change r)) as [[x y]|] eqn:L.
      - rewrite (sum_ext _ (fun _ => 0%Z)), sum_zero; [lia|]. intros i _. unfold right, left. rewrite L.
        destruct (lookup i (change r)) as [[? ?]|]; lia.
      - etransitivity; [|apply most_le with (x := s j), V; auto]. apply Z.eq_le_incl.
        unfold around. rewrite <- (sum_lookup _ (fun i t => (w i (fst t) j (s j) - w i (snd t) j (s j)) + (w j (s j) i (fst t) - w j (s j) i (snd t)))%Z (change r) n D S).
        apply sum_ext. intros i _. unfold right, left. rewrite L. destruct (lookup i (change r)) as [[? ?]|]; cbn; lia.
    Qed.
    Definition pair_top g := sum (fun i => sum (fun j => greatest g i (fun x => greatest g j (fun y => w i x j y))) n) n.
    Definition pairs_check M := forallb (fun g => (pair_top g <=? M)%Z) aims.
    Theorem pairs_term M : pairs_check M = true -> term_ok pairs pair_price M.
    Proof.
      unfold pairs_check. rewrite forallb_forall. intros H. split; [intros; now apply pair_step|].
      intros t g V I S. specialize (H _ I). apply Z.leb_le in H. etransitivity; [|exact H].
      apply sum_le. intros i Li. apply sum_le. intros j Lj.
      etransitivity; [apply (greatest_le g t j (fun y => w i (t i) j y)); auto|].
      apply (greatest_le g t i (fun x => greatest g j (fun y => w i x j y))); auto.
    Qed.
  End Pairs.
End Bounds.
