(* SPECIFICATION: what the line of a family means, as a line `rules ..`. TRUSTED for such lines; docs/certificates.md has the families' rules.
   `saltus-kernel --definition LINE` prints it. *)
open Definition

let number word = match natural word with Some k when k <= most_cells -> k | Some _ -> resource "a board of more than %d cells" most_cells | None -> mistake "a number is expected"
let range a b = List.init (max 0 (b - a + 1)) (fun i -> a + i)
let join = String.concat " "
let rec rows width = function [] -> [] | l -> first width l :: rows width (List.filteri (fun i _ -> i >= width) l)
let picture width l = String.concat " / " (List.map join (rows width l))
let characters word = List.map (String.make 1) (List.of_seq (String.to_seq word))

(* Both colours are pieces, also where one does not stand on the board. *)
let both start = if List.mem "b" start && List.mem "w" start then "" else " ; pieces: b w"

(* `shift N M [gaps=K]`, `shift START [to GOAL]`, with `moves=back` or `moves=all`. A vacancy is `_`. Forward is right for b, left for w. *)
let shift words =
  (* `first=` says which of two plays the solver prints, and nothing about the puzzle. *)
  let words = List.filter (fun w -> w <> "first=b" && w <> "first=w") words in
  let words, rules = match List.rev words with
    | "moves=back" :: l -> List.rev l, "class x: b w ; class y: b w ; move right left: x . -> . x / x y . -> . y x where x != y"
    | "moves=all" :: l -> List.rev l, "class x: b w ; class y: b w ; move right left: x . -> . x / x y . -> . y x"
    | _ -> words, "move right: b . -> . b / b w . -> . w b ; move left: w . -> . w / w b . -> . b w" in
  let repeat n x = List.init n (fun _ -> x) in
  let read word = let l = characters word in
    if List.exists (fun x -> not (List.mem x ["b"; "w"; "_"])) l || not (List.mem "_" l) then mistake "a board of `shift` has letters b and w and a _";
    List.map (fun x -> if x = "_" then "." else x) l in
  let sides l n gaps r m = repeat n l @ repeat gaps "." @ repeat m r in
  let swapped start = let n x = number_of (( = ) x) start in sides "w" (n "w") (n ".") "b" (n "b") in
  let usual n gaps m = if gaps = 0 then mistake "a board of `shift` has a vacancy"; let s = sides "b" (number n) gaps "w" (number m) in s, swapped s in
  let start, goal = match words with
    | [n; m] when natural n <> None -> usual n 1 m
    | [n; m; k] when natural n <> None && String.starts_with ~prefix:"gaps=" k -> usual n (number (String.sub k 5 (String.length k - 5))) m
    | [s] -> let s = read s in s, swapped s
    | [s; "to"; g] -> let s = read s and g = read g in
      if List.sort compare s <> List.sort compare g then mistake "start and goal differ in their checkers"; s, g
    | _ -> mistake "`shift N M [gaps=K]` or `shift START [to GOAL]`" in
  Printf.sprintf "board: %s%s ; %s ; goal: %s" (join start) (both start) rules (join goal)

(* `reverse N [gaps=K] [from=P] [to=Q or to=any]`: from 1 .. N, the K vacancies together after P checkers, to N .. 1, together after Q; or the start is written, `_` being a vacancy. *)
let reverse words =
  let with_gaps l q gaps = first q l @ List.init gaps (fun _ -> ".") @ List.filteri (fun i _ -> i >= q) l in
  let after key word = let n = String.length key in
    if String.length word > n && String.sub word 0 n = key then Some (String.sub word n (String.length word - n)) else None in
  let up n = List.map string_of_int (range 1 n) in
  let down n gaps q = if q > n then mistake "more checkers than there are" else with_gaps (List.rev (up n)) q gaps in
  let goals n gaps = function
    | [] -> [down n gaps 0]
    | [w] -> (match after "to=" w with Some "any" -> List.map (down n gaps) (range 0 n) | Some q -> [down n gaps (number q)] | None -> mistake "`to=Q` is expected")
    | _ -> mistake "too many words of `reverse`" in
  let arrangement l =
    let l = List.map (fun x -> if x = "_" then "." else x) l in
    let checkers = List.filter (( <> ) ".") l in
    if List.sort compare checkers <> List.sort compare (up (List.length checkers)) || not (List.mem "." l) then
      mistake "an arrangement has the checkers 1 .. N and a _"; l in
  let checkers l = number_of (( <> ) ".") l in
  let start, goals = match words with
    | n :: rest when natural n <> None && (rest = [] || String.contains (List.hd rest) '=') ->
      let n = number n in
      let gaps, rest = match rest with w :: l when after "gaps=" w <> None -> number (Option.get (after "gaps=" w)), l | l -> 1, l in
      if gaps = 0 then mistake "a board of `reverse` has a vacancy";
      let p, rest = match rest with w :: l when after "from=" w <> None -> number (Option.get (after "from=" w)), l | l -> 0, l in
      if p > n then mistake "more checkers than there are";
      with_gaps (up n) p gaps, goals n gaps rest
    | _ ->
      let rec cut = function [] -> [], None | "to" :: l -> [], Some (`Board l) | w :: l when String.contains w '=' -> [], Some (`Goal (w :: l)) | w :: l -> let a, b = cut l in w :: a, b in
      let start, rest = cut words in
      let start = arrangement start in
      let n = checkers start in
      let gaps = List.length start - n in
      start, (match rest with None -> goals n gaps [] | Some (`Goal l) -> goals n gaps l
        | Some (`Board l) -> let goal = arrangement l in
          if List.length goal <> n + gaps || checkers goal <> n then mistake "start and goal differ in their checkers"; [goal]) in
  let n = checkers start in
  (* A definition has a piece, also where there is none. *)
  let last, pieces = if n = 0 then 1, " ; pieces: 1" else n, "" in
  Printf.sprintf "board spaced: %s%s ; class x: 1..%d ; class y: 1..%d ; move right left: x . -> . x / x y . -> . y x%s" (join start) pieces last last
    (String.concat "" (List.map (fun g -> " ; goal: " ^ join g) goals))

(* `tiles HxW T ..`, 0 for the vacancy; `to blank-first` or `to T ..`; `metric=runs`: tiles that go at once in a line are one move. *)
let tiles words =
  let size, words = match words with w :: l -> w, l | [] -> mistake "`tiles HxW ..`" in
  let height, width = match String.split_on_char 'x' size with [h; w] -> number h, number w | _ -> mistake "`tiles HxW ..`" in
  let n = height * width in
  if n = 0 || n > most_cells then mistake "a board of no cells, or of too many";
  let words, runs = match List.rev words with "metric=runs" :: l -> List.rev l, true | _ -> words, false in
  let tile w = ignore (number w); if w = "0" then "." else w in
  let rec cut = function [] -> [], [] | "to" :: l -> [], l | w :: l -> let a, b = cut l in tile w :: a, b in
  let start, goal = cut words in
  let labels = List.map string_of_int (range 1 (n - 1)) in
  let goal = match goal with [] -> labels @ ["."] | ["blank-first"] -> "." :: labels | l -> List.map tile l in
  if List.length start <> n || number_of (( = ) ".") start <> 1 || List.sort compare start <> List.sort compare goal then
    mistake "start and goal of `tiles` have a label for each cell, the same ones, and one 0";
  let kinds = List.sort_uniq compare (List.filter (( <> ) ".") start) in
  if kinds = [] then mistake "`tiles` without tiles";
  if runs && List.length kinds <> n - 1 then mistake "metric=runs, and two tiles are alike";
  (* A run of k tiles: the first one is a class, the others are whatever stands there, which is tiles, as there is one vacancy. *)
  let longest = if runs then max height width - 1 else 1 in
  let rule k = let others = List.init (k - 1) (fun _ -> "*") in join (["x"] @ others @ ["."; "->"; "."; "x"] @ others) in
  Printf.sprintf "board spaced: %s ; class x: %s ; move: %s ; goal: %s" (picture width start) (join kinds)
    (String.concat " / " (List.map rule (range 1 longest))) (picture width goal)

(* `clobber BOARD [turns=alternate first=b or first=w]`: a pawn goes to a neighbouring cell with a pawn of the other colour, and takes it. *)
let clobber words =
  let words, turns = match List.rev words with
    | "first=b" :: "turns=alternate" :: l -> List.rev l, " ; turns: b w"
    | "first=w" :: "turns=alternate" :: l -> List.rev l, " ; turns: w b"
    | "turns=alternate" :: _ -> unsupported "`turns=alternate` without `first`, where either side may begin"
    | _ -> words, "" in
  let pawns word = let l = characters word in
    if l = [] || List.exists (fun x -> not (List.mem x ["b"; "w"; "."])) l then mistake "pawns are b, w and `.`"; l in
  let square width l = "board: " ^ picture width l ^ both l in
  let graph l edges =
    "board graph:" ^ String.concat "" (List.map (fun (a, b) -> Printf.sprintf " %d-%d" a b) edges) ^
    " ; cells: " ^ join (List.mapi (fun i _ -> string_of_int (i + 1)) l) ^ " ; start: " ^ join l ^ both l in
  let sizes separator word = List.map number (String.split_on_char separator word) in
  let all_pairs n test = List.concat_map (fun a -> List.filter_map (fun b -> if test (a - 1) (b - 1) then Some (a, b) else None) (range (a + 1) n)) (range 1 n) in
  (* Numbers in mixed bases, the last one the lowest: next to each other when one digit differs. *)
  let hamming bases l =
    let n = List.length l in
    if List.fold_left ( * ) 1 bases <> n then mistake "not as many pawns as cells";
    let digits i = snd (List.fold_right (fun b (i, d) -> (i / b, (i mod b) :: d)) bases (i, [])) in
    graph l (all_pairs n (fun a b -> number_of (fun (x, y) -> x <> y) (List.combine (digits a) (digits b)) = 1)) in
  let board = match words with
    | ["line"; w] -> let l = pawns w in square (List.length l) l
    | ["cycle"; w] -> let l = pawns w in let n = List.length l in
      graph l (if n < 2 then [] else (1, n) :: List.map (fun i -> (i, i + 1)) (range 1 (n - 1)))
    | ["grid"; w] -> (match List.map pawns (String.split_on_char '/' w) with
      | row :: others when List.for_all (fun r -> List.length r = List.length row) others -> square (List.length row) (List.concat (row :: others))
      | _ -> mistake "the rows of a grid have one length")
    | ["cube"; w] -> let l = pawns w in let rec bases n = if n <= 1 then [] else 2 :: bases (n / 2) in hamming (bases (List.length l)) l
    | ["hamming"; s; w] -> hamming (sizes 'x' s) (pawns w)
    | ["multipartite"; s; w] ->
      let l = pawns w and parts = sizes ',' s in
      let part = List.concat (List.mapi (fun i k -> List.init k (fun _ -> i)) parts) in
      if List.length part <> List.length l then mistake "not as many pawns as cells";
      graph l (all_pairs (List.length l) (fun a b -> List.nth part a <> List.nth part b))
    | "graph" :: w :: edges ->
      let l = pawns w in
      graph l (List.map (fun e -> match sizes '-' e with
        | [a; b] when 1 <= a && a < b && b <= List.length l -> (a, b) | _ -> mistake "an edge is C-D with C < D") edges)
    | _ -> mistake "`clobber line`, `cycle`, `grid`, `cube`, `hamming`, `multipartite` or `graph`" in
  Printf.sprintf "%s%s ; move: b w -> . b / w b -> . w ; goal fewest: b w" board turns

(* `chinese BOARD ..`: men step to empty cells next to them, or jump in chains, and all help R to fill the goal. *)
let chinese words =
  let board, words = match words with w :: l -> w, l | [] -> mistake "`chinese BOARD ..`" in
  let option key = List.find_map (fun w -> let n = String.length key in
    if String.length w > n && String.sub w 0 n = key then Some (String.sub w n (String.length w - n)) else None) words in
  let needed key = match option key with Some x -> x | None -> mistake "`%s` is expected" key in
  List.iter (fun w -> if not (List.exists (fun k -> String.length w > String.length k && String.sub w 0 (String.length k) = k) ["men="; "players="; "order="; "goal="; "rows="]) then
    mistake "a word that `chinese` does not know") words;
  let players = first (number (needed "players=")) ["R"; "B"; "Y"; "G"; "P"; "O"] in
  let order = characters (needed "order=") in
  if List.sort compare order <> List.sort compare players then mistake "`order` names each player once";
  let row (x, y) = x + y and column (x, y) = y - x in
  let ascending = List.sort (fun a b -> compare (row a, column a) (row b, column b)) in
  let grid size test = ascending (List.filter test (List.concat_map (fun x -> List.map (fun y -> (x, y)) (range (-size) size)) (range (-size) size))) in
  let integer w = match String.length w > 1 && w.[0] = '-', w with
    | true, _ -> - (number (String.sub w 1 (String.length w - 1))) | false, _ -> number w in
  (* What stands where, and the goal. *)
  let cells, man, goal = match split ":" board with
    | ["cells"; items] ->
      let items = List.map (fun item ->
        let n = String.length item in
        let item, aim = if n > 0 && item.[n - 1] = '*' then String.sub item 0 (n - 1), true else item, false in
        let n = String.length item in
        let item, man = if n > 0 && List.mem (String.sub item (n - 1) 1) players then String.sub item 0 (n - 1), String.sub item (n - 1) 1 else item, "." in
        match String.split_on_char ',' item with [x; y] -> ((integer x, integer y), man, aim) | _ -> mistake "a cell is `X,Y`") (String.split_on_char ';' items) in
      let cells = List.map (fun (c, _, _) -> c) items in
      if cells <> ascending (List.sort_uniq compare cells) then mistake "the cells stand in their order, each once";
      cells, (fun c -> let _, m, _ = List.find (fun (d, _, _) -> d = c) items in m), (fun c -> List.exists (fun (d, _, a) -> d = c && a) items)
    | name :: size ->
      let a = match size with [] -> 4 | [a] -> number a | _ -> mistake "a board of `chinese` is `NAME:SIZE`" in
      let p = List.length players in
      let cells, corners, bases = match name with
        | "star" -> grid (2 * a) (fun (x, y) -> let z = - x - y in min x (min y z) >= - a || max x (max y z) <= a),
            [(-a, -a); (a, -2 * a); (2 * a, -a); (a, a); (-a, 2 * a); (-2 * a, a)],
            List.nth [[]; [1]; [1; 4]; [1; 3; 5]; [1; 4; 2; 5]; [1; 4; 2; 5; 3]; [1; 4; 2; 5; 3; 6]] p
        | "rhombus" -> grid a (fun _ -> true), [(-a, -a); (a, a)], first p [1; 2]
        | "triangle" -> grid a (fun (x, y) -> x >= 1 && y >= 1 && x + y <= a + 1), [(1, 1); (a, 1); (1, a)], first p [1; 2; 3]
        | _ -> mistake "a board of `chinese` is `star`, `rhombus`, `triangle` or `cells`" in
      if List.length bases <> p then mistake "too many players for this board";
      let men = number (needed "men=") in
      let side = match List.find_opt (fun s -> s * (s + 1) / 2 = men) (range 1 100) with Some s -> s | None -> mistake "the men do not fill a base" in
      let distance (x, y) (u, v) = max (abs (x - u)) (max (abs (y - v)) (abs (x + y - u - v))) in
      let base corner = List.filter (fun c -> distance c (List.nth corners (corner - 1)) < side) cells in
      let aim = match option "goal=" with Some g -> number g | None -> if name = "star" then 4 else 2 in
      if aim < 2 || aim > List.length corners then mistake "there is no such goal";
      let used = List.sort_uniq compare (aim :: bases) in
      if List.exists (fun k -> List.length (base k) <> men) used || List.length (List.sort_uniq compare (List.concat_map base used)) <> men * List.length used then
        mistake "the bases have no room, or overlap";
      let homes = List.combine players (List.map base bases) in
      let standard c = match List.find_opt (fun (_, home) -> List.mem c home) homes with Some (p, _) -> p | None -> "." in
      let man = match option "rows=" with
        | None -> standard
        | Some text ->
          let l = characters (String.concat "" (String.split_on_char '/' text)) in
          if List.length l <> List.length cells || List.exists (fun x -> x <> "." && not (List.mem x players)) l then mistake "`rows` has a letter or `.` for each cell";
          fun c -> List.assoc c (List.combine cells l) in
      cells, man, (fun c -> List.mem c (base aim))
    | [] -> mistake "`chinese BOARD ..`" in
  let count x = number_of (fun c -> man c = x) cells in
  if List.exists (fun x -> count x = 0) players || count "R" <> number_of goal cells then mistake "R has as many men as the goal has cells, and every player has one";
  let least f = List.fold_left (fun m c -> min m (f c)) max_int cells and greatest f = List.fold_left (fun m c -> max m (f c)) min_int cells in
  (* A row of the picture is a row of cells, each two columns from the next, and ends with its last one. *)
  let hexes show = String.concat " / " (List.map (fun r ->
    let here = List.filter (fun c -> row c = r) cells in
    let last = List.fold_left (fun m c -> max m (column c)) (least column) here in
    String.concat "" (List.map (fun k -> match List.find_opt (fun c -> column c = k) here with Some c -> show c | None -> "#") (range (least column) last)))
    (range (least row) (greatest row))) in
  let all = join players in
  let moves = match order with
    | [x] -> Printf.sprintf "class y: %s ; move: %s . -> . %s ; move chain: %s y . -> . y %s" all x x x x
    | _ -> Printf.sprintf "class x: %s ; class y: %s ; turns: %s ; move: x . -> . x ; move chain: x y . -> . y x" all all (join order) in
  Printf.sprintf "board hex: %s ; %s ; goal: %s" (hexes man) moves (hexes (fun c -> if goal c then "R" else "?"))

(* The line `rules ..`; the line as it is said in an outcome, where it is another one; and what is assumed beside it. *)
let line text =
  let family read words = let rules = "rules " ^ read words in
    (rules, Some text, ", read as rules sha256:" ^ Sha256.hex rules) in
  match String.split_on_char ' ' text with
  | "rules" :: _ -> (text, None, "")
  | "shift" :: l -> family shift l
  | "reverse" :: l -> family reverse l
  | "tiles" :: l -> family tiles l
  | "clobber" :: l -> family clobber l
  | "chinese" :: l -> family chinese l
  | _ -> unsupported "a puzzle is a line `rules ..`, or of `shift`, `reverse`, `tiles`, `clobber` or `chinese`"
