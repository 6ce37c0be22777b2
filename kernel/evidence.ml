(* NOT TRUSTED: makes of what a certificate says the evidence that the kernel checks: weights as functions, tables and sets with oracles that
   say where to look, tables and sets that are built here, exchanges of cells, plays. Whatever is wrong here, the kernel accepts nothing false. *)
open Certificate
module D = Definition

type ground = { d : D.t; bits : Z.t; b : int; questions : Kernel.question list }

let bits_of n = let rec go b = if 1 lsl b >= n then b else go (b + 1) in max 1 (go 0)
let ground (d : D.t) =
  let most = List.fold_left (fun m c -> max m (d.size c)) 2 (List.init d.puzzle.cells Fun.id) in
  let b = bits_of most in
  (* In what order it is asked what cells hold, so that few rules are tried: the hand, the turn, which cells are empty, what the others hold. *)
  let board = List.init d.cells Fun.id in
  let beyond = List.filter (fun c -> c >= d.cells) (List.init d.puzzle.cells (fun i -> d.puzzle.cells - 1 - i)) in
  let questions = List.map (fun c -> (c, None)) beyond @ List.map (fun c -> (c, Some Z.zero)) board @ List.map (fun c -> (c, None)) board in
  { d; bits = Z.of_int b; b; questions }
let pack g a = let w = ref Z.zero in Array.iteri (fun c x -> w := Z.logor !w (Z.shift_left (Z.of_int x) (g.b * c))) a; !w
let unpack g w = Array.init g.d.puzzle.cells (fun c -> Z.to_int (Z.extract w (g.b * c) g.b))

(* ---- Where to look: a hash table of words ---- *)
module Index = struct
  (* Slots of 32 bits: what is looked up is scattered, and memory is slow. *)
  type slots = (int32, Bigarray.int32_elt, Bigarray.c_layout) Bigarray.Array1.t
  type t = { mutable keys : Z.t array; mutable count : int; mutable slots : slots; mutable mask : int }
  let empty n : slots = let a = Bigarray.Array1.create Bigarray.int32 Bigarray.c_layout n in Bigarray.Array1.fill a (-1l); a
  let hash k = if Z.fits_int k then (Z.to_int k * 0x1E3779B97F4A7C15) lsr 20 else Z.hash k
  let make () = { keys = Array.make 16 Z.zero; count = 0; slots = empty 32; mask = 31 }
  let rec slot t k i = let j = Int32.to_int (Bigarray.Array1.get t.slots i) in
    if j < 0 || Z.equal t.keys.(j) k then i else slot t k ((i + 1) land t.mask)
  let slot_of t k = slot t k (hash k land t.mask)
  (* -1: not there *)
  let find t k = Int32.to_int (Bigarray.Array1.get t.slots (slot_of t k))
  let add t k =
    let i = slot_of t k in
    let j = Int32.to_int (Bigarray.Array1.get t.slots i) in
    if j >= 0 then j else begin
      let j = t.count in
      if j = Array.length t.keys then begin
        t.keys <- Array.append t.keys (Array.make j Z.zero);
        t.slots <- empty (4 * j);
        t.mask <- 4 * j - 1;
        for j = 0 to t.count - 1 do Bigarray.Array1.set t.slots (slot_of t t.keys.(j)) (Int32.of_int j) done
      end;
      t.keys.(j) <- k;
      Bigarray.Array1.set t.slots (slot_of t k) (Int32.of_int j);
      t.count <- j + 1;
      j
    end
end

(* ---- Words of the certificate ---- *)
let kind g line word = if word = "." then 0 else
  let rec find i = if i >= Array.length g.d.pieces then malformed line "a word that is no piece of this puzzle"
    else if g.d.pieces.(i) = word then i else find (i + 1) in
  find 0
let cell g line word =
  let rec find i = if i >= g.d.cells then malformed line "a cell that is none of this board" else if g.d.names.(i) = word then i else find (i + 1) in find 0
let base g = Z.of_int (Array.length g.d.pieces)
(* A position by its number (docs/definitions.md, Positions as numbers). *)
let of_number g line z =
  let a = Array.make g.d.puzzle.cells 0 in
  let z = if g.d.sides = 0 then ref z else begin
    let q, r = Z.div_rem z (Z.of_int g.d.sides) in a.(g.d.cells) <- Z.to_int r; ref q end in
  for c = g.d.cells - 1 downto 0 do let q, r = Z.div_rem !z (base g) in a.(c) <- Z.to_int r; z := q done;
  if Z.sign !z <> 0 then malformed line "a number that is that of no position";
  a
let number_of g a =
  let z = ref Z.zero in
  for c = 0 to g.d.cells - 1 do z := Z.add (Z.mul !z (base g)) (Z.of_int a.(c)) done;
  if g.d.sides > 0 then z := Z.add (Z.mul !z (Z.of_int g.d.sides)) (Z.of_int a.(g.d.cells));
  !z
(* A position: `=NUMBER`, or what the cells hold in reading order; -1 for `?`. With turns the side, from 0, may follow `turn`. *)
let position ?(unseen = false) g line words =
  match words with
  | [w] when String.length w > 1 && w.[0] = '=' -> of_number g line (natural line (String.sub w 1 (String.length w - 1)))
  | _ ->
    let rec cut = function [] -> [], None | ["turn"; k] -> [], Some (count line k) | x :: l -> let a, t = cut l in x :: a, t in
    let words, turn = cut words in
    let one w = if unseen && w = "?" then -1 else kind g line w in
    let known w = w = "." || (unseen && w = "?") || Array.mem w g.d.pieces in
    let contents = List.concat_map (fun w ->
      if w = "/" || w = "#" then [] else if known w then [one w]
      else List.map one (List.filter (( <> ) "#") (List.map (String.make 1) (List.of_seq (String.to_seq w))))) words in
    if List.length contents <> g.d.cells then malformed line "a position says what each of the %d cells holds" g.d.cells;
    let a = Array.make g.d.puzzle.cells 0 in
    List.iteri (fun c x -> a.(c) <- x) contents;
    (match turn with Some t when g.d.sides > t -> a.(g.d.cells) <- t | Some _ -> malformed line "a side that is none" | None -> ());
    a

let rec until_colon line = function
  | [] -> malformed line "a colon is expected after the names of pieces"
  | w :: l when w = ":" -> ([], l)
  | w :: l when String.length w > 1 && w.[String.length w - 1] = ':' -> ([String.sub w 0 (String.length w - 1)], l)
  | w :: l -> let a, b = until_colon line l in (w :: a, b)
(* Weights: `KIND ..: NUMBERS`, one for each cell or one for all; `@turn: NUMBERS`, one for each side. Not said: 0. *)
let weights g nodes =
  let w = Array.init g.d.puzzle.cells (fun c -> Array.make (g.d.size c) Z.zero) in
  List.iter (fun n ->
    let names, numbers = until_colon n.line n.words in
    let numbers = Array.of_list (List.map (integer n.line) (List.filter (( <> ) "/") numbers)) in
    match names with
    | ["@turn"] -> if g.d.sides = 0 || Array.length numbers <> g.d.sides then malformed n.line "a number for each side is expected";
      Array.blit numbers 0 w.(g.d.cells) 0 g.d.sides
    | ["@hand"] -> (match g.d.hand with
      | Some hand when Array.length numbers = g.d.cells + 1 -> Array.blit numbers 0 w.(hand) 0 (g.d.cells + 1)
      | _ -> malformed n.line "a number for the empty hand and for each cell is expected, with `chain`")
    | _ ->
      let of_cell c = if Array.length numbers = 1 then numbers.(0) else if Array.length numbers = g.d.cells then numbers.(c)
        else malformed n.line "one number, or one for each of the %d cells, is expected" g.d.cells in
      List.iter (fun name -> let k = kind g n.line name in for c = 0 to g.d.cells - 1 do w.(c).(k) <- of_cell c done) names) nodes;
  w
let as_function w = fun c x -> w.(c).(Z.to_int x)

(* ---- Searches: with these ground rules, forwards ---- *)
type step = { mask : Z.t; before : Z.t; flip : Z.t; cost : int; rule : int }
let change_words g (change : (int * (Z.t * Z.t)) list) = (* as the kernel packs them *)
  let ones = Z.pred (Z.shift_left Z.one g.b) in
  List.fold_left (fun (m, v, f) (c, (x, y)) -> let at z = Z.shift_left z (g.b * c) in
    (Z.logor m (at ones), Z.logor v (at x), Z.logor f (at (Z.logxor x y)))) (Z.zero, Z.zero, Z.zero) change
let steps g = Array.mapi (fun i (r : Kernel.rule) -> let mask, before, flip = change_words g r.change in
  { mask; before; flip; cost = Z.to_int r.cost; rule = i }) (Array.of_list g.d.puzzle.rules)
(* For speed: in a tree, as the kernel has them. *)
let planted g steps = Kernel.plant g.bits g.questions (Array.to_list (Array.map (fun s -> ((s.mask, s.before), s)) steps))
let rec each_step g (tree : step Kernel.tree) w f = match tree with
  | Kernel.Leaf l -> List.iter (fun (_, s) -> if Z.equal (Z.logand w s.mask) s.before then f s (Z.logxor w s.flip)) l
  | Kernel.Fork (c, kids, rest) ->
    let held = Z.extract w (g.b * c) g.b in
    (match List.find_opt (fun (x, _) -> Z.equal x held) kids with Some (_, t) -> each_step g t w f | None -> ());
    each_step g rest w f

let position_limit = 20_000_000
let too_many () = raise (D.Resource (Printf.sprintf "more than %d positions are built" position_limit))

(* ---- Moves: the rules of a play, found from its positions ---- *)
let moves g n =
  let tree = planted g (steps g) in
  let at = ref (pack g g.d.start) in
  let hand w = match g.d.hand with Some c -> Z.extract w (g.b * c) g.b | None -> Z.zero in
  let turn_on a = if g.d.sides > 0 then a.(g.d.cells) <- (Z.to_int (Z.extract !at (g.b * g.d.cells) g.b) + 1) mod g.d.sides; a in
  List.concat_map (fun m ->
    if m.below <> [] then malformed m.line "nothing belongs to a position of a play";
    let goal = pack g (match m.words with
      | [w] when w.[0] = '=' -> position g m.line m.words
      | _ -> turn_on (position g m.line m.words)) in
    (* One rule; or, with chains, rules until the hand is empty again. Least cost first. *)
    let seen = Hashtbl.create 16 in
    let rec search now later = match now with
      | [] -> if later = [] then refuted m.line "no move leads to this position" else search (List.rev later) []
      | (w, path) :: now ->
        let begun = path <> [] in
        if begun && Z.equal w goal then List.rev path
        else if Hashtbl.mem seen (w, begun) || (begun && Z.sign (hand w) = 0) then search now later
        else begin
          Hashtbl.add seen (w, begun) ();
          let free = ref [] and paid = ref [] in
          each_step g tree w (fun s w' -> let next = (w', s.rule :: path) in if s.cost = 0 then free := next :: !free else paid := next :: !paid);
          search (!free @ now) (!paid @ later)
        end in
    let path = search [(!at, [])] [] in
    at := goal; path) n.below

(* ---- Terms ---- *)
let top_of g measure = List.fold_left (fun m a -> Z.max m (measure a)) (match Kernel.aims g.d.puzzle with a :: _ -> measure a | [] -> Z.zero) (Kernel.aims g.d.puzzle)
let pairs g n =
  let size = Array.length g.d.pieces in
  let cells = g.d.cells in
  let general = Array.make (size * size) Z.zero and special = Hashtbl.create 16 in
  List.iter (fun m -> match m.words with
    | [a; b; number] ->
      let number = integer m.line number in
      (* A piece may be called @. *)
      let part w = match String.index_from_opt w 1 '@' with Some i -> (kind g m.line (String.sub w 0 i), Some (cell g m.line (String.sub w (i + 1) (String.length w - i - 1)))) | None -> (kind g m.line w, None) in
      (match part a, part b with
      | (x, None), (y, None) -> general.(x * size + y) <- Z.add number general.(x * size + y)
      | (x, Some i), (y, Some j) -> Hashtbl.replace special (i, x, j, y) (Z.add number (Option.value ~default:Z.zero (Hashtbl.find_opt special (i, x, j, y))))
      | _ -> malformed m.line "either both pieces have a cell, or none")
    | _ -> malformed m.line "a pair is two pieces and a number") n.below;
  fun i x j y ->
    if i >= cells || j >= cells then Z.zero else
    let x = Z.to_int x and y = Z.to_int y in
    let z = if i < j then general.(x * size + y) else Z.zero in
    if Hashtbl.length special = 0 then z else match Hashtbl.find_opt special (i, x, j, y) with Some k -> Z.add z k | None -> z

type place = Node of int | Entries of int array      (* where in the certificate something is *)
let view g n scale =
  let beyond = ref Z.zero in
  let told = ref None and cells = ref (List.init g.d.puzzle.cells Fun.id) and pays = ref [] and table = ref None in
  List.iter (fun m -> match m.words with
    | "kinds" :: l -> told := Some (List.map (kind g m.line) l)
    | "cells" :: l -> cells := List.map (cell g m.line) l @ List.init (g.d.puzzle.cells - g.d.cells) (fun i -> g.d.cells + i)
    | ["pays"; k] -> pays := (natural m.line k, None) :: !pays
    | "pays" :: k :: l -> pays := (natural m.line k, Some (List.map (kind g m.line) l)) :: !pays
    | ["beyond"; k] -> beyond := natural m.line k
    | ["built"] -> table := Some (m.line, None)
    | ["entries"] -> table := Some (m.line, Some m.below)
    | _ -> malformed m.line "a view has lines `kinds`, `cells`, `pays`, `beyond`, `built` and `entries`") n.below;
  let pays = if !pays = [] then [(scale, None)] else List.rev !pays in
  (* Kinds that are not told apart are the first of them. *)
  let class_of = match !told with
    | None -> Array.init (Array.length g.d.pieces) Fun.id
    | Some l -> let other = List.find_opt (fun k -> not (List.mem k l)) (List.init (Array.length g.d.pieces) Fun.id) in
      Array.init (Array.length g.d.pieces) (fun k -> if List.mem k l then k else Option.get other) in
  let classes = Array.map Z.of_int class_of in
  let cls c x = if c < g.d.cells then classes.(Z.to_int x) else x in
  let seen = List.sort_uniq compare !cells in
  let price (r : Kernel.rule) =
    let looks_other (c, (x, y)) = List.mem c seen && not (Z.equal (cls c x) (cls c y)) in
    let touches l = List.exists (fun (c, (x, y)) -> c < g.d.cells && not (Z.equal x y) && List.exists (fun k -> Z.equal x (Z.of_int k) || Z.equal y (Z.of_int k)) l) r.change in
    match List.find_opt (function _, None -> true | _, Some l -> touches l) pays with
    | Some (k, _) when List.exists looks_other r.change -> Z.mul k r.cost
    | _ -> Z.zero in
  (* What the rules do in the view. *)
  let index = Hashtbl.create 1000 and edges = ref [] in
  let view_of_rule (r : Kernel.rule) =
    let change = List.filter_map (fun (c, (x, y)) -> if List.mem c seen then Some (c, (cls c x, cls c y)) else None) r.change in
    let m, v, f = change_words g change in ((m, v), (f, price r)) in
  List.iter (fun r ->
    let e = view_of_rule r in
    if not (Hashtbl.mem index e) then (Hashtbl.add index e (Hashtbl.length index); edges := e :: !edges)) g.d.puzzle.rules;
  let edges = Array.of_list (List.rev !edges) in
  let view_of a = List.fold_left (fun w c -> if a.(c) < 0 then w else Z.logor w (Z.shift_left (cls c (Z.of_int a.(c))) (g.b * c))) Z.zero seen in
  let keys = Index.make () and values = ref [||] and places = ref (Node n.line) in
  let edge_where e = Option.value ~default:(Array.length edges) (Hashtbl.find_opt index e) in
  (* Without its entries. *)
  let shell = { Kernel.seen; class0 = cls; tkey = (fun _ -> Z.zero); tval = (fun _ -> Z.zero); tsize = 0; twhere = (fun _ -> 0); beyond = !beyond;
    price; edges = Array.get edges; edges_size = Array.length edges; edge_where; tquestions = g.questions } in
  (match !table with
  | None -> malformed n.line "a view has a table: `built` or `entries`"
  | Some (_, Some below) ->
    let lines = Array.of_list below in
    let list = Array.map (fun m -> match m.words with
      | value :: l -> (view_of (position ~unseen:true g m.line l), integer m.line value, m.line)
      | [] -> malformed m.line "an entry is a number and a position") lines in
    let order = ref [] in
    Array.iter (fun (k, v, l) ->
      if Index.find keys k >= 0 then malformed l "a position of the view has two entries";
      ignore (Index.add keys k);
      order := (v, l) :: !order) list;
    let order = Array.of_list (List.rev !order) in
    values := Array.map fst order; places := Entries (Array.map snd order)
  | Some (line, None) when Z.sign !beyond > 0 ->
    (* Backwards from the goals, as far as it counts less than `beyond`. *)
    let limit = if Z.fits_int !beyond then Z.to_int !beyond else malformed line "`beyond` is too large" in
    let steps = Array.mapi (fun i e -> let (mask, before), (flip, q) = Kernel.back e in { mask; before; flip; cost = Z.to_int q; rule = i }) edges in
    let tree = planted g steps in
    let distance = ref (Array.make 16 max_int) in
    let module Queue = Set.Make (struct type t = int * int let compare = compare end) in
    let queue = ref Queue.empty in
    let reach w c = if c < limit then begin
      let j = Index.add keys w in
      if j >= Array.length !distance then distance := Array.append !distance (Array.make (Array.length !distance) max_int);
      if keys.count > position_limit then too_many ();
      if c < !distance.(j) then (!distance.(j) <- c; queue := Queue.add (c, j) !queue)
    end in
    List.iter (fun (a : Kernel.picture) ->
      if List.exists (fun c -> not (List.mem_assoc c a.shown)) seen then refuted line "a goal does not show what is seen, so that there is no `beyond`";
      reach (List.fold_left (fun w c -> Z.logor w (Z.shift_left (cls c (List.assoc c a.shown)) (g.b * c))) Z.zero seen) 0) (Kernel.aims g.d.puzzle);
    while not (Queue.is_empty !queue) do
      let (c, k) as least = Queue.min_elt !queue in
      queue := Queue.remove least !queue;
      if c = !distance.(k) then each_step g tree keys.keys.(k) (fun s w -> reach w (c + s.cost))
    done;
    values := Array.map Z.of_int (Array.sub !distance 0 keys.count)
  | Some (_, None) ->
    (* All positions of the view that follow from the start; then, backwards from those that may be goals, what they cost at least. *)
    let steps = Array.mapi (fun i ((mask, before), (flip, q)) -> { mask; before; flip; cost = Z.to_int q; rule = i }) edges in
    let tree = planted g steps in
    ignore (Index.add keys (view_of g.d.start));
    let back = ref [] and at = ref 0 and edges_met = ref 0 in
    while !at < keys.count do
      let j = !at in
      each_step g tree keys.keys.(j) (fun s w -> let k = Index.add keys w in incr edges_met; if k <> j then back := (k, j, s.cost) :: !back);
      if keys.count > position_limit || !edges_met > 4 * position_limit then too_many ();
      incr at
    done;
    let size = keys.count in
    let first = Array.make (size + 1) 0 in
    List.iter (fun (k, _, _) -> first.(k + 1) <- first.(k + 1) + 1) !back;
    for k = 1 to size do first.(k) <- first.(k) + first.(k - 1) done;
    let from = Array.make first.(size) 0 and price = Array.make first.(size) 0 and fill = Array.sub first 0 (size + 1) in
    List.iter (fun (k, j, c) -> from.(fill.(k)) <- j; price.(fill.(k)) <- c; fill.(k) <- fill.(k) + 1) !back;
    let infinite = 1 lsl 40 in
    let distance = Array.make size infinite in
    let module Queue = Set.Make (struct type t = int * int let compare = compare end) in
    let queue = ref Queue.empty in
    let aims = Kernel.aims g.d.puzzle in
    for j = 0 to size - 1 do
      if List.exists (Kernel.possible g.bits shell keys.keys.(j)) aims then (distance.(j) <- 0; queue := Queue.add (0, j) !queue)
    done;
    while not (Queue.is_empty !queue) do
      let (c, k) as least = Queue.min_elt !queue in
      queue := Queue.remove least !queue;
      if c = distance.(k) then
        for i = first.(k) to first.(k + 1) - 1 do
          let j = from.(i) in
          if c + price.(i) < distance.(j) then (distance.(j) <- c + price.(i); queue := Queue.add (distance.(j), j) !queue)
        done
    done;
    values := Array.map Z.of_int distance);
  let values = !values and keys_array = keys.keys in
  ({ shell with tkey = Array.get keys_array; tval = Array.get values; tsize = keys.count;
    twhere = (fun w -> let j = Index.find keys w in if j < 0 then keys.count else j) }, !places)

let terms g scale nodes =
  List.map (fun n -> match n.words with
    | ["weights"] ->
      let counts, rest = List.partition (fun m -> match m.words with "count" :: _ -> true | _ -> false) n.below in
      let w = as_function (weights g rest) in
      let top lambda = top_of g (Kernel.weight_top g.d.puzzle g.d.size w lambda) in
      let lambda = match counts with
        | [] ->
          (* What a cell gains when it counts: one of these is the best price of a counted piece. *)
          let gains (a : Kernel.picture) = List.concat_map (fun c ->
            let contents = List.init (g.d.size c) Z.of_int in
            match List.partition (a.counted c) contents with
            | [], _ | _, [] -> []
            | counted, others ->
              let greatest l = List.fold_left (fun m x -> Z.max m (w c x)) (w c (List.hd l)) l in
              [Z.max Z.zero (Z.sub (greatest counted) (greatest others))]) (List.init g.d.cells Fun.id) in
          let candidates = List.sort_uniq Z.compare (List.concat_map gains (Kernel.aims g.d.puzzle)) in
          List.fold_left (fun best k -> if Z.lt (top k) (top best) then k else best) Z.zero candidates
        | [{ words = [_; k]; line; _ }] -> natural line k
        | m :: _ -> malformed m.line "`count` is followed by one number" in
      (n, Kernel.Weights (w, lambda, top lambda), Node n.line)
    | ["pairs"] -> let w = pairs g n in (n, Kernel.Pairs (w, top_of g (Kernel.pair_top g.d.puzzle g.d.size w)), Node n.line)
    | ["view"] -> let t, places = view g n scale in (n, Kernel.View t, places)
    | _ -> malformed n.line "a term is `weights`, `pairs` or `view`") nodes

(* ---- Residues and signs ---- *)
let residues g n =
  let parts = Array.of_list (List.map (fun m -> match m.words with
    | ["mod"; k] -> let k = natural m.line k in if Z.sign k = 0 then malformed m.line "a modulus is 1 or more"; (m.line, k, weights g m.below)
    | _ -> malformed n.line "a residue has lines `mod N`, to each of which weights belong") n.below) in
  (parts, Array.length parts, (fun i -> let _, k, _ = parts.(i) in k), fun i c x -> let _, _, w = parts.(i) in w.(c).(Z.to_int x))
(* Exchanges of cells that do what a rule does, if there are: each content that comes was on a cell of the rule. *)
let swaps (r : Kernel.rule) =
  let changes = List.filter (fun (_, (x, y)) -> not (Z.equal x y)) r.change in
  let source (_, (_, y)) = List.find_opt (fun (_, (x, _)) -> Z.equal x y) changes in
  if List.exists (fun c -> source c = None) changes then []
  else begin
    let from = Hashtbl.create 8 in
    List.iter (fun ((c, _) as t) -> Hashtbl.replace from c (fst (Option.get (source t)))) changes;
    (* Exchange until each cell has what it should. *)
    let holds = Hashtbl.create 8 in
    List.iter (fun (c, _) -> Hashtbl.replace holds c c) changes;
    List.concat_map (fun (c, _) ->
      let wanted = Hashtbl.find from c in
      let there = Hashtbl.find holds c in
      if there = wanted then [] else begin
        match List.find_opt (fun (d, _) -> Hashtbl.find holds d = wanted) changes with
        | None -> []
        | Some (d, _) -> Hashtbl.replace holds d there; Hashtbl.replace holds c wanted; [(min c d, max c d)]
      end) changes
  end

(* ---- Sets ---- *)
let symmetry g n =
  let to_cell = Array.init g.d.puzzle.cells Fun.id and to_kind = Array.init (Array.length g.d.pieces) Fun.id in
  List.iter (fun m ->
    let arrows read into = List.iter (fun w -> match String.split_on_char '>' w with
      | [a; b] -> into.(read g m.line a) <- read g m.line b | _ -> malformed m.line "`A>B` is expected") (List.tl m.words) in
    match m.words with
    | "cells" :: _ -> arrows cell to_cell
    | "pieces" :: _ -> arrows kind to_kind
    | _ -> malformed m.line "a symmetry has lines `cells` and `pieces`") n.below;
  let from = Array.make g.d.puzzle.cells (-1) in
  Array.iteri (fun a b -> from.(b) <- a) to_cell;
  if Array.mem (-1) from then refuted n.line "the content of two cells goes to one";
  (from, to_kind)
(* All products of the given ones, up to a number. *)
let closure l =
  let compose (f, k) (f', k') = (Array.map (fun c -> f.(c)) f', Array.map (fun x -> k'.(x)) k) in
  let rec grow known = function
    | [] -> List.rev known
    | x :: rest -> if List.mem x known || List.length known >= 200 then grow known rest else grow (x :: known) (rest @ List.map (fun y -> compose x y) l) in
  grow [] l
let as_symmetry g (from, to_kind) =
  let rename c x = if c < g.d.cells then Z.of_int to_kind.(Z.to_int x) else x in
  let image (r : Kernel.rule) =
    let to_cell = Array.make g.d.puzzle.cells 0 in
    Array.iteri (fun c a -> to_cell.(a) <- c) from;
    (List.sort compare (List.map (fun (c, (x, y)) -> let c' = to_cell.(c) in (c', (rename c' x, rename c' y))) r.change), r.cost) in
  let index = Hashtbl.create 1000 in
  List.iteri (fun i (r : Kernel.rule) -> Hashtbl.replace index (List.sort compare r.change, r.cost) i) g.d.puzzle.rules;
  { Kernel.from = Array.get from; rename; partners = List.map (fun r -> Option.value ~default:max_int (Hashtbl.find_opt index (image r))) g.d.puzzle.rules }

type built_set = { set : Kernel.set; lines : int -> int; set_line : int; symmetry_lines : (int * Kernel.symmetry) list }
let set g nodes n ~never ~far claim =
  let given = List.map (fun m -> (m.line, symmetry g m)) nodes in
  let all = closure (List.map snd given) in
  let symmetries = List.map (as_symmetry g) all in
  let image (s : Kernel.symmetry) w = Kernel.word g.bits g.d.puzzle (Kernel.image s (Kernel.digit g.bits w)) in
  let keys = Index.make () and paid = ref [||] and lines = ref [||] in
  let put w cost line =
    let j = Index.add keys w in
    if j >= Array.length !paid then begin
      let more = max 16 (Array.length !paid) in
      paid := Array.append !paid (Array.make more max_int); lines := Array.append !lines (Array.make more 0)
    end;
    if cost < !paid.(j) then (!paid.(j) <- cost; !lines.(j) <- line);
    j in
  (* a position counts as in the set when an image of it is *)
  let how_found w = if Index.find keys w >= 0 then None else
    let rec find i = function [] -> None | s :: l -> if Index.find keys (image s w) >= 0 then Some i else find (i + 1) l in find 0 symmetries in
  (match n.words with
  | ["set"] ->
    List.iter (fun m -> match m.words with
      | ["paid"; k] -> let said = count m.line k in
        let cost = if never then 0 else said in
        List.iter (fun e -> match e.words with
          | "keys" :: first :: differences ->
            let key = ref (natural e.line first) in
            ignore (put (pack g (of_number g e.line !key)) cost e.line);
            List.iter (fun x -> key := Z.add !key (natural e.line x); ignore (put (pack g (of_number g e.line !key)) cost e.line)) differences
          | l -> ignore (put (pack g (position g e.line l)) cost e.line)) m.below
      | _ -> malformed m.line "a set has lines `paid N`, to each of which positions belong") n.below;
    (* A set has the positions between moves. Those within chains are added. *)
    if g.d.hand <> None then begin
      let tree = planted g (steps g) in
      let hand w = match g.d.hand with Some c -> Z.sign (Z.extract w (g.b * c) g.b) > 0 | None -> false in
      let rec follow j = each_step g tree keys.keys.(j) (fun s w ->
        let cost = if never then 0 else !paid.(j) + s.cost in
        if hand w && (let k = Index.find keys w in k < 0 || cost < !paid.(k)) then follow (put w cost !lines.(j))) in
      for j = 0 to keys.count - 1 do follow j done
    end
  | ["set"; "built"] ->
    (* Forwards from the start, cheapest first; not beyond positions from which a bound says enough. *)
    let tree = planted g (steps g) in
    let canonical w = List.fold_left (fun least s -> let v = image s w in if Z.lt v least then v else least) w symmetries in
    let goal w = Kernel.solved_now g.d.puzzle (Kernel.digit g.bits w) in
    let queue = Queue.create () and later = ref (Queue.create ()) in
    let start = canonical (pack g g.d.start) in
    let enough w cost = not never && (cost >= claim || far w (claim - cost)) in
    let reach q w cost = if not (enough w cost) then begin
      let w = canonical w in
      let j = Index.find keys w in
      if j < 0 || cost < !paid.(j) then begin
        if goal w then refuted n.line "a goal is met at cost %d" cost;
        ignore (put w cost n.line); Queue.add (w, cost) q;
        if keys.count > position_limit then too_many ()
      end end in
    reach queue start 0;
    while not (Queue.is_empty queue) do
      let w, cost = Queue.pop queue in
      if cost = !paid.(Index.find keys w) then
        each_step g tree w (fun s v -> if s.cost = 0 || never then reach queue v cost else reach !later v (cost + s.cost));
      if Queue.is_empty queue then (Queue.transfer !later queue)
    done
  | _ -> malformed n.line "`set` or `set built`");
  let paid = Array.map Z.of_int !paid and lines = !lines and size = keys.count in
  { set = { Kernel.key = Array.get keys.keys; paid = Array.get paid; entries = size;
      where_is = (fun w _ -> let j = Index.find keys w in if j < 0 then size else j);
      symmetries; how = (fun w _ -> if symmetries = [] then None else how_found w); questions = g.questions };
    lines = Array.get lines; set_line = n.line;
    symmetry_lines = List.map (fun (line, s) -> (line, as_symmetry g s)) given }
