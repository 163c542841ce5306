//! A thread: its registers, its calls, its own memory, and what it waits for.

use super::region::Region;
use crate::code::{Function, Orders, Reg};
use crate::pointer::{Pointer, Space};
use crate::scalar::Scalar;
use cuda::vocabulary::{Lanes, Vote};

/// How deep calls may be inside each other.
pub const DEEPEST_CALL: usize = 1000;
/// How many registers all calls of a thread may have together.
const MOST_REGISTERS: usize = 1 << 16;
/// How many bytes of its own memory a thread may have, as in CUDA.
const MOST_LOCAL: u64 = 512 << 10;

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum State {
    /// Nothing.
    Ready,
    /// A barrier of its block.
    Barrier { kind: Vote, orders: Orders, d: Reg, value: u64 },
    /// The other lanes of its warp.
    Together { kind: Lanes, at: Scalar, masked: bool, d: Reg, a: Reg },
    /// It has ended.
    Ended,
    /// It takes no part in this run.
    Absent,
}

/// A call under way.
#[derive(Clone, Copy, Debug)]
struct Frame {
    function: u32,
    pc: u32,
    base: u32,
    objects: u32,
}

/// A thread of a block.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub number: u32,
    pub index: [u32; 3],
    pub state: State,
    /// Whether it has had a turn.
    pub started: bool,
    /// Of a thread that has started and not ended.
    pub registers: Vec<u64>,
    pub function: u32,
    pub pc: u32,
    /// Where the window of the call at hand begins.
    pub base: u32,
    frames: Vec<Frame>,
    /// The variables in memory, those of the innermost call last.
    pub objects: Vec<Region>,
    /// Where those of the call at hand begin.
    pub first_object: u32,
    local_bytes: u64,
    pub steps: u64,
    pub warp_epoch: u32,
}

impl Thread {
    pub fn new(number: u32, index: [u32; 3]) -> Thread {
        Thread {
            number,
            index,
            state: State::Ready,
            started: false,
            registers: Vec::new(),
            function: 0,
            pc: 0,
            base: 0,
            frames: Vec::new(),
            objects: Vec::new(),
            first_object: 0,
            local_bytes: 0,
            steps: 0,
            warp_epoch: 0,
        }
    }

    /// Begins the kernel. Memory for it is asked for at the first turn.
    pub fn begin(&mut self) {
        (self.state, self.started) = (State::Ready, false);
        (self.function, self.pc, self.base, self.first_object) = (0, 0, 0, 0);
        (self.steps, self.warp_epoch, self.local_bytes) = (0, 0, 0);
    }

    /// The first turn, with registers that may have been another thread's; `false` where there is no
    /// memory for its variables.
    pub fn start(&mut self, kernel: &Function, arguments: &[u64], registers: Vec<u64>) -> bool {
        self.started = true;
        self.frames.clear();
        self.objects.clear();
        self.registers = registers;
        self.registers.clear();
        self.registers.resize(kernel.registers as usize, 0);
        if let Some(first) = self.registers.get_mut(..arguments.len()) {
            first.copy_from_slice(arguments);
        }
        self.make_objects(kernel)
    }

    /// Calls a function, on the stack of registers; `false` where there is no memory for it.
    pub fn call(
        &mut self,
        registers: &mut Vec<u64>,
        (number, function): (u32, &Function),
        window: Reg,
    ) -> bool {
        let base = self.base + u32::from(window);
        let end = base as usize + function.registers as usize;
        if self.frames.len() >= DEEPEST_CALL || end > MOST_REGISTERS {
            return false;
        }
        let objects = self.first_object;
        let frame = Frame { function: self.function, pc: self.pc, base: self.base, objects };
        self.frames.push(frame);
        (self.function, self.pc, self.base) = (number, 0, base);
        if end > registers.len() {
            registers.resize(end, 0);
        }
        self.first_object = self.objects.len() as u32;
        self.make_objects(function)
    }

    /// Returns from a call; `false` where it was the kernel's.
    pub fn leave(&mut self) -> bool {
        let Some(frame) = self.frames.pop() else { return false };
        (self.function, self.pc, self.base) = (frame.function, frame.pc, frame.base);
        for object in self.objects.drain(self.first_object as usize..) {
            self.local_bytes -= object.size();
        }
        self.first_object = frame.objects;
        true
    }

    fn make_objects(&mut self, function: &Function) -> bool {
        for object in &function.objects {
            let size = object.size.unwrap_or(0);
            self.local_bytes = self.local_bytes.saturating_add(size);
            if self.local_bytes > MOST_LOCAL {
                return false;
            }
            self.objects.push(Region::unwritten(size as usize));
        }
        true
    }

    /// A pointer to an object of the call at hand.
    pub fn address(&self, object: u16) -> Pointer {
        Pointer::to(Space::Local, self.first_object + u32::from(object))
    }

    #[inline(always)]
    pub fn get(&self, register: Reg) -> u64 {
        self.registers[self.base as usize + register as usize]
    }

    #[inline(always)]
    pub fn set(&mut self, register: Reg, value: u64) {
        self.registers[self.base as usize + register as usize] = value;
    }
}
