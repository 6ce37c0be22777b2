(* For speed: changes stand in a tree. A fork asks what a cell holds; of the changes that test this cell only those that want it are tried.
   A word that a change fits comes to it, so that what holds of all changes that are tried holds of all that fit. *)
Require Import List Bool Arith NArith Lia.
From Saltus Require Import Puzzle Sums Words.
Import ListNotations.

Section Groups.
  Variable A : Type.
  Variable b : N.
  Definition item := (N * N * A)%type.               (* mask, what it must find, and what else *)
  Definition item_fits (w : N) (k : item) := (N.land w (fst (fst k)) =? snd (fst k))%N.
  Definition question := (nat * option N)%type.      (* a cell, and the content of which it is asked, or of all *)
  Definition wants (c : nat) (k : item) := digit b (snd (fst k)) c.
  Definition asks (q : question) (k : item) := (digit b (fst (fst k)) (fst q) =? N.ones b)%N &&
    match snd q with None => true | Some x => (wants (fst q) k =? x)%N end.

  Inductive tree := Leaf (l : list item) | Fork (c : nat) (kids : list (N * tree)) (rest : tree).
  Fixpoint tried (f : item -> bool) (w : N) (t : tree) : bool := match t with
    | Leaf l => forallb f l
    | Fork c kids rest => let d := digit b w c in
        if (fix look kids := match kids with [] => true | (x, t) :: kids => if (x =? d)%N then tried f w t else look kids end) kids
        then tried f w rest else false
    end.
  Definition alike (l : list N) := match l with [_] => true | _ => false end.
  Fixpoint plant (qs : list question) (l : list item) : tree := match qs with
    | [] => Leaf l
    | q :: qs => match l with
      | [] | [_] => Leaf l
      | _ => let c := fst q in let mine := filter (asks q) l in let others := filter (fun k => negb (asks q k)) l in
        let values := nodup N.eq_dec (map (wants c) mine) in
        match mine, others with
        | [], _ => plant qs l
        | _, [] => if alike values then plant qs l else Fork c (map (fun x => (x, plant qs (filter (fun k => (wants c k =? x)%N) mine))) values) (Leaf [])
        | _, _ => Fork c (map (fun x => (x, plant qs (filter (fun k => (wants c k =? x)%N) mine))) values) (plant qs others)
        end
      end
    end.

  Lemma asks_right w q k : asks q k = true -> item_fits w k = true -> wants (fst q) k = digit b w (fst q).
  Proof.
    intros Q F. apply andb_true_iff in Q as [Q _]. apply N.eqb_eq in Q, F. unfold wants. rewrite <- F, digit_land, Q.
    apply land_same. apply digit_lt.
  Qed.
  Lemma look_right f w d (t : N -> tree) l : In d l ->
    (fix look kids := match kids with [] => true | (x, t) :: kids => if (x =? d)%N then tried f w t else look kids end) (map (fun x => (x, t x)) l) = tried f w (t d).
  Proof.
    induction l as [|x l IH]; intros I; [destruct I|]. cbn [map]. destruct (N.eqb_spec x d); [now subst|]. destruct I; [contradiction|auto].
  Qed.
  Lemma fork_right f w q k mine values t rest : In k mine -> asks q k = true -> item_fits w k = true -> values = nodup N.eq_dec (map (wants (fst q)) mine) ->
    tried f w (Fork (fst q) (map (fun x => (x, t x)) values) rest) = true -> tried f w (t (wants (fst q) k)) = true.
  Proof.
    intros I Q F -> H. cbn [tried] in H. rewrite <- (asks_right w q k Q F) in H. rewrite look_right in H.
    - destruct (tried f w (t _)); auto.
    - apply nodup_In, in_map, I.
  Qed.
  Lemma rest_right f w c kids rest : tried f w (Fork c kids rest) = true -> tried f w rest = true.
  Proof. cbn [tried]. destruct (_ kids); auto. discriminate. Qed.
  (* What holds of all that is tried holds of every item that fits the word. *)
  Theorem tried_right f w qs : forall l, tried f w (plant qs l) = true -> forall k, In k l -> item_fits w k = true -> f k = true.
  Proof.
    induction qs as [|q qs IH]; intros l H k I F; cbn [plant] in H.
    - cbn in H. rewrite forallb_forall in H. auto.
    - destruct l as [|k1 [|k2 l]]; [destruct I|cbn in H; destruct I as [<-|[]]; now apply andb_true_iff in H as [H _]|].
      remember (k1 :: k2 :: l) as all eqn:E. clear E k1 k2 l.
      assert (M : asks q k = true -> In k (filter (asks q) all)) by (intros; now apply filter_In).
      assert (O : asks q k = false -> In k (filter (fun k => negb (asks q k)) all)) by (intros X; apply filter_In; rewrite X; auto).
      assert (V : forall x, x = wants (fst q) k -> In k (filter (asks q) all) -> In k (filter (fun k => (wants (fst q) k =? x)%N) (filter (asks q) all))).
      { intros x -> J. apply filter_In. split; auto. apply N.eqb_refl. }
      destruct (asks q k) eqn:Q.
      + specialize (M eq_refl). specialize (V _ eq_refl M). clear O.
        destruct (filter (asks q) all) as [|m ms] eqn:E1; [destruct M|]. rewrite <- E1 in *.
        destruct (filter (fun k => negb (asks q k)) all) as [|o os] eqn:E2.
        * destruct (alike _); [eapply IH; eauto|].
          apply (fork_right f w q k (filter (asks q) all) _ (fun x => plant qs (filter (fun k => (wants (fst q) k =? x)%N) (filter (asks q) all)))) in H; auto.
          eapply IH; eauto.
        * apply (fork_right f w q k (filter (asks q) all) _ (fun x => plant qs (filter (fun k => (wants (fst q) k =? x)%N) (filter (asks q) all)))) in H; auto.
          eapply IH; eauto.
      + specialize (O eq_refl). clear M V.
        destruct (filter (asks q) all) as [|m ms]; [eapply IH; eauto|].
        destruct (filter (fun k => negb (asks q k)) all) as [|o os]; [destruct O|]. apply rest_right in H. eapply IH; eauto.
  Qed.
End Groups.
