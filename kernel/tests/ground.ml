(* Random small puzzles of ground rules, and evidence that is made for them and then changed, also where only lies of the functions in it would do:
   what the kernel accepts must be true by brute force. It tries the extraction and numbers.ml, of which nothing is proved.

       ground SEED NUMBER *)
module Big = Z
open Kernel
module Z = Big
let z = Z.of_int
let pick l = List.nth l (Random.int (List.length l))
let chance p = Random.float 1. < p
let range a b = a + Random.int (b - a + 1)

let () =
  let seed = int_of_string Sys.argv.(1) and number = int_of_string Sys.argv.(2) in
  Random.init seed;
  let accepted = Hashtbl.create 10 in
  for turn = 1 to number do
    let n = range 1 4 in
    let sizes = Array.init n (fun _ -> range 2 3) in
    let size c = if c < n then sizes.(c) else 1 in
    let b = range 2 3 in
    let some_cells k = List.filteri (fun i _ -> i < k) (List.sort (fun _ _ -> range (-1) 1) (List.init n Fun.id)) in
    let permuting = chance 0.4 in
    let rule _ =
      let cells = some_cells (range 1 2) in
      let before = List.map (fun c -> Random.int sizes.(c)) cells in
      let after = if permuting then List.rev before else List.map (fun c -> Random.int sizes.(c)) cells in
      let after = List.map2 (fun c x -> min x (sizes.(c) - 1)) cells after in
      { change = List.map2 (fun c (x, y) -> (c, (z x, z y))) cells (List.combine before after); cost = z (pick [0; 1; 1; 1; 2]) } in
    let rules = List.init (range 1 8) rule in
    let counted = let l = List.init (range 1 2) (fun _ -> Random.int 3) in fun c x -> c < n && List.mem (Z.to_int x) l in
    let goal _ = { shown = List.map (fun c -> (c, z (Random.int sizes.(c)))) (some_cells (range 0 n));
                   counted = (if chance 0.5 then counted else fun _ _ -> false); limit = range 0 n } in
    let p = { cells = n; rules; goals = List.init (range 0 2) goal; stuck_ends = chance 0.15 } in
    let start = Array.init n (fun c -> Random.int sizes.(c)) in
    let s c = z start.(c) in

    (* Brute force: what it costs to come from each position to all others. *)
    let apply a r = if List.for_all (fun (c, (x, _)) -> z a.(c) = x) r.change then begin
      let t = Array.copy a in List.iter (fun (c, (_, y)) -> t.(c) <- Z.to_int y) r.change; Some t end else None in
    let reach from =
      let cost = Hashtbl.create 100 in
      let rec go a k = if (match Hashtbl.find_opt cost a with Some old -> k < old | None -> true) then begin
        Hashtbl.replace cost a k;
        List.iter (fun r -> match apply a r with Some t -> go t (k + Z.to_int r.cost) | None -> ()) rules end in
      go from 0; cost in
    let count f a = List.length (List.filter (fun c -> f c (z a.(c))) (List.init n Fun.id)) in
    let is_goal a = List.exists (fun g -> List.for_all (fun (c, x) -> z a.(c) = x) g.shown && count g.counted a <= g.limit) p.goals
      || (p.stuck_ends && List.for_all (fun r -> apply a r = None) rules) in
    let distance a = Hashtbl.fold (fun t k least -> if is_goal t then min k least else least) (reach a) max_int in
    let met = reach start in
    let value = distance start in
    let fewest = Hashtbl.fold (fun t _ least -> min least (count counted t)) met max_int in

    (* Evidence, more or less wrong. *)
    let rate = pick [0.03; 0.15; 0.4] in
    let word a = Array.to_list a |> List.mapi (fun c x -> Z.shift_left (z x) (b * c)) |> List.fold_left Z.logor Z.zero in
    let wrong k = if chance rate then k + range (-3) 3 else k in
    let lie k = if chance (rate /. 5.) then range (-3) 6 else k in
    let weights () = let w = Array.init n (fun c -> Array.init sizes.(c) (fun _ -> range (-2) 2)) in fun c x -> z (w.(c).(Z.to_int x)) in
    let index keys = let h = Hashtbl.create 10 in Array.iteri (fun i k -> Hashtbl.replace h k i) keys;
      fun w -> match Hashtbl.find_opt h w with Some i -> i | None -> Array.length keys in
    let all = List.fold_left (fun l c -> List.concat_map (fun a -> List.init sizes.(c) (fun x -> a @ [x])) l) [[]] (List.init n Fun.id) |> List.map Array.of_list in
    let drop l = List.filter (fun _ -> not (chance (rate /. 3.))) l in
    let questions = List.init n (fun c -> (c, if chance 0.5 then None else Some Z.zero)) in
    let view () =
      let beyond = if chance 0.5 then 0 else range 1 5 in
      let entries = List.filter_map (fun a -> let d = distance a in
        if beyond > 0 && d >= beyond then None else Some (word a, wrong (min d 20))) all |> (if chance 0.7 then Fun.id else drop) |> Array.of_list in
      let keys = Array.map fst entries and values = Array.map (fun (_, v) -> z v) entries in
      let find = index keys in
      let t = { seen = List.init n Fun.id; class0 = (fun _ x -> x); tkey = (fun j -> keys.(j)); tval = (fun j -> values.(j)); tsize = Array.length keys;
        twhere = (fun w -> lie (find w)); beyond = z (wrong beyond); price = (fun r -> r.cost); edges = (fun _ -> assert false); edges_size = 0; edge_where = (fun _ -> 0); tquestions = questions } in
      let edges = Array.of_list (List.map (view_edge (z b) t) rules) in
      View { t with edges = (fun i -> edges.(i)); edges_size = Array.length edges; edge_where = (fun e -> let rec go i = if i >= Array.length edges || edges.(i) = e then i else go (i + 1) in lie (go 0)) } in
    let top f = List.fold_left (fun m g -> Z.max m (f g)) (match aims p with g :: _ -> f g | [] -> Z.zero) (aims p) in
    let weights_term () = let w = weights () and k = z (range 0 2) in Weights (w, k, Z.add (z (wrong 0)) (top (weight_top p size w k))) in
    let pairs_term () = let w1 = weights () and w2 = weights () in
      let w i x j y = if i < j then Z.mul (w1 i x) (w2 j y) else Z.zero in Pairs (w, Z.add (z (wrong 0)) (top (pair_top p size w))) in
    let terms () = List.init (range 1 2) (fun _ -> (pick [view; weights_term; pairs_term]) ()) in
    let bound () = (z (range 1 4), terms ()) in
    let set never c =
      let entries = Hashtbl.fold (fun a k l -> if never || k < c then (word a, if never then wrong 0 else wrong k) :: l else l) met [] |> (if chance 0.7 then Fun.id else drop) |> Array.of_list in
      let keys = Array.map fst entries in
      let find = index keys in
      let exchange = let l = Array.of_list (some_cells n) in fun c -> if c < n then l.(c) else c in
      { key = (fun j -> keys.(j)); paid = (fun j -> z (snd entries.(j))); entries = Array.length keys; where_is = (fun w _ -> lie (find w));
        symmetries = (if chance 0.2 then [{ from = exchange; rename = (fun _ x -> x); partners = List.map (fun _ -> Random.int (List.length rules)) rules }] else []);
        how = (fun _ _ -> if chance 0.9 then None else Some (lie 0)); questions } in
    let swaps r = match r.change with
      | [(c, (x, y)); (d, _)] when x <> y -> if chance 0.95 then [(lie (min c d), lie (max c d))] else []
      | _ -> if chance 0.95 then [] else [(lie 0, lie 1)] in
    let rec evidence never c = match Random.int (if never then 4 else 7) with
      | 0 -> BySet ([], set never c)
      | 1 -> ByPrices (terms ())
      | 2 -> let m = Array.init 2 (fun _ -> range (-1) 3) and w = Array.init 2 (fun _ -> weights ()) in ByResidues (range 1 2, (fun i -> z m.(i)), fun i -> w.(i))
      | 3 -> BySign (swaps, weights ())
      | 4 -> BySet ((if chance 0.7 then [bound ()] else []), set false c)
      | 5 -> let m = range 1 3 and c' = max 0 (c - range 0 2) in ByClock (z m, weights (), z c', evidence false c')
      | _ -> ByBounds (List.init (range 1 2) (fun _ -> bound ())) in
    let moves = List.init (range 0 4) (fun _ -> Random.int (List.length rules)) in
    let near = if value = max_int then range 0 6 else max 0 (value + pick [-1; 0; 0; 0; 1; 2]) in
    let claim, evidence, truth = match Random.int 6 with
      | 0 -> Unsolvable, evidence true 0, value = max_int
      | 1 -> Plan (z near), ByMoves moves, value <= near
      | 2 -> let k = range 0 n in Leaves (counted, k), ByMoves moves, Hashtbl.fold (fun t _ found -> found || count counted t = k) met false
      | 3 -> let l = fewest + range 0 1 in
        let e = match evidence true 0 with BySet (_, st) -> BySet ([], st) | e -> e in
        LeavesAtLeast (counted, l), e, l <= fewest
      | _ -> AtLeast (z near), evidence false near, near <= value in
    let name = match evidence with ByBounds _ -> "bounds" | BySet _ -> "set" | ByPrices _ -> "never" | ByResidues _ -> "residue" | BySign _ -> "sign"
      | ByClock _ -> "clock" | ByMoves _ -> "moves" | Together _ -> "both" in
    let verified = try verify (z b) size p s claim evidence with Invalid_argument _ | Not_found | Failure _ | Z.Overflow -> false in
    if verified then begin
      if not truth then (Printf.printf "seed %d, puzzle %d: false, and accepted, by %s\n" seed turn name; exit 1);
      Hashtbl.replace accepted name (1 + Option.value ~default:0 (Hashtbl.find_opt accepted name))
    end
  done;
  let told = List.sort compare (Hashtbl.fold (fun k v l -> Printf.sprintf "%s %d" k v :: l) accepted []) in
  Printf.printf "%d puzzles of ground rules; accepted, and true: %s\n" number (String.concat ", " told)
