(* Sums and loops over 0, .., n - 1, greatest values, and lists in which a cell is looked up. No puzzle is mentioned. *)
Require Import List Bool Arith NArith ZArith Lia.
Import ListNotations.

Fixpoint sum (f : nat -> Z) (n : nat) : Z := match n with 0 => 0%Z | S n => (sum f n + f n)%Z end.
Lemma sum_ext f g n : (forall i, i < n -> f i = g i) -> sum f n = sum g n.
Proof. induction n; cbn; auto. intros H. rewrite IHn, H; auto. Qed.
Lemma sum_le f g n : (forall i, i < n -> (f i <= g i)%Z) -> (sum f n <= sum g n)%Z.
Proof. induction n; cbn; intros H; [lia|]. specialize (IHn ltac:(auto)). specialize (H n ltac:(auto)). lia. Qed.
Lemma sum_add f g n : sum (fun i => f i + g i)%Z n = (sum f n + sum g n)%Z.
Proof. induction n; cbn; lia. Qed.
Lemma sum_sub f g n : sum (fun i => f i - g i)%Z n = (sum f n - sum g n)%Z.
Proof. induction n; cbn; lia. Qed.
Lemma sum_scale k f n : sum (fun i => k * f i)%Z n = (k * sum f n)%Z.
Proof. induction n; cbn; lia. Qed.
Lemma sum_zero n : sum (fun _ => 0%Z) n = 0%Z.
Proof. induction n; cbn; lia. Qed.
Lemma sum_swap (f : nat -> nat -> Z) n m : sum (fun i => sum (f i) m) n = sum (fun j => sum (fun i => f i j) n) m.
Proof.
  induction n; cbn.
  - now rewrite sum_zero.
  - rewrite IHn, <- sum_add. reflexivity.
Qed.

Fixpoint all (f : nat -> bool) (n : nat) : bool := match n with 0 => true | S n => if f n then all f n else false end.
Lemma all_true f n : all f n = true -> forall i, i < n -> f i = true.
Proof.
  induction n; cbn; [lia|]. destruct (f n) eqn:E; [|discriminate]. intros H i L.
  destruct (Nat.eq_dec i n); [subst|]; auto. apply IHn; auto; lia.
Qed.

(* The greatest of f 0, .., f (k - 1); k is 1 or more where it matters. *)
Fixpoint most (f : N -> Z) (k : nat) : Z :=
  match k with 0 => 0%Z | S k' => match k' with 0 => f 0%N | _ => Z.max (f (N.of_nat k')) (most f k') end end.
Lemma most_le f k x : (x < N.of_nat k)%N -> (f x <= most f k)%Z.
Proof.
  induction k as [|k IH]; intros H; [lia|]. cbn [most]. destruct k as [|k].
  - replace x with 0%N by lia. lia.
  - destruct (N.eq_dec x (N.of_nat (S k))); [subst; lia|]. specialize (IH ltac:(lia)). lia.
Qed.

Fixpoint lookup {A} (c : nat) (l : list (nat * A)) : option A :=
  match l with [] => None | (i, x) :: l => if i =? c then Some x else lookup c l end.
Lemma lookup_in A c (l : list (nat * A)) x : lookup c l = Some x -> In (c, x) l.
Proof.
  induction l as [|[i y] l IH]; cbn; [discriminate|]. destruct (Nat.eqb_spec i c); [|auto].
  intros E. inversion E. subst. auto.
Qed.
Lemma lookup_none A c (l : list (nat * A)) : lookup c l = None <-> ~ In c (map fst l).
Proof.
  induction l as [|[i y] l IH]; cbn; [tauto|]. destruct (Nat.eqb_spec i c); [|rewrite IH; tauto].
  split; [discriminate|tauto].
Qed.
Lemma lookup_nodup A c (l : list (nat * A)) x : NoDup (map fst l) -> In (c, x) l -> lookup c l = Some x.
Proof.
  induction l as [|[i y] l IH]; cbn; [tauto|]. intros D I. inversion D; subst. destruct I as [E|I].
  - inversion E; subst. now rewrite Nat.eqb_refl.
  - destruct (Nat.eqb_spec i c); [|auto]. subst. exfalso. apply H1. change c with (fst (c, x)). now apply in_map.
Qed.
Lemma lookup_map A B (f : nat -> A -> B) c l :
  lookup c (map (fun t => (fst t, f (fst t) (snd t))) l) = option_map (f c) (lookup c l).
Proof. induction l as [|[i x] l IH]; cbn; auto. destruct (Nat.eqb_spec i c); [subst|]; auto. Qed.
Lemma lookup_seq A (f : nat -> A) n c : lookup c (map (fun c => (c, f c)) (seq 0 n)) = if c <? n then Some (f c) else None.
Proof.
  assert (G : forall n i, lookup c (map (fun c => (c, f c)) (seq i n)) = if (i <=? c) && (c <? i + n) then Some (f c) else None).
  { induction n0 as [|m IH]; intros i; cbn [seq map lookup].
    - destruct (Nat.leb_spec i c), (Nat.ltb_spec c (i + 0)); auto; lia.
    - rewrite IH. destruct (Nat.eqb_spec i c); [subst|].
      + rewrite Nat.leb_refl. destruct (Nat.ltb_spec c (c + S m)); auto; lia.
      + destruct (Nat.leb_spec i c), (Nat.leb_spec (S i) c), (Nat.ltb_spec c (i + S m)), (Nat.ltb_spec c (S i + m)); auto; lia. }
  rewrite G. reflexivity.
Qed.

(* A sum over a list, and the same sum over all cells. *)
Fixpoint total {A} (f : A -> Z) (l : list A) : Z := match l with [] => 0%Z | x :: l => (f x + total f l)%Z end.
Lemma total_sub A (f g : A -> Z) l : total (fun x => f x - g x)%Z l = (total f l - total g l)%Z.
Proof. induction l; cbn; lia. Qed.
Lemma sum_one f n c : c < n -> sum (fun i => if c =? i then f i else 0%Z) n = f c.
Proof.
  induction n; cbn; [lia|]. intros L. destruct (Nat.eqb_spec c n).
  - subst. rewrite (sum_ext _ (fun _ => 0%Z)), sum_zero; [lia|]. intros i I. destruct (Nat.eqb_spec n i); [lia|auto].
  - rewrite IHn by lia. lia.
Qed.
Lemma sum_lookup A (f : nat -> A -> Z) l n : NoDup (map fst l) -> (forall c x, In (c, x) l -> c < n) ->
  sum (fun c => match lookup c l with Some x => f c x | None => 0%Z end) n = total (fun t => f (fst t) (snd t)) l.
Proof.
  induction l as [|[c x] l IH]; intros D L; cbn [total fst snd].
  - cbn. apply sum_zero.
  - cbn in D. inversion D; subst. rewrite <- IH; auto; [|intros; eapply L; cbn; eauto].
    transitivity (sum (fun i => (if (c =? i)%nat then f i x else 0) + match lookup i l with Some x => f i x | None => 0 end)%Z n).
    + apply sum_ext. intros i _. cbn. destruct (Nat.eqb_spec c i); [subst|lia].
      rewrite (proj2 (lookup_none _ i l)) by auto. lia.
    + rewrite sum_add. f_equal. rewrite (sum_one (fun i => f i x)); auto. eapply L. cbn; auto.
Qed.

(* No element twice. *)
Fixpoint distinct {A} (eq : A -> A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: l => negb (existsb (eq x) l) && distinct eq l end.
Lemma distinct_true A (eq : A -> A -> bool) l : (forall x, eq x x = true) -> distinct eq l = true -> NoDup l.
Proof.
  intros R. induction l as [|x l IH]; cbn; [constructor|]. intros H. apply andb_true_iff in H as [H D]. constructor; auto.
  intros I. apply negb_true_iff in H. rewrite <- not_true_iff_false in H. apply H. apply existsb_exists. eauto.
Qed.
