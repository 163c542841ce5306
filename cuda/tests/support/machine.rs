//! Two machines that run one thread: one on the typed tree, as C does, and one on the lowered
//! program. They share the arithmetic of `semantics` and nothing else.
#![allow(clippy::unwrap_used)] // a test may

use cuda::typed::{Callee, Expr, Kernel, Kind, LocalId, Sign, Stmt, StmtKind, Storage, Type};
use jaminan::Stmt as Core;
use num_bigint::BigInt;
use semantics::{Arithmetic, Axis, Cond, Dim, Expr as Term, IntType, Name, Op, Thread};
use std::collections::BTreeMap;

pub type Memory = BTreeMap<(String, BigInt), BigInt>;
/// `rd` or `wr`, the array, the index, the value.
pub type Trace = Vec<(&'static str, String, BigInt, BigInt)>;

/// Why a run ended early.
#[derive(Debug, PartialEq)]
pub enum Stop {
    Meaningless,
    Fuel,
    Return,
    Break,
    Continue,
    /// The program asked for a value that is not modelled.
    Unknown,
}

type Run<T> = Result<T, Stop>;

pub struct Setting {
    pub params: BTreeMap<String, BigInt>,
    pub block: [u64; 3],
    pub grid: [u64; 3],
    pub thread: Thread,
    pub memory: Memory,
}

pub struct Typed<'k> {
    pub kernel: &'k Kernel,
    pub setting: &'k Setting,
    pub locals: Vec<Option<BigInt>>,
    pub memory: Memory,
    pub trace: Trace,
    pub fuel: usize,
}

enum Place {
    Local(LocalId),
    Cell(String, BigInt),
}

impl<'k> Typed<'k> {
    pub fn run(kernel: &'k Kernel, setting: &'k Setting) -> (Trace, Run<()>) {
        let locals = kernel.locals.iter().map(|l| setting.params.get(l.name.as_str()).cloned());
        let mut machine = Typed {
            kernel,
            setting,
            locals: locals.collect(),
            memory: setting.memory.clone(),
            trace: Vec::new(),
            fuel: 900,
        };
        let done = match machine.block(&kernel.body) {
            Err(Stop::Return) => Ok(()),
            other => other,
        };
        (machine.trace, done)
    }

    fn block(&mut self, block: &[Stmt]) -> Run<()> {
        block.iter().try_for_each(|s| self.stmt(s))
    }

    fn stmt(&mut self, s: &Stmt) -> Run<()> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Fuel)?;
        match &s.kind {
            StmtKind::Expr(e) => self.eval(e).map(|_| ()),
            StmtKind::Declare(id, init) => {
                self.locals[id.0] = match init {
                    Some(init) => Some(self.eval(init)?),
                    None => None,
                };
                Ok(())
            }
            StmtKind::Block(block) => self.block(block),
            StmtKind::If(c, yes, no) => {
                let c = self.truth(c)?;
                self.block(if c { yes } else { no })
            }
            StmtKind::Loop { condition, step, body, body_first } => {
                let mut first = *body_first;
                loop {
                    self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Fuel)?;
                    let goes = first || condition.as_ref().map_or(Ok(true), |c| self.truth(c))?;
                    first = false;
                    if !goes {
                        return Ok(());
                    }
                    match self.block(body) {
                        Err(Stop::Break) => return Ok(()),
                        Err(Stop::Continue) => {}
                        other => other?,
                    }
                    if let Some(step) = step {
                        self.eval(step)?;
                    }
                }
            }
            StmtKind::Return => Err(Stop::Return),
            StmtKind::Break => Err(Stop::Break),
            StmtKind::Continue => Err(Stop::Continue),
            StmtKind::Switch(e, body, arms) => {
                let value = self.eval(e)?;
                let fits = arms.iter().find(|arm| arm.label.as_ref() == Some(&value));
                let Some(arm) = fits.or_else(|| arms.iter().find(|arm| arm.label.is_none())) else {
                    return Ok(());
                };
                match self.block(&body[arm.at..]) {
                    Err(Stop::Break) => Ok(()),
                    other => other,
                }
            }
            StmtKind::Assume(e) => match self.truth(e)? {
                true => Ok(()),
                false => Err(Stop::Meaningless),
            },
            StmtKind::Unsupported(_, what) => panic!("{what}"),
        }
    }

    fn truth(&mut self, e: &Expr) -> Run<bool> {
        Ok(self.eval(e)? != BigInt::from(0))
    }

    fn place(&mut self, e: &Expr) -> Run<Place> {
        match &e.kind {
            Kind::Local(id) => {
                let local = &self.kernel.locals[id.0];
                Ok(match local.storage {
                    Storage::Thread | Storage::Parameter => Place::Local(*id),
                    _ => Place::Cell(local.name.to_string(), 0.into()),
                })
            }
            Kind::Index(base, index) => {
                let (name, offset) = self.pointer(base)?;
                let index = self.eval(index)?;
                if let Type::Array(_, Some(n)) = &base.ty
                    && (index < 0.into() || index >= *n)
                {
                    return Err(Stop::Meaningless);
                }
                let width = match &e.ty {
                    Type::Array(_, Some(n)) => n.clone(),
                    _ => 1.into(),
                };
                Ok(Place::Cell(name, offset + index * width))
            }
            Kind::Dereference(p) => {
                let (name, offset) = self.pointer(p)?;
                Ok(Place::Cell(name, offset))
            }
            other => panic!("{other:?}"),
        }
    }

    fn pointer(&mut self, e: &Expr) -> Run<(String, BigInt)> {
        match &e.kind {
            Kind::Local(id) => Ok((self.kernel.locals[id.0].name.to_string(), 0.into())),
            Kind::Index(..) => match self.place(e)? {
                Place::Cell(name, offset) => Ok((name, offset)),
                Place::Local(_) => panic!("a local"),
            },
            Kind::Convert(inner) => self.pointer(inner),
            Kind::Offset(base, index, sign) => {
                let (name, offset) = self.pointer(base)?;
                let index = self.eval(index)?;
                Ok((name, if *sign == Sign::Plus { offset + index } else { offset - index }))
            }
            other => panic!("{other:?}"),
        }
    }

    fn load(&mut self, place: &Place) -> Run<BigInt> {
        match place {
            Place::Local(id) => self.locals[id.0].clone().ok_or(Stop::Meaningless),
            Place::Cell(name, index) => {
                let key = (name.clone(), index.clone());
                let value = self.memory.get(&key).cloned().unwrap_or_default();
                self.trace.push(("rd", key.0, key.1, value.clone()));
                Ok(value)
            }
        }
    }

    fn store(&mut self, place: Place, value: BigInt) {
        match place {
            Place::Local(id) => self.locals[id.0] = Some(value),
            Place::Cell(name, index) => {
                self.trace.push(("wr", name.clone(), index.clone(), value.clone()));
                self.memory.insert((name, index), value);
            }
        }
    }

    fn apply(op: Op, ty: &Type, a: &BigInt, b: &BigInt) -> Run<BigInt> {
        let ty = ty.int().unwrap();
        Arithmetic::C(ty).apply(op, a, b).map_err(|_| Stop::Meaningless)
    }

    fn converted(to: &Type, n: &BigInt) -> BigInt {
        match to {
            Type::Bool => BigInt::from(u8::from(*n != BigInt::from(0))),
            to => to.int().unwrap().convert(n),
        }
    }

    fn eval(&mut self, e: &Expr) -> Run<BigInt> {
        let bit = |b: bool| Ok(BigInt::from(u8::from(b)));
        match &e.kind {
            Kind::Int(n) => Ok(n.clone()),
            Kind::Local(_) | Kind::Index(..) | Kind::Dereference(_) => {
                let place = self.place(e)?;
                self.load(&place)
            }
            Kind::Coordinate(axis) => Ok(self.setting.thread.axis(*axis).unwrap().clone()),
            Kind::BlockDim(d) => Ok(self.setting.block[*d as usize].into()),
            Kind::GridDim(d) => Ok(self.setting.grid[*d as usize].into()),
            Kind::Negate(a) => {
                let a = self.eval(a)?;
                Self::apply(Op::Sub, &e.ty, &0.into(), &a)
            }
            Kind::Complement(a) => {
                let a = self.eval(a)?;
                Ok(e.ty.int().unwrap().convert(&(-a - 1)))
            }
            Kind::Not(a) => {
                let a = self.truth(a)?;
                bit(!a)
            }
            Kind::Arithmetic(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                Self::apply(*op, &e.ty, &a, &b)
            }
            Kind::Compare(rel, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                bit(rel.holds(&a, &b))
            }
            Kind::And(a, b) => {
                let holds = self.truth(a)? && self.truth(b)?;
                bit(holds)
            }
            Kind::Or(a, b) => {
                let holds = self.truth(a)? || self.truth(b)?;
                bit(holds)
            }
            Kind::Conditional(c, a, b) => {
                if self.truth(c)? {
                    self.eval(a)
                } else {
                    self.eval(b)
                }
            }
            Kind::Inline(statements, value) => {
                match self.block(statements) {
                    Ok(()) | Err(Stop::Return) => {}
                    Err(other) => return Err(other),
                }
                match value {
                    Some(value) => self.eval(value),
                    None => bit(false),
                }
            }
            Kind::Address(place) => self.place(place).map(|_| BigInt::from(0)),
            Kind::Comma(a, b) => {
                self.eval(a)?;
                self.eval(b)
            }
            Kind::Convert(a) => {
                let n = self.eval(a)?;
                Ok(Self::converted(&e.ty, &n))
            }
            Kind::Assign(place, value) => {
                let value = self.eval(value)?;
                let place = self.place(place)?;
                self.store(place, value.clone());
                Ok(value)
            }
            Kind::Update { op, at, place: to, value } => {
                let value = self.eval(value)?;
                let place = self.place(to)?;
                let old = Self::converted(at, &self.load(&place)?);
                let new = Self::converted(&to.ty, &Self::apply(*op, at, &old, &value)?);
                self.store(place, new.clone());
                Ok(new)
            }
            Kind::Step { place: to, sign, post } => {
                let place = self.place(to)?;
                let old = self.load(&place)?;
                let ty = to.ty.int().unwrap();
                let at = if ty.bits < 32 { IntType::INT } else { ty };
                let op = if *sign == Sign::Plus { Op::Add } else { Op::Sub };
                let new = Self::apply(op, &Type::Int(at), &old, &1.into())?;
                let new = ty.convert(&new);
                self.store(place, new.clone());
                Ok(if *post { old } else { new })
            }
            Kind::Call(Callee::Extremum(op), args) => {
                let (a, b) = (self.eval(&args[0])?, self.eval(&args[1])?);
                Self::apply(*op, &e.ty, &a, &b)
            }
            Kind::Call(Callee::Abs, args) => {
                let n = self.eval(&args[0])?;
                if n < 0.into() { Self::apply(Op::Sub, &e.ty, &0.into(), &n) } else { Ok(n) }
            }
            other => panic!("{other:?}"),
        }
    }
}

pub struct Lowered<'s> {
    pub setting: &'s Setting,
    pub env: BTreeMap<Name, BigInt>,
    pub memory: Memory,
    pub trace: Trace,
    pub fuel: usize,
    /// What a `var` that counts iterations takes.
    pub iterations: Option<u32>,
}

impl<'s> Lowered<'s> {
    pub fn run(program: &jaminan::Program, setting: &'s Setting) -> (Trace, Run<()>) {
        Lowered::run_with(program, setting, None)
    }

    pub fn run_with(
        program: &jaminan::Program,
        setting: &'s Setting,
        iterations: Option<u32>,
    ) -> (Trace, Run<()>) {
        let mut env = BTreeMap::new();
        for name in &program.header.params {
            env.insert(name.clone(), setting.param(name.as_str()));
        }
        let mut machine = Lowered {
            setting,
            env,
            memory: setting.memory.clone(),
            trace: Vec::new(),
            fuel: 3000,
            iterations,
        };
        for c in &program.header.assumptions {
            if machine.cond(c) != Ok(true) {
                return (Vec::new(), Err(Stop::Meaningless));
            }
        }
        let done = machine.stmt(&program.body);
        (machine.trace, done)
    }

    fn stmt(&mut self, s: &Core) -> Run<()> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Fuel)?;
        match s {
            Core::Skip | Core::Sync(_) => Ok(()),
            Core::Seq(a, b) => {
                self.stmt(a)?;
                self.stmt(b)
            }
            Core::Write { array, index, payload, .. } => {
                let index = self.eval(index)?;
                let value = self.eval(payload)?;
                self.trace.push(("wr", array.to_string(), index.clone(), value.clone()));
                self.memory.insert((array.to_string(), index), value);
                Ok(())
            }
            Core::Read { x, array, index, body, .. } => {
                let index = self.eval(index)?;
                let key = (array.to_string(), index);
                let value = self.memory.get(&key).cloned().unwrap_or_default();
                self.trace.push(("rd", key.0, key.1, value.clone()));
                self.env.insert(x.clone(), value);
                self.stmt(body)
            }
            Core::If(c, a, b) => {
                let c = self.cond(c)?;
                self.stmt(if c { a } else { b })
            }
            Core::For(x, a, b, body) => {
                let (mut at, end) = (self.eval(a)?, self.eval(b)?);
                while at < end {
                    self.env.insert(x.clone(), at.clone());
                    self.stmt(body)?;
                    at += 1;
                    self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Fuel)?;
                }
                Ok(())
            }
            Core::Var(x, body) => {
                self.env.remove(x);
                if let (true, Some(n)) = (x.as_str().starts_with("iterations"), self.iterations) {
                    self.env.insert(x.clone(), n.into());
                }
                if self.iterations.is_some() && x.as_str().starts_with("endless") {
                    self.env.insert(x.clone(), 0.into());
                }
                self.stmt(body)
            }
        }
    }

    fn cond(&self, c: &Cond) -> Run<bool> {
        Ok(match c {
            Cond::Bool(b) => *b,
            Cond::Rel(rel, a, b) => rel.holds(&self.eval(a)?, &self.eval(b)?),
            Cond::And(a, b) => self.cond(a)? && self.cond(b)?,
            Cond::Or(a, b) => self.cond(a)? || self.cond(b)?,
            Cond::Not(c) => !self.cond(c)?,
        })
    }

    fn eval(&self, e: &Term) -> Run<BigInt> {
        match e {
            Term::Num(n) => Ok(n.clone()),
            Term::Tid(axis) => Ok(self.setting.thread.axis(*axis).unwrap().clone()),
            Term::Var(x) => self.env.get(x).cloned().ok_or(Stop::Unknown),
            Term::Bin(op, arithmetic, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                if let Arithmetic::C(ty) = arithmetic
                    && (!ty.contains(&a) || !ty.contains(&b) && !matches!(op, Op::Shl | Op::Shr))
                {
                    panic!("an operand outside of {ty}: {a} {} {b}", op.symbol());
                }
                arithmetic.apply(*op, &a, &b).map_err(|_| Stop::Meaningless)
            }
            Term::Convert(ty, e) => Ok(ty.convert(&self.eval(e)?)),
            Term::Select(c, a, b) => {
                if self.cond(c)? {
                    self.eval(a)
                } else {
                    self.eval(b)
                }
            }
            Term::Within(n, e) => {
                let i = self.eval(e)?;
                if i < 0.into() || i >= *n { Err(Stop::Meaningless) } else { Ok(i) }
            }
        }
    }
}

impl Setting {
    fn param(&self, name: &str) -> BigInt {
        for d in Dim::ALL {
            if name == format!("blockDim.{}", d.letter()) {
                return self.block[d as usize].into();
            }
            if name == format!("gridDim.{}", d.letter()) {
                return self.grid[d as usize].into();
            }
        }
        self.params[name].clone()
    }

    pub fn thread(block: u64, thread: u64) -> Thread {
        let at = |n: u64| [BigInt::from(n), 0.into(), 0.into()];
        let made = Thread::cuda(at(block), at(thread));
        assert!(made.axis(Axis::Thread(Dim::X)).is_some());
        made
    }
}
