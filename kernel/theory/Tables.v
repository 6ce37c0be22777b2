(* Tables of a view: of some cells it is seen to which class their content belongs. The entries bound what plays cost.
   A table is two functions from 0, .., n - 1, and an oracle says where to look; what is found is compared. What is not found counts as `beyond`:
   0, or more, if all that leads to the entries is in the table as far as it counts less. *)
Require Import List Bool Arith NArith ZArith Lia.
From Saltus Require Import Puzzle Sums Plays Board Words Groups Bounds.
Import ListNotations.

Definition edge := (N * N * (N * Z))%type.           (* mask, what is found, what flips, the price *)
Definition edge_eqb (x y : edge) : bool := let '(a, b, (c, d)) := x in let '(a', b', (c', d')) := y in
  (a =? a')%N && (b =? b')%N && (c =? c')%N && (d =? d')%Z.
Lemma edge_eqb_eq x y : edge_eqb x y = true -> x = y.
Proof.
  destruct x as [[a b] [c d]], y as [[a' b'] [c' d']]. cbn. rewrite !andb_true_iff, !N.eqb_eq, Z.eqb_eq. intros [[[-> ->] ->] ->]. auto.
Qed.
Record table := Table {
  seen : list nat; class : nat -> N -> N;            (* the view *)
  tkey : nat -> N; tval : nat -> Z; tsize : nat; twhere : N -> nat; beyond : Z;
  price : rule -> Z;
  edges : nat -> edge; edges_size : nat; edge_where : edge -> nat; (* what the rules do in the view, each once *)
  tquestions : list question }.

Section Tables.
  Variable b : N.
  Hypothesis b_pos : (0 < b)%N.
  Variable p : puzzle.
  Variable size : nat -> nat.
  Let n := cells p.
  Hypothesis ok : puzzle_ok p size = true.
  Variable T : table.

  Definition is_seen c := existsb (Nat.eqb c) (seen T).
  Definition cls c x := N.land (class T c x) (N.ones b).
  Definition view (s : position) := pack b (map (fun c => (c, cls c (s c))) (seen T)).
  Definition view_change (r : rule) : changes :=
    map (fun t => (fst t, (cls (fst t) (fst (snd t)), cls (fst t) (snd (snd t))))) (filter (fun t => is_seen (fst t)) (change r)).
  Definition view_edge (r : rule) : edge := let l := view_change r in (mask b l, before b l, (flip b l, price T r)).
  Definition tfound a := let j := twhere T a in if j <? tsize T then if (tkey T j =? a)%N then Some (tval T j) else None else None.
  Definition tfind a := match tfound a with Some v => v | None => beyond T end.
  Definition told s := tfind (view s).
  Definition possible a (g : picture) := forallb (fun t => negb (is_seen (fst t)) || (digit b a (fst t) =? cls (fst t) (snd t))%N) (shown g).
  Definition edge_ok a v (e : edge) := let '(m, x, (f, q)) := e in
    if (N.land a m =? x)%N then (v <=? q + tfind (N.lxor a f))%Z else true.
  (* An edge backwards: what the entry of a position that is not found would have to be at most. *)
  Definition back (e : edge) : item (N * Z) := let '(m, x, (f, q)) := e in (m, N.lxor x (N.land f m), (f, q)).
  Definition back_ok a v (e : item (N * Z)) := let '(m, x, (f, q)) := e in
    if (N.land a m =? x)%N then match tfound (N.lxor a f) with Some _ => true | None => (beyond T <=? q + v)%Z end else true.
  Definition back_row_ok tree j := let a := tkey T j in tried (N * Z) b (back_ok a (tval T j)) a tree.
  Definition shows_view (g : picture) : position := fun c => match lookup c (shown g) with Some x => x | None => 0%N end.
  Definition aim_found (g : picture) := forallb (fun c => match lookup c (shown g) with Some _ => true | None => false end) (seen T) &&
    (tfind (view (shows_view g)) <=? 0)%Z.
  Definition back_tree := plant (N * Z) b (tquestions T) (map (fun i => back (edges T i)) (seq 0 (edges_size T))).
  Definition beyond_check := (beyond T =? 0)%Z ||
    ((0 <=? beyond T)%Z && forallb aim_found (aims p) && (let tree := back_tree in all (back_row_ok tree) (tsize T))).
  Definition row_ok tree j := let a := tkey T j in let v := tval T j in
    (0 <=? v)%Z && ((v <=? 0)%Z || negb (existsb (possible a) (aims p))) && tried (N * Z) b (edge_ok a v) a tree.
  Definition edge_known r := let e := view_edge r in let i := edge_where T e in
    (i <? edges_size T) && edge_eqb (edges T i) e && (0 <=? price T r)%Z.
  Definition table_tree := plant (N * Z) b (tquestions T) (map (edges T) (seq 0 (edges_size T))).
  Definition table_check := distinct Nat.eqb (seen T) && forallb (fun c => c <? n) (seen T) && forallb edge_known (rules p) &&
    beyond_check && (let tree := table_tree in all (row_ok tree) (tsize T)).

  Lemma is_seen_in c : is_seen c = true <-> In c (seen T).
  Proof.
    unfold is_seen. rewrite existsb_exists. split.
    - intros [x [I E]]. apply Nat.eqb_eq in E. now subst.
    - intros I. exists c. split; auto. apply Nat.eqb_refl.
  Qed.
  Lemma lookup_filter c (l : changes) : lookup c (filter (fun t => is_seen (fst t)) l) = if is_seen c then lookup c l else None.
  Proof.
    induction l as [|[i x] l IH]; cbn [filter lookup fst]; [now destruct (is_seen c)|].
    destruct (is_seen i) eqn:E; cbn [lookup]; destruct (Nat.eqb_spec i c); subst; rewrite ?E, ?IH, ?E; auto.
  Qed.
  Lemma lookup_view c r : lookup c (view_change r) =
    if is_seen c then match lookup c (change r) with Some (x, y) => Some (cls c x, cls c y) | None => None end else None.
  Proof.
    unfold view_change. rewrite (lookup_map _ _ (fun c t => (cls c (fst t), cls c (snd t)))), lookup_filter.
    destruct (is_seen c); auto. destruct (lookup c (change r)) as [[x y]|]; auto.
  Qed.
  Lemma view_fitting r : rule_ok p size r = true -> fitting b (view_change r).
  Proof.
    intros O. split.
    - unfold view_change. rewrite map_map. cbn [fst]. apply rule_distinct in O. revert O.
      induction (change r) as [|[i x] l IH]; cbn [filter map fst]; auto. intros D. inversion D; subst.
      destruct (is_seen i); auto. cbn. constructor; auto. intros I. apply H1. apply in_map_iff in I as [t [E I]].
      apply filter_In in I as [I _]. rewrite <- E. now apply in_map.
    - intros c x y I. apply in_map_iff in I as [t [E _]]. inversion E; subst. split; apply land_small.
  Qed.
  Hypothesis H : table_check = true.
  Lemma seen_nodup : NoDup (seen T).
  Proof.
    unfold table_check in H. rewrite !andb_true_iff in H. destruct H as [[[[D _] _] _] _]. eapply distinct_true; eauto using Nat.eqb_refl.
  Qed.
  Lemma seen_small c : is_seen c = true -> c < n.
  Proof.
    unfold table_check in H. rewrite !andb_true_iff in H. destruct H as [[[[_ L] _] _] _]. rewrite forallb_forall in L.
    intros I. apply is_seen_in in I. apply Nat.ltb_lt. auto.
  Qed.
  Lemma digit_view c s : digit b (view s) c = if is_seen c then cls c (s c) else 0%N.
  Proof.
    unfold view. rewrite digit_pack; auto.
    - destruct (is_seen c) eqn:E.
      + rewrite (lookup_nodup _ c _ (cls c (s c))); auto.
        * rewrite map_map. cbn [fst]. rewrite map_id. apply seen_nodup.
        * apply in_map_iff. exists c. split; auto. now apply is_seen_in.
      + rewrite (proj2 (lookup_none _ c _)); auto. rewrite map_map. cbn [fst]. rewrite map_id. intros I. apply is_seen_in in I.
        rewrite I in E. discriminate.
    - rewrite map_map. cbn [fst]. rewrite map_id. apply seen_nodup.
    - intros i x I. apply in_map_iff in I as [j [E _]]. inversion E; subst. apply land_small.
  Qed.
  Lemma view_step s r s' : In r (rules p) -> moves_by p r s s' ->
    item_fits (N * Z) (view s) (view_edge r) = true /\ view s' = N.lxor (view s) (flip b (view_change r)).
  Proof.
    intros I M. pose proof (rules_ok _ _ ok _ I) as O. pose proof (view_fitting _ O) as F.
    assert (B : forall c x y, In (c, (x, y)) (view_change r) -> digit b (view s) c = x).
    { intros c x y J. apply (lookup_nodup _ _ _ _ (proj1 F)) in J. rewrite lookup_view in J. rewrite digit_view.
      destruct (is_seen c) eqn:E; [|discriminate]. pose proof (by_cell _ _ _ _ _ _ O M (seen_small _ E)) as C.
      destruct (lookup c (change r)) as [[x0 y0]|]; [|discriminate]. destruct C as [C _]. inversion J. now subst. }
    split.
    - unfold item_fits, view_edge. cbn. apply N.eqb_eq. now apply fits_iff.
    - apply (digit_ext b b_pos). intros c. rewrite digit_flip, lookup_view, !digit_view; auto.
      destruct (is_seen c) eqn:E; auto. pose proof (by_cell _ _ _ _ _ _ O M (seen_small _ E)) as C.
      destruct (lookup c (change r)) as [[x0 y0]|]; [destruct C as [_ C]|]; now rewrite C.
  Qed.

  Lemma land_lxor a c m : N.land (N.lxor a c) m = N.lxor (N.land a m) (N.land c m).
  Proof. apply N.bits_inj. intros i. rewrite N.lxor_spec, !N.land_spec, N.lxor_spec. destruct (N.testbit a i), (N.testbit c i), (N.testbit m i); auto. Qed.

  (* The entry of a position falls by at most the price of a rule, and is 0 at goals. *)
  Theorem table_term : term_ok p size told (price T) 0.
  Proof.
    pose proof H as H'. unfold table_check in H'. rewrite !andb_true_iff in H'. destruct H' as [[[_ K] BC] R].
    rewrite forallb_forall in K.
    assert (R' : forall j, j < tsize T -> row_ok table_tree j = true) by (apply all_true; exact R).
    assert (D : (0 <= beyond T)%Z).
    { unfold beyond_check in BC. apply orb_true_iff in BC as [BC|BC]; [apply Z.eqb_eq in BC; lia|].
      rewrite !andb_true_iff in BC. destruct BC as [[BC _] _]. now apply Z.leb_le. }
    (* A position is found, or it counts as beyond. *)
    assert (Q : forall a, tfound a = None \/ exists j, j < tsize T /\ tkey T j = a /\ tfound a = Some (tval T j)).
    { intros a. unfold tfound. destruct (Nat.ltb_spec (twhere T a) (tsize T)) as [L|]; [|left; reflexivity].
      destruct (N.eqb_spec (tkey T (twhere T a)) a); [|left; reflexivity]. right. eauto. }
    assert (P : forall a, (0 <= tfind a)%Z).
    { intros a. unfold tfind. destruct (Q a) as [E|[j [L [E1 E2]]]]; [now rewrite E|]. rewrite E2.
      specialize (R' _ L). unfold row_ok in R'. rewrite !andb_true_iff in R'. now apply Z.leb_le. }
    split.
    - intros s r s' _ I M. pose proof (K _ I) as E. unfold edge_known in E. rewrite !andb_true_iff in E. destruct E as [[E1 E2] E3].
      apply Nat.ltb_lt in E1. apply edge_eqb_eq in E2. apply Z.leb_le in E3.
      destruct (view_step _ _ _ I M) as [F V]. pose proof (P (view s')) as Ps. unfold told.
      destruct (Q (view s)) as [Z0|[j [L [E4 E5]]]].
      + unfold tfind at 1. rewrite Z0. destruct (Q (view s')) as [Z1|[j [L [E4 E5]]]]; [unfold tfind; rewrite Z1; lia|].
        unfold beyond_check in BC. apply orb_true_iff in BC as [BC|BC]; [apply Z.eqb_eq in BC; lia|].
        rewrite !andb_true_iff in BC. destruct BC as [_ BC]. pose proof (all_true _ _ BC _ L) as G. unfold back_row_ok in G. rewrite E4 in G.
        pose proof (tried_right _ b _ _ _ _ G (back (view_edge r))) as X.
        assert (Fit : (N.land (view s') (mask b (view_change r)) =?
          N.lxor (before b (view_change r)) (N.land (flip b (view_change r)) (mask b (view_change r))))%N = true).
        { apply N.eqb_eq. rewrite V, land_lxor. f_equal. apply N.eqb_eq. exact F. }
        assert (Y : back_ok (view s') (tval T j) (back (view_edge r)) = true).
        { apply X; [|exact Fit]. rewrite <- E2. apply (in_map (fun i => back (edges T i))), in_seq. lia. }
        unfold back_ok, back, view_edge in Y. rewrite Fit in Y.
        replace (N.lxor (view s') (flip b (view_change r))) with (view s) in Y by (rewrite V, N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r; auto).
        rewrite Z0 in Y. apply Z.leb_le in Y. unfold tfind. rewrite E5. exact Y.
      + specialize (R' _ L). unfold row_ok in R'. rewrite !andb_true_iff in R'. destruct R' as [_ R'].
        rewrite E4 in R'. pose proof (tried_right _ b _ _ _ _ R') as G.
        specialize (G (view_edge r)).
        assert (X : edge_ok (view s) (tval T j) (view_edge r) = true).
        { apply G; auto. rewrite <- E2. apply in_map, in_seq. lia. }
        unfold edge_ok, view_edge in X. unfold item_fits, view_edge in F. cbn [fst snd] in F. rewrite F in X. apply Z.leb_le in X.
        rewrite V. unfold tfind at 1. rewrite E5. exact X.
    - intros t g V I S. unfold told. destruct (Q (view t)) as [Z0|[j [L [E4 E5]]]].
      + unfold beyond_check in BC. apply orb_true_iff in BC as [BC|BC]; [apply Z.eqb_eq in BC; unfold tfind; rewrite Z0; lia|].
        rewrite !andb_true_iff in BC. destruct BC as [[_ A] _]. rewrite forallb_forall in A. specialize (A _ I).
        unfold aim_found in A. apply andb_true_iff in A as [A B]. rewrite forallb_forall in A. apply Z.leb_le in B.
        replace (view t) with (view (shows_view g)); auto. unfold view. f_equal. apply map_ext_in. intros c C. specialize (A _ C).
        unfold shows_view. destruct (lookup c (shown g)) as [x|] eqn:E; [|discriminate]. now rewrite (shows_at _ _ _ _ _ S E).
      + unfold tfind. rewrite E5. specialize (R' _ L). unfold row_ok in R'. rewrite !andb_true_iff, orb_true_iff in R'. destruct R' as [[_ [R'|R']] _].
        * apply Z.leb_le in R'. lia.
        * exfalso. apply negb_true_iff in R'. rewrite <- not_true_iff_false in R'. apply R'. apply existsb_exists. exists g. split; auto.
          apply forallb_forall. intros [c x] J. cbn [fst snd]. destruct (is_seen c) eqn:E; auto. cbn [negb orb].
          rewrite E4, digit_view, E. destruct S as [S _]. rewrite (S _ _ J). apply N.eqb_refl.
  Qed.
End Tables.
