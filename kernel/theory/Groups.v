(* For speed: changes are tried by groups. A group has a mask and what it must find; where it does not find it, none of its changes fits. *)
Require Import List Bool Arith NArith Lia.
Import ListNotations.

Section Groups.
  Variable A : Type.
  Definition item := (N * N * A)%type.               (* mask, what it must find, and what else *)
  Definition item_fits (w : N) (k : item) := (N.land w (fst (fst k)) =? snd (fst k))%N.
  Definition belongs (g : N * N) (k : item) :=
    (N.land (fst (fst k)) (fst g) =? fst g)%N && (N.land (snd (fst k)) (fst g) =? snd g)%N.
  (* Each item is put in the first group to which it belongs, or in the last one, which all may enter. *)
  Fixpoint group (gs : list (N * N)) (l : list item) : list (N * N * list item) := match gs with
    | [] => [(0%N, 0%N, l)]
    | g :: gs => match filter (belongs g) l with
        | [] => group gs l
        | l' => (fst g, snd g, l') :: group gs (filter (fun k => negb (belongs g k)) l) end
    end.
  Definition grouped_all (f : item -> bool) (gl : list (N * N * list item)) (w : N) : bool :=
    forallb (fun t : N * N * list item => let '(m, x, l) := t in if (N.land w m =? x)%N then forallb f l else true) gl.

  Lemma belongs_fits w g k : belongs g k = true -> item_fits w k = true -> N.land w (fst g) = snd g.
  Proof.
    intros B F. apply andb_true_iff in B as [B1 B2]. apply N.eqb_eq in B1, B2, F.
    rewrite <- B1, N.land_assoc, F. exact B2.
  Qed.
  (* What holds of all groups that a word enters holds of every item that fits it. *)
  Lemma grouped_right f w gs : forall l, grouped_all f (group gs l) w = true ->
    forall k, In k l -> item_fits w k = true -> f k = true.
  Proof.
    induction gs as [|g gs IH]; intros l H k I F; cbn [group] in H.
    - cbn in H. rewrite N.land_0_r, andb_true_r in H. cbn in H. rewrite forallb_forall in H. auto.
    - destruct (filter (belongs g) l) as [|x l'] eqn:E; [eapply IH; eauto|]. rewrite <- E in H.
      cbn [grouped_all forallb] in H. apply andb_true_iff in H as [H1 H2].
      destruct (belongs g k) eqn:B.
      + rewrite (belongs_fits _ _ _ B F), N.eqb_refl, forallb_forall in H1. apply H1, filter_In. auto.
      + apply (IH _ H2); auto. apply filter_In. now rewrite B.
  Qed.
End Groups.
