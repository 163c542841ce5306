//! A derivation cut into pieces that fit a page, each under a name of its own: `D1`, `D2`, …

use super::Step;

/// How much room a part of a derivation takes, in whatever the renderer measures.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Room {
    /// Premises stand side by side.
    pub width: usize,
    /// Premises stand above their conclusion.
    pub height: usize,
}

/// What a piece may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub room: Room,
    /// More premises than these stand in for their derivations by name.
    pub premises: usize,
    /// What a name takes.
    pub name: Room,
    /// What a rule's name takes beside the premises.
    pub margin: usize,
}

/// Which steps begin a piece.
pub(super) struct Pieces {
    /// For each step the number of the piece that it begins; the whole derivation is piece 0.
    pub begins: Vec<Option<usize>>,
    /// The step that each piece begins with.
    pub roots: Vec<usize>,
}

/// Cuts from the leaves down, as little as fits. A subtree that several steps share is a piece.
pub(super) fn cut<J>(steps: &[Step<'_, J>], own: &[Room], limits: Limits) -> Pieces {
    let mut used = vec![0_usize; steps.len()];
    steps.iter().flat_map(|step| &step.premises).for_each(|n| used[*n] += 1);
    let mut cut = vec![false; steps.len()];
    let mut taken: Vec<Room> = Vec::with_capacity(steps.len());
    for (step, own) in steps.iter().zip(own) {
        let mut room;
        loop {
            let of = |n: &usize| if cut[*n] { limits.name } else { taken[*n] };
            let premises = step.premises.iter().map(of);
            room = Room {
                width: own
                    .width
                    .max(premises.clone().map(|r| r.width).sum::<usize>() + limits.margin),
                height: own.height + premises.map(|r| r.height).max().unwrap_or_default(),
            };
            let whole = |n: &&usize| !cut[**n] && !steps[**n].premises.is_empty();
            let rest = step.premises.iter().filter(whole);
            let next = if step.premises.len() > limits.premises {
                rest.copied().next()
            } else if room.height > limits.room.height {
                rest.max_by_key(|n| taken[**n].height).copied()
            } else if room.width > limits.room.width {
                rest.max_by_key(|n| taken[**n].width).copied()
            } else {
                None
            };
            match next {
                Some(n) => cut[n] = true,
                None => break,
            }
        }
        let place = taken.len();
        cut[place] = used[place] > 1 && !step.premises.is_empty();
        taken.push(room);
    }
    number(steps, &cut)
}

/// Numbers the pieces in the order in which a reader meets their names.
fn number<J>(steps: &[Step<'_, J>], cut: &[bool]) -> Pieces {
    let mut pieces = Pieces { begins: vec![None; steps.len()], roots: Vec::new() };
    let Some(last) = steps.len().checked_sub(1) else { return pieces };
    pieces.begins[last] = Some(0);
    pieces.roots.push(last);
    let mut at = 0;
    while let Some(root) = pieces.roots.get(at).copied() {
        let mut rest: Vec<usize> = steps[root].premises.iter().rev().copied().collect();
        while let Some(n) = rest.pop() {
            if !cut[n] {
                rest.extend(steps[n].premises.iter().rev());
            } else if pieces.begins[n].is_none() {
                pieces.begins[n] = Some(pieces.roots.len());
                pieces.roots.push(n);
            }
        }
        at += 1;
    }
    pieces
}

/// What is met while a piece is written.
pub(super) enum Met {
    /// A step, before its premises.
    Enter(usize),
    /// A step, after its premises.
    Leave(usize),
    /// The name of another piece, in place of its derivation.
    Name(usize),
}

impl Pieces {
    /// Walks over one piece.
    pub(super) fn walk<J>(&self, piece: usize, steps: &[Step<'_, J>], mut f: impl FnMut(Met)) {
        let root = self.roots[piece];
        let mut work = vec![Met::Enter(root)];
        while let Some(next) = work.pop() {
            if let Met::Enter(n) = next {
                work.push(Met::Leave(n));
                work.extend(steps[n].premises.iter().rev().map(|p| match self.begins[*p] {
                    Some(name) => Met::Name(name),
                    None => Met::Enter(*p),
                }));
            }
            f(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps that begin a piece, of a derivation in which each is 10 wide and 1 high.
    fn roots(premises: &[&[usize]], limits: Limits) -> Vec<usize> {
        let step =
            |premises: &&[usize]| Step { rule: "", conclusion: &(), premises: premises.to_vec() };
        let steps: Vec<Step<'_, ()>> = premises.iter().map(step).collect();
        cut(&steps, &vec![Room { width: 10, height: 1 }; steps.len()], limits).roots
    }

    const WIDE: Limits = Limits {
        room: Room { width: usize::MAX, height: usize::MAX },
        premises: usize::MAX,
        name: Room { width: 4, height: 1 },
        margin: 3,
    };

    #[test]
    fn what_fits_is_whole() {
        // Three steps without premises, one of each of them, and a last one.
        let comb: [&[usize]; 7] = [&[], &[0], &[], &[2], &[], &[4], &[1, 3, 5]];
        let within = |width, height, premises| {
            roots(&comb, Limits { room: Room { width, height }, premises, ..WIDE })
        };
        assert_eq!(within(42, 3, 3), [6]);
        assert_eq!(within(41, 3, 3), [6, 5]);
        assert_eq!(within(33, 3, 3), [6, 5]);
        assert_eq!(within(32, 3, 3), [6, 3, 5]);
        assert_eq!(within(42, 2, 3), [6, 1, 3, 5]);
        assert_eq!(within(42, 3, 2), [6, 1, 3, 5]);
        // What stands above and what stands beside add up.
        let chain: [&[usize]; 4] = [&[], &[0], &[1], &[2]];
        let within = |width, height| roots(&chain, Limits { room: Room { width, height }, ..WIDE });
        assert_eq!(within(19, 4), [3]);
        assert_eq!(within(18, 4), [3, 2]);
        assert_eq!(within(19, 3), [3, 2]);
        assert_eq!(within(19, 2), [3, 2, 1]);
        // What two steps share is a piece of its own.
        assert_eq!(roots(&[&[], &[0], &[1], &[1], &[2, 3]], WIDE), [4, 1]);
    }
}
