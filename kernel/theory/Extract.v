(* TRUSTED: how the kernel becomes an OCaml program. Numbers (positive, N, Z) are Zarith's, of any size, by the operations of numbers.ml.
   nat becomes OCaml's int: it is used only for what lies in memory (places in lists and tables, cells, counts of cells). *)
From Saltus Require Import Puzzle Sums Board Words Groups Bounds Tables Residues Sign Symmetry Sets Kernel.
Require Import List NArith ZArith ExtrOcamlBasic ExtrOcamlNatInt.
Extract Inductive positive => "Numbers.t" ["Numbers.twice_plus_one" "Numbers.twice" "Numbers.one"] "Numbers.positive_case".
Extract Inductive N => "Numbers.t" ["Numbers.zero" "(fun x -> x)"] "Numbers.n_case".
Extract Inductive Z => "Numbers.t" ["Numbers.zero" "(fun x -> x)" "Numbers.neg"] "Numbers.z_case".
Extract Constant N.land => "Numbers.logand".
Extract Constant N.lor => "Numbers.logor".
Extract Constant N.lxor => "Numbers.logxor".
Extract Constant N.shiftr => "Numbers.shift_right".
Extract Constant N.shiftl => "Numbers.shift_left".
Extract Constant N.ones => "Numbers.ones".
Extract Constant N.pow => "Numbers.power".
Extract Constant N.eqb => "Numbers.equal".
Extract Constant N.ltb => "Numbers.less_n".
Extract Constant N.leb => "Numbers.less_equal_n".
Extract Constant N.add => "Numbers.add".
Extract Constant N.sub => "Numbers.sub_from_zero_up".
Extract Constant N.mul => "Numbers.mul".
Extract Constant N.of_nat => "Numbers.of_int".
Extract Constant Z.of_nat => "Numbers.of_int".
Extract Constant Z.of_N => "(fun x -> x)".
Extract Constant Z.eqb => "Numbers.equal".
Extract Constant Z.ltb => "Numbers.less".
Extract Constant Z.leb => "Numbers.less_equal".
Extract Constant Z.eq_dec => "Numbers.equal".
Extract Constant N.eq_dec => "Numbers.equal".
Extract Constant Z.add => "Numbers.add".
Extract Constant Z.sub => "Numbers.sub".
Extract Constant Z.opp => "Numbers.neg".
Extract Constant Z.mul => "Numbers.mul".
Extract Constant Z.max => "Numbers.max".
Extract Constant Z.odd => "Numbers.odd".
Extract Constant Z.modulo => "Numbers.modulo".
Extract Constant Nat.eqb => "Numbers.equal_nat".
Extract Constant Nat.leb => "Numbers.less_equal_nat".
Extract Constant Nat.ltb => "Numbers.less_nat".
Extract Constant Nat.odd => "(fun a -> a land 1 = 1)".
Extract Constant mark_eq => "(fun (a, k) (b, l) -> k = l && List.equal Numbers.equal a b)".
(* Functions on lists that need no stack, however long the list is. *)
Extract Constant map => "(fun f l -> List.rev (List.rev_map f l))".
Extract Constant filter => "List.filter".
Extract Constant forallb => "List.for_all".
Extract Constant existsb => "List.exists".
Extract Constant seq => "(fun start length -> List.init length (fun i -> start + i))".
(* A cell of a word: (w >> b c) and the b ones, without a large number in between. *)
Extract Constant digit => "Numbers.digit".
Extraction "kernel.ml" verify digit word
  view_edge edge_known row_ok table_tree back back_row_ok back_tree aim_found set_tree entry_right member exceeds bound_check term_check terms_price value symmetry_check
  weight_top pair_top board_check sign_rule marks residues clock_check floor solved_now aims.
