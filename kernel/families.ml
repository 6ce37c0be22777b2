(* SPECIFICATION: what the line of a family means, as a line `rules ..`. TRUSTED for such lines.
   The families are those of docs/certificates.md. *)

(* The line `rules ..`; the line as it is said in an outcome; and what is assumed beside it. *)
let line text =
  if String.length text > 6 && String.sub text 0 6 = "rules " then (text, None, "")
  else Definition.mistake "this program reads lines `rules ..`"
