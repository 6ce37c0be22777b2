(* SPECIFICATION: what a line `rules ..` means, as docs/definitions.md has it: a list of ground rules, goals and a start.
   TRUSTED. Read it line by line beside that page. Nothing here is for speed, and nothing is shared with the programs in Rust.

   Every rule is laid on the board wherever it fits; each way of doing so is one ground rule (theory/Puzzle.v) for each piece
   that its classes, its `*` and an overwritten `?` can stand for. Beyond the cells of the board there is a cell for the turn (with `turns`)
   and one for the hand (with `chain`): the hand holds nothing, or 1 + the cell on which a piece is that may still go on. With both there is
   a third one, the origin: it holds nothing, or 1 + the cell from which that piece has come, because it may not stop there. *)

exception Mistake of string           (* no definition *)
exception Unsupported of string       (* a definition that this program does not read *)
exception Resource of string          (* too large *)
let mistake format = Printf.ksprintf (fun s -> raise (Mistake s)) format
let unsupported format = Printf.ksprintf (fun s -> raise (Unsupported s)) format
let resource format = Printf.ksprintf (fun s -> raise (Resource s)) format
let most_cells = 4096 and most_pieces = 250 and most_rules = 1 lsl 20

type t = {
  cells : int;                         (* of the board; they are the first ones of the puzzle *)
  names : string array;                (* of the cells *)
  pieces : string array;               (* by content; 0 is `.` *)
  sides : int;                         (* 0: no turns. The cell of the turn follows the board *)
  hand : int option;                   (* the cell of the hand, with `chain`; the cell of the origin follows it, with turns *)
  size : int -> int;                   (* how many contents a cell of the puzzle can have *)
  start : int array;
  puzzle : Kernel.puzzle;
  fewest : (int -> Numbers.t -> bool) option;   (* `goal fewest`: what counts *)
  aim : string;                        (* what its goals are, in none of its own words *)
  digest : string;
}

(* ---- Text ---- *)
let split separator text =
  let n = String.length separator in
  let rec go i from =
    if i + n > String.length text then [String.sub text from (String.length text - from)]
    else if String.sub text i n = separator then String.sub text from (i - from) :: go (i + n) (i + n) else go (i + 1) from in
  go 0 0
let words text = List.filter (( <> ) "") (String.split_on_char ' ' text)
let is_letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
let all_of test text = text <> "" && List.for_all test (List.of_seq (String.to_seq text))
let is_name = all_of is_letter
let is_piece word = is_name word || (String.length word = 1 && not (String.contains ".#*?|+->=!,:;()/" word.[0]))
let natural word =
  if all_of (fun c -> c >= '0' && c <= '9') word && (word = "0" || word.[0] <> '0') && String.length word < 10 then Some (int_of_string word) else None

type statement = { keyword : string; heads : string list; rows : string list }
let keywords = ["board"; "cells"; "lines"; "start"; "pieces"; "class"; "turns"; "move"; "cycle"; "blocks"; "goal"]
let statement text =
  match String.index_opt text ':' with
  | None -> mistake "a statement without a colon"
  | Some i ->
    let keyword, heads = match String.split_on_char ' ' (String.sub text 0 i) with k :: h -> k, h | [] -> "", [] in
    if not (List.mem keyword keywords) then mistake "a statement that begins with no keyword";
    let body = String.sub text (i + 1) (String.length text - i - 1) in
    if body = "" then { keyword; heads; rows = [] }
    else if body.[0] <> ' ' then mistake "no blank after the colon of `%s`" keyword
    else
      let rec no_end row = let n = String.length row in if n > 0 && row.[n - 1] = ' ' then no_end (String.sub row 0 (n - 1)) else row in
      let rows = List.map no_end (split " / " (String.sub body 1 (String.length body - 1))) in
      if List.exists (fun row -> row = "" || row.[0] = ' ') rows then mistake "a row of `%s` is empty or begins with a blank" keyword;
      { keyword; heads; rows }

(* The words of a list; `1..6` and `a..f` are all from the one to the other. *)
let list s =
  let range word = match split ".." word with
    | [low; high] -> (match natural low, natural high with
      | Some a, Some b when a <= b && b - a < most_cells -> List.init (b - a + 1) (fun i -> string_of_int (a + i))
      | _ ->
        let same_case = String.length low = 1 && String.length high = 1 && low <= high &&
          ((low >= "a" && high <= "z") || (low >= "A" && high <= "Z")) in
        if same_case then List.init (Char.code high.[0] - Char.code low.[0] + 1) (fun i -> String.make 1 (Char.chr (Char.code low.[0] + i)))
        else mistake "a range that is none in `%s`" s.keyword)
    | _ -> [word] in
  match List.concat_map range (List.concat_map words s.rows) with
  | [] -> mistake "nothing follows `%s`" s.keyword
  | l -> l
let rec no_word_twice s = function
  | [] -> []
  | x :: l -> if List.mem x l then mistake "a word comes twice in `%s`" s.keyword else x :: no_word_twice s l
let set s = no_word_twice s (list s)
let plain s = if s.heads = [] then s else mistake "`%s` has no headwords" s.keyword

(* ---- Boards ---- *)
(* How a line of cells goes on. A way has stops; each is at a cell, and some stops may follow it. *)
type way = { at : int array; next : int list array }
type form = Square | Hex | Graph
type board = { form : form; spaced : bool; places : (int * int) list; shown : string list; cell_names : string list;
               ways : (string * way) list; compass : (string * string list) list }

(* Where cells are, and what stands on them, in reading order; and the numbers of rows and columns. *)
let picture form spaced rows =
  let spaced = form = Square && (spaced || List.exists (fun row -> String.contains row ' ') rows) in
  let divide row = if spaced then words row else List.map (String.make 1) (List.of_seq (String.to_seq row)) in
  let rows = List.map divide rows in
  let width = List.fold_left (fun w row -> max w (List.length row)) 0 rows in
  if spaced && List.exists (fun row -> List.length row <> width) rows then mistake "the rows of a spaced picture have equally many words";
  let places = List.concat (List.mapi (fun r row ->
    List.filter (fun (_, x) -> x <> "#" && x <> " ") (List.mapi (fun c x -> ((r, c), x)) row)) rows) in
  (List.map fst places, List.map snd places, List.length rows, width)

let square_steps = [
  "right", (0, 1); "left", (0, -1); "up", (-1, 0); "down", (1, 0); "ne", (-1, 1); "nw", (-1, -1); "se", (1, 1); "sw", (1, -1);
  "k1", (-2, 1); "k2", (-1, 2); "k3", (1, 2); "k4", (2, 1); "k5", (2, -1); "k6", (1, -2); "k7", (-1, -2); "k8", (-2, -1)]
let square_compass = [
  "orthogonal", ["right"; "left"; "up"; "down"]; "diagonal", ["ne"; "nw"; "se"; "sw"];
  "eight", ["right"; "left"; "up"; "down"; "ne"; "nw"; "se"; "sw"];
  "knight", ["k1"; "k2"; "k3"; "k4"; "k5"; "k6"; "k7"; "k8"]]
let hex_steps = ["right", (0, 2); "left", (0, -2); "ne", (-1, 1); "nw", (-1, -1); "se", (1, 1); "sw", (1, -1)]
let hex_compass = ["six", ["right"; "left"; "ne"; "nw"; "se"; "sw"]]

let read_picture_board s form spaced (wraps_rows, wraps_columns) =
  let places, shown, height, width = picture form spaced s.rows in
  if places = [] then mistake "the board has no cell";
  if List.length places > most_cells then resource "a board of more than %d cells" most_cells;
  if form = Hex && List.exists (fun (r, c) -> (r + c) mod 2 <> (fst (List.hd places) + snd (List.hd places)) mod 2) places then
    mistake "cells of hexagons have the same parity of row plus column";
  let number = Hashtbl.create 64 in
  List.iteri (fun i place -> Hashtbl.replace number place i) places;
  let round x n wraps = if wraps then ((x mod n) + n) mod n else x in
  let way (dr, dc) = { at = Array.init (List.length places) Fun.id;
    next = Array.of_list (List.map (fun (r, c) ->
      Option.to_list (Hashtbl.find_opt number (round (r + dr) height wraps_rows, round (c + dc) width wraps_columns))) places) } in
  let name (r, c) = if height = 1 then string_of_int (c + 1) else Printf.sprintf "%d.%d" (r + 1) (c + 1) in
  let steps, compass = if form = Hex then hex_steps, hex_compass else square_steps, square_compass in
  { form; spaced; places; shown; cell_names = List.map name places; ways = List.map (fun (d, step) -> (d, way step)) steps; compass }

let rec pairs_of = function a :: (b :: _ as l) -> (a, b) :: pairs_of l | _ -> []
let read_graph s cells lines =
  let chains s = List.map (String.split_on_char '-') (List.concat_map words s.rows) in
  let drawn = chains s in
  let names = match cells with
    | Some s -> set (plain s)
    | None -> List.rev (List.fold_left (fun l x -> if List.mem x l then l else x :: l) [] (List.concat drawn)) in
  if not (List.for_all is_name names) then mistake "the name of a cell is letters and digits";
  if names = [] then mistake "the board has no cell";
  if List.length names > most_cells then resource "a board of more than %d cells" most_cells;
  let number = Hashtbl.create 64 in
  List.iteri (fun i name -> Hashtbl.replace number name i) names;
  let cell name = match Hashtbl.find_opt number name with Some c -> c | None -> mistake "a chain names a cell that is none" in
  let edges = List.concat_map (fun chain -> pairs_of (List.map cell chain)) drawn in
  if List.exists (fun (a, b) -> a = b) edges then mistake "an edge joins two cells";
  let near c = List.sort_uniq compare (List.concat_map (fun (a, b) -> if a = c then [b] else if b = c then [a] else []) edges) in
  let n = List.length names in
  let path = { at = Array.init n Fun.id; next = Array.init n near } in
  (* Along the declared lines, in either direction; each has stops of its own. *)
  let line lines =
    let runs = List.concat_map (fun chain -> let l = List.map cell chain in [l; List.rev l]) lines in
    let at = Array.of_list (List.concat runs) in
    let next = Array.make (Array.length at) [] in
    let _ = List.fold_left (fun from run -> let k = List.length run in
      for i = from to from + k - 2 do next.(i) <- [i + 1] done; from + k) 0 runs in
    { at; next } in
  let ways = ("path", path) :: (match lines with Some s -> ["line", line (chains (plain s))] | None -> []) in
  { form = Graph; spaced = false; places = []; shown = List.map (fun _ -> ".") names; cell_names = names; ways; compass = [] }

let read_board all one =
  let s = match one "board" with Some s -> s | None -> mistake "there is no `board`" in
  let has h = List.mem h s.heads in
  List.iter (fun h -> if not (List.mem h ["square"; "hex"; "graph"; "torus"; "cylinder"; "spaced"]) then mistake "a headword that does not go with `board`") s.heads;
  let form = match has "square", has "hex", has "graph" with
    | _, false, false -> Square | false, true, false -> Hex | false, false, true -> Graph | _ -> mistake "a board of two forms" in
  if form <> Square && (has "torus" || has "cylinder" || has "spaced") then mistake "only boards of squares are torus, cylinder or spaced";
  if has "torus" && has "cylinder" then mistake "a board is a torus or a cylinder";
  if form = Graph then read_graph s (one "cells") (one "lines")
  else begin
    if all "cells" @ all "lines" <> [] then mistake "`cells` and `lines` are of graphs";
    read_picture_board s form (has "spaced") (has "torus", has "torus" || has "cylinder")
  end
(* What a picture (of a graph, and of a start: or a list) says of each cell. *)
let contents board listed s =
  let n = List.length board.cell_names in
  let as_list () = let l = list s in if List.length l = n then Some l else None in
  let wrong () = mistake "the picture of `%s` has not the cells of the board" s.keyword in
  if board.form = Graph then match as_list () with Some l -> l | None -> wrong ()
  else
    let from_picture () = let places, shown, _, _ = picture board.form board.spaced s.rows in
      if places = board.places then shown else wrong () in
    if listed && List.length s.rows = 1 then (match as_list () with Some l -> l | None -> from_picture ()) else from_picture ()

(* ---- Rules ---- *)
type what = Content of int | Class of string | Star | Unseen
type token = { what : what; run : bool }
type rule = { left : token list; right : token list; ends : bool; different : (string * string) list; along : way list; chain : bool; cost : int }

let names_piece t = match t.what with Content 0 | Star | Unseen -> false | Content _ | Class _ -> true
let number_of test l = List.length (List.filter test l)
let is_run t = t.run and is_star t = t.what = Star
let rec first k l = if k = 0 then [] else match l with [] -> [] | x :: l -> x :: first (k - 1) l

let read_rule content classes ~turns ~chain ~cost along row =
  let token word =
    let n = String.length word in
    let run = n > 1 && word.[n - 1] = '+' in
    let name = if run then String.sub word 0 (n - 1) else word in
    let what = match name with
      | "*" when not run -> Star | "?" when not run -> Unseen
      | _ -> if List.mem_assoc name classes then Class name else Content (content name) in
    { what; run } in
  let pattern words =
    let ends = words <> [] && List.nth words (List.length words - 1) = "|" in
    let words = if ends then first (List.length words - 1) words else words in
    if words = [] then mistake "a pattern has no cell";
    (List.map token words, ends) in
  let rec cut word = function [] -> None | x :: l when x = word -> Some ([], l) | x :: l -> Option.map (fun (a, b) -> (x :: a, b)) (cut word l) in
  let rule, condition = match cut "where" (words row) with Some (a, b) -> a, Some (String.concat " " b) | None -> words row, None in
  let (left, ends), (right, ends') = match cut "->" rule with Some (a, b) -> pattern a, pattern b | None -> mistake "a rule has no `->`" in
  if ends <> ends' || List.length left <> List.length right then mistake "the two patterns have not the same length";
  if number_of is_run left <> number_of is_run right || number_of is_star left <> number_of is_star right then
    mistake "every `*` and every run of the left side comes again on the right one";
  List.iteri (fun i t -> match t.what with
    | Class c -> if not (List.exists (fun u -> u.what = Class c) left) then mistake "a class of the right side is not on the left one"
    | Unseen -> if List.nth left i <> t || number_of is_run (first i left) <> number_of is_run (first i right) then
        mistake "a `?` of the right side is not at the place of one on the left"
    | Content _ | Star -> ()) right;
  if chain && not (names_piece (List.hd left)) then mistake "no piece is on the first cell of a `chain` rule";
  if turns && not (List.exists names_piece left) then mistake "with `turns` a rule names the piece that moves";
  let different = match condition with
    | None -> []
    | Some text -> List.map (fun part -> match List.map String.trim (split "!=" part) with
      | [a; b] when a <> b && List.for_all (fun c -> List.exists (fun t -> t.what = Class c) left) [a; b] -> (a, b)
      | _ -> mistake "a condition that is not `x != y` with two classes of the left side") (String.split_on_char ',' text) in
  { left; right; ends; different; along; chain; cost }

(* All walks on which the left side can be read: cells, each with the place of the token that reads it. *)
let walks rule way =
  let left = Array.of_list rule.left in
  let last = Array.length left - 1 in
  let found = ref [] and count = ref 0 in
  let rec go stop token walk =
    let cell = way.at.(stop) in
    if not (List.mem_assoc cell walk) then begin
      let walk = (cell, token) :: walk in
      let next = way.next.(stop) in
      if token < last then List.iter (fun s -> go s (token + 1) walk) next
      else if not rule.ends || List.for_all (fun s -> List.mem_assoc way.at.(s) walk) next then begin
        incr count;
        if !count > most_rules then resource "rules that can be read in more than %d ways" most_rules;
        found := List.rev walk :: !found
      end;
      if left.(token).run then List.iter (fun s -> go s token walk) next
    end in
  Array.iteri (fun stop _ -> go stop 0 []) way.at;
  List.rev !found

(* All ways to choose an element from each list. *)
let rec choices = function [] -> [[]] | l :: rest -> let tails = choices rest in List.concat_map (fun x -> List.map (fun t -> x :: t) tails) l

(* The changes that a rule makes on a walk, for all pieces that its classes and stars can stand for; each with the piece that moves. *)
let ground rule classes kinds walk =
  let left = Array.of_list rule.left in
  let cells = Array.of_list walk in
  let length token = number_of (fun (_, t) -> t = token) walk in
  let runs token_list = List.filter (fun i -> (List.nth token_list i).run) (List.init (List.length token_list) Fun.id) in
  (* What is written, cell by cell: the k-th run of the right is as long as the k-th of the left. *)
  let written = Array.of_list (List.concat (
    let lengths = ref (List.map length (runs rule.left)) and stars = ref 0 in
    List.map (fun t ->
      let n = if t.run then (match !lengths with n :: l -> lengths := l; n | [] -> assert false) else 1 in
      let number = if t.what = Star then (incr stars; !stars) else 0 in
      List.init n (fun _ -> (t.what, number))) rule.right)) in
  assert (Array.length written = Array.length cells);
  let stars = ref 0 in
  let read = Array.map (fun (_, token) -> let w = left.(token).what in (w, if w = Star then (incr stars; !stars) else 0)) cells in
  let bound = List.sort_uniq compare (List.filter_map (fun t -> match t.what with Class c -> Some c | _ -> None) rule.left) in
  (* What is not looked at and not changed needs no choice. *)
  let untouched i = (fst read.(i) = Star || fst read.(i) = Unseen) && read.(i) = written.(i) in
  let open_cells = List.filter (fun i -> (fst read.(i) = Star || fst read.(i) = Unseen) && not (untouched i)) (List.init (Array.length cells) Fun.id) in
  let ways = List.fold_left (fun n l -> if n > most_rules then n else n * List.length l) 1
    (List.map (fun c -> List.assoc c classes) bound @ List.map (fun _ -> List.init kinds Fun.id) open_cells) in
  if ways > most_rules then resource "a rule with more than %d ground rules on one line of cells" most_rules;
  List.concat_map (fun stands_for ->
    let stands_for = List.combine bound stands_for in
    if List.exists (fun (a, b) -> List.assoc a stands_for = List.assoc b stands_for) rule.different then []
    else List.map (fun held ->
      let held = List.combine open_cells held in
      let star k = let i = ref 0 in Array.iteri (fun j r -> if r = (Star, k) then i := j) read; List.assoc !i held in
      let before i = match fst read.(i) with Content x -> x | Class c -> List.assoc c stands_for | Star | Unseen -> List.assoc i held in
      let after i = match written.(i) with Content y, _ -> y | Class c, _ -> List.assoc c stands_for | Star, k -> star k | Unseen, _ -> before i in
      let change = List.filter_map (fun i -> if untouched i then None else Some (fst cells.(i), (before i, after i))) (List.init (Array.length cells) Fun.id) in
      let mover = match List.find_opt (fun i -> names_piece left.(snd cells.(i))) (List.init (Array.length cells) Fun.id) with
        | Some i -> before i | None -> 0 in
      (change, mover)) (choices (List.map (fun _ -> List.init kinds Fun.id) open_cells)))
    (choices (List.map (fun c -> List.assoc c classes) bound))

(* `cycle: (1.1 1.2) (2.1 2.2)`: pairs of a cell and the one to which its content goes. *)
let read_cycle board s =
  let row = match s.rows with [row] -> row | _ -> mistake "a `cycle` has one row" in
  let cell name =
    let rec find i = function [] -> mistake "a `cycle` names a cell that is none" | x :: l -> if x = name then i else find (i + 1) l in
    find 0 board.cell_names in
  let n = String.length row in
  let parts = if n > 1 && row.[0] = '(' && row.[n - 1] = ')' then split ") (" (String.sub row 1 (n - 2)) else [row] in
  let cycles = List.map (fun part -> List.map cell (words part)) parts in
  if List.exists (fun c -> List.length c < 2) cycles then mistake "a cycle has two cells or more";
  let all = List.concat cycles in
  if List.length (List.sort_uniq compare all) <> List.length all then mistake "a cell comes twice in a `cycle`";
  let forth = List.concat_map (fun c -> pairs_of (c @ [List.hd c])) cycles in
  match s.heads with
  | [] -> [forth]
  | ["both"] -> [forth; List.map (fun (a, b) -> (b, a)) forth]
  | _ -> mistake "the only headword of `cycle` is both"

(* ---- Blocks ---- *)
(* A kind of blocks: its letter, whether a goal names it, its cells as seen from the first one, and the steps in which it goes. *)
type kind = { letter : string; named : bool; shape : (int * int) list; steps : (int * int) list }
let go (r, c) (dr, dc) = (r + dr, c + dc)
(* All kinds, in the order of their first cells, and the contents of the start: the first cell of a block holds its kind, from 1, its other cells one
   more than there are kinds. Then the changes of all moves, each with the cell that the block comes from and the one that it comes to. *)
let read_blocks board shown named s =
  let metric, axis = match s.heads with
    | [m] when List.mem m ["unit"; "straight"; "walk"] -> m, false
    | [m; "axis"] when List.mem m ["unit"; "straight"; "walk"] -> m, true
    | _ -> mistake "`blocks` is unit, straight or walk, and then perhaps axis" in
  let letters = set s in
  let steps = if board.form = Hex then List.map snd hex_steps else List.map (fun d -> List.assoc d square_steps) (List.assoc "orthogonal" square_compass) in
  let places = Array.of_list board.places in
  let on letter = List.filter (fun c -> List.nth shown c = letter) (List.init (List.length shown) Fun.id) in
  List.iter (fun x -> if x <> "." && not (List.mem x letters) then mistake "a word on the board that is none of the blocks") shown;
  let shape cells = let (r, c) = places.(List.hd cells) in List.map (fun d -> let (r', c') = places.(d) in (r' - r, c' - c)) cells in
  let block letter = match on letter with
    | [] -> mistake "a block that is not there"
    | cells ->
      let shape = shape cells in
      let rec joined met = let more = List.filter (fun p -> not (List.mem p met) && List.exists (fun d -> List.mem (go p d) met) steps) shape in
        if more = [] then met else joined (more @ met) in
      if List.length (joined [List.hd shape]) <> List.length shape then mistake "the cells of a block are joined";
      let steps = if not axis then steps else
        match List.find_opt (fun (dr, dc) -> shape = List.mapi (fun i _ -> (i * dr, i * dc)) shape) steps with
        | Some (dr, dc) when List.length shape > 1 -> [(dr, dc); (-dr, -dc)]
        | _ -> mistake "with `axis` a block is one cell wide, and longer than that" in
      (List.hd cells, { letter; named = List.mem letter named; shape; steps }) in
  let blocks = List.sort (fun (a, _) (b, _) -> compare a b) (List.map block letters) in
  let alike k l = k.shape = l.shape && k.named = l.named && (k.letter = l.letter || not k.named) in
  let kinds = List.rev (List.fold_left (fun known (_, k) -> if List.exists (alike k) known then known else k :: known) [] blocks) in
  let covered = List.length kinds + 1 in
  let cell_at = Hashtbl.create 64 in
  Array.iteri (fun c p -> Hashtbl.replace cell_at p c) places;
  let lie k first = let cells = List.map (fun d -> Hashtbl.find_opt cell_at (go first d)) k.shape in
    if List.mem None cells then None else Some (List.map Option.get cells) in
  let number k = let rec find i = function [] -> i | l :: rest -> if alike k l then i else find (i + 1) rest in find 1 kinds in
  let holds k cells c = if c = List.hd cells then number k else if List.mem c cells then covered else 0 in
  let start = Array.make (List.length shown) 0 in
  List.iter (fun (first, k) -> let cells = Option.get (lie k places.(first)) in List.iter (fun c -> start.(c) <- holds k cells c) cells) blocks;
  let moves = List.concat_map (fun k -> List.concat_map (fun first -> match lie k first with
    | None -> []
    | Some from -> List.concat_map (fun step ->
      (* step by step, over cells that are its own or empty *)
      let rec further place swept = match lie k (go place step) with
        | None -> []
        | Some cells ->
          let swept = List.sort_uniq compare (cells @ swept) in
          let change = List.map (fun c -> (c, (holds k from c, holds k cells c))) swept in
          (change, List.hd from, List.hd cells) :: (if metric = "straight" then further (go place step) swept else []) in
      further first from) k.steps) board.places) kinds in
  (kinds, holds, lie, start, moves, metric = "walk")

(* ---- The whole ---- *)
(* ---- The whole ---- *)
let read_with_blocks board shown all digest s =
  if board.form = Graph || List.exists (fun b -> List.exists (fun h -> List.mem h ["torus"; "cylinder"]) b.heads) (all "board") then
    mistake "blocks are for boards of squares and hexagons, without torus and cylinder";
  List.iter (fun k -> if all k <> [] then mistake "`%s` does not go with `blocks`" k) ["pieces"; "turns"; "move"; "cycle"];
  if all "class" <> [] then unsupported "`class` with `blocks`";
  let pictures = List.map (contents board false) (List.filter (fun s -> s.heads = []) (all "goal")) in
  let kinds, holds, lie, start, moves, walk = read_blocks board shown (List.concat pictures) s in
  let n = List.length shown in
  let hand = n in
  if List.length kinds > most_pieces then resource "more than %d kinds of blocks" most_pieces;
  let ground cost change = { Kernel.change = List.map (fun (c, (x, y)) -> (c, (Z.of_int x, Z.of_int y))) change; cost = Z.of_int cost } in
  let rules = if not walk then List.map (fun (change, _, _) -> ground 1 change) moves
    (* The first step costs 1; the block goes on from the hand at no cost. *)
    else List.concat_map (fun (change, a, b) -> [ground 1 (change @ [hand, (0, 1 + b)]); ground 0 (change @ [hand, (1 + a, 1 + b)])]) moves
      @ List.init n (fun c -> ground 0 [hand, (1 + c, 0)]) in
  if List.length rules > most_rules then resource "more than %d ground rules" most_rules;
  let rest = if walk then [hand, Z.zero] else [] in
  (* A letter: this block lies exactly on the cells that have it. *)
  let goal picture =
    let shows c x = (c, Z.of_int x) in
    let letters = List.sort_uniq compare (List.filter (fun x -> x <> "." && x <> "?") picture) in
    let places = Array.of_list board.places in
    let empty = List.concat (List.mapi (fun c x -> if x = "." then [shows c 0] else []) picture) in
    let of_letter x =
      let cells = List.filter (fun c -> List.nth picture c = x) (List.init n Fun.id) in
      match List.find_opt (fun k -> k.named && k.letter = x) kinds with
      | Some k when lie k places.(List.hd cells) = Some cells -> List.map (fun c -> shows c (holds k cells c)) cells
      | Some _ -> mistake "a block of a goal has another shape"
      | None -> mistake "a letter of a goal that is none of the blocks" in
    { Kernel.shown = empty @ List.concat_map of_letter letters @ rest; counted = (fun _ _ -> false); limit = 0 } in
  let others = List.filter (fun s -> s.heads <> []) (all "goal") in
  List.iter (fun s -> if s.heads <> ["stuck"] || s.rows <> [] then mistake "a goal of blocks is a picture or `stuck`") others;
  let goals = List.map goal pictures in
  if goals = [] && others = [] then mistake "there is no `goal`";
  { cells = n; names = Array.of_list board.cell_names; pieces = Array.of_list ("." :: List.map (fun k -> k.letter) kinds @ ["-"]); sides = 0;
    hand = (if walk then Some hand else None);
    size = (fun c -> if c < n then List.length kinds + 2 else n + 1);
    start = Array.append start (if walk then [| 0 |] else [||]);
    puzzle = { Kernel.cells = (if walk then n + 1 else n); rules; goals; stuck_ends = others <> [] };
    fewest = None;
    aim = (match goals, others with [_], [] -> "goal picture" | [], [_] -> "goal stuck" | _ -> Printf.sprintf "%d goals" (List.length goals + List.length others));
    digest }

let read line =
  String.iter (fun c -> if c > '~' then unsupported "a character beyond ASCII: this program reads definitions in ASCII alone"
    else if c < ' ' then mistake "a control character") line;
  let text = if String.length line > 6 && String.sub line 0 6 = "rules " then String.sub line 6 (String.length line - 6) else mistake "a definition begins with `rules`" in
  let is_title s = String.length s >= 7 && String.sub s 0 7 = "title: " in
  let parts = List.filter (fun s -> not (is_title s)) (split " ; " text) in
  let statements = List.map statement parts in
  let all keyword = List.filter (fun s -> s.keyword = keyword) statements in
  let one keyword = match all keyword with [] -> None | [s] -> Some s | _ -> mistake "there are two statements `%s`" keyword in
  let board = read_board all one in
  let n = List.length board.cell_names in
  let shown = match one "start" with Some s -> contents board true (plain s) | None -> board.shown in
  let digest = Sha256.hex ("rules " ^ String.concat " ; " parts) in
  match one "blocks" with Some s -> read_with_blocks board shown all digest s | None ->
  let declared = match one "pieces" with Some s -> set (plain s) | None -> [] in
  let pieces = List.rev (List.fold_left (fun l x -> if x = "." || List.mem x l then l else x :: l) (List.rev declared) shown) in
  if pieces = [] then mistake "there is no piece";
  if List.length pieces > most_pieces then resource "more than %d pieces" most_pieces;
  if not (List.for_all is_piece pieces) then mistake "a word that cannot be a piece";
  let kinds = List.length pieces + 1 in
  let number = Hashtbl.create 64 in
  List.iteri (fun i x -> Hashtbl.replace number x (i + 1)) pieces;
  let content x = if x = "." then 0 else match Hashtbl.find_opt number x with Some k -> k | None -> mistake "a word that is no piece of this puzzle" in
  let piece x = if x = "." then mistake "`.` is no piece" else content x in
  let classes = List.fold_left (fun known s -> match s.heads with
    | [name] when is_name name && not (List.mem_assoc name known) && not (Hashtbl.mem number name) ->
      known @ [name, List.sort compare (List.map piece (set s))]
    | _ -> mistake "a `class` has one name, which names nothing else") [] (all "class") in
  let sides = match one "turns" with
    | None -> []
    | Some s -> List.map (fun x -> match List.assoc_opt x classes with Some l -> l | None -> [piece x]) (list (plain s)) in
  if List.length sides = 1 then mistake "turns are of two sides or more";
  let rules = List.concat_map (fun s ->
    let chain = List.mem "chain" s.heads in
    let rec without_cost = function "cost" :: "0" :: l -> (l, true) | x :: l -> let l, c = without_cost l in (x :: l, c) | [] -> ([], false) in
    let heads, free = without_cost (List.filter (( <> ) "chain") s.heads) in
    if chain && free then mistake "`cost 0` does not go with `chain`";
    let default = match board.form with Square -> "orthogonal" | Hex -> "six" | Graph -> "path" in
    let ways = List.concat_map (fun h -> match List.assoc_opt h board.compass with Some l -> l | None -> [h]) (if heads = [] then [default] else heads) in
    let is_direction d = List.mem_assoc d board.ways && not (String.length d = 2 && d.[0] = 'k') in
    List.iter (fun h -> if not (is_direction h || List.mem_assoc h board.compass) then mistake "a direction that is none of this board") heads;
    let along = List.map (fun d -> List.assoc d board.ways) (List.sort_uniq compare ways) in
    if s.rows = [] then mistake "a `move` has no rule";
    List.map (read_rule content classes ~turns:(sides <> []) ~chain ~cost:(if free then 0 else 1) along) s.rows) (all "move") in
  let chains = List.exists (fun r -> r.chain) rules in
  let cycles = List.concat_map (read_cycle board) (all "cycle") in
  if cycles <> [] && sides <> [] then mistake "`cycle` does not go with `turns`";
  let turn = n and hand = if sides = [] then n else n + 1 in
  let origin = hand + 1 in
  let cells = n + (if sides = [] then 0 else 1) + (if not chains then 0 else if sides = [] then 1 else 2) in

  (* Ground rules. One that changes nothing on the board is none. *)
  let known = Hashtbl.create 1000 and found = ref [] in
  let add change cost =
    let change = List.sort compare change in
    if not (Hashtbl.mem known (change, cost)) then begin
      Hashtbl.add known (change, cost) ();
      if Hashtbl.length known > most_rules then resource "more than %d ground rules" most_rules;
      found := { Kernel.change = List.map (fun (c, (x, y)) -> (c, (Z.of_int x, Z.of_int y))) change; cost = Z.of_int cost } :: !found
    end in
  let changes = List.exists (fun (_, (x, y)) -> x <> y) in
  let at_rest = if chains then [hand, (0, 0)] else [] in
  (* For each side to which the piece that moves belongs: whose turn it is, and whose it is after the move. *)
  let by_sides mover f = List.iteri (fun i side -> if List.mem mover side then f i ((i + 1) mod List.length sides)) sides in
  List.iter (fun r -> List.iter (fun way -> List.iter (fun walk ->
    let from = fst (List.hd walk) and last = fst (List.nth walk (List.length walk - 1)) in
    List.iter (fun (change, mover) ->
      if r.chain then begin
        (* The first step costs 1; the piece goes on from its hand at no cost. *)
        if not (changes change) then unsupported "a `chain` rule that changes nothing";
        (* The first step costs 1; the piece goes on from its hand at no cost. *)
        if sides = [] then begin
          add ((hand, (0, 1 + last)) :: change) 1;
          add ((hand, (1 + from, 1 + last)) :: change) 0
        end else begin
          (* So a chain leaves the board as it was exactly if it ends where it began. *)
          if List.sort compare (List.filter (fun (_, (x, y)) -> x <> y) change) <> List.sort compare [from, (mover, 0); last, (0, mover)] then
            unsupported "a `chain` rule that changes more than the place of its piece, with `turns`";
          by_sides mover (fun i _ ->
            add ((turn, (i, i)) :: (hand, (0, 1 + last)) :: (origin, (0, 1 + from)) :: change) 1;
            add ((turn, (i, i)) :: (hand, (1 + from, 1 + last)) :: change) 0)
        end
      end else if changes change then
        if sides = [] then add (at_rest @ change) r.cost
        else by_sides mover (fun i next -> add (((turn, (i, next)) :: at_rest) @ change) r.cost))
      (ground r classes kinds walk)) (walks r way)) r.along) rules;
  (* A chain ends, and with turns the next side moves; but not where it began. *)
  if chains then for c = 0 to n - 1 do
    if sides = [] then add [hand, (1 + c, 0)] 0
    else for o = 0 to n - 1 do
      if o <> c then List.iteri (fun i _ -> add [turn, (i, (i + 1) mod List.length sides); hand, (1 + c, 0); origin, (1 + o, 0)] 0) sides
    done
  done;
  List.iter (fun cycle ->
    let moved = List.map fst cycle in
    if List.fold_left (fun k _ -> if k > most_rules then k else k * kinds) 1 moved > most_rules then resource "a cycle with more than %d ground rules" most_rules;
    List.iter (fun held ->
      let held = List.combine moved held in
      let change = List.map (fun (a, b) -> (b, (List.assoc b held, List.assoc a held))) cycle in
      if changes change then add (at_rest @ change) 1) (choices (List.map (fun _ -> List.init kinds Fun.id) moved))) cycles;

  (* Goals. While a piece is in the hand no play is over. *)
  let nothing _ _ = false in
  let rest = if chains then [hand, Z.zero] else [] in
  let among l = let l = List.map piece (set l) in fun c x -> c < n && List.exists (fun k -> Z.equal x (Z.of_int k)) l in
  let goal s = match s.heads, s.rows with
    | [], _ -> let shown = List.concat (List.mapi (fun c x -> if x = "?" then [] else [c, Z.of_int (content x)]) (contents board false s)) in
      `Picture { Kernel.shown = shown @ rest; counted = nothing; limit = 0 }
    | ["most"; k], _ -> (match natural k with
      | Some k -> `Most (k, { Kernel.shown = rest; counted = among s; limit = k })
      | None -> mistake "`goal most` is followed by a number")
    | ["fewest"], _ -> `Fewest (among s)
    | ["stuck"], [] -> `Stuck
    | _ -> mistake "a goal is a picture, or of pieces `most N` or `fewest`, or `stuck`" in
  let aims = List.map goal (all "goal") in
  if aims = [] then mistake "there is no `goal`";
  let fewest = List.find_map (function `Fewest f -> Some f | _ -> None) aims in
  if fewest <> None && List.length aims > 1 then mistake "`goal fewest` is not the only goal";
  if fewest <> None && List.exists (fun r -> r.cost = 0) rules then mistake "`cost 0` does not go with `goal fewest`";
  let aim = match aims with
    | [`Picture _] -> "goal picture" | [`Most (k, _)] -> Printf.sprintf "goal most %d" k
    | [`Stuck] -> "goal stuck" | [`Fewest _] -> "goal fewest" | l -> Printf.sprintf "%d goals" (List.length l) in
  { cells = n; names = Array.of_list board.cell_names; pieces = Array.of_list ("." :: pieces); sides = List.length sides;
    hand = (if chains then Some hand else None);
    size = (fun c -> if c < n then kinds else if c = turn && sides <> [] then List.length sides else n + 1);
    start = Array.append (Array.of_list (List.map content shown)) (Array.make (cells - n) 0);
    puzzle = { Kernel.cells; rules = List.rev !found; goals = List.filter_map (function `Picture g | `Most (_, g) -> Some g | _ -> None) aims;
               stuck_ends = List.mem `Stuck (List.map (function `Stuck -> `Stuck | _ -> `Other) aims) };
    fewest; aim; digest }
