(* Closed sets of positions, executed. A set is two functions from 0, .., entries - 1: the word of a position, and what a play may have paid
   when it comes there. Oracles say where to look for a word, and after which symmetry; what is found is compared.
   The same word may have several entries: layers are a set in which what is paid is the number of the layer. *)
Require Import List Bool Arith NArith ZArith Lia.
From Saltus Require Import Puzzle Sums Plays Board Words Groups Symmetry.
Import ListNotations.

Record set := Set_ {
  key : nat -> N; paid : nat -> N; entries : nat;
  where_is : N -> N -> nat;                          (* of a word and what is paid *)
  symmetries : list symmetry; how : N -> N -> option nat;
  questions : list question }.

Section Sets.
  Variable b : N.
  Hypothesis b_pos : (0 < b)%N.
  Variable p : puzzle.
  Variable size : nat -> nat.
  Let n := cells p.
  Hypothesis sizes_fit : forall c, c < n -> (N.of_nat (size c) <= 2 ^ b)%N.
  Hypothesis ok : puzzle_ok p size = true.
  Variable S : set.
  Variable far : N -> N -> bool.                     (* from this word on so much more is to be paid *)

  Definition turned w g := match how S w g with
    | Some i => match nth_error (symmetries S) i with Some u => word b p (image u (digit b w)) | None => w end
    | None => w end.
  Definition member w g := let w' := turned w g in let j := where_is S w' g in
    if j <? entries S then if (key S j =? w')%N then (paid S j <=? g)%N else false else false.
  Definition step_item r : item (N * N) := let l := change r in (mask b l, before b l, (flip b l, cost r)).
  Definition step_right C w g (k : item (N * N)) : bool := let '(m, x, (f, c)) := k in
    if (N.land w m =? x)%N then let w' := N.lxor w f in let g' := (g + c)%N in
      if member w' g' then true else far w' (C - g') else true.
  Definition entry_right tree C j := let w := key S j in
    if solved_now p (digit b w) then false else tried (N * N) b (step_right C w (paid S j)) w tree.
  Definition set_tree := plant (N * N) b (questions S) (map step_item (rules p)).
  Definition symmetries_check := forallb (symmetry_check p size) (symmetries S).
  Definition set_check C := symmetries_check && (let tree := set_tree in all (entry_right tree C) (entries S)).

  Lemma same_digit w : same b p (digit b w) w.
  Proof. intros c _. reflexivity. Qed.
  Lemma turned_right s w g : symmetries_check = true -> valid p size s -> same b p s w ->
    exists u, automorphism p (valid p size) u /\ same b p (u s) (turned w g).
  Proof.
    intros Y V E. unfold turned. assert (Z : exists u, automorphism p (valid p size) u /\ same b p (u s) w).
    { exists (fun s => s). split; auto using identity. }
    destruct (how S w g) as [i|]; auto. destruct (nth_error (symmetries S) i) as [u|] eqn:I; auto.
    unfold symmetries_check in Y. rewrite forallb_forall in Y. apply nth_error_In in I. specialize (Y _ I).
    exists (image u). split; [now apply symmetry_right|].
    assert (F : forall c, c < n -> from u c < n).
    { unfold symmetry_check in Y. rewrite !andb_true_iff in Y. destruct Y as [[[[_ W] _] _] _]. intros c C.
      pose proof (all_true _ _ W c C) as Q. cbn in Q. apply andb_true_iff in Q as [Q _]. now apply Nat.ltb_lt. }
    assert (A : forall c, c < n -> image u s c = image u (digit b w) c).
    { intros c C. unfold image. f_equal. apply E. fold n. auto. }
    intros c C. rewrite A by auto. apply same_word with (size := size); auto.
    intros d Dl. rewrite <- A by auto. apply (symmetry_right p size ok u Y); auto.
  Qed.
  Definition inside (s : position) g := exists j, j < entries S /\ same b p s (key S j) /\ paid S j = g.
  Lemma member_inside s w g : symmetries_check = true -> valid p size s -> same b p s w -> member w g = true ->
    exists u g', automorphism p (valid p size) u /\ inside (u s) g' /\ (g' <= g)%N.
  Proof.
    intros Y V E M. unfold member in M. destruct (Nat.ltb_spec (where_is S (turned w g) g) (entries S)); [|discriminate].
    destruct (N.eqb_spec (key S (where_is S (turned w g) g)) (turned w g)) as [K|]; [|discriminate]. apply N.leb_le in M.
    destruct (turned_right s w g Y V E) as [u [U W]]. exists u, (paid S (where_is S (turned w g) g)). repeat split; auto; try apply U.
    exists (where_is S (turned w g) g). rewrite K. auto.
  Qed.
  Lemma inside_not_solved C s g : set_check C = true -> inside s g -> ~ solved p s.
  Proof.
    intros H [j [L [E _]]] G. apply andb_true_iff in H as [_ H]. pose proof (all_true _ _ H j L) as Q. unfold entry_right in Q.
    rewrite (solved_same b p size s _ ok E G) in Q. discriminate.
  Qed.
  Lemma inside_step C s g k s' : set_check C = true -> inside s g -> move p s k s' ->
    exists w', same b p s' w' /\ (member w' (g + k) = true \/ far w' (C - (g + k)) = true).
  Proof.
    intros H [j [L [E P]]] [r [I [K M]]]. apply andb_true_iff in H as [_ H]. pose proof (all_true _ _ H j L) as Q. unfold entry_right in Q.
    destruct (solved_now _ _); [discriminate|]. pose proof (rules_ok _ _ ok _ I) as O.
    destruct (same_fits b b_pos p size sizes_fit r s s' (key S j) O E M) as [F E'].
    exists (N.lxor (key S j) (flip b (change r))). split; auto.
    pose proof (tried_right _ b _ _ _ _ Q (step_item r) (in_map _ _ _ I)) as G. unfold item_fits, step_item, step_right in G. cbn [fst snd] in G.
    rewrite F, N.eqb_refl in G. specialize (G eq_refl). rewrite P, K in G. destruct (member _ _); auto.
  Qed.
  (* Positions that agree on the board have the same plays. *)
  Lemma agreeing s w C : same b p s w -> at_least p (digit b w) C -> at_least p s C.
  Proof.
    intros E A m t P G. destruct P as [s|s k s' m t M P].
    - apply (A 0%N (digit b w)); [constructor|]. eapply agree_solved; eauto.
    - apply (A (k + m)%N t); auto. apply go with s'; auto. eapply agree_move; eauto.
  Qed.

  Theorem set_at_least C s : (forall w k, valid p size (digit b w) -> far w k = true -> at_least p (digit b w) k) ->
    set_check C = true -> valid p size s -> member (word b p s) 0 || far (word b p s) C = true -> at_least p s C.
  Proof.
    intros Hf H V M. assert (Y : symmetries_check = true) by (apply andb_true_iff in H; tauto).
    assert (X : forall s w k, valid p size s -> same b p s w -> far w k = true -> at_least p s k).
    { intros s0 w k V0 E F. apply (agreeing s0 w); auto. apply Hf; auto. intros c L. rewrite <- (E c L). now apply V0. }
    pose proof (same_word b b_pos p size sizes_fit s V) as E.
    apply orb_true_iff in M as [M|M]; [|eapply X; eauto].
    destruct (member_inside s _ 0 Y V E M) as [u [g [U [I L]]]].
    replace C with (C - g)%N by lia.
    apply (closed_set p (valid p size) (valid_move p size ok) inside C) with (u := u); auto.
    - intros s0 g0 _ I0. now apply (inside_not_solved C s0 g0).
    - intros s0 g0 k s' V0 I0 M0. destruct (inside_step C _ _ _ _ H I0 M0) as [w' [E' [Q|Q]]]; pose proof (valid_move p size ok _ _ _ V0 M0).
      + left. eapply member_inside; eauto.
      + right. eapply X; eauto.
  Qed.
  Theorem set_never s : (forall w k, far w k = false) ->
    set_check 0 = true -> valid p size s -> member (word b p s) 0 = true -> never p s.
  Proof.
    intros Hf H V M. assert (Y : symmetries_check = true) by (apply andb_true_iff in H; tauto).
    pose proof (same_word b b_pos p size sizes_fit s V) as E.
    destruct (member_inside s _ 0 Y V E M) as [u [g [U [I L]]]].
    apply (closed_never p (valid p size) (valid_move p size ok) (fun s => exists g, inside s g)) with (u := u); eauto.
    - intros s0 _ [g0 I0]. now apply (inside_not_solved 0 s0 g0).
    - intros s0 k s' V0 [g0 I0] M0. destruct (inside_step 0 _ _ _ _ H I0 M0) as [w' [E' [Q|Q]]]; [|rewrite Hf in Q; discriminate].
      pose proof (valid_move p size ok _ _ _ V0 M0). destruct (member_inside s' w' _ Y H0 E' Q) as [v [g' [W [I' _]]]]. eauto.
  Qed.
End Sets.
