(* SPECIFICATION: what a puzzle is, what its plays are, and what a claim says of them.
   Nothing is proved here. Who wants to know what VERIFIED means reads this file line by line; no other file of this folder is needed for that. *)
Require Import List NArith.
Import ListNotations.

(* Cells are numbered from 0. A position says what each cell holds, as a number. *)
Definition position := nat -> N.

(* A rule names cells; each holds the first number before the move and the second one after it. *)
Record rule := Rule { change : list (nat * (N * N)); cost : N }.

(* A picture names cells and what they hold; and at most `limit` cells hold what is counted. *)
Record picture := Picture { shown : list (nat * N); counted : nat -> N -> bool; limit : nat }.

(* `stuck_ends`: a position in which no rule fits is a goal, too. *)
Record puzzle := Puzzle { cells : nat; rules : list rule; goals : list picture; stuck_ends : bool }.

(* The named cells change as the rule says; every other cell of the board keeps what it holds. *)
Definition moves_by (p : puzzle) (r : rule) (s s' : position) : Prop :=
  (forall c x y, In (c, (x, y)) (change r) -> s c = x /\ s' c = y) /\
  (forall c, c < cells p -> ~ In c (map fst (change r)) -> s' c = s c).

(* A move from s to s' that costs k. *)
Definition move (p : puzzle) (s : position) (k : N) (s' : position) : Prop :=
  exists r, In r (rules p) /\ cost r = k /\ moves_by p r s s'.

(* How many cells of the board hold what f counts. *)
Definition count (p : puzzle) (f : nat -> N -> bool) (s : position) : nat :=
  length (filter (fun c => f c (s c)) (seq 0 (cells p))).

Definition shows (p : puzzle) (g : picture) (s : position) : Prop :=
  (forall c x, In (c, x) (shown g) -> s c = x) /\ count p (counted g) s <= limit g.

Definition stuck (p : puzzle) (s : position) : Prop :=
  forall r, In r (rules p) -> exists c x y, In (c, (x, y)) (change r) /\ s c <> x.

Definition solved (p : puzzle) (s : position) : Prop :=
  (exists g, In g (goals p) /\ shows p g s) \/ (stuck_ends p = true /\ stuck p s).

(* A play from s to t; its moves cost n together. *)
Inductive play (p : puzzle) : position -> N -> position -> Prop :=
| stay s : play p s 0 s
| go s k s' n t : move p s k s' -> play p s' n t -> play p s (k + n) t.

(* A play that ends at the first goal it comes to. *)
Inductive solution (p : puzzle) : position -> N -> Prop :=
| ends s : solved p s -> solution p s 0
| goes s k s' n : ~ solved p s -> move p s k s' -> solution p s' n -> solution p s (k + n).

Inductive claim :=
| AtLeast (C : N)                                      (* every play to a goal costs C or more *)
| Plan (K : N)                                         (* there is a play that costs K and ends at its first goal *)
| Unsolvable                                           (* no play comes to a goal *)
| Leaves (f : nat -> N -> bool) (K : nat)              (* there is a play after which K cells hold what f counts *)
| LeavesAtLeast (f : nat -> N -> bool) (L : nat)       (* at all times of all plays L cells or more hold what f counts *)
| Both (a b : claim).

Fixpoint means (p : puzzle) (s : position) (c : claim) : Prop :=
  match c with
  | AtLeast C => forall n t, play p s n t -> solved p t -> (C <= n)%N
  | Plan K => solution p s K
  | Unsolvable => forall n t, play p s n t -> ~ solved p t
  | Leaves f K => exists n t, play p s n t /\ count p f t = K
  | LeavesAtLeast f L => forall n t, play p s n t -> L <= count p f t
  | Both a b => means p s a /\ means p s b
  end.
