(* SHA-256 (FIPS 180-4), by which a definition is named in an outcome. *)
let k = Array.map Int32.of_string [|
  "0x428a2f98"; "0x71374491"; "0xb5c0fbcf"; "0xe9b5dba5"; "0x3956c25b"; "0x59f111f1"; "0x923f82a4"; "0xab1c5ed5";
  "0xd807aa98"; "0x12835b01"; "0x243185be"; "0x550c7dc3"; "0x72be5d74"; "0x80deb1fe"; "0x9bdc06a7"; "0xc19bf174";
  "0xe49b69c1"; "0xefbe4786"; "0x0fc19dc6"; "0x240ca1cc"; "0x2de92c6f"; "0x4a7484aa"; "0x5cb0a9dc"; "0x76f988da";
  "0x983e5152"; "0xa831c66d"; "0xb00327c8"; "0xbf597fc7"; "0xc6e00bf3"; "0xd5a79147"; "0x06ca6351"; "0x14292967";
  "0x27b70a85"; "0x2e1b2138"; "0x4d2c6dfc"; "0x53380d13"; "0x650a7354"; "0x766a0abb"; "0x81c2c92e"; "0x92722c85";
  "0xa2bfe8a1"; "0xa81a664b"; "0xc24b8b70"; "0xc76c51a3"; "0xd192e819"; "0xd6990624"; "0xf40e3585"; "0x106aa070";
  "0x19a4c116"; "0x1e376c08"; "0x2748774c"; "0x34b0bcb5"; "0x391c0cb3"; "0x4ed8aa4a"; "0x5b9cca4f"; "0x682e6ff3";
  "0x748f82ee"; "0x78a5636f"; "0x84c87814"; "0x8cc70208"; "0x90befffa"; "0xa4506ceb"; "0xbef9a3f7"; "0xc67178f2" |]
let hex text =
  let ( + ) = Int32.add and ( ^ ) = Int32.logxor and ( land ) = Int32.logand in
  let turn x n = Int32.logor (Int32.shift_right_logical x n) (Int32.shift_left x (Int.sub 32 n)) in
  let shift = Int32.shift_right_logical in
  let length = String.length text in
  let padding = Int.sub 64 (Int.rem (Int.add length 9) 64) mod 64 in
  let bytes = Bytes.make (Int.add (Int.add length 9) padding) '\000' in
  Bytes.blit_string text 0 bytes 0 length;
  Bytes.set bytes length '\x80';
  Bytes.set_int64_be bytes (Int.sub (Bytes.length bytes) 8) (Int64.of_int (Int.mul length 8));
  let h = Array.map Int32.of_string [| "0x6a09e667"; "0xbb67ae85"; "0x3c6ef372"; "0xa54ff53a"; "0x510e527f"; "0x9b05688c"; "0x1f83d9ab"; "0x5be0cd19" |] in
  for block = 0 to Int.pred (Int.div (Bytes.length bytes) 64) do
    let w = Array.init 64 (fun i -> if i < 16 then Bytes.get_int32_be bytes (Int.add (Int.mul block 64) (Int.mul i 4)) else 0l) in
    for i = 16 to 63 do
      let a = w.(Int.sub i 15) and b = w.(Int.sub i 2) in
      w.(i) <- w.(Int.sub i 16) + (turn a 7 ^ turn a 18 ^ shift a 3) + w.(Int.sub i 7) + (turn b 17 ^ turn b 19 ^ shift b 10)
    done;
    let s = Array.copy h in
    for i = 0 to 63 do
      let a = s.(0) and b = s.(1) and c = s.(2) and e = s.(4) and f = s.(5) and g = s.(6) in
      let x = s.(7) + (turn e 6 ^ turn e 11 ^ turn e 25) + ((e land f) ^ (Int32.lognot e land g)) + k.(i) + w.(i) in
      let y = (turn a 2 ^ turn a 13 ^ turn a 22) + ((a land b) ^ (a land c) ^ (b land c)) in
      Array.blit s 0 s 1 7;
      s.(4) <- s.(4) + x;
      s.(0) <- x + y
    done;
    Array.iteri (fun i x -> h.(i) <- h.(i) + x) s
  done;
  String.concat "" (Array.to_list (Array.map (Printf.sprintf "%08lx") h))
