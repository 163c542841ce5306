(* Answers by the extracted functions. Reads one question a line, writes one answer a line.

     (outcomes (0 1) THREAD PROTOCOL)            every outcome of a protocol, as JSON
     (executions (0 1) THREAD STORE PROGRAM)     every outcome of a program from a memory
     (infer PROGRAM)                             its protocol
     (infer_array ARRAY PROGRAM)                 its protocol of one array
     (judge PROTOCOL)                            CI, DI and aa
     (check (STEP ...))                          whether the steps are a derivation

   Programs are written as the constructors of the definitions, in lower case, with parentheses. *)

open Reference

type sexp = Atom of string | List of sexp list

let fail message = prerr_endline message; exit 2

let read line =
  let n = String.length line in
  let rec items i found =
    if i >= n then (List.rev found, i)
    else match line.[i] with
      | ' ' -> items (i + 1) found
      | ')' -> (List.rev found, i)
      | '(' ->
        let inside, j = items (i + 1) [] in
        items (j + 1) (List inside :: found)
      | _ ->
        let j = ref i in
        while !j < n && not (String.contains " ()" line.[!j]) do incr j done;
        items !j (Atom (String.sub line i (!j - i)) :: found) in
  match items 0 [] with
  | [ whole ], _ -> whole
  | _ -> fail ("not one question: " ^ line)

(* Numbers and names are Coq's. *)
let rec nat k = if k = 0 then O else S (nat (k - 1))
let rec number = function O -> 0 | S k -> 1 + number k
let chars text = List.init (String.length text) (String.get text)
let text chars = String.init (List.length chars) (List.nth chars)
let int = function Atom k -> nat (int_of_string k) | List _ -> fail "a number"
let name = function Atom x -> chars x | List _ -> fail "a name"

let op = function
  | "+" -> Add | "-" -> Sub | "*" -> Mul | "/" -> Div | "%" -> Rem | "&" -> BitAnd | "|" -> BitOr
  | "^" -> BitXor | "<<" -> Shl | ">>" -> Shr | "min" -> Min | "max" -> Max
  | other -> fail ("no operator: " ^ other)

let rel = function
  | "<" -> Lt | "<=" -> Le | ">" -> Gt | ">=" -> Ge | "==" -> Eq | "!=" -> Ne
  | other -> fail ("no comparison: " ^ other)

let rec expr = function
  | Atom "tid" -> Tid
  | List [ Atom "num"; k ] -> Num (int k)
  | List [ Atom "evar"; x ] -> EVar (name x)
  | List [ Atom "bin"; Atom o; a; b ] -> Bin (op o, expr a, expr b)
  | _ -> fail "an expression"

let rec cond = function
  | Atom "true" -> CBool true
  | Atom "false" -> CBool false
  | List [ Atom "rel"; Atom r; a; b ] -> CRel (rel r, expr a, expr b)
  | List [ Atom "and"; a; b ] -> CAnd (cond a, cond b)
  | List [ Atom "or"; a; b ] -> COr (cond a, cond b)
  | List [ Atom "not"; c ] -> CNot (cond c)
  | _ -> fail "a condition"

let mode = function Atom "rd" -> Rd | Atom "wr" -> Wr | _ -> fail "a mode"

let rec protocol = function
  | Atom "skip" -> PSkip
  | List [ Atom "acc"; o; a; e ] -> PAcc (mode o, name a, expr e)
  | List [ Atom "seq"; p; q ] -> PSeq (protocol p, protocol q)
  | List [ Atom "if"; c; p; q ] -> PIf (cond c, protocol p, protocol q)
  | List [ Atom "for"; x; a; b; p ] -> PFor (name x, expr a, expr b, protocol p)
  | List [ Atom "var"; x; p ] -> PVar (name x, protocol p)
  | _ -> fail "a protocol"

let rec stmt = function
  | Atom "skip" -> SSkip
  | List [ Atom "write"; a; e; f ] -> SWrite (name a, expr e, expr f)
  | List [ Atom "read"; x; a; e; s ] -> SRead (name x, name a, expr e, stmt s)
  | List [ Atom "seq"; s; r ] -> SSeq (stmt s, stmt r)
  | List [ Atom "if"; c; s; r ] -> SIf (cond c, stmt s, stmt r)
  | List [ Atom "for"; x; a; b; s ] -> SFor (name x, expr a, expr b, stmt s)
  | List [ Atom "var"; x; s ] -> SVar (name x, stmt s)
  | _ -> fail "a program"

let list item = function List items -> List.map item items | Atom _ -> fail "a list"

let cell = function
  | List [ a; j; k ] -> ((name a, int j), int k)
  | _ -> fail "a cell"

let access = function
  | List [ i; o; a; j ] -> { thread = int i; how = mode o; array = name a; index = int j }
  | _ -> fail "an access"

let rec trace = function
  | Atom "tau" -> Tau
  | Atom "then" -> Then
  | Atom "else" -> Else
  | List [ Atom "iter"; x; l ] -> Iter (name x, int l)
  | List [ Atom "after"; t; u ] -> After (trace t, trace u)
  | _ -> fail "a trace"

let judgment = function
  | List [ Atom "runs"; m; s; i; u; p; t ] ->
    JRuns (list cell m, stmt s, int i, list cell u, list access p, trace t)
  | List [ Atom "makes"; p; i; a; t ] -> JMakes (protocol p, int i, list access a, trace t)
  | List [ Atom "evaluates"; e; i; k ] -> JEvaluates (expr e, int i, int k)
  | List [ Atom "decides"; c; i; Atom b ] -> JDecides (cond c, int i, b = "true")
  | List [ Atom "reads"; m; a; j; k ] -> JReads (list cell m, name a, int j, int k)
  | _ -> fail "a judgment"

let rule = function
  | "E" -> R_E | "C" -> R_C | "M" -> R_M
  | "P-VAR" | "S-VAR" -> R_VAR | "P-ACC" -> R_ACC | "S-READ" -> R_READ | "S-WRITE" -> R_WRITE
  | "P-SKIP" | "S-SKIP" -> R_SKIP | "P-SEQ" | "S-SEQ" -> R_SEQ
  | "P-IF-T" | "S-IF-T" -> R_IF_T | "P-IF-F" | "S-IF-F" -> R_IF_F
  | "P-FOR-1" | "S-FOR-1" -> R_FOR_1 | "P-FOR-2" | "S-FOR-2" -> R_FOR_2
  | other -> fail ("no rule: " ^ other)

let step = function
  | List [ Atom r; j; ns ] ->
    { by_rule = rule r; concludes = judgment j; from_steps = list int ns }
  | _ -> fail "a step"

(* Answers, as `run` and `judge` write them. *)
let commas = String.concat ", "
let quoted chars = "\"" ^ text chars ^ "\""

let show_access a =
  Printf.sprintf "{\"thread\": %d, \"mode\": \"%s\", \"array\": %s, \"index\": %d}" (number a.thread)
    (match a.how with Rd -> "rd" | Wr -> "wr") (quoted a.array) (number a.index)

let rec show_trace = function
  | Tau -> "\"tau\""
  | Then -> "\"then\""
  | Else -> "\"else\""
  | Iter (x, l) -> Printf.sprintf "{\"iter\": [%s, %d]}" (quoted x) (number l)
  | After (t, u) -> Printf.sprintf "{\"seq\": [%s, %s]}" (show_trace t) (show_trace u)

let show_cell ((a, j), k) = Printf.sprintf "[%s, %d, %d]" (quoted a) (number j) (number k)

let show_outcome (updates, made, chosen) =
  Printf.sprintf "{\"phase\": [%s], \"trace\": %s, \"updates\": [%s]}"
    (commas (List.map show_access made)) (show_trace chosen) (commas (List.map show_cell updates))

let show_outcomes all = "[" ^ commas (List.map show_outcome all) ^ "]"

(* A protocol as it is read. *)
let rec write_expr = function
  | Tid -> "tid"
  | Num k -> Printf.sprintf "(num %d)" (number k)
  | EVar x -> Printf.sprintf "(evar %s)" (text x)
  | Bin (o, a, b) -> Printf.sprintf "(bin %s %s %s)" (sign o) (write_expr a) (write_expr b)

and sign o = List.find (fun s -> op s = o)
    [ "+"; "-"; "*"; "/"; "%"; "&"; "|"; "^"; "<<"; ">>"; "min"; "max" ]

let sign_of_rel r = List.find (fun s -> rel s = r) [ "<"; "<="; ">"; ">="; "=="; "!=" ]

let rec write_cond = function
  | CBool b -> string_of_bool b
  | CRel (r, a, b) -> Printf.sprintf "(rel %s %s %s)" (sign_of_rel r) (write_expr a) (write_expr b)
  | CAnd (a, b) -> Printf.sprintf "(and %s %s)" (write_cond a) (write_cond b)
  | COr (a, b) -> Printf.sprintf "(or %s %s)" (write_cond a) (write_cond b)
  | CNot c -> Printf.sprintf "(not %s)" (write_cond c)

let rec write = function
  | PSkip -> "skip"
  | PAcc (o, a, e) ->
    Printf.sprintf "(acc %s %s %s)" (match o with Rd -> "rd" | Wr -> "wr") (text a) (write_expr e)
  | PSeq (p, q) -> Printf.sprintf "(seq %s %s)" (write p) (write q)
  | PIf (c, p, q) -> Printf.sprintf "(if %s %s %s)" (write_cond c) (write p) (write q)
  | PFor (x, a, b, p) ->
    Printf.sprintf "(for %s %s %s %s)" (text x) (write_expr a) (write_expr b) (write p)
  | PVar (x, p) -> Printf.sprintf "(var %s %s)" (text x) (write p)

let judged p =
  let control, data = aa [] p in
  let names xs = "[" ^ commas (List.map quoted xs) ^ "]" in
  Printf.sprintf "{\"ci\": %b, \"di\": %b, \"control\": %s, \"data\": %s}"
    (is_control_independent [] p) (is_data_independent [] p) (names control) (names data)

let answer = function
  | List [ Atom "outcomes"; ks; i; p ] ->
    let all = outcomes (list int ks) [] (protocol p) (int i) in
    show_outcomes (List.map (fun (made, chosen) -> ([], made, chosen)) all)
  | List [ Atom "executions"; ks; i; m; s ] ->
    let all = executions (list int ks) [] (stmt s) (int i) (list cell m) in
    show_outcomes (List.map (fun ((updates, made), chosen) -> (updates, made, chosen)) all)
  | List [ Atom "judge"; p ] -> judged (protocol p)
  | List [ Atom "infer"; s ] -> write (infer (stmt s))
  | List [ Atom "infer_array"; a; s ] -> write (infer_array (name a) (stmt s))
  | List [ Atom "check"; steps ] -> string_of_bool (check (list step steps))
  | _ -> fail "no such question"

let () =
  try while true do print_endline (answer (read (read_line ()))) done
  with End_of_file -> ()
