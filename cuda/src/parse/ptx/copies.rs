//! Copies to shared memory, and matrix loads from it. [PTX ISA, 9.7.9.25, 9.7.14.5]

use super::{Instruction, Operand, Writer, number, of_address};

impl Writer<'_> {
    /// `cp.async`: a copy from global to shared memory.
    pub(super) fn copy(
        &mut self,
        all_levels: bool,
        caches: &[&str],
        instruction: &Instruction,
    ) -> Option<()> {
        if !caches.iter().all(|part| matches!(*part, "L2::64B" | "L2::128B" | "L2::256B")) {
            return None;
        }
        let operands: Vec<&str> = instruction.operands.iter().map(String::as_str).collect();
        let [to, from, size, read @ ..] = operands.as_slice() else { return None };
        let ((to, past_to), (from, past_from)) = (of_address(to)?, of_address(from)?);
        if read.len() > 1
            || self.operands.get(to)?.constraint != "r"
            || self.operands.get(from)?.constraint != "l"
            || (all_levels && number(size).is_none() && *size != "16")
        {
            return None;
        }
        let mut taken = vec![to, from];
        taken.extend(number(size));
        taken.extend(read.iter().filter_map(|read| number(read)));
        if taken.iter().any(|n| self.operands.get(*n).is_none_or(Operand::is_output)) {
            return None;
        }
        self.evaluate_others(&taken)?;
        if instruction.guarded {
            self.guard();
        }
        self.put("{ _cp_async <");
        self.given(size)?;
        self.put("> ( ( unsigned ) (");
        self.operand(to)?;
        self.put(&format!("{past_to} ) , ( const void * ) ("));
        self.put(if past_from.is_empty() { "" } else { "( const char * )" });
        self.operand(from)?;
        self.put(&format!("{past_from} )"));
        if let [read] = read {
            self.put(",");
            self.given(read)?;
        }
        self.put(") ; }");
        self.forget_others(&[])
    }

    /// `cp.async.wait_group`
    pub(super) fn wait(&mut self, but: &str, instruction: &Instruction) -> Option<()> {
        if instruction.guarded {
            return None;
        }
        let taken: Vec<usize> = number(but).into_iter().collect();
        self.evaluate_others(&taken)?;
        self.put("_cp_async_wait (");
        self.given(but)?;
        self.put(") ;");
        self.forget_others(&[])
    }

    /// `ldmatrix` and `stmatrix`: the lanes of a warp access rows of 16 bytes, of which some give the addresses.
    pub(super) fn matrix(
        &mut self,
        kind: &str,
        words: &[&str],
        instruction: &Instruction,
    ) -> Option<()> {
        let ["sync", "aligned", rest @ ..] = words else { return None };
        let (mut rows, mut seen) = (None, Vec::new());
        for word in rest {
            match *word {
                "x1" => rows = rows.xor(Some(8)),
                "x2" => rows = rows.xor(Some(16)),
                "x4" => rows = rows.xor(Some(32)),
                "m8n8" | "trans" | "shared" | "shared::cta" | "b16" => seen.push(*word),
                _ => return None,
            }
        }
        let rows: usize = rows?;
        let is_in = |word: &str| seen.contains(&word);
        if instruction.guarded
            || !(is_in("m8n8") && is_in("b16"))
            || !(is_in("shared") || is_in("shared::cta"))
        {
            return None;
        }
        let operands: Vec<&str> = instruction.operands.iter().map(String::as_str).collect();
        let (address, registers) = match (kind, operands.as_slice()) {
            ("ldmatrix", [registers, address]) | ("stmatrix", [address, registers]) => {
                (address, registers)
            }
            _ => return None,
        };
        let registers = registers.strip_prefix('{')?.strip_suffix('}')?.split(',');
        if registers.count() != rows / 8 {
            return None;
        }
        let (row, past) = of_address(address)?;
        if self.operands.get(row)?.constraint != "r" {
            return None;
        }
        self.put(&format!("_{kind} < {rows} > ( ( unsigned ) ("));
        self.operand(row)?;
        self.put(&format!("{past} ) ) ;"));
        self.evaluate_others(&[row])?;
        self.forget_others(&[])
    }

    /// An operand, or a number as it stands.
    fn given(&mut self, operand: &str) -> Option<()> {
        match number(operand) {
            Some(n) => self.operand(n),
            None => {
                operand.parse::<u32>().ok()?;
                self.put(operand);
                Some(())
            }
        }
    }
}
