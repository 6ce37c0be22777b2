(* Reads certificates of format 2 (docs/calculus.md): lines, and what stands below them, indented by two blanks more.
   TRUSTED as far as the lines `puzzle` and `claim` go; what stands below is material for evidence.ml, which need not be trusted. *)

exception Malformed of int * string    (* a line that no certificate has *)
exception Refuted of int * string      (* a line that does not show what it should *)
let malformed line format = Printf.ksprintf (fun s -> raise (Malformed (line, s))) format
let refuted line format = Printf.ksprintf (fun s -> raise (Refuted (line, s))) format

type node = { line : int; words : string list; below : node list }

type claim = At_least of Z.t | Plan of Z.t | Between of Z.t * Z.t | Unsolvable | Leaves of int | Value_at_least of int | Value_between of int * int
type t = { puzzle : string; puzzle_line : int; claim : claim; claim_text : string; claim_line : int; evidence : node list; last : int }

let natural line word =
  if word <> "" && String.length word < 1000 && List.for_all (fun c -> c >= '0' && c <= '9') (List.of_seq (String.to_seq word)) && (word = "0" || word.[0] <> '0')
  then Z.of_string word else malformed line "a number without sign or leading zeros is expected"
let count line word = let z = natural line word in
  if Z.leq z (Z.of_int 1_000_000_000) then Z.to_int z else malformed line "a number above 10^9"
let integer line word =
  if word <> "" && word.[0] = '-' && word <> "-0" then Z.neg (natural line (String.sub word 1 (String.length word - 1))) else natural line word

let read text =
  let lines = match List.rev (String.split_on_char '\n' text) with
    | "" :: rest -> Array.of_list (List.rev rest)
    | rest -> malformed (List.length rest) "the last line is not ended" in
  let n = Array.length lines in
  Array.iteri (fun i -> String.iter (fun c -> if c < ' ' || c > '~' then malformed (i + 1) "a character that is not ASCII, or a tab")) lines;
  let field number key =
    if number > n then malformed n "the file ends early";
    let s = lines.(number - 1) and k = String.length key in
    if String.length s > k && String.sub s 0 k = key then String.sub s k (String.length s - k) else malformed number "`%s` is expected" (String.trim key) in
  if field 1 "saltus certificate " <> "2" then malformed 1 "this program reads format 2";
  let puzzle = field 2 "puzzle " in
  let claim_text = field 3 "claim " in
  let claim = match String.split_on_char ' ' claim_text with
    | ["at-least"; c] -> At_least (natural 3 c)
    | ["plan"; k] -> Plan (natural 3 k)
    | ["optimal"; k] -> let k = natural 3 k in Between (k, k)
    | ["between"; c; k] -> let c = natural 3 c and k = natural 3 k in
      if Z.leq c k then Between (c, k) else malformed 3 "`between` has the smaller number first"
    | ["unsolvable"] -> Unsolvable
    | ["leaves"; k] -> Leaves (count 3 k)
    | ["value-at-least"; l] -> Value_at_least (count 3 l)
    | ["value"; k] -> let k = count 3 k in Value_between (k, k)
    | ["value-between"; l; k] -> let l = count 3 l and k = count 3 k in
      if l <= k then Value_between (l, k) else malformed 3 "`value-between` has the smaller number first"
    | _ -> malformed 3 "a claim is `at-least N`, `plan N`, `optimal N`, `between N N`, `unsolvable`, `leaves N`, `value-at-least N`, `value N` or `value-between N N`" in
  if n = 0 || lines.(n - 1) <> "end" then malformed n "the last line is `end`";
  (* Blanks before a line say what it belongs to. *)
  let indent i = let s = lines.(i) in
    let rec go k = if k < String.length s && s.[k] = ' ' then go (k + 1) else k in go 0 in
  let is_empty i = let s = String.trim lines.(i) in s = "" || (String.length s >= 2 && String.sub s 0 2 = "//") in
  (* all lines of this depth from line i on, and the first line that belongs to none of them *)
  let rec nodes found i depth =
    if i >= n - 1 then (List.rev found, i)
    else if is_empty i then nodes found (i + 1) depth
    else
      let k = indent i in
      if k < depth then (List.rev found, i)
      else if k > depth then malformed (i + 1) "a line is indented by two blanks more than the line to which it belongs"
      else
        let below, next = nodes_below (i + 1) depth in
        nodes ({ line = i + 1; words = Definition.words lines.(i); below } :: found) next depth
  and nodes_below i depth =
    if i >= n - 1 then ([], i)
    else if is_empty i then nodes_below (i + 1) depth
    else if indent i > depth then nodes [] i (depth + 2) else ([], i) in
  let evidence, _ = nodes [] 3 0 in
  { puzzle; puzzle_line = 2; claim; claim_text; claim_line = 3; evidence; last = n }
