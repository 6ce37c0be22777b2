(* Symmetries: cells are exchanged and contents renamed, so that rules become rules of the same cost and goals become goals. *)
Require Import List Bool Arith NArith ZArith Lia Permutation.
From Saltus Require Import Puzzle Sums Plays Board.
Import ListNotations.

(* Where the content of a cell comes from; what becomes of it there; and which rule each rule becomes, as its place in the list. *)
Record symmetry := Symmetry { from : nat -> nat; rename : nat -> N -> N; partners : list nat }.

Section Symmetry.
  Variable p : puzzle.
  Variable size : nat -> nat.
  Let n := cells p.
  Hypothesis ok : puzzle_ok p size = true.
  Variable u : symmetry.

  Definition image (s : position) : position := fun c => rename u c (s (from u c)).
  Definition same_rule r r' := (cost r =? cost r')%N && all (fun c => match lookup (from u c) (change r), lookup c (change r') with
    | Some (x, y), Some (x', y') => (rename u c x =? x')%N && (rename u c y =? y')%N
    | None, None => true | _, _ => false end) n.
  Definition contents c := map N.of_nat (seq 0 (size c)).
  Definition same_goal g g' :=
    forallb (fun t => match lookup (from u (fst t)) (shown g) with Some x => (rename u (fst t) x =? snd t)%N | None => false end) (shown g') &&
    (all (fun c => forallb (fun x => implb (counted g' c (rename u c x)) (counted g (from u c) x)) (contents (from u c))) n && (limit g <=? limit g')).
  Definition has_partner (t : rule * nat) := match nth_error (rules p) (snd t) with Some r' => same_rule (fst t) r' | None => false end.
  Definition symmetry_check := negb (stuck_ends p) &&
    distinct Nat.eqb (map (from u) (seq 0 n)) &&
    all (fun c => (from u c <? n) && forallb (fun x => small size c (rename u c x)) (contents (from u c))) n &&
    (length (rules p) =? length (partners u)) && forallb has_partner (combine (rules p) (partners u)) &&
    forallb (fun g => existsb (same_goal g) (goals p)) (goals p).

  Lemma contents_in c x : (x < N.of_nat (size c))%N -> In x (contents c).
  Proof. intros L. apply in_map_iff. exists (N.to_nat x). split; [apply N2Nat.id|]. apply in_seq. lia. Qed.
  Lemma filter_permutation A (f : A -> bool) l l' : Permutation l l' -> length (filter f l) = length (filter f l').
  Proof. induction 1; cbn; try destruct (f x); try destruct (f y); cbn; auto; try lia. Qed.
  Lemma filter_mapped (f : nat -> bool) (h : nat -> nat) (l : list nat) : length (filter f (map h l)) = length (filter (fun c => f (h c)) l).
  Proof. induction l; cbn; auto. destruct (f (h a)); cbn; auto. Qed.
  Lemma filter_less (f g : nat -> bool) (l : list nat) : (forall c, In c l -> f c = true -> g c = true) -> length (filter f l) <= length (filter g l).
  Proof.
    induction l as [|c l IH]; cbn; auto. intros H. specialize (IH (fun d I => H d (or_intror I))). specialize (H c (or_introl eq_refl)).
    destruct (f c); [rewrite H by auto; cbn; lia|]. destruct (g c); cbn; lia.
  Qed.
  Lemma with_partner l k r : length l = length k -> forallb has_partner (combine l k) = true -> In r l ->
    exists r', In r' (rules p) /\ same_rule r r' = true.
  Proof.
    revert k. induction l as [|r0 l IH]; intros [|i k] L H I; cbn in L; try discriminate; [destruct I|]. cbn [combine forallb] in H.
    apply andb_true_iff in H as [H1 H2]. destruct I as [->|I].
    - unfold has_partner in H1. cbn [fst snd] in H1. destruct (nth_error (rules p) i) as [r'|] eqn:E; [|discriminate].
      exists r'. split; auto. eapply nth_error_In; eauto.
    - apply (IH k); auto.
  Qed.

  Theorem symmetry_right : symmetry_check = true -> automorphism p (valid p size) image.
  Proof.
    unfold symmetry_check. rewrite !andb_true_iff. intros [[[[[St D] W] L] R] G].
    apply negb_true_iff in St. apply distinct_true in D; [|apply Nat.eqb_refl]. apply Nat.eqb_eq in L. rewrite forallb_forall in G.
    assert (W' : forall c, c < n -> from u c < n /\ forall x, In x (contents (from u c)) -> small size c (rename u c x) = true).
    { intros c C. pose proof (all_true _ _ W c C) as Q. cbn in Q. apply andb_true_iff in Q as [Q1 Q2]. apply Nat.ltb_lt in Q1.
      rewrite forallb_forall in Q2. auto. }
    assert (V : forall s, valid p size s -> valid p size (image s)).
    { intros s V c C. destruct (W' c C) as [F Q]. apply N.ltb_lt, Q, contents_in. now apply V. }
    split; [|split; auto].
    - intros s k s' V0 [r [I [E M]]]. destruct (with_partner _ _ _ L R I) as [r' [I' S]].
      unfold same_rule in S. apply andb_true_iff in S as [Sc S]. apply N.eqb_eq in Sc.
      pose proof (rules_ok _ _ ok _ I) as O. pose proof (rules_ok _ _ ok _ I') as O'.
      exists r'. split; auto. split; [congruence|]. split.
      + intros c x' y' J. destruct (rule_small _ _ _ _ _ _ O' J) as [C _]. pose proof (all_true _ _ S c C) as Q. cbn beta in Q.
        rewrite (lookup_nodup _ _ _ _ (rule_distinct _ _ _ O') J) in Q.
        pose proof (by_cell _ _ _ _ _ _ O M (proj1 (W' c C))) as B.
        destruct (lookup (from u c) (change r)) as [[x y]|]; [|discriminate]. destruct B as [B1 B2].
        apply andb_true_iff in Q as [Q1 Q2]. apply N.eqb_eq in Q1, Q2. unfold image. now rewrite B1, B2.
      + intros c C J. apply lookup_none in J. pose proof (all_true _ _ S c C) as Q. cbn beta in Q. rewrite J in Q.
        pose proof (by_cell _ _ _ _ _ _ O M (proj1 (W' c C))) as B.
        destruct (lookup (from u c) (change r)) as [[x y]|]; [discriminate|]. unfold image. now rewrite B.
    - intros s V0 [[g [I [A B]]]|[E _]]; [|rewrite E in St; discriminate]. left.
      specialize (G _ I). apply existsb_exists in G as [g' [I' S]]. exists g'. split; auto.
      unfold same_goal in S. rewrite !andb_true_iff in S. destruct S as [S1 [S2 S3]]. rewrite forallb_forall in S1. apply Nat.leb_le in S3. split.
      + intros c x J. specialize (S1 _ J). cbn [fst snd] in S1. destruct (lookup (from u c) (shown g)) as [x0|] eqn:Q; [|discriminate].
        apply lookup_in in Q. apply N.eqb_eq in S1. unfold image. now rewrite (A _ _ Q).
      + assert (X : count p (counted g') (image s) <= count p (counted g) s); [|lia]. unfold count. fold n.
        rewrite <- (filter_permutation _ (fun c => counted g c (s c)) (map (from u) (seq 0 n))).
        * rewrite filter_mapped. apply filter_less. intros c J H. apply in_seq in J. assert (C : c < n) by lia.
          pose proof (all_true _ _ S2 c C) as Q. cbn in Q. rewrite forallb_forall in Q.
          specialize (Q (s (from u c))). unfold image in H. rewrite H in Q. apply Q, contents_in, V0, W', C.
        * apply NoDup_Permutation_bis; auto.
          -- now rewrite map_length.
          -- intros c J. apply in_map_iff in J as [d [<- J]]. apply in_seq in J. apply in_seq. destruct (W' d ltac:(lia)). lia.
  Qed.
End Symmetry.
