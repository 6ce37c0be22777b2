(* What the theorems rest on. `kernel/build` fails unless each answer is `Closed under the global context`. *)
From Saltus Require Import Puzzle Kernel Fifteen.
Print Assumptions verified.
Print Assumptions fourteen_fifteen.
