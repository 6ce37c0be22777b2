(* An example inside Coq, without extraction: the fifteen puzzle with 14 and 15 exchanged cannot be solved. *)
Require Import List Bool Arith NArith ZArith.
From Saltus Require Import Puzzle Bounds Sign Kernel.
Import ListNotations.

Definition neighbours c := filter (fun d => (d <? 16) && (((c + 4 =? d) || (d + 4 =? c)) || ((c / 4 =? d / 4) && ((c + 1 =? d) || (d + 1 =? c))))) (seq 0 16).
Definition slides := flat_map (fun v => flat_map (fun u => map (fun k =>
  Rule [(v, (0%N, N.of_nat k)); (u, (N.of_nat k, 0%N))] 1) (seq 1 15)) (neighbours v)) (seq 0 16).
Definition home := Picture (combine (seq 0 16) (map N.of_nat [1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;0])) (fun _ _ => false) 0.
Definition fifteen := Puzzle 16 slides [home] false.
Definition exchanged : position := fun c => N.of_nat (nth c [1;2;3;4;5;6;7;8;9;10;11;12;13;15;14;0] 0).
Definition exchange (r : rule) := match change r with [(v, _); (u, _)] => [(Nat.min v u, Nat.max v u)] | _ => [] end.
Definition chequers c (k : N) : Z := if (k =? 0)%N then (if Nat.odd (c / 4 + c mod 4) then 1 else 0)%Z else 0%Z.
Theorem fourteen_fifteen : means fifteen exchanged Unsolvable.
Proof. apply (verified 4 (fun _ => 16)) with (e := BySign exchange chequers). vm_compute. reflexivity. Qed.
