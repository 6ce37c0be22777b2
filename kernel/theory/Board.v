(* What is checked of a puzzle before anything else, and goals as something that is computed. *)
Require Import List Bool Arith NArith ZArith Lia.
From Saltus Require Import Puzzle Sums Plays.
Import ListNotations.

Section Board.
  Variable p : puzzle.
  Variable size : nat -> nat.                        (* how many contents a cell can have: 0, .., size c - 1 *)
  Let n := cells p.

  Definition small c x := (x <? N.of_nat (size c))%N.
  Definition rule_ok (r : rule) := distinct Nat.eqb (map fst (change r)) &&
    forallb (fun t => (fst t <? n) && (small (fst t) (fst (snd t)) && small (fst t) (snd (snd t)))) (change r).
  Definition picture_ok (g : picture) := forallb (fun t => fst t <? n) (shown g).
  Definition puzzle_ok := forallb rule_ok (rules p) && forallb picture_ok (goals p).
  Definition valid (s : position) := forall c, c < n -> (s c < N.of_nat (size c))%N.
  Definition valid_check (s : position) := all (fun c => small c (s c)) n.

  Lemma valid_right s : valid_check s = true -> valid s.
  Proof. intros H c L. apply N.ltb_lt. exact (all_true _ _ H c L). Qed.

  Lemma rule_distinct r : rule_ok r = true -> NoDup (map fst (change r)).
  Proof. intros H. apply andb_true_iff in H as [H _]. eapply distinct_true; eauto using Nat.eqb_refl. Qed.
  Lemma rule_small r c x y : rule_ok r = true -> In (c, (x, y)) (change r) ->
    c < n /\ (x < N.of_nat (size c))%N /\ (y < N.of_nat (size c))%N.
  Proof.
    intros H I. apply andb_true_iff in H as [_ H]. rewrite forallb_forall in H. specialize (H _ I). cbn in H.
    apply andb_true_iff in H as [A H]. apply andb_true_iff in H as [B C].
    apply Nat.ltb_lt in A. apply N.ltb_lt in B, C. auto.
  Qed.

  (* What a rule does, cell by cell. *)
  Lemma by_cell r s s' c : rule_ok r = true -> moves_by p r s s' -> c < n ->
    match lookup c (change r) with Some (x, y) => s c = x /\ s' c = y | None => s' c = s c end.
  Proof.
    intros O [M M'] L. destruct (lookup c (change r)) as [[x y]|] eqn:E.
    - apply lookup_in in E. now apply M.
    - apply lookup_none in E. now apply M'.
  Qed.
  Lemma valid_by r s s' : rule_ok r = true -> valid s -> moves_by p r s s' -> valid s'.
  Proof.
    intros O V M c L. pose proof (by_cell _ _ _ _ O M L) as B. destruct (lookup c (change r)) as [[x y]|] eqn:E.
    - destruct B as [_ B]. rewrite B. apply lookup_in in E. eapply rule_small; eauto.
    - rewrite B. now apply V.
  Qed.

  Hypothesis ok : puzzle_ok = true.
  Lemma rules_ok r : In r (rules p) -> rule_ok r = true.
  Proof. unfold puzzle_ok in ok. apply andb_true_iff in ok as [H _]. rewrite forallb_forall in H. apply H. Qed.
  Lemma goals_ok g c x : In g (goals p) -> In (c, x) (shown g) -> c < n.
  Proof.
    unfold puzzle_ok in ok. apply andb_true_iff in ok as [_ H]. rewrite forallb_forall in H. intros G I.
    specialize (H _ G). unfold picture_ok in H. rewrite forallb_forall in H. apply Nat.ltb_lt, (H _ I).
  Qed.
  Lemma valid_move s k s' : valid s -> move p s k s' -> valid s'.
  Proof. intros V [r [I [_ M]]]. eapply valid_by; eauto using rules_ok. Qed.

  (* Counting as a sum. *)
  Definition tally (f : nat -> N -> bool) (s : position) := sum (fun c => if f c (s c) then 1 else 0)%Z n.
  Lemma count_tally f s : Z.of_nat (count p f s) = tally f s.
  Proof.
    unfold count, tally. fold n. generalize n as m.
    induction m; auto. rewrite seq_S, filter_app, app_length. cbn [sum filter Nat.add]. destruct (f m (s m)); cbn [length]; lia.
  Qed.
  Lemma tally_le f s : (tally f s <= Z.of_nat n)%Z.
  Proof. unfold tally. generalize n as m. induction m; cbn [sum]; [lia|]. destruct (f m (s m)); lia. Qed.

  Definition shows_now (g : picture) (s : position) :=
    forallb (fun t => (s (fst t) =? snd t)%N) (shown g) && (tally (counted g) s <=? Z.of_nat (limit g))%Z.
  Lemma shows_iff g s : shows_now g s = true <-> shows p g s.
  Proof.
    unfold shows_now, shows. rewrite andb_true_iff, forallb_forall, Z.leb_le, <- count_tally. split.
    - intros [A B]. split; [|lia]. intros c x I. apply N.eqb_eq. exact (A _ I).
    - intros [A B]. split; [|lia]. intros [c x] I. apply N.eqb_eq. now apply A.
  Qed.
  Definition fits_now (r : rule) (s : position) := forallb (fun t => (s (fst t) =? fst (snd t))%N) (change r).
  Lemma fits_by r s s' : moves_by p r s s' -> fits_now r s = true.
  Proof. intros [M _]. apply forallb_forall. intros [c [x y]] I. apply N.eqb_eq. now apply (M c x y). Qed.
  Lemma fits_not r s : fits_now r s = false <-> exists c x y, In (c, (x, y)) (change r) /\ s c <> x.
  Proof.
    split.
    - intros H. unfold fits_now in H. induction (change r) as [|[c [x y]] l IH]; cbn in H; [discriminate|].
      destruct (N.eqb_spec (s c) x) as [E|E]; cbn in H.
      + destruct (IH H) as [c' [x' [y' [I D]]]]. exists c', x', y'. split; auto. cbn; auto.
      + exists c, x, y. split; auto. cbn; auto.
    - intros [c [x [y [I D]]]]. apply not_true_iff_false. intros F. unfold fits_now in F. rewrite forallb_forall in F.
      specialize (F _ I). cbn in F. now apply N.eqb_eq in F.
  Qed.
  Definition stuck_now (s : position) := forallb (fun r => negb (fits_now r s)) (rules p).
  Definition solved_now (s : position) := existsb (fun g => shows_now g s) (goals p) || (stuck_ends p && stuck_now s).
  Lemma solved_iff s : solved_now s = true <-> solved p s.
  Proof.
    unfold solved_now, solved. rewrite orb_true_iff, andb_true_iff, existsb_exists.
    assert (S : stuck_now s = true <-> stuck p s).
    { unfold stuck_now, stuck. rewrite forallb_forall. split; intros H r I.
      - apply fits_not, negb_true_iff. auto.
      - apply negb_true_iff, fits_not. auto. }
    rewrite S. split; (intros [[g [I G]]|E]; [left; exists g; split; auto; now apply shows_iff|auto]).
  Qed.

  (* Positions that agree on the board are goals together. *)
  Definition agree (s s' : position) := forall c, c < n -> s c = s' c.
  Lemma agree_count f s s' : agree s s' -> count p f s = count p f s'.
  Proof.
    intros E. unfold count. f_equal. apply filter_ext_in. intros c I. apply in_seq in I. now rewrite E by (unfold n; lia).
  Qed.
  Lemma agree_solved s s' : agree s s' -> solved p s -> solved p s'.
  Proof.
    intros E [[g [I [A B]]]|[Q G]].
    - left. exists g. split; auto. split; [|now rewrite <- (agree_count _ _ _ E)].
      intros c x J. rewrite <- (A c x J). symmetry. apply E. eapply goals_ok; eauto.
    - right. split; auto. intros r I. destruct (G r I) as [c [x [y [J D]]]]. exists c, x, y. split; auto.
      rewrite <- E; auto. eapply rule_small; eauto using rules_ok.
  Qed.
  (* The first move may begin in any of them. *)
  Lemma agree_move s s' k t : agree s s' -> move p s k t -> move p s' k t.
  Proof.
    intros E [r [I [K [M1 M2]]]]. exists r. repeat split; auto.
    - rewrite <- (E c); [now apply (M1 c x y)|]. apply (rule_small _ _ _ _ (rules_ok _ I) H).
    - now apply (M1 c x y).
    - intros c L J. rewrite <- (E c L). now apply M2.
  Qed.

  (* What goals look like at least: pictures; of `stuck` nothing is known but that it is a position. *)
  Definition anything := Picture [] (fun _ _ => false) 0.
  Definition aims := if stuck_ends p then anything :: goals p else goals p.
  Lemma aimed s : solved p s -> exists g, In g aims /\ shows p g s.
  Proof.
    unfold aims. intros [[g [I S]]|[E _]].
    - exists g. split; auto. destruct (stuck_ends p); cbn; auto.
    - rewrite E. exists anything. split; [cbn; auto|]. split; [cbn; tauto|].
      unfold count, anything. cbn [counted limit]. induction (seq 0 (cells p)); cbn; auto.
  Qed.
  Lemma shows_at g s c x : shows p g s -> lookup c (shown g) = Some x -> s c = x.
  Proof. intros [S _] L. apply lookup_in in L. auto. Qed.
End Board.
