(* What holds for plays of any puzzle: the arguments behind all kinds of evidence, without anything that is executed. *)
Require Import List Bool Arith NArith ZArith Lia.
From Saltus Require Import Puzzle.
Import ListNotations.

Section Plays.
  Variable p : puzzle.
  Variable good : position -> Prop.                  (* what holds at the start and after every move *)
  Hypothesis good_move : forall s k s', good s -> move p s k s' -> good s'.

  Definition at_least s C := forall n t, play p s n t -> solved p t -> (C <= n)%N.
  Definition never s := forall n t, play p s n t -> ~ solved p t.

  Lemma good_play s n t : play p s n t -> good s -> good t.
  Proof. induction 1; eauto. Qed.

  (* What falls by at most D for each unit of cost, and is at most M at goals, bounds the cost of plays to goals. *)
  Theorem potential (h : position -> Z) (D M : Z) :
    (forall s k s', good s -> move p s k s' -> (h s <= D * Z.of_N k + h s')%Z) ->
    (forall t, good t -> solved p t -> (h t <= M)%Z) ->
    forall s n t, play p s n t -> good s -> solved p t -> (h s <= D * Z.of_N n + M)%Z.
  Proof.
    intros Hs Hg s n t P. induction P; intros V G.
    - specialize (Hg _ V G). lia.
    - specialize (IHP (good_move _ _ _ V H) G). specialize (Hs _ _ _ V H). lia.
  Qed.

  (* What no move changes is at a goal what it was at the start. *)
  Theorem invariant A (f : position -> A) :
    (forall s k s', good s -> move p s k s' -> f s' = f s) ->
    forall s, good s -> (forall t, good t -> solved p t -> f t <> f s) -> never s.
  Proof.
    intros Hs s V Hg n t Q G.
    assert (X : f t = f s).
    { clear Hg G. revert V. induction Q; auto. intros V. rewrite <- (Hs _ _ _ V H). eauto. }
    apply (Hg t (good_play _ _ _ Q V) G X).
  Qed.

  (* A map of positions that takes moves to moves and goals to goals. *)
  Definition automorphism (u : position -> position) :=
    (forall s k s', good s -> move p s k s' -> move p (u s) k (u s')) /\
    (forall s, good s -> solved p s -> solved p (u s)) /\ (forall s, good s -> good (u s)).
  Lemma identity : automorphism (fun s => s).
  Proof. repeat split; auto. Qed.
  Lemma carried u s n t : automorphism u -> good s -> play p s n t -> play p (u s) n (u t).
  Proof. intros [U _] V P. revert V. induction P; intros V; [constructor|]. econstructor; eauto. Qed.
  Lemma composed u v : automorphism u -> automorphism v -> automorphism (fun s => v (u s)).
  Proof. intros [U [U' U'']] [V [V' V'']]. repeat split; auto. Qed.

  (* A closed set: from its positions no goal is reached cheaply, if every move leads into the set again, perhaps after
     an automorphism and at no more than the cost so far; or what is paid is enough; or the rest is known to cost enough. *)
  Theorem closed_set (set : position -> N -> Prop) C :
    (forall s g, good s -> set s g -> ~ solved p s) ->
    (forall s g k s', good s -> set s g -> move p s k s' ->
       (exists u g', automorphism u /\ set (u s') g' /\ (g' <= g + k)%N) \/ at_least s' (C - (g + k))) ->
    forall u s g, automorphism u -> good s -> set (u s) g -> at_least s (C - g).
  Proof.
    intros Hg Hc.
    assert (X : forall s n t, play p s n t -> good s -> solved p t ->
              forall u g, automorphism u -> set (u s) g -> (C - g <= n)%N).
    { intros s n t P. induction P; intros V G u g U S.
      - exfalso. apply (Hg _ _ (proj2 (proj2 U) _ V) S). now apply U.
      - destruct (Hc _ _ _ _ (proj2 (proj2 U) _ V) S (proj1 U _ _ _ V H)) as [[v [g' [W [S' L]]]] | A].
        + specialize (IHP (good_move _ _ _ V H) G _ _ (composed _ _ U W) S'). lia.
        + pose proof (good_move _ _ _ V H) as V'. pose proof (good_play _ _ _ P V').
          specialize (A _ _ (carried _ _ _ _ U V' P) (proj1 (proj2 U) _ H0 G)). lia. }
    intros u s g U V S n t P G. eapply X; eauto.
  Qed.

  (* The same for positions from which no goal is reached at all. *)
  Theorem closed_never (set : position -> Prop) :
    (forall s, good s -> set s -> ~ solved p s) ->
    (forall s k s', good s -> set s -> move p s k s' -> exists u, automorphism u /\ set (u s')) ->
    forall u s, automorphism u -> good s -> set (u s) -> never s.
  Proof.
    intros Hg Hc.
    assert (X : forall s n t, play p s n t -> good s -> solved p t -> forall u, automorphism u -> ~ set (u s)).
    { intros s n t P. induction P; intros V G u U S.
      - apply (Hg _ (proj2 (proj2 U) _ V) S). now apply U.
      - destruct (Hc _ _ _ (proj2 (proj2 U) _ V) S (proj1 U _ _ _ V H)) as [v [W S']].
        exact (IHP (good_move _ _ _ V H) G _ (composed _ _ U W) S'). }
    intros u s U V S n t P G. exact (X s n t P V G u U S).
  Qed.
End Plays.
