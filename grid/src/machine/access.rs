//! Loads, stores and atomic operations: checked, done, told to the observer.

use super::region::Region;
use super::step::Step;
use crate::code::Scope;
use crate::compile::apply_atomic;
use crate::finding::Kind;
use crate::observe::{Access, Mode, Observer};
use crate::pointer::{Pointer, Space};
use crate::scalar::Scalar;
use cuda::vocabulary::Update;

impl<O: Observer> Step<'_, '_, O> {
    /// The value there; 0 where there is none.
    #[inline(always)]
    pub fn load(&mut self, p: Pointer, at: Scalar) -> u64 {
        if let Some(space) = p.space()
            && let Some(value) =
                self.region(space, p.object()).and_then(|region| region.sound(p.offset(), at))
        {
            self.tell(space, p, at, Mode::Read, value);
            return value;
        }
        self.load_checked(p, at)
    }

    #[cold]
    #[inline(never)]
    fn load_checked(&mut self, p: Pointer, at: Scalar) -> u64 {
        let Some(space) = self.admit(p, at, Mode::Read) else { return 0 };
        let offset = p.offset() as u64;
        let Some(region) = self.region(space, p.object()) else { return 0 };
        let (written, value) = (region.is_written(offset, at.size()), region.load(offset, at));
        if !written {
            self.unwritten(space, p);
        }
        self.tell(space, p, at, Mode::Read, value);
        value
    }

    #[inline(always)]
    pub fn store(&mut self, p: Pointer, at: Scalar, value: u64) {
        if let Some(space) = p.space()
            && let Some(region) = self.region(space, p.object())
            && region.store_sound(p.offset(), at, value)
        {
            self.tell(space, p, at, Mode::Write, value);
        } else {
            self.store_checked(p, at, value);
        }
    }

    #[cold]
    #[inline(never)]
    fn store_checked(&mut self, p: Pointer, at: Scalar, value: u64) {
        let Some(space) = self.admit(p, at, Mode::Write) else { return };
        if let Some(region) = self.region(space, p.object()) {
            region.store(p.offset() as u64, at, value);
        }
        self.tell(space, p, at, Mode::Write, value);
    }

    pub fn atomic(
        &mut self,
        p: Pointer,
        at: Scalar,
        (op, scope): (Update, Scope),
        (a, b): (u64, u64),
    ) -> u64 {
        let mode = Mode::Atomic(scope);
        let Some(space) = self.admit(p, at, mode) else { return 0 };
        let offset = p.offset() as u64;
        let Some(region) = self.region(space, p.object()) else { return 0 };
        let (written, old) = (region.is_written(offset, at.size()), region.load(offset, at));
        region.store(offset, at, apply_atomic(op, at, old, a, b));
        if !written {
            self.unwritten(space, p);
        }
        self.tell(space, p, at, mode, old);
        old
    }

    #[inline(always)]
    fn region(&mut self, space: Space, object: u32) -> Option<&mut Region> {
        match space {
            Space::Global => self.core.globals.get_mut(object as usize),
            Space::Shared => self.shared.get_mut(object as usize),
            Space::Local => self.thread.objects.get_mut(object as usize),
        }
    }

    /// Whether the access can be made, and in which memory.
    #[inline(always)]
    fn admit(&mut self, p: Pointer, at: Scalar, mode: Mode) -> Option<Space> {
        let size = at.size();
        let (found, read_only) = match p.space() {
            Some(space) => match self.region(space, p.object()) {
                Some(region) => (Some((space, region.has(p.offset(), size))), region.read_only),
                None => (None, false),
            },
            None => (None, false),
        };
        let Some((space, inside)) = found else {
            self.find(Kind::BadPointer, || match p {
                Pointer::NULL => "the null pointer".into(),
                _ => "no object is there".into(),
            });
            return None;
        };
        if !inside {
            self.outside(space, p, size);
            return None;
        }
        self.ask_alignment(p, size);
        if read_only && mode != Mode::Read {
            let name = self.object_name(space, p.object());
            self.find(Kind::ReadOnly, || name);
            return None;
        }
        Some(space)
    }

    /// Reports a pointer that is not at a multiple of so many bytes. Every object begins at one.
    #[inline(always)]
    pub fn ask_alignment(&mut self, p: Pointer, to: u32) {
        if !(p.offset() as u64).is_multiple_of(u64::from(to)) {
            self.find(Kind::Misaligned, || format!("at byte {}, of {to}", p.offset()));
        }
    }

    #[cold]
    fn outside(&mut self, space: Space, p: Pointer, size: u32) {
        let name = self.object_name(space, p.object());
        let bytes = self.region(space, p.object()).map_or(0, |r| r.size());
        let offset = p.offset();
        self.find(Kind::OutOfBounds, || {
            format!("{size} bytes at byte {offset} of {name}, which has {bytes}")
        });
    }

    #[cold]
    fn unwritten(&mut self, space: Space, p: Pointer) {
        let name = self.object_name(space, p.object());
        let kind = match space {
            Space::Local => Kind::UninitializedVariable,
            _ => Kind::Uninitialized,
        };
        self.find(kind, || format!("byte {} of {name}, in {} memory", p.offset(), space.name()));
    }

    #[inline(always)]
    fn tell(&mut self, space: Space, p: Pointer, at: Scalar, mode: Mode, value: u64) {
        if space == Space::Local {
            return;
        }
        self.visible = true;
        if O::WATCHES {
            let access = Access {
                block: self.home.number,
                thread: self.thread.number,
                space,
                object: p.object(),
                offset: p.offset() as u64,
                size: at.size() as u8,
                mode,
                value,
                site: self.site(),
                epoch: self.home.epoch(space),
                warp_epoch: self.thread.warp_epoch,
            };
            self.core.observer.access(&access);
        }
    }
}
