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

/// A register of the call at hand.
#[inline(always)]
fn get(window: &[u64], register: Reg) -> u64 {
    window[register as usize]
}

#[inline(always)]
fn set(window: &mut [u64], register: Reg, value: u64) {
    window[register as usize] = value;
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
        // The registers are taken out of the thread while it runs, so that they are found at once.
        let mut registers = std::mem::take(&mut self.thread.registers);
        let mut window = &mut registers[self.thread.base as usize..];
        // The thread's own is set where an instruction may ask for its place.
        let mut pc = self.thread.pc as usize;
        let mut steps = 0;
        while steps < turn.steps {
            steps += 1;
            let instr = code[pc];
            pc += 1;
            match instr {
                Instr::Const { d, at } => set(window, d, module.constants[at as usize]),
                Instr::Move { d, a } => set(window, d, get(window, a)),
                Instr::Binary { op, at, d, a, b } => {
                    let result = arithmetic::binary(op, at, get(window, a), get(window, b));
                    self.put(window, d, result, pc);
                    // A jump that asks for the result is made at once.
                    if op.compares() && steps < turn.steps {
                        let (when, to) = match code.get(pc) {
                            Some(Instr::JumpUnless { a, to }) if *a == d => (false, *to),
                            Some(Instr::JumpIf { a, to }) if *a == d => (true, *to),
                            _ => continue,
                        };
                        steps += 1;
                        pc = if (result.0 != 0) == when { to as usize } else { pc + 1 };
                    }
                }
                Instr::Unary { op, at, d, a } => {
                    let result = arithmetic::unary(op, at, get(window, a));
                    self.put(window, d, result, pc);
                }
                Instr::Convert { from, to, d, a } => {
                    let result = arithmetic::convert(from, to, get(window, a));
                    self.put(window, d, result, pc);
                }
                Instr::Offset { d, p, i, size } => {
                    let bytes = (get(window, i) as i64).saturating_mul(size.into());
                    set(window, d, Pointer(get(window, p)).plus(bytes).0);
                }
                Instr::Advance { d, p, bytes } => {
                    set(window, d, Pointer(get(window, p)).plus(bytes.into()).0);
                }
                Instr::Load { d, p, bytes, at } => {
                    self.thread.pc = pc as u32;
                    let p = Pointer(get(window, p)).plus(bytes.into());
                    set(window, d, self.load(p, at));
                    if turn.one_access && self.visible {
                        break;
                    }
                }
                Instr::Store { a, p, bytes, at } => {
                    self.thread.pc = pc as u32;
                    let p = Pointer(get(window, p)).plus(bytes.into());
                    self.store(p, at, get(window, a));
                    if turn.one_access && self.visible {
                        break;
                    }
                }
                Instr::Special { d, which } => set(window, d, self.special(which, steps)),
                Instr::Jump { to } => pc = to as usize,
                Instr::JumpIf { a, to } => {
                    if get(window, a) != 0 {
                        pc = to as usize;
                    }
                }
                Instr::JumpUnless { a, to } => {
                    if get(window, a) == 0 {
                        pc = to as usize;
                    }
                }
                Instr::Call { function, window: first } => {
                    self.thread.pc = pc as u32;
                    let called = &module.functions[function as usize];
                    if !self.thread.call(&mut registers, (function, called), first) {
                        self.find(Kind::StackOverflow, || called.name.clone());
                        self.thread.state = State::Ended;
                        break;
                    }
                    (code, pc) = (&called.code, 0);
                    window = &mut registers[self.thread.base as usize..];
                }
                Instr::Return => {
                    if !self.thread.leave() {
                        self.thread.state = State::Ended;
                        break;
                    }
                    code = &module.functions[self.thread.function as usize].code;
                    pc = self.thread.pc as usize;
                    window = &mut registers[self.thread.base as usize..];
                }
                Instr::Atomic { op, scope, at, d, p, a } => {
                    self.thread.pc = pc as u32;
                    let p = Pointer(get(window, p));
                    // The second operand is there where the operation has one.
                    let b = window.get(a as usize + 1).copied().unwrap_or(0);
                    let old = self.atomic(p, at, (op, scope), (get(window, a), b));
                    set(window, d, old);
                    if turn.one_access && self.visible {
                        break;
                    }
                }
                Instr::Barrier { kind, orders, d, a } => {
                    let value = get(window, a);
                    self.thread.state = State::Barrier { kind, orders, d, value };
                    break;
                }
                Instr::Together { kind, at, masked, d, a } => {
                    self.thread.state = State::Together { kind, at, masked, d, a };
                    break;
                }
                Instr::Trap { why } => {
                    self.thread.pc = pc as u32;
                    if self.trap(why) {
                        self.thread.state = State::Ended;
                        break;
                    }
                }
                other => {
                    self.thread.pc = pc as u32;
                    self.rare(other, window);
                }
            }
        }
        self.thread.pc = pc as u32;
        self.thread.registers = registers;
        self.thread.steps += steps;
        steps
    }

    /// What is seldom run.
    fn rare(&mut self, instr: Instr, window: &mut [u64]) {
        match instr {
            Instr::Address { d, object } => {
                let p = self.thread.address(object);
                set(window, d, p.0);
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
            Instr::Fence => self.core.observer.fence(self.home.number, self.thread.number),
            Instr::Initialized { flag } if get(window, flag) != 0 => {
                self.find(Kind::UninitializedVariable, || "a variable".into());
            }
            Instr::Aligned { p, bytes, to } => {
                self.ask_alignment(Pointer(get(window, p)).plus(bytes.into()), to);
            }
            Instr::Distance { d, a, b, size } => {
                let (a, b) = (Pointer(get(window, a)), Pointer(get(window, b)));
                let between = (a.offset() - b.offset()) / i64::from(size.max(1));
                set(window, d, between as u64);
            }
            Instr::Math { function, at, d, a } => {
                let arguments = window.get(a as usize..).unwrap_or(&[]);
                let value = crate::math::apply(function, at, arguments);
                set(window, d, value);
            }
            Instr::Permute { d, a, b, c } => {
                let bytes = get(window, b) << 32 | get(window, a) & 0xffff_ffff;
                let chosen = get(window, c);
                let byte = |n: u64| {
                    let by = chosen >> (4 * n) & 7;
                    (bytes >> (8 * by) & 0xff) << (8 * n)
                };
                set(window, d, (0..4).map(byte).sum());
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn special(&self, which: Special, steps: u64) -> u64 {
        let launch = &self.core.launch;
        let of = |dims: &[u32; 3], axis: u8| u64::from(dims[usize::from(axis % 3)]);
        match which {
            Special::ThreadIdx(axis) => of(&self.thread.index, axis),
            Special::BlockIdx(axis) => of(&self.home.index, axis),
            Special::BlockDim(axis) => of(&launch.block, axis),
            Special::GridDim(axis) => of(&launch.grid, axis),
            Special::Clock => self.thread.steps + steps,
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
    fn put(&mut self, window: &mut [u64], d: Reg, (value, fault): Checked, pc: usize) {
        set(window, d, value);
        if let Some(fault) = fault {
            self.thread.pc = pc as u32;
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
