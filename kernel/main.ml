(* saltus-kernel FILE: reads a certificate of format 2, asks the kernel, and says what was shown.
   TRUSTED: that what is printed as VERIFIED is the claim for which `Kernel.verify` has said true. Why something is refuted need not be trusted. *)
open Certificate
module D = Definition
module E = Evidence

let one_line = String.map (fun c -> if c < ' ' || c > '~' then '?' else c)

(* What a rule does, in the words of the puzzle. *)
let rule_text (g : E.ground) (r : Kernel.rule) =
  let content c x = if c < g.d.cells then g.d.pieces.(Z.to_int x) else Z.to_string x in
  let name c = if c < g.d.cells then g.d.names.(c) else if c = g.d.cells && g.d.sides > 0 then "turn" else if Some c = g.d.hand then "hand" else "origin" in
  String.concat ", " (List.map (fun (c, (x, y)) -> Printf.sprintf "%s: %s -> %s" (name c) (content c x) (content c y)) r.change)
let position_text (g : E.ground) w =
  let a = E.unpack g w in
  String.concat " " (List.init g.d.cells (fun c -> if a.(c) < Array.length g.d.pieces then g.d.pieces.(a.(c)) else "invalid")) ^
  (if g.d.sides > 0 then Printf.sprintf " turn %d" a.(g.d.cells) else "")

(* ---- Evidence, statement by statement ---- *)
type lower = { evidence : Kernel.evidence; by : string; explain : unit -> unit }   (* explain raises Refuted with the first line that fails *)

let explain_terms (g : E.ground) (p : Kernel.puzzle) line terms limit =
  List.iter (fun (n, t, places) ->
    if not (Kernel.term_check g.bits g.d.size p t) then begin
      (match t with
      | Kernel.View t ->
        let at j = match places with E.Entries l -> l.(j) | E.Node l -> l in
        let tree = Kernel.table_tree g.bits t in
        if Z.sign t.beyond > 0 then begin
          if List.exists (fun a -> not (Kernel.aim_found g.bits t a)) (Kernel.aims p) then
            refuted n.line "a goal does not show what is seen, or is not in the table with 0, so that there is no `beyond`";
          let tree = Kernel.back_tree g.bits t in
          for j = 0 to t.tsize - 1 do
            if not (Kernel.back_row_ok g.bits t tree j) then refuted (at j) "what leads here is not in the table, and is nearer than `beyond` says"
          done
        end;
        for j = 0 to t.tsize - 1 do
          if not (Kernel.row_ok g.bits p t tree j) then refuted (at j) "the entry %s is more than what follows from it allows" (Z.to_string (t.tval j))
        done
      | _ -> ());
      refuted n.line "this term is not right"
    end) terms;
  let ts = List.map (fun (_, t, _) -> t) terms in
  List.iter (fun (r : Kernel.rule) ->
    let price = Kernel.terms_price g.d.size p ts r in
    if Z.gt price (Z.mul limit r.cost) then
      refuted line "the sum falls by %s, which is more than %s, in the move %s" (Z.to_string price) (Z.to_string (Z.mul limit r.cost)) (rule_text g r)) p.rules

let bound g n =
  let scale, nodes = match n.words with
    | ["bound"] -> Z.one, n.below
    | ["bound"; "scale"; k] -> natural n.line k, n.below
    | _ -> malformed n.line "`bound` or `bound scale N`" in
  if Z.sign scale = 0 then malformed n.line "a scale is 1 or more";
  if nodes = [] then malformed n.line "a bound has terms";
  let terms = E.terms g scale nodes in
  (n, terms, (scale, List.map (fun (_, t, _) -> t) terms))
let names_of terms = String.concat " + " (List.map (fun (n, _, _) -> List.hd n.words) terms)

let explain_set (g : E.ground) (b : E.built_set) ~far ~paid least =
  let p = g.d.puzzle in
  List.iter (fun (line, u) -> if not (Kernel.symmetry_check p g.d.size u) then refuted line "this is no symmetry") b.symmetry_lines;
  let tree = Kernel.set_tree g.bits p b.set in
  for j = 0 to b.set.entries - 1 do
    if not (Kernel.entry_right g.bits p b.set far tree least j) then begin
      let w = b.set.key j and cost = b.set.paid j and line = b.lines j in
      if Kernel.solved_now p (Kernel.digit g.bits w) then refuted line "%s is a goal" (position_text g w);
      E.each_step g (E.planted g (E.steps g)) w (fun s v ->
        let cost = Z.add cost (Z.of_int s.cost) in
        if not (Kernel.member g.bits p b.set v cost) && not (far v (Z.max Z.zero (Z.sub least cost))) then
          refuted line "a move leads from %s to %s, which is not in the set%s" (position_text g w) (position_text g v)
            (if paid then Printf.sprintf " with %s or less paid" (Z.to_string cost) else ""));
      refuted line "this entry is not right"
    end
  done;
  refuted b.set_line "the start is not in the set%s" (if paid then " with nothing paid" else "")

(* Evidence that a goal is never reached. The puzzle may be one with another goal (`value-at-least`). *)
let never_evidence (g : E.ground) nodes =
  let syms, rest = List.partition (fun n -> n.words = ["symmetry"]) nodes in
  let p = g.d.puzzle in
  let start = E.pack g g.d.start in
  let s = Kernel.digit g.bits start in
  match rest with
  | [{ words = ["never"]; _ } as n] when syms = [] ->
    let terms = E.terms g Z.zero n.below in
    let ts = List.map (fun (_, t, _) -> t) terms in
    { evidence = Kernel.ByPrices ts; by = "never (" ^ names_of terms ^ ")"; explain = (fun () ->
        explain_terms g p n.line terms Z.zero;
        let top = List.fold_left (fun m t -> Z.add m (Kernel.term_top t)) Z.zero ts in
        refuted n.line "the sum is %s at the start and may be %s at a goal" (Z.to_string (Kernel.value g.bits p ts s)) (Z.to_string top)) }
  | [{ words = ["residue"]; _ } as n] when syms = [] ->
    let parts, q, m, w = E.residues g n in
    { evidence = Kernel.ByResidues (q, m, w);
      by = "residue mod " ^ String.concat " " (List.map (fun (_, k, _) -> Z.to_string k) (Array.to_list parts)); explain = (fun () ->
        Array.iteri (fun i (line, k, _) -> List.iter (fun (r : Kernel.rule) ->
          let change = Kernel.weight_price (w i) r in
          if not (Z.equal (Numbers.modulo change k) Z.zero) then
            refuted line "the sum changes by %s, which is not 0 modulo %s, in the move %s" (Z.to_string (Z.neg change)) (Z.to_string k) (rule_text g r)) p.rules) parts;
        refuted n.line "a goal can have the residues of the start") }
  | [{ words = ["sign"]; _ } as n] when syms = [] ->
    let w = E.as_function (E.weights g n.below) in
    { evidence = Kernel.BySign (E.swaps, w); by = "sign"; explain = (fun () ->
        List.iter (fun r -> if not (Kernel.sign_rule p E.swaps w r) then
          refuted n.line "the sign and the weights do not change together in the move %s" (rule_text g r)) p.rules;
        refuted n.line "two contents of the start are alike, or a goal does not show all cells or has the sign of the start") }
  | [{ words = "set" :: _; _ } as n] ->
    let b = E.set g syms n ~never:true ~far:(fun _ _ -> false) 0 in
    { evidence = Kernel.BySet ([], b.set); by = Printf.sprintf "set of %d" b.set.entries ^ (if syms = [] then "" else " with symmetries"); explain = (fun () ->
        explain_set g b ~far:(fun _ _ -> false) ~paid:false Z.zero) }
  | [] -> malformed 3 "there is no evidence: `never`, `residue`, `sign` or `set`"
  | n :: _ -> malformed n.line "the evidence is one of `never`, `residue`, `sign` and `set` (with `symmetry`)"

(* Evidence that every play to a goal costs `least` or more. *)
let rec least_evidence (g : E.ground) nodes least =
  let pick word = List.filter (fun n -> match n.words with w :: _ -> w = word | [] -> false) nodes in
  let p = g.d.puzzle in
  match pick "clock" with
  | n :: _ :: _ -> malformed n.line "there is one `clock` at most"
  | [{ words = ["clock"; "mod"; modulus]; _ } as n] ->
    let modulus = natural n.line modulus in
    let w = E.as_function (E.weights g n.below) in
    let s c = Z.of_int g.d.start.(c) in
    let shows c = Kernel.clock_check p g.d.size modulus w s c least in
    (* The least number from which the clock goes on to the claim. *)
    let rec down c = if Z.sign c > 0 && Z.lt (Z.sub least (Z.pred c)) modulus && shows (Z.pred c) then down (Z.pred c) else c in
    let c = if Z.sign modulus > 0 && shows least then down least else least in
    let rest = least_evidence g (List.filter (fun m -> m != n) nodes) c in
    { evidence = Kernel.ByClock (modulus, w, c, rest.evidence); by = rest.by ^ ", clock mod " ^ Z.to_string modulus; explain = (fun () ->
        List.iter (fun (r : Kernel.rule) ->
          let change = Z.neg (Kernel.weight_price w r) in
          if Z.sign modulus <= 0 || not (Z.equal (Numbers.modulo (Z.sub change r.cost) modulus) Z.zero) then
            refuted n.line "the sum changes by %s, which is not the cost %s modulo %s, in the move %s" (Z.to_string change) (Z.to_string r.cost) (Z.to_string modulus) (rule_text g r)) p.rules;
        rest.explain ()) }
  | n :: _ -> malformed n.line "`clock mod N`"
  | [] ->
  let other = List.filter (fun n -> not (List.mem (List.hd n.words) ["bound"; "set"; "symmetry"])) nodes in
  if other <> [] then malformed (List.hd other).line "the evidence is `bound`, several times, `set` (with `symmetry`) and `clock`";
  let bounds = List.map (bound g) (pick "bound") in
  let l = List.map (fun (_, _, b) -> b) bounds in
  let explain_bounds () = List.iter (fun (n, terms, (scale, _)) -> explain_terms g p n.line terms scale) bounds in
  let by_bounds = List.map (fun (_, terms, (scale, _)) -> "bound (" ^ names_of terms ^ ")" ^ (if Z.equal scale Z.one then "" else " with scale " ^ Z.to_string scale)) bounds in
  match pick "set" with
  | [] ->
    { evidence = Kernel.ByBounds l; by = (if bounds = [] then "costs are not negative" else String.concat ", " by_bounds); explain = (fun () ->
        explain_bounds ();
        let line = match bounds with (n, _, _) :: _ -> n.line | [] -> 3 in
        refuted line "the bound at the start is less than %s" (Z.to_string least)) }
  | [n] ->
    let far = Kernel.exceeds g.bits p l in
    if Z.gt least (Z.of_int 1_000_000_000) then malformed 3 "a claim above 10^9 with a set";
    let b = E.set g (pick "symmetry") n ~never:false ~far:(fun w k -> far w (Z.of_int k)) (Z.to_int least) in
    { evidence = Kernel.BySet (l, b.set);
      by = String.concat ", " (by_bounds @ [Printf.sprintf "set of %d" b.set.entries ^ (if b.symmetry_lines = [] then "" else " with symmetries")]);
      explain = (fun () ->
        explain_bounds ();
        explain_set g b ~far ~paid:true least) }
  | _ :: n :: _ -> malformed n.line "there is one `set` at most"

(* ---- The whole ---- *)
(* TRUSTED: this alone decides. An exception in what evidence.ml has made is a refusal. *)
let accepts (g : E.ground) start claim evidence =
  try Kernel.verify g.bits g.d.size g.d.puzzle start claim evidence
  with Invalid_argument _ | Not_found | Failure _ | Z.Overflow | Division_by_zero -> false

let run text =
  let c = Certificate.read text in
  let puzzle, said, assumed = try Families.line c.puzzle with D.Mistake s | D.Unsupported s -> malformed c.puzzle_line "%s" s in
  let d = try D.read puzzle with
    | D.Mistake s -> malformed c.puzzle_line "%s" s
    | D.Unsupported s -> malformed c.puzzle_line "%s" s in
  let g = E.ground d in
  let name = match said with Some line -> line
    | None -> Printf.sprintf "rules sha256:%s (%d cells, %s)" d.digest d.cells d.aim in
  let to_a_goal = match c.claim with Leaves _ | Value_at_least _ | Value_between _ -> false | _ -> true in
  if to_a_goal && d.fewest <> None then malformed c.claim_line "a puzzle with `goal fewest` has claims `leaves`, `value-at-least`, `value` and `value-between`";
  let counted = match d.fewest with Some f -> f | None -> if to_a_goal then fun _ _ -> false else malformed c.claim_line "this claim is for `goal fewest`" in
  let start c = Z.of_int d.start.(c) in
  if not (Kernel.board_check g.bits d.size d.puzzle start) then failwith "a puzzle that the kernel refuses";

  (* TRUSTED: what the claim says. *)
  let claim = match c.claim with
    | Plan k -> Kernel.Plan k
    | At_least l -> Kernel.AtLeast l
    | Between (l, k) -> Kernel.Both (Kernel.Plan k, Kernel.AtLeast l)
    | Unsolvable -> Kernel.Unsolvable
    | Leaves k -> Kernel.Leaves (counted, k)
    | Value_at_least l -> Kernel.LeavesAtLeast (counted, l)
    | Value_between (l, k) -> Kernel.Both (Kernel.Leaves (counted, k), Kernel.LeavesAtLeast (counted, l)) in

  let plays, lower = List.partition (fun n -> n.words = ["moves"]) c.evidence in
  let nothing = function [] -> () | n :: _ -> malformed n.line "this claim needs no such evidence" in
  let rec evidence_of = function
    | Kernel.Both (a, b) ->
      let a = evidence_of a and b = evidence_of b in
      { evidence = Kernel.Together (a.evidence, b.evidence); by = a.by ^ ", " ^ b.by; explain = (fun () -> a.explain (); b.explain ()) }
    | (Kernel.Plan _ | Kernel.Leaves _) as part -> (match plays with
      | [n] -> let evidence = Kernel.ByMoves (E.moves g n) in
        { evidence; by = "moves"; explain = (fun () -> if not (accepts g start part evidence) then
            refuted n.line (match part with
              | Kernel.Plan _ -> "the play does not end at its first goal, or costs something else"
              | _ -> "the play leaves another number")) }
      | [] -> malformed c.claim_line "this claim needs `moves`"
      | _ :: n :: _ -> malformed n.line "there is one `moves` at most")
    | Kernel.AtLeast l -> checked (Kernel.AtLeast l) (least_evidence g lower l)
    | Kernel.Unsolvable -> checked Kernel.Unsolvable (never_evidence g lower)
    | Kernel.LeavesAtLeast (f, 0) -> nothing lower; checked (Kernel.LeavesAtLeast (f, 0)) { evidence = Kernel.ByBounds []; by = "numbers are not negative"; explain = ignore }
    | Kernel.LeavesAtLeast (f, l) ->
      (* What is shown is that the goal `most l - 1` is never reached. *)
      let g = { g with d = { d with puzzle = Kernel.few d.puzzle f l } } in
      let e = never_evidence g lower in
      { e with explain = (fun () -> if not (Kernel.never_check g.bits d.size g.d.puzzle start e.evidence) then e.explain ()) }
  and checked part e = { e with explain = (fun () -> if not (accepts g start part e.evidence) then e.explain ()) } in
  (match c.claim with
  | Plan _ | Leaves _ -> nothing lower
  | At_least _ | Unsolvable | Value_at_least _ -> nothing plays
  | Between _ | Value_between _ -> ());
  let e = evidence_of claim in
  if accepts g start claim e.evidence then Printf.printf "VERIFIED %s %s by %s%s\n" c.claim_text name e.by assumed
  else begin
    (try e.explain () with Invalid_argument _ | Not_found | Failure _ | Z.Overflow -> refuted c.claim_line "a position of the certificate is none of the puzzle");
    refuted c.claim_line "the kernel does not accept it"
  end

(* What the line means: all of theory/Puzzle.v's puzzle, for people who look at definition.ml. *)
let print_ground line =
  let rules, _, _ = Families.line line in
  let d = D.read rules in
  let g = E.ground d in
  let content c x = if c < d.cells then d.pieces.(x) else string_of_int x in
  let name c = if c < d.cells then d.names.(c) else if c = d.cells && d.sides > 0 then "turn" else if Some c = d.hand then "hand" else "origin" in
  let cells = List.init d.puzzle.cells Fun.id in
  Printf.printf "start: %s\n" (String.concat ", " (List.map (fun c -> name c ^ ": " ^ content c d.start.(c)) cells));
  List.iter (fun (r : Kernel.rule) -> Printf.printf "rule, cost %s: %s\n" (Z.to_string r.cost) (rule_text g r)) d.puzzle.rules;
  let counted f = String.concat " " (List.filter (fun x -> x <> "")
    (List.init (Array.length d.pieces) (fun x -> if f 0 (Z.of_int x) then d.pieces.(x) else ""))) in
  List.iter (fun (a : Kernel.picture) -> 
    let shown = List.map (fun (c, x) -> name c ^ ": " ^ content c (Z.to_int x)) a.shown in
    let most = if counted a.counted = "" then [] else [Printf.sprintf "at most %d cells that hold one of: %s" a.limit (counted a.counted)] in
    Printf.printf "goal: %s\n" (String.concat ", " (shown @ most))) d.puzzle.goals;
  if d.puzzle.stuck_ends then print_endline "goal: no rule fits";
  match d.fewest with Some f -> Printf.printf "no goal; cells count that hold one of: %s\n" (counted f) | None -> ()

let () =
  let file = match Sys.argv with
    | [| _; "--definition"; line |] ->
      (match Families.line line with
      | rules, _, _ -> print_endline rules; exit 0
      | exception (D.Mistake s | D.Unsupported s | D.Resource s) -> prerr_endline ("saltus-kernel: " ^ s); exit 65)
    | [| _; "--ground"; line |] ->
      (match print_ground line with
      | () -> exit 0
      | exception (D.Mistake s | D.Unsupported s | D.Resource s) -> prerr_endline ("saltus-kernel: " ^ s); exit 65)
    | [| _; file |] -> file
    | _ -> prerr_endline "usage: saltus-kernel FILE, saltus-kernel --definition LINE, or saltus-kernel --ground LINE"; exit 64 in
  let text = try let c = open_in_bin file in let s = really_input_string c (in_channel_length c) in close_in c; s
    with Sys_error s -> prerr_endline ("saltus-kernel: " ^ s); exit 66 in
  let say code format = Printf.ksprintf (fun s -> print_endline (one_line s); exit code) format in
  match run text with
  | () -> ()
  | exception Refuted (line, s) -> say 1 "REFUTED line %d: %s" line s
  | exception Malformed (line, s) -> say 65 "UNREADABLE line %d: %s" line s
  | exception D.Resource s -> say 3 "RESOURCE %s" s
  | exception Stack_overflow -> say 3 "RESOURCE the stack"
  | exception Out_of_memory -> say 3 "RESOURCE memory"
