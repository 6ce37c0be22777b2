(* The whole of a check, and the theorem about it: what is accepted is true.
   Everything but the puzzle, the start and the claim may come from anywhere. *)
Require Import List Bool Arith NArith ZArith Lia.
From Saltus Require Import Puzzle Sums Plays Board Words Groups Bounds Tables Residues Sign Symmetry Sets.
Import ListNotations.

(* ---- Evidence, as a certificate has it. M is the greatest value at a goal. ---- *)
Inductive term :=
| Weights (w : nat -> N -> Z) (lambda M : Z)
| Pairs (w : nat -> N -> nat -> N -> Z) (M : Z)
| View (T : table).
Definition bound := (Z * list term)%type.            (* a scale, and terms that are added up *)
Inductive evidence :=
| ByBounds (l : list bound)
| BySet (l : list bound) (st : set)
| ByPrices (ts : list term)                          (* a sum that no rule lowers *)
| ByResidues (q : nat) (m : nat -> Z) (w : nat -> nat -> N -> Z)
| BySign (swaps : rule -> list (nat * nat)) (w : nat -> N -> Z)
| ByClock (M : Z) (w : nat -> N -> Z) (C : N) (e : evidence)   (* e shows C, and what goals allow shows more *)
| ByMoves (l : list nat)                             (* rules by their places in the list, from 0 *)
| Together (e f : evidence).

Section Checks.
  Variable b : N.
  Variable size : nat -> nat.
  Section Puzzle.
    Variable p : puzzle.

    Definition term_value t s := match t with Weights w _ _ => weight p w s | Pairs w _ => pairs p w s | View T => told b T s end.
    Definition term_price t := match t with Weights w _ _ => weight_price w | Pairs w _ => pair_price p size w | View T => price T end.
    Definition term_top t := match t with Weights _ _ M => M | Pairs _ M => M | View _ => 0%Z end.
    Definition term_check t := match t with Weights w l M => weights_check p size w l M | Pairs w M => pairs_check p size w M
      | View T => table_check b p T end.
    Definition value ts s := total (fun t => term_value t s) ts.
    Definition terms_price ts r := total (fun t => term_price t r) ts.
    Definition bound_check (x : bound) := (0 <? fst x)%Z && forallb term_check (snd x) && paid_for p (terms_price (snd x)) (fst x).
    Definition exceeds (l : list bound) w k := (k =? 0)%N || existsb (fun x : bound =>
      (fst x * (Z.of_N k - 1) <? value (snd x) (digit b w) - total term_top (snd x))%Z) l.
    Definition prices_check ts s := forallb term_check ts && paid_for p (terms_price ts) 0 && (total term_top ts <? value ts s)%Z.

    (* A play that is replayed: what it costs when it ends at its first goal; and where any play ends. *)
    Fixpoint solve (l : list nat) (w : N) : option N := match l with
      | [] => if solved_now p (digit b w) then Some 0%N else None
      | i :: l => match nth_error (rules p) i with
        | Some r => if (N.land w (mask b (change r)) =? before b (change r))%N && negb (solved_now p (digit b w))
            then option_map (N.add (cost r)) (solve l (N.lxor w (flip b (change r)))) else None
        | None => None end end.
    Fixpoint walk (l : list nat) (w : N) : option N := match l with
      | [] => Some w
      | i :: l => match nth_error (rules p) i with
        | Some r => if (N.land w (mask b (change r)) =? before b (change r))%N then walk l (N.lxor w (flip b (change r))) else None
        | None => None end end.

    Definition board_check s := (0 <? b)%N && all (fun c => (N.of_nat (size c) <=? 2 ^ b)%N) (cells p) && puzzle_ok p size && valid_check p size s.
    Definition never_check s e := match e with
      | ByPrices ts => prices_check ts s
      | ByResidues q m w => residues_check p size q m w s
      | BySign swaps w => sign_check p swaps w s
      | BySet _ st => let far _ _ := false in set_check b p size st far 0 && member b p st (word b p s) 0
      | _ => false end.
    Fixpoint least_check s e C := match e with
      | ByClock M w C0 e => clock_check p size M w s C0 C && least_check s e C0
      | ByBounds l => forallb bound_check l && exceeds l (word b p s) C
      | BySet l st => forallb bound_check l && (let far := exceeds l in set_check b p size st far C && (member b p st (word b p s) 0 || far (word b p s) C))
      | _ => never_check s e end.
  End Puzzle.
  (* `fewest`: fewer than L are never left, because no play comes to the goal that at most L - 1 are left. *)
  Definition few p f L := Puzzle (cells p) (rules p) [Picture [] f (L - 1)] false.
  Fixpoint verify (p : puzzle) (s : position) (c : claim) (e : evidence) : bool := board_check p s && match c with
    | AtLeast C => least_check p s e C
    | Plan K => match e with ByMoves l => match solve p l (word b p s) with Some k => (k =? K)%N | None => false end | _ => false end
    | Unsolvable => never_check p s e
    | Leaves f K => match e with ByMoves l => match walk p l (word b p s) with Some w => count p f (digit b w) =? K | None => false end | _ => false end
    | LeavesAtLeast f L => (L =? 0) || never_check (few p f L) s e
    | Both c1 c2 => match e with Together e1 e2 => verify p s c1 e1 && verify p s c2 e2 | _ => false end
    end.

  (* ---- What is accepted is true. ---- *)
  Lemma board_right p s : board_check p s = true -> (0 < b)%N /\ (forall c, c < cells p -> (N.of_nat (size c) <= 2 ^ b)%N) /\
    puzzle_ok p size = true /\ valid p size s.
  Proof.
    unfold board_check. rewrite !andb_true_iff. intros [[[B F] O] V]. repeat split; auto.
    - now apply N.ltb_lt.
    - intros c C. apply N.leb_le. exact (all_true _ _ F c C).
    - now apply valid_right.
  Qed.
  Section Right.
    Variable p : puzzle.
    Hypothesis b_pos : (0 < b)%N.
    Hypothesis sizes_fit : forall c, c < cells p -> (N.of_nat (size c) <= 2 ^ b)%N.
    Hypothesis ok : puzzle_ok p size = true.

    Lemma terms_right ts : forallb (term_check p) ts = true -> term_ok p size (value p ts) (terms_price p ts) (total term_top ts).
    Proof.
      induction ts as [|t ts IH]; [intros _; apply term_zero|]. cbn [forallb]. intros H. apply andb_true_iff in H as [H0 H1].
      apply (term_add p size (term_value p t) (value p ts)); auto.
      destruct t; [now apply weights_term with (lambda := lambda)|now apply pairs_term|now apply table_term].
    Qed.
    (* Bounds whose parts are right bound the cost of every play to a goal. *)
    Theorem bounds_right l : forallb (bound_check p) l = true ->
      forall w k, valid p size (digit b w) -> exceeds p l w k = true -> at_least p (digit b w) k.
    Proof.
      intros H w k V E m t P G. apply orb_true_iff in E as [E|E]; [apply N.eqb_eq in E; lia|].
      rewrite forallb_forall in H. apply existsb_exists in E as [[D ts] [I E]].
      specialize (H _ I). unfold bound_check in H. cbn [fst snd] in *. rewrite !andb_true_iff in H. destruct H as [[Dp H] C].
      apply Z.ltb_lt in Dp, E. pose proof (terms_fall p size ok _ _ _ D (terms_right _ H) C _ _ _ V P G) as X.
      assert (D * (Z.of_N k - 1) < D * Z.of_N m)%Z by lia. nia.
    Qed.
    (* A sum that no rule lowers, and that is more at the start than at any goal. *)
    Theorem prices_right ts s : prices_check p ts s = true -> valid p size s -> never p s.
    Proof.
      unfold prices_check. rewrite !andb_true_iff. intros [[H C] L] V m t P G. apply Z.ltb_lt in L.
      pose proof (terms_fall p size ok _ _ _ 0 (terms_right _ H) C _ _ _ V P G). lia.
    Qed.
    Lemma never_right s e : never_check p s e = true -> valid p size s -> never p s.
    Proof.
      destruct e; cbn [never_check]; intros H V; try discriminate.
      - apply andb_true_iff in H as [H M]. eapply (set_never b b_pos p size sizes_fit ok st (fun _ _ => false)); eauto.
      - eapply prices_right; eauto.
      - eapply residues_never; eauto.
      - eapply sign_never; eauto.
    Qed.
    Lemma never_least s C : never p s -> at_least p s C.
    Proof. intros H n t P G. destruct (H _ _ P G). Qed.
    Lemma least_right s e C : least_check p s e C = true -> valid p size s -> at_least p s C.
    Proof.
      revert C. induction e; cbn [least_check]; intros C' H V; try (now apply never_least, (never_right _ _ H V)).
      - apply andb_true_iff in H as [H E]. pose proof (same_word b b_pos p size sizes_fit s V) as S.
        apply (agreeing b p size ok s (word b p s) C' S). eapply bounds_right; eauto.
        intros c L. rewrite <- (S c L). now apply V.
      - rewrite !andb_true_iff in H. destruct H as [H [Q M]].
        eapply (set_at_least b b_pos p size sizes_fit ok st (exceeds p l)); eauto. now apply bounds_right.
      - apply andb_true_iff in H as [H E]. eapply clock_right; eauto.
    Qed.

    (* Rules that fit a word are moves. *)
    Lemma word_move i r w : nth_error (rules p) i = Some r -> (N.land w (mask b (change r)) =? before b (change r))%N = true ->
      move p (digit b w) (cost r) (digit b (N.lxor w (flip b (change r)))).
    Proof.
      intros I F. apply nth_error_In in I. pose proof (rules_ok _ _ ok _ I) as O. pose proof (rule_fitting b b_pos p size sizes_fit r O) as Q.
      apply N.eqb_eq in F. pose proof (proj1 (fits_iff b b_pos w _ Q) F) as A. exists r. repeat split; auto.
      - eapply A; eauto.
      - rewrite digit_flip by auto. rewrite (lookup_nodup _ _ _ _ (proj1 Q) H). reflexivity.
      - intros c _ J. rewrite digit_flip by auto. apply lookup_none in J. now rewrite J.
    Qed.
    Lemma solve_right l : forall w k, solve p l w = Some k -> solution p (digit b w) k.
    Proof.
      induction l as [|i l IH]; cbn [solve]; intros w k H.
      - destruct (solved_now p (digit b w)) eqn:G; [|discriminate]. inversion H; subst. constructor. now apply solved_iff.
      - destruct (nth_error (rules p) i) as [r|] eqn:I; [|discriminate]. destruct (_ && _) eqn:F; [|discriminate].
        apply andb_true_iff in F as [F G]. destruct (solve p l _) as [k'|] eqn:E; [|discriminate]. cbn in H. inversion H; subst.
        eapply goes; [|eapply word_move; eauto|eauto]. intros G'. apply solved_iff in G'. rewrite G' in G. discriminate.
    Qed.
    Lemma walk_right l : forall w w', walk p l w = Some w' -> exists k, play p (digit b w) k (digit b w').
    Proof.
      induction l as [|i l IH]; cbn [walk]; intros w w' H.
      - inversion H; subst. exists 0%N. constructor.
      - destruct (nth_error (rules p) i) as [r|] eqn:I; [|discriminate]. destruct (_ =? _)%N eqn:F; [|discriminate].
        destruct (IH _ _ H) as [k P]. exists (cost r + k)%N. econstructor; eauto. eapply word_move; eauto.
    Qed.
    Lemma agree_solution s s' k : agree p s s' -> agree p s' s -> solution p s k -> solution p s' k.
    Proof.
      intros E E' H. destruct H as [s G|s k t m G M H].
      - constructor. eapply agree_solved; eauto.
      - eapply goes; eauto using agree_move. intros G'. apply G. eapply agree_solved; eauto.
    Qed.
  End Right.

  Theorem verified p s c e : verify p s c e = true -> means p s c.
  Proof.
    revert e. induction c as [C|K| |f K|f L|c1 IH1 c2 IH2]; intros e H; cbn [verify] in H; apply andb_true_iff in H as [B H];
      apply board_right in B as [B [F [O V]]]; cbn [means].
    - exact (least_right p B F O s e C H V).
    - destruct e; try discriminate. destruct (solve _ _ _) as [k|] eqn:E; [|discriminate]. apply N.eqb_eq in H. subst k.
      pose proof (same_word b B p size F s V) as S. apply (solve_right p B F O) in E.
      eapply (agree_solution p O); [..|exact E]; intros c L; [symmetry|]; now apply S.
    - exact (never_right p B F O s e H V).
    - destruct e; try discriminate. destruct (walk _ _ _) as [w|] eqn:E; [|discriminate]. apply Nat.eqb_eq in H.
      pose proof (same_word b B p size F s V) as S. apply (walk_right p B F O) in E as [k P].
      inversion P as [x X|x k1 s' k2 y M P']; subst.
      + exists 0%N, s. split; [constructor|]. apply (agree_count p f s). intros c L. rewrite <- H0. now apply S.
      + exists (k1 + k2)%N, (digit b w). split; auto. apply go with s'; auto. eapply (agree_move p size O); eauto. intros c L. symmetry. now apply S.
    - apply orb_true_iff in H as [H|H]; [apply Nat.eqb_eq in H; intros; lia|]. intros n t P.
      assert (O' : puzzle_ok (few p f L) size = true).
      { unfold puzzle_ok in O |- *. apply andb_true_iff in O as [O _]. cbn [rules goals few forallb].
        apply andb_true_iff. split; auto. }
      pose proof (never_right (few p f L) B F O' s e H V n t) as X. destruct (le_lt_dec L (count p f t)) as [|Lt]; auto. exfalso. apply X.
      + clear -P. induction P; [constructor|]. apply go with s'; auto.
      + left. exists (Picture [] f (L - 1)). split; [cbn; auto|]. split; [cbn; tauto|]. change (count p f t <= L - 1). lia.
    - destruct e; try discriminate. apply andb_true_iff in H as [H1 H2]. split; eauto.
  Qed.
End Checks.
