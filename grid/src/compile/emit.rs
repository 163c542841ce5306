//! The code of one function while it is written: instructions, registers, labels, scopes.

use super::qualified::Qualified;
use super::taken::Taken;
use super::value::{At, Binding, Value};
use super::{Compiled, Compiler, unsupported};
use crate::code::{Function, Instr, Object, Reg};
use crate::types::Type;
use cuda::Area;
use rustc_hash::FxHashMap;
use semantics::{Name, Span};

/// A function has fewer registers than this.
const MOST_REGISTERS: u32 = 60_000;
/// A function has fewer instructions than this.
const MOST_CODE: usize = 4_000_000;

/// A place in the code that jumps go to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label(pub u32);

/// See [`Compiler::mark`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    pub code: usize,
    next: u32,
    most: u32,
    objects: usize,
    pub functions: usize,
}

/// The function at hand.
#[derive(Default)]
pub(super) struct Body {
    pub code: Vec<Instr>,
    pub sites: Vec<u32>,
    /// Where each label stands.
    pub labels: Vec<Option<u32>>,
    /// The last place that a label was put at: instructions before it are not changed.
    pub fence: usize,
    /// The first register that is free.
    pub next: u32,
    /// The most registers that were in use.
    pub most: u32,
    pub objects: Vec<Object>,
    pub scopes: Vec<FxHashMap<Name, Binding>>,
    /// Where `break` and `continue` go.
    pub breaks: Vec<Label>,
    pub continues: Vec<Label>,
    /// Where the labels of the `switch`es at hand are.
    pub cases: Vec<std::vec::IntoIter<Label>>,
    pub named: FxHashMap<Name, Label>,
    pub returns: Option<Type>,
    /// Whether it returns a reference to that.
    pub refers: bool,
    /// The variables whose address matters.
    pub taken: Taken,
    /// Which of them are `const`.
    pub qualified: Qualified,
    /// Where everything is done, wherever it is written.
    pub site: Option<Span>,
}

impl Body {
    /// A new label.
    pub fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    /// The label stands here.
    pub fn put(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(self.code.len() as u32);
        self.fence = self.code.len();
    }

    /// Whether the instructions from there on access memory.
    pub fn accesses_since(&self, begin: usize) -> bool {
        let access = |i: &Instr| {
            matches!(i, Instr::Load { .. } | Instr::Store { .. } | Instr::Atomic { .. })
        };
        self.code[begin.min(self.code.len())..].iter().any(access)
    }

    /// The compiled function: labels become places in the code.
    pub fn finish(self, name: String) -> Function {
        let Body { mut code, sites, labels, most, objects, .. } = self;
        let at = |label: u32| labels.get(label as usize).copied().flatten().unwrap_or(u32::MAX);
        for instr in &mut code {
            match instr {
                Instr::Jump { to } | Instr::JumpIf { to, .. } | Instr::JumpUnless { to, .. } => {
                    *to = at(*to);
                }
                _ => {}
            }
        }
        Function { name, code, sites, registers: most, objects }
    }
}

impl<'s> Compiler<'s> {
    /// The number of a place in the source.
    pub(super) fn site(&mut self, span: &Span) -> u32 {
        let key = (span.source.text().as_ptr().addr(), span.bytes.start, span.bytes.end);
        let spans = &mut self.module.spans;
        *self.sites.entry(key).or_insert_with(|| {
            spans.push(span.clone());
            spans.len() as u32 - 1
        })
    }

    pub(super) fn emit(&mut self, instr: Instr, span: &Span) -> Compiled<()> {
        if self.body.code.len() >= MOST_CODE {
            return unsupported(Area::Limit, span, "a function of this length");
        }
        let whole = self.body.site.clone();
        let site = self.site(whole.as_ref().unwrap_or(span));
        self.body.code.push(instr);
        self.body.sites.push(site);
        Ok(())
    }

    /// So many registers, in a row.
    pub(super) fn allocate(&mut self, n: u16, span: &Span) -> Compiled<Reg> {
        let first = self.body.next;
        self.body.next += u32::from(n);
        if self.body.next > MOST_REGISTERS {
            return unsupported(Area::Limit, span, "a function with this many variables");
        }
        self.body.most = self.body.most.max(self.body.next);
        Ok(first as Reg)
    }

    /// A register with this constant.
    pub(super) fn constant_register(&mut self, value: u64, span: &Span) -> Compiled<Reg> {
        let d = self.allocate(1, span)?;
        self.load_constant(d, value, span)?;
        Ok(d)
    }

    fn load_constant(&mut self, d: Reg, value: u64, span: &Span) -> Compiled<()> {
        let table = &mut self.module.constants;
        let at = *self.constants.entry(value).or_insert_with(|| {
            table.push(value);
            table.len() as u32 - 1
        });
        self.emit(Instr::Const { d, at }, span)
    }

    /// The first register of the value.
    pub(super) fn register(&mut self, value: &Value, span: &Span) -> Compiled<Reg> {
        match value.at {
            At::Registers(first) => Ok(first),
            At::Known(constant) => self.constant_register(constant, span),
        }
    }

    /// Puts a value into registers.
    pub(super) fn put_into(&mut self, d: Reg, value: &Value, span: &Span) -> Compiled<()> {
        match value.at {
            At::Known(_) if value.ty == Type::Void => Ok(()),
            At::Known(constant) => self.load_constant(d, constant, span),
            At::Registers(first) => {
                let width = self.width(&value.ty, span)?;
                if width == 1 && self.redirect(first, d) {
                    return Ok(());
                }
                (0..width).try_for_each(|n| self.emit(Instr::Move { d: d + n, a: first + n }, span))
            }
        }
    }

    /// Has the last instruction put its result into `d` and not into `from`, if `from` is no
    /// variable: nothing else reads it.
    fn redirect(&mut self, from: Reg, d: Reg) -> bool {
        let temporary = u32::from(from) + 1 == self.body.next;
        if !temporary || self.body.fence == self.body.code.len() || self.is_variable(from) {
            return false;
        }
        let Some(last) = self.body.code.last_mut() else { return false };
        match last {
            Instr::Const { d: to, .. }
            | Instr::Binary { d: to, .. }
            | Instr::Unary { d: to, .. }
            | Instr::Convert { d: to, .. }
            | Instr::Offset { d: to, .. }
            | Instr::Load { d: to, .. }
            | Instr::Special { d: to, .. }
                if *to == from =>
            {
                *to = d;
                true
            }
            _ => false,
        }
    }

    fn is_variable(&self, register: Reg) -> bool {
        let holds = |binding: &Binding| match binding {
            Binding::Registers { first, flags, ty } => {
                let within = |first: Reg| {
                    register >= first && u64::from(register) < u64::from(first) + ty.width().max(1)
                };
                within(*first) || flags.is_some_and(within)
            }
            Binding::Reference { pointer, .. } => *pointer == register,
            _ => false,
        };
        self.body.scopes.iter().any(|scope| scope.values().any(holds))
    }

    /// A copy of the value that later assignments do not change.
    pub(super) fn hold(&mut self, value: Value, span: &Span) -> Compiled<Value> {
        let At::Registers(_) = value.at else { return Ok(value) };
        let width = self.width(&value.ty, span)?;
        let d = self.allocate(width, span)?;
        let At::Registers(first) = value.at else { return Ok(value) };
        for n in 0..width {
            self.emit(Instr::Move { d: d + n, a: first + n }, span)?;
        }
        Ok(Value::registers(value.ty, d))
    }

    /// Where the code stands, to forget what comes after.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            code: self.body.code.len(),
            next: self.body.next,
            most: self.body.most,
            objects: self.body.objects.len(),
            functions: self.instances.len(),
        }
    }

    /// Forgets what was compiled since.
    pub(super) fn forget(&mut self, since: Mark) {
        self.body.code.truncate(since.code);
        self.body.sites.truncate(since.code);
        self.body.fence = since.code;
        self.body.objects.truncate(since.objects);
        (self.body.next, self.body.most) = (since.next, since.most);
        self.instances.truncate(since.functions);
        self.signatures.truncate(since.functions);
    }

    /// Runs a part whose registers are free again after it.
    pub(super) fn freeing<T>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Compiled<T>,
    ) -> Compiled<T> {
        let mark = self.body.next;
        let done = part(self);
        self.body.next = mark;
        done
    }

    /// What the name stands for in the scopes of the function.
    pub(super) fn local(&self, name: &Name) -> Option<&Binding> {
        self.body.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    pub(super) fn bind(&mut self, name: &Name, binding: Binding) {
        if let Some(scope) = self.body.scopes.last_mut() {
            scope.insert(name.clone(), binding);
        }
    }
}
