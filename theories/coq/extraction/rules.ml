(* Answers by the extracted functions. Reads one question a line, writes one answer a line.

     (outcomes (0 1) THREAD PROTOCOL)            every outcome of a protocol, as JSON
     (executions (0 1) THREAD STORE PROGRAM)     every outcome of a program from a memory
     (arrivals (0 1) THREAD STORE PROGRAM)       the same up to the first barrier, and what is left to run
     (parallels THREADS PHASE (PHASE ...) PROGRAM)
                                                 every phase that BabyCUDA makes of the newest, and whether the
                                                 history is racy then
     (type PROGRAM)                              its type in BabyCUDA, or none
     (infer PROGRAM)                             its protocol
     (infer_array ARRAY PROGRAM)                 its protocol of one array
     (judge PROTOCOL)                            CI, DI and aa
     (check (STEP ...))                          whether the steps are a derivation
     (check_kernel (STEP ...))                   the same, of kernels and of programs with barriers
     (certify PROGRAM ...)                       whether a witness is a race: see `certificate`

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
let nat k =
  let rec up n k = if k = 0 then n else up (S n) (k - 1) in
  up O k

let rec number = function O -> 0 | S k -> 1 + number k
let chars text = List.init (String.length text) (String.get text)
let text chars = String.init (List.length chars) (List.nth chars)
let int = function Atom k -> nat (int_of_string k) | List _ -> fail "a number"
let name = function Atom x -> chars x | List _ -> fail "a name"

let op = function
  | "+" -> Add | "-" -> Sub | "*" -> Mul | "/" -> Div | "%" -> Rem | "&" -> BitAnd | "|" -> BitOr
  | "^" -> BitXor | "<<" -> Shl | ">>" -> Shr | "min" -> Min | "max" -> Max
  | other -> fail ("no operator: " ^ other)

(* Coq has comparisons of its own under these names, so extraction adds a number. *)
let rel = function
  | "<" -> Lt0 | "<=" -> Le | ">" -> Gt0 | ">=" -> Ge | "==" -> Eq0 | "!=" -> Ne
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

(* Programs with barriers. *)
let rec bstmt = function
  | Atom "sync" -> BSync
  | Atom "skip" -> BSkip
  | List [ Atom "write"; a; e; f ] -> BWrite (name a, expr e, expr f)
  | List [ Atom "read"; x; a; e; s ] -> BRead (name x, name a, expr e, bstmt s)
  | List [ Atom "seq"; s; r ] -> BSeq (bstmt s, bstmt r)
  | List [ Atom "if"; c; s; r ] -> BIf (cond c, bstmt s, bstmt r)
  | List [ Atom "for"; x; a; b; s ] -> BFor (name x, expr a, expr b, bstmt s)
  | List [ Atom "var"; x; s ] -> BVar (name x, bstmt s)
  | _ -> fail "a program"

let list item = function List items -> List.map item items | Atom _ -> fail "a list"

let cell = function
  | List [ a; j; k ] -> ((name a, int j), int k)
  | _ -> fail "a cell"

let access = function
  | List [ i; o; a; j ] -> { thread = int i; how = mode o; array = name a; index = int j }
  | _ -> fail "an access"

(* Histories of BabyCUDA: what each thread read and wrote. *)
let spot = function
  | List [ a; j ] -> (name a, int j)
  | _ -> fail "an index of an array"

let of_thread_listed = function
  | List [ i; r; w ] -> (int i, { reads = list spot r; writes = list cell w })
  | _ -> fail "the accesses of a thread"

let listed_phase = list of_thread_listed

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

(* A step that names no rule of its calculus is wrong, and so is its derivation. *)
exception No_rule

let rule = function
  | "E" -> R_E | "C" -> R_C | "M" -> R_M
  | "P-VAR" | "S-VAR" -> R_VAR | "P-ACC" -> R_ACC | "S-READ" -> R_READ | "S-WRITE" -> R_WRITE
  | "P-SKIP" | "S-SKIP" -> R_SKIP | "P-SEQ" | "S-SEQ" -> R_SEQ
  | "P-IF-T" | "S-IF-T" -> R_IF_T | "P-IF-F" | "S-IF-F" -> R_IF_F
  | "P-FOR-1" | "S-FOR-1" -> R_FOR_1 | "P-FOR-2" | "S-FOR-2" -> R_FOR_2
  | _ -> raise No_rule

(* In the checker two rules of the two calculi have one name. *)
let rule_of name j =
  match j, name.[0] with
  | JRuns _, 'S' | JMakes _, 'P' | JEvaluates _, 'E' | JDecides _, 'C' | JReads _, 'M' -> rule name
  | _ -> raise No_rule

let step = function
  | List [ Atom r; j; ns ] ->
    let j = judgment j in
    { by_rule = rule_of r j; concludes = j; from_steps = list int ns }
  | _ -> fail "a step"

(* Certificates of races: programs in C's arithmetic. *)

(* Decimal, of any size. *)
let integer = function
  | List _ -> fail "a number"
  | Atom text ->
    let rec small k = if k = 0 then Z0 else if k = 1 then Zpos XH else Z.add (small (k - 1)) (Zpos XH) in
    let ten = small 10 in
    let digits = if text.[0] = '-' then String.sub text 1 (String.length text - 1) else text in
    let add n c = Z.add (Z.mul n ten) (small (Char.code c - Char.code '0')) in
    let n = String.fold_left add Z0 digits in
    if text.[0] = '-' then Z.opp n else n

let point = function
  | List [ x; y; z ] -> ((integer x, integer y), integer z)
  | _ -> fail "a point"

let thread_id = function
  | List [ Atom "cuda"; b; t ] -> Cuda (point b, point t)
  | k -> Natural (integer k)

let int_type = function
  | List [ Atom "signed"; n ] -> { bits = integer n; signed = true }
  | List [ Atom "unsigned"; n ] -> { bits = integer n; signed = false }
  | _ -> fail "a type"

let axis = function "x" -> X | "y" -> Y | "z" -> Z_ | _ -> fail "an axis"

let rec kexpr = function
  | Atom "tid" -> KThread TheThread
  | List [ Atom "num"; k ] -> KNum (integer k)
  | List [ Atom "block"; Atom a ] -> KThread (OfBlock (axis a))
  | List [ Atom "thread"; Atom a ] -> KThread (OfThread (axis a))
  | List [ Atom "evar"; x ] -> KVar (name x)
  | List [ Atom "bin"; Atom o; Atom "natural"; a; b ] -> KBin (op o, None, kexpr a, kexpr b)
  | List [ Atom "bin"; Atom o; ty; a; b ] -> KBin (op o, Some (int_type ty), kexpr a, kexpr b)
  | List [ Atom "convert"; ty; e ] -> KConvert (int_type ty, kexpr e)
  | List [ Atom "select"; c; a; b ] -> KSelect (kcond c, kexpr a, kexpr b)
  | List [ Atom "within"; n; e ] -> KWithin (integer n, kexpr e)
  | _ -> fail "an expression"

and kcond = function
  | Atom "true" -> KBool true
  | Atom "false" -> KBool false
  | List [ Atom "rel"; Atom r; a; b ] -> KRel (rel r, kexpr a, kexpr b)
  | List [ Atom "and"; a; b ] -> KAnd (kcond a, kcond b)
  | List [ Atom "or"; a; b ] -> KOr (kcond a, kcond b)
  | List [ Atom "not"; c ] -> KNot (kcond c)
  | _ -> fail "a condition"

let rec kstmt = function
  | Atom "skip" -> KSkip
  | Atom "sync" -> KSync false
  | Atom "sync-grid" -> KSync true
  | List [ Atom "write"; a; e; f ] -> KWrite (name a, kexpr e, kexpr f)
  | List [ Atom "read"; x; a; e; s ] -> KRead (name x, name a, kexpr e, kstmt s)
  | List [ Atom "seq"; s; r ] -> KSeq (kstmt s, kstmt r)
  | List [ Atom "if"; c; s; r ] -> KIf (kcond c, kstmt s, kstmt r)
  | List [ Atom "for"; x; a; b; s ] -> KFor (name x, kexpr a, kexpr b, kstmt s)
  | List [ Atom "var"; x; Atom "natural"; s ] -> KAny (name x, None, kstmt s)
  | List [ Atom "var"; x; ty; s ] -> KAny (name x, Some (int_type ty), kstmt s)
  | _ -> fail "a program"

let launch = function
  | List [ Atom "threads"; n ] -> Threads (integer n)
  | List [ Atom "grid"; grid; block ] -> Grid (point grid, point block)
  | _ -> fail "a launch"

(* An array, or that of a block. *)
let location = function
  | List [ a; Atom "grid" ] -> (name a, None)
  | List [ a; b ] -> (name a, Some (point b))
  | _ -> fail "a location"

let kcell = function
  | List [ l; j; k ] -> ((location l, integer j), integer k)
  | _ -> fail "a cell"

let kaccess = function
  | List [ i; o; l; j ] ->
    { who = thread_id i; mode_of = mode o; where_ = location l; at_index = integer j }
  | _ -> fail "an access"

(* Derivations of kernels. An array has a name alone. *)
let plain_cell = function
  | List [ a; j; k ] -> (((name a, None), integer j), integer k)
  | _ -> fail "a cell"

let plain_access = function
  | List [ i; o; a; j ] ->
    { who = thread_id i; mode_of = mode o; where_ = (name a, None); at_index = integer j }
  | _ -> fail "an access"

let rec ktrace = function
  | Atom "tau" -> KTau
  | Atom "then" -> KThen
  | Atom "else" -> KElse
  | List [ Atom "iter"; x; l ] -> KIter (name x, integer l)
  | List [ Atom "after"; t; u ] -> KAfter (ktrace t, ktrace u)
  | _ -> fail "a trace"

let rest = function Atom "end" -> None | s -> Some (kstmt s)

let kjudgment = function
  | List [ Atom "runs"; m; s; i; u; p; t ] ->
    GRuns (list plain_cell m, kstmt s, thread_id i, list plain_cell u, list plain_access p, ktrace t)
  | List [ Atom "reaches"; m; s; i; u; p; t; r ] ->
    GReaches (list plain_cell m, kstmt s, thread_id i, list plain_cell u, list plain_access p, ktrace t, rest r)
  | List [ Atom "evaluates"; e; i; k ] -> GEvaluates (kexpr e, thread_id i, integer k)
  | List [ Atom "decides"; c; i; Atom b ] -> GDecides (kcond c, thread_id i, b = "true")
  | List [ Atom "reads"; m; a; j; k ] -> GReads (list plain_cell m, name a, integer j, integer k)
  | _ -> fail "a judgment"

let krule name j =
  let within = String.length name > 2 && name.[1] = '-' in
  let named letter = letter ^ String.sub name 1 (String.length name - 1) in
  match name, j with
  | "E", GEvaluates _ -> K_E
  | "C", GDecides _ -> K_C
  | "M", GReads _ -> K_M
  | "B-END", GReaches _ -> K_B_END
  | "B-SYNC", GReaches _ -> K_B_SYNC
  | "B-SEQ-1", GReaches _ -> K_B_SEQ_1
  | "B-SEQ-2", GReaches _ -> K_B R_SEQ
  | "B-SEQ", _ -> raise No_rule
  | _, GRuns _ when within && name.[0] = 'S' -> K_S (rule name)
  | _, GReaches _ when within && name.[0] = 'B' -> K_B (rule (named "S"))
  | _ -> raise No_rule

let kstep = function
  | List [ Atom r; j; ns ] ->
    let j = kjudgment j in
    { by_krule = krule r j; concludes_so = j; from_ksteps = list int ns }
  | _ -> fail "a step"

let bound = function List [ x; k ] -> (name x, integer k) | _ -> fail "a parameter"

let of_type = function List [ x; ty ] -> (name x, int_type ty) | _ -> fail "a type of a name"

let certificate = function
  | [ s; parameters; shared; types; assumed; l; memory; a; b; choices_a; choices_b ] ->
    { program = kstmt s; parameters = list bound parameters; block_shares = list name shared;
      types = list of_type types; assumed = list kcond assumed; launched = launch l; initially = list kcell memory;
      first = kaccess a; second = kaccess b;
      guides = (list integer choices_a, list integer choices_b) }
  | _ -> fail "a certificate"

(* Barriers that are passed at most, and rules that are applied within each other. *)
let most_phases = nat 10_000
let most_depth = nat 1_000_000

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

let show_parts updates made chosen =
  Printf.sprintf "\"phase\": [%s], \"trace\": %s, \"updates\": [%s]"
    (commas (List.map show_access made)) (show_trace chosen) (commas (List.map show_cell updates))

let show_outcome (updates, made, chosen) = "{" ^ show_parts updates made chosen ^ "}"

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

(* A program with barriers as it is read. *)
let rec write_bstmt = function
  | BSync -> "sync"
  | BSkip -> "skip"
  | BWrite (a, e, f) -> Printf.sprintf "(write %s %s %s)" (text a) (write_expr e) (write_expr f)
  | BRead (x, a, e, s) ->
    Printf.sprintf "(read %s %s %s %s)" (text x) (text a) (write_expr e) (write_bstmt s)
  | BSeq (s, r) -> Printf.sprintf "(seq %s %s)" (write_bstmt s) (write_bstmt r)
  | BIf (c, s, r) -> Printf.sprintf "(if %s %s %s)" (write_cond c) (write_bstmt s) (write_bstmt r)
  | BFor (x, a, b, s) ->
    Printf.sprintf "(for %s %s %s %s)" (text x) (write_expr a) (write_expr b) (write_bstmt s)
  | BVar (x, s) -> Printf.sprintf "(var %s %s)" (text x) (write_bstmt s)

let show_arrival (((updates, made), chosen), left) =
  let left = match left with None -> "null" | Some s -> "\"" ^ write_bstmt s ^ "\"" in
  Printf.sprintf "{%s, \"rest\": %s}" (show_parts updates made chosen) left

let show_spot (a, j) = Printf.sprintf "[%s, %d]" (quoted a) (number j)

let show_phase older p =
  let show (i, a) =
    Printf.sprintf "{\"thread\": %d, \"reads\": [%s], \"writes\": [%s]}" (number i)
      (commas (List.map show_spot a.reads)) (commas (List.map show_cell a.writes)) in
  (* Of two entries of a thread the first counts. *)
  let first found (i, a) = if List.mem_assoc i found then found else (i, a) :: found in
  let threads = List.fold_left first [] p in
  Printf.sprintf "{\"threads\": [%s], \"racy\": %b}" (commas (List.map show threads))
    (List.exists is_racy (p :: older))

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
  | List [ Atom "arrivals"; ks; i; m; s ] ->
    let all = arrivals (list int ks) [] (bstmt s) (int i) (list cell m) in
    "[" ^ commas (List.map show_arrival all) ^ "]"
  | List [ Atom "parallels"; ts; p; h; b ] ->
    let older = list listed_phase h in
    let all = parallels (list int ts) (listed_phase p) older (stmt b) in
    "[" ^ commas (List.map (show_phase older) all) ^ "]"
  | List [ Atom "type"; b ] -> (match baby_type [] (stmt b) with Some u -> write u | None -> "none")
  | List [ Atom "judge"; p ] -> judged (protocol p)
  | List [ Atom "infer"; s ] -> write (infer (stmt s))
  | List [ Atom "infer_array"; a; s ] -> write (infer_array (name a) (stmt s))
  | List [ Atom "check"; steps ] ->
    string_of_bool (try check (list step steps) with No_rule -> false)
  | List [ Atom "check_kernel"; steps ] ->
    string_of_bool (try check_kernel (list kstep steps) with No_rule -> false)
  | List (Atom "certify" :: parts) ->
    string_of_bool (certify most_phases most_depth (certificate parts))
  | _ -> fail "no such question"

let () =
  try while true do print_endline (answer (read (read_line ()))) done
  with End_of_file -> ()
