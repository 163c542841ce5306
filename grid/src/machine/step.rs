//! One thread's instructions, until it has to wait.

use super::Core;
use super::block::Home;
use super::region::Region;
use super::thread::{State, Thread};
use crate::arithmetic::{self, Checked};
use crate::code::{Instr, Reg, Special, Trap};
use crate::finding::Kind;
use crate::observe::Observer;
use crate::pointer::{Pointer, Space};

/// How long a thread runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// At most so many instructions.
    pub steps: u64,
    /// Only until it has accessed shared or global memory.
    pub one_access: bool,
}

/// A thread at work.
pub(crate) struct Step<'r, 'm, O: Observer> {
    pub core: &'r mut Core<'m, O>,
    pub home: &'r Home,
    pub shared: &'r mut [Region],
    pub thread: &'r mut Thread,
    /// Whether it has accessed shared or global memory.
    pub visible: bool,
}

impl<O: Observer> Step<'_, '_, O> {
    /// Runs the thread. Where it has to wait, its state says for what. The number of instructions.
    pub fn run(&mut self, turn: Turn) -> u64 {
        let module = self.core.module;
        let mut code = module.functions[self.thread.function as usize].code.as_slice();
        let mut steps = 0;
        while steps < turn.steps {
            steps += 1;
            let instr = code[self.thread.pc as usize];
            self.thread.pc += 1;
            match instr {
                Instr::Const { d, at } => self.thread.set(d, module.constants[at as usize]),
                Instr::Move { d, a } => self.thread.set(d, self.thread.get(a)),
                Instr::Binary { op, at, d, a, b } => {
                    let (a, b) = (self.thread.get(a), self.thread.get(b));
                    self.put(d, arithmetic::binary(op, at, a, b));
                }
                Instr::Unary { op, at, d, a } => {
                    self.put(d, arithmetic::unary(op, at, self.thread.get(a)));
                }
                Instr::Convert { from, to, d, a } => {
                    self.put(d, arithmetic::convert(from, to, self.thread.get(a)));
                }
                Instr::Offset { d, p, i, size } => {
                    let bytes = (self.thread.get(i) as i64).saturating_mul(size.into());
                    let p = Pointer(self.thread.get(p)).plus(bytes);
                    self.thread.set(d, p.0);
                }
                Instr::Advance { d, p, bytes } => {
                    let p = Pointer(self.thread.get(p)).plus(bytes.into());
                    self.thread.set(d, p.0);
                }
                Instr::Load { d, p, bytes, at } => {
                    let p = Pointer(self.thread.get(p)).plus(bytes.into());
                    let value = self.load(p, at);
                    self.thread.set(d, value);
                    if turn.one_access && self.visible {
                        break;
                    }
                }
                Instr::Store { a, p, bytes, at } => {
                    let p = Pointer(self.thread.get(p)).plus(bytes.into());
                    let value = self.thread.get(a);
                    self.store(p, at, value);
                    if turn.one_access && self.visible {
                        break;
                    }
                }
                Instr::Jump { to } => self.thread.pc = to,
                Instr::JumpIf { a, to } => {
                    if self.thread.get(a) != 0 {
                        self.thread.pc = to;
                    }
                }
                Instr::JumpUnless { a, to } => {
                    if self.thread.get(a) == 0 {
                        self.thread.pc = to;
                    }
                }
                Instr::Call { function, window } => {
                    let called = &module.functions[function as usize];
                    if !self.thread.call(function, called, window) {
                        self.find(Kind::StackOverflow, || called.name.clone());
                        self.thread.state = State::Ended;
                        break;
                    }
                    code = &called.code;
                }
                Instr::Return => {
                    if !self.thread.leave() {
                        self.thread.state = State::Ended;
                        break;
                    }
                    code = &module.functions[self.thread.function as usize].code;
                }
                Instr::Atomic { op, scope, at, d, p, a } => {
                    let p = Pointer(self.thread.get(p));
                    // The second operand is there where the operation has one.
                    let next = self.thread.base as usize + a as usize + 1;
                    let b = self.thread.registers.get(next).copied().unwrap_or(0);
                    let a = self.thread.get(a);
                    let old = self.atomic(p, at, (op, scope), (a, b));
                    self.thread.set(d, old);
                    if turn.one_access && self.visible {
                        break;
                    }
                }
                Instr::Barrier { kind, d, a } => {
                    let value = self.thread.get(a);
                    self.thread.state = State::Barrier { kind, d, value };
                    break;
                }
                Instr::Together { kind, at, masked, d, a } => {
                    self.thread.state = State::Together { kind, at, masked, d, a };
                    break;
                }
                Instr::Trap { why } => {
                    if self.trap(why) {
                        self.thread.state = State::Ended;
                        break;
                    }
                }
                other => self.rare(other),
            }
        }
        self.thread.steps += steps;
        steps
    }

    /// What is seldom run.
    fn rare(&mut self, instr: Instr) {
        match instr {
            Instr::Address { d, object } => {
                let p = self.thread.address(object);
                self.thread.set(d, p.0);
            }
            Instr::Fresh { object } => {
                let object = self.thread.first_object as usize + object as usize;
                if let Some(region) = self.thread.objects.get_mut(object) {
                    region.clear();
                }
            }
            Instr::Zero { object } => {
                let object = self.thread.first_object as usize + object as usize;
                if let Some(region) = self.thread.objects.get_mut(object) {
                    region.zero();
                }
            }
            Instr::Initialized { flag } if self.thread.get(flag) != 0 => {
                self.find(Kind::Uninitialized, || "a variable".into());
            }
            Instr::Special { d, which } => {
                let value = self.special(which);
                self.thread.set(d, value);
            }
            Instr::Distance { d, a, b, size } => {
                let (a, b) = (Pointer(self.thread.get(a)), Pointer(self.thread.get(b)));
                let between = (a.offset() - b.offset()) / i64::from(size.max(1));
                self.thread.set(d, between as u64);
            }
            Instr::Math { function, at, d, a } => {
                let first = self.thread.base as usize + a as usize;
                let arguments = self.thread.registers.get(first..).unwrap_or(&[]);
                let value = crate::math::apply(function, at, arguments);
                self.thread.set(d, value);
            }
            Instr::Permute { d, a, b, c } => {
                let bytes = self.thread.get(b) << 32 | self.thread.get(a) & 0xffff_ffff;
                let chosen = self.thread.get(c);
                let byte = |n: u64| {
                    let by = chosen >> (4 * n) & 7;
                    (bytes >> (8 * by) & 0xff) << (8 * n)
                };
                self.thread.set(d, (0..4).map(byte).sum());
            }
            _ => {}
        }
    }

    fn special(&self, which: Special) -> u64 {
        let launch = &self.core.launch;
        let of = |dims: &[u32; 3], axis: u8| u64::from(dims[usize::from(axis % 3)]);
        match which {
            Special::ThreadIdx(axis) => of(&self.thread.index, axis),
            Special::BlockIdx(axis) => of(&self.home.index, axis),
            Special::BlockDim(axis) => of(&launch.block, axis),
            Special::GridDim(axis) => of(&launch.grid, axis),
            Special::Clock => self.thread.steps,
        }
    }

    /// Reports; whether the thread ends.
    fn trap(&mut self, why: Trap) -> bool {
        let kind = match why {
            Trap::Assertion => Kind::Assertion,
            Trap::NoReturn => Kind::NoReturn,
            Trap::Assumption => Kind::Assumption,
        };
        self.find(kind, String::new);
        why == Trap::Assertion
    }

    #[inline(always)]
    fn put(&mut self, d: Reg, (value, fault): Checked) {
        self.thread.set(d, value);
        if let Some(fault) = fault {
            self.find(Kind::Arithmetic(fault), String::new);
        }
    }

    /// The place of the instruction at hand.
    pub fn site(&self) -> u32 {
        let sites = &self.core.module.functions[self.thread.function as usize].sites;
        sites.get((self.thread.pc as usize).wrapping_sub(1)).copied().unwrap_or(0)
    }

    /// Adds a finding of this thread, here.
    #[cold]
    pub fn find(&mut self, kind: Kind, detail: impl FnOnce() -> String) {
        let site = self.site();
        let who = (self.home.number, self.thread.number);
        self.core.findings.add(kind, site, who, detail);
    }

    /// The name of an object.
    #[cold]
    pub fn object_name(&self, space: Space, object: u32) -> String {
        self.core.object_name(space, object)
    }
}
