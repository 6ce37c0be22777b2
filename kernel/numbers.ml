(* TRUSTED: the operations on numbers that theory/Extract.v names, by Zarith: small numbers are machine integers, others are of any size. *)
type t = Z.t
let zero = Z.zero and one = Z.one
let twice x = Z.shift_left x 1
let twice_plus_one x = Z.succ (Z.shift_left x 1)
let neg = Z.neg
let positive_case odd even unit x = if Z.equal x Z.one then unit () else if Z.is_odd x then odd (Z.shift_right x 1) else even (Z.shift_right x 1)
let n_case none some x = if Z.sign x = 0 then none () else some x
let z_case none some minus x = let s = Z.sign x in if s = 0 then none () else if s > 0 then some x else minus (Z.neg x)
let logand = Z.logand and logor = Z.logor and logxor = Z.logxor
let shift_right x k = Z.shift_right x (Z.to_int k)
let shift_left x k = Z.shift_left x (Z.to_int k)
let ones k = Z.pred (Z.shift_left Z.one (Z.to_int k))
let power x k = Z.pow x (Z.to_int k)
let equal = Z.equal
let less x y = Z.lt x y
let less_equal x y = Z.leq x y
(* What evidence hands over as a number of Coq's N or nat may be negative by mistake, where there is no such number. It meets a
   number of the puzzle in one of these comparisons first (or in `equal`, and is another one). *)
let less_n x y = if Z.sign x < 0 || Z.sign y < 0 then invalid_arg "a negative number" else Z.lt x y
let less_equal_n x y = if Z.sign x < 0 || Z.sign y < 0 then invalid_arg "a negative number" else Z.leq x y
let less_nat (x : int) y = if x lor y < 0 then invalid_arg "a negative number" else x < y
let less_equal_nat (x : int) y = if x lor y < 0 then invalid_arg "a negative number" else x <= y
let equal_nat (x : int) y = x = y
let add = Z.add and sub = Z.sub and mul = Z.mul and max = Z.max
let sub_from_zero_up x y = Z.max Z.zero (Z.sub x y)
let of_int = Z.of_int
(* b bits of w from bit b c on; w is not negative (or an exception is raised). *)
let digit b w c = if Z.sign w < 0 then invalid_arg "a negative number" else Z.extract w (Z.to_int b * c) (Z.to_int b)
let odd = Z.is_odd
(* Coq's: the sign is that of the divisor, and x mod 0 = x. *)
let modulo x y = if Z.sign y = 0 then x else Z.sub x (Z.mul y (Z.fdiv x y))
