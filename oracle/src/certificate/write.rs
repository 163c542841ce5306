//! Certificates as the checker reads them: constructors of its definitions, with parentheses.

use crate::check::replay::{Witness, count, extent, goal};
use jaminan::{Program, Stmt, declared_array};
use semantics::header::Threads;
use semantics::{
    AccessValue, Arithmetic, Axis, Cond, Dim, Expr, IntType, Mode, Name, Number, Scope, Sharing,
    Syntax, Thread,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The question whether the witness is a race of the program.
pub fn certificate(program: &Program, witness: &Witness, choices: &[Vec<Number>; 2]) -> String {
    let mut names = Names { program, numbers: BTreeMap::new() };
    let header = &program.header;
    let body = names.statement(&program.body);
    let parameters = witness.parameters.iter().map(|(x, k)| format!("({} {k})", names.name(x)));
    let parameters: Vec<String> = parameters.collect();
    let arrays = program.body.arrays();
    let shared = arrays.iter().filter(|array| header.sharing(array) == Sharing::Block);
    let shared: Vec<String> = shared.map(|array| names.name(array)).collect();
    let of_parameters = witness.parameters.keys().filter_map(|x| Some((x, *header.types.get(x)?)));
    let of_arrays = arrays.iter().filter_map(|a| Some((a, header.arrays.get(a)?.element)));
    let types = of_parameters.chain(of_arrays);
    let types: Vec<String> =
        types.map(|(x, ty)| format!("({} {})", names.name(x), int_type(ty))).collect();
    let assumed: Vec<String> = header.assumptions.iter().map(|c| names.condition(c)).collect();
    let launch = match &header.threads {
        Threads::Grid { grid, block } => {
            let [grid, block] =
                [grid, block].map(|e| point(&e.each_ref().map(|e| extent(witness, e))));
            format!("(grid {grid} {block})")
        }
        _ => format!("(threads {})", count(program, witness)),
    };
    let memory = witness.memory.iter().map(|(array, owner, j, k)| {
        let place = names.location(array, &witness.threads[owner.unwrap_or(0)]);
        format!("({place} {j} {k})")
    });
    let memory: Vec<String> = memory.collect();
    let accesses = [0, 1].map(|n| names.access(&goal(program, witness, n)));
    let choices = choices.each_ref().map(|numbers| list(numbers));
    let [first, second] = accesses;
    let [of_first, of_second] = choices;
    let [parameters, shared, types, assumed, memory] =
        [&parameters, &shared, &types, &assumed, &memory].map(|items| list(items));
    format!(
        "(certify {body} {parameters} {shared} {types} {assumed} {launch} {memory} {first} {second} {of_first} \
         {of_second})"
    )
}

fn list<T: ToString>(items: &[T]) -> String {
    format!("({})", items.iter().map(T::to_string).collect::<Vec<_>>().join(" "))
}

fn point(p: &[Number; 3]) -> String {
    list(p)
}

/// Each name as a word of its own: what names are made of does not matter.
struct Names<'p> {
    program: &'p Program,
    numbers: BTreeMap<Name, usize>,
}

impl Names<'_> {
    fn name(&mut self, name: &Name) -> String {
        let next = self.numbers.len();
        format!("n{}", self.numbers.entry(name.clone()).or_insert(next))
    }

    /// The array that a thread knows by this name.
    fn location(&mut self, array: &Name, thread: &Thread) -> String {
        let own = self.program.header.sharing(array) == Sharing::Block;
        let block = thread.block().filter(|_| own).map_or_else(|| "grid".into(), point);
        format!("({} {block})", self.name(array))
    }

    fn access(&mut self, access: &AccessValue) -> String {
        let AccessValue { thread, mode, array, index } = access;
        let axis = |axis: Axis| thread.axis(axis).map_or_else(String::new, Number::to_string);
        let all = |of: fn(Dim) -> Axis| list(&Dim::ALL.map(|dim| axis(of(dim))));
        let who = match thread.block() {
            None => axis(Axis::Tid),
            Some(_) => format!("(cuda {} {})", all(Axis::Block), all(Axis::Thread)),
        };
        let place = self.location(&declared_array(array), thread);
        format!("({who} {} {place} {index})", mode_word(*mode))
    }

    fn statement(&mut self, s: &Stmt) -> String {
        match s {
            Stmt::Skip => "skip".into(),
            Stmt::Sync(barrier) if barrier.scope == Scope::Grid => "sync-grid".into(),
            Stmt::Sync(_) => "sync".into(),
            Stmt::Write { array, index, payload, .. } => {
                let (index, payload) = (self.expression(index), self.expression(payload));
                format!("(write {} {index} {payload})", self.name(array))
            }
            Stmt::Read { x, array, index, body, .. } => {
                let (index, body) = (self.expression(index), self.statement(body));
                format!("(read {} {} {index} {body})", self.name(x), self.name(array))
            }
            Stmt::Seq(s1, s2) => format!("(seq {} {})", self.statement(s1), self.statement(s2)),
            Stmt::If(c, s1, s2) => {
                let c = self.condition(c);
                format!("(if {c} {} {})", self.statement(s1), self.statement(s2))
            }
            Stmt::For(x, low, high, body) => {
                let (low, high) = (self.expression(low), self.expression(high));
                format!("(for {} {low} {high} {})", self.name(x), self.statement(body))
            }
            Stmt::Var(x, body) => {
                let ty = self.program.header.types.get(x);
                let ty = ty.map_or_else(|| "natural".into(), |ty| int_type(*ty));
                format!("(var {} {ty} {})", self.name(x), self.statement(body))
            }
        }
    }

    fn expression(&mut self, e: &Expr) -> String {
        match e {
            Expr::Num(k) => format!("(num {k})"),
            Expr::Tid(Axis::Tid) => "tid".into(),
            Expr::Tid(Axis::Block(dim)) => format!("(block {})", dim.letter()),
            Expr::Tid(Axis::Thread(dim)) => format!("(thread {})", dim.letter()),
            Expr::Var(x) => format!("(evar {})", self.name(x)),
            Expr::Bin(op, arithmetic, a, b) => {
                let arithmetic = match arithmetic {
                    Arithmetic::Natural => "natural".into(),
                    Arithmetic::C(ty) => int_type(*ty),
                };
                let (a, b) = (self.expression(a), self.expression(b));
                format!("(bin {} {arithmetic} {a} {b})", op.symbol())
            }
            Expr::Convert(ty, e) => format!("(convert {} {})", int_type(*ty), self.expression(e)),
            Expr::Select(c, a, b) => {
                let c = self.condition(c);
                format!("(select {c} {} {})", self.expression(a), self.expression(b))
            }
            Expr::Within(size, e) => format!("(within {size} {})", self.expression(e)),
        }
    }

    fn condition(&mut self, c: &Cond) -> String {
        let mut both = |word: &str, a: &Arc<Cond>, b: &Arc<Cond>| {
            format!("({word} {} {})", self.condition(a), self.condition(b))
        };
        match c {
            Cond::Bool(b) => b.to_string(),
            Cond::And(a, b) => both("and", a, b),
            Cond::Or(a, b) => both("or", a, b),
            Cond::Rel(rel, a, b) => {
                let (a, b) = (self.expression(a), self.expression(b));
                format!("(rel {} {a} {b})", rel.symbol())
            }
            Cond::Not(c) => format!("(not {})", self.condition(c)),
        }
    }
}

fn int_type(ty: IntType) -> String {
    format!("({} {})", if ty.signed { "signed" } else { "unsigned" }, ty.bits)
}

fn mode_word(mode: Mode) -> &'static str {
    match mode {
        Mode::Rd => "rd",
        Mode::Wr => "wr",
    }
}
