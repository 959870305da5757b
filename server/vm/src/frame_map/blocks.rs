//! The control-flow graph that frame maps are computed on: runs of instructions without a jump in or out of them, all
//! covered by the same exception handlers. It knows jumps and which locals are used, and nothing of kinds.

use super::MAX_WORDS;
use super::kinds::local_use;
use cafebabe::attributes::CodeData;
use cafebabe::bytecode::Opcode;
use std::ops::Range;

/// The successor of an instruction that falls off the end of the code.
pub(super) const NO_BLOCK: usize = usize::MAX;

/// The largest sum of handlers over all blocks.
const MAX_HANDLER_EDGES: usize = 1 << 22;

pub(super) struct Blocks<'a> {
    pub(super) ops: &'a [(usize, Opcode<'a>)],
    /// One more than the highest local that any instruction reads.
    pub(super) tracked_locals: usize,
    /// Words of a bit row of locals.
    pub(super) local_words: usize,
    /// The first instruction of each block, and the end of the last one.
    starts: Vec<usize>,
    /// The successors of block `b` are `successors[successor_ends[b - 1]..successor_ends[b]]`.
    successors: Vec<usize>,
    successor_ends: Vec<usize>,
    handlers: Vec<Vec<usize>>,
    /// For each block, as bit rows: the locals it reads before it writes them, and those it writes.
    reads: Vec<u64>,
    writes: Vec<u64>,
}

impl<'a> Blocks<'a> {
    pub(super) fn of(code: &'a CodeData<'_>) -> Result<Self, String> {
        let ops = match &code.bytecode {
            Some(bytecode) => bytecode.opcodes.as_slice(),
            None => return Err("the code was not parsed".to_string()),
        };
        if ops.is_empty() || ops.len() > usize::from(u16::MAX) {
            return Err(format!("{} instructions; a method has 1 to 65535", ops.len()));
        }
        let mut begins_block = vec![false; ops.len() + 1];
        begins_block[0] = true;
        let mut jumps = Vec::new();
        let mut tracked_locals = 0;
        for (index, (offset, opcode)) in ops.iter().enumerate() {
            let first_jump = jumps.len();
            for_each_jump(opcode, |jump| {
                jumps.push(index_of(ops, *offset as i64 + i64::from(jump)))
            });
            for target in &jumps[first_jump..] {
                let Some(target) = *target else {
                    return Err(format!(
                        "a jump leaves the code or hits no instruction, at byte {offset}"
                    ));
                };
                begins_block[target] = true;
            }
            if first_jump < jumps.len() || !falls_through(opcode) {
                begins_block[index + 1] = true;
            }
            if let Some(local) = local_use(opcode).filter(|local| local.reads) {
                tracked_locals = tracked_locals.max(local.slots().end);
            }
        }
        let ranges = protected_ranges(code, ops)?;
        for (covered, handler) in &ranges {
            begins_block[covered.start] = true;
            begins_block[covered.end] = true;
            begins_block[*handler] = true;
        }
        begins_block[ops.len()] = true;

        let tracked_locals = tracked_locals.min(code.max_locals.into());
        let mut blocks = Blocks {
            ops,
            tracked_locals,
            local_words: tracked_locals.div_ceil(64),
            starts: (0..=ops.len()).filter(|&index| begins_block[index]).collect(),
            successors: Vec::new(),
            successor_ends: Vec::new(),
            handlers: Vec::new(),
            reads: Vec::new(),
            writes: Vec::new(),
        };
        if blocks.len() * blocks.local_words > MAX_WORDS {
            return Err("the method is too large to analyse its locals".to_string());
        }
        blocks.connect(&jumps);
        blocks.cover(&ranges)?;
        blocks.summarise_locals();
        Ok(blocks)
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn range(&self, block: usize) -> Range<usize> {
        self.starts[block]..self.starts[block + 1]
    }

    /// Where control goes after the last instruction, but for `ret`; for `jsr` only the subroutine.
    pub(super) fn successors(&self, block: usize) -> &[usize] {
        let from = if block == 0 { 0 } else { self.successor_ends[block - 1] };
        &self.successors[from..self.successor_ends[block]]
    }

    pub(super) fn handlers(&self, block: usize) -> &[usize] {
        &self.handlers[block]
    }

    pub(super) fn reads_and_writes(&self, block: usize) -> (&[u64], &[u64]) {
        let row = block * self.local_words..(block + 1) * self.local_words;
        (&self.reads[row.clone()], &self.writes[row])
    }

    /// Says where something is wrong.
    #[cold]
    pub(super) fn at(&self, index: usize, why: &str) -> String {
        format!("{why}, at byte {}", self.ops[index].0)
    }

    /// The block that begins with the instruction.
    fn block_at(&self, index: usize) -> usize {
        self.starts.partition_point(|&start| start < index)
    }

    /// `jumps`: the targets of all jumps in the order of the code.
    fn connect(&mut self, jumps: &[Option<usize>]) {
        let mut jumps = jumps.iter().flatten();
        for block in 0..self.len() {
            let first = self.successors.len();
            let last = &self.ops[self.starts[block + 1] - 1].1;
            // Only the last instruction of a block jumps.
            for_each_jump(last, |_| {
                if let Some(&target) = jumps.next() {
                    self.successors.push(target);
                }
            });
            // Many cases of a switch go to the same place.
            self.successors[first..].sort_unstable();
            let mut kept = first;
            for at in first..self.successors.len() {
                if at == first || self.successors[at] != self.successors[kept - 1] {
                    self.successors[kept] = self.successors[at];
                    kept += 1;
                }
            }
            self.successors.truncate(kept);
            for at in first..kept {
                self.successors[at] = self.block_at(self.successors[at]);
            }
            if falls_through(last) {
                self.successors
                    .push(if block + 1 < self.len() { block + 1 } else { NO_BLOCK });
            }
            self.successor_ends.push(self.successors.len());
        }
    }

    fn cover(&mut self, ranges: &[(Range<usize>, usize)]) -> Result<(), String> {
        self.handlers = vec![Vec::new(); self.len()];
        let mut edges = 0;
        for (covered, handler) in ranges {
            let handler = self.block_at(*handler);
            for block in self.block_at(covered.start)..self.block_at(covered.end) {
                let handlers = &mut self.handlers[block];
                edges += handlers.len() + 1;
                if !handlers.contains(&handler) {
                    handlers.push(handler);
                }
            }
            if edges > MAX_HANDLER_EDGES {
                return Err("the exception table is too large to analyse the method's frames".to_string());
            }
        }
        Ok(())
    }

    fn summarise_locals(&mut self) {
        let words = self.local_words;
        self.reads = vec![0; self.len() * words];
        self.writes = vec![0; self.len() * words];
        for block in 0..self.len() {
            let row = block * words..(block + 1) * words;
            let (reads, writes) = (&mut self.reads[row.clone()], &mut self.writes[row]);
            for (_, opcode) in self.ops[self.starts[block]..self.starts[block + 1]].iter().rev() {
                if let Some(local) = local_use(opcode) {
                    local.before(reads);
                    if local.writes {
                        local.slots().for_each(|slot| set_bit(writes, slot));
                    }
                }
            }
        }
    }
}

/// Bits beyond the row are those of locals that nothing reads.
pub(super) fn set_bit(row: &mut [u64], bit: usize) {
    if let Some(word) = row.get_mut(bit / 64) {
        *word |= 1 << (bit % 64);
    }
}

fn index_of(ops: &[(usize, Opcode<'_>)], offset: i64) -> Option<usize> {
    let offset = usize::try_from(offset).ok()?;
    ops.binary_search_by_key(&offset, |(offset, _)| *offset).ok()
}

/// The exception table as instruction indices: what is covered, and the handler.
fn protected_ranges(code: &CodeData<'_>, ops: &[(usize, Opcode<'_>)]) -> Result<Vec<(Range<usize>, usize)>, String> {
    let mut ranges = Vec::with_capacity(code.exception_table.len());
    for (number, entry) in code.exception_table.iter().enumerate() {
        let start = index_of(ops, entry.start_pc.into());
        let end = match index_of(ops, entry.end_pc.into()) {
            None if usize::from(entry.end_pc) == code.code.len() => Some(ops.len()),
            end => end,
        };
        match (start, end, index_of(ops, entry.handler_pc.into())) {
            (Some(start), Some(end), Some(handler)) if start < end => ranges.push((start..end, handler)),
            _ => {
                return Err(format!(
                    "exception table entry {number} is empty or does not name instructions"
                ));
            }
        }
    }
    Ok(ranges)
}

/// Where control may go after each instruction, in instruction indices: by jumps, by falling through, and to the handlers that cover it.
/// `None` for code that is malformed.
pub fn control_flow(code: &CodeData<'_>) -> Option<Vec<Vec<u32>>> {
    let ops = code.bytecode.as_ref()?.opcodes.as_slice();
    let mut successors: Vec<Vec<u32>> = Vec::with_capacity(ops.len());
    for (index, (offset, opcode)) in ops.iter().enumerate() {
        let mut targets = Vec::new();
        for_each_jump(opcode, |jump| {
            targets.push(index_of(ops, *offset as i64 + i64::from(jump)))
        });
        if falls_through(opcode) {
            targets.push(Some(index + 1).filter(|next| *next < ops.len()));
        }
        let targets: Option<Vec<u32>> = targets.iter().map(|target| target.map(|index| index as u32)).collect();
        successors.push(targets?);
    }
    for (covered, handler) in protected_ranges(code, ops).ok()? {
        successors[covered]
            .iter_mut()
            .for_each(|targets| targets.push(handler as u32));
    }
    Some(successors)
}

pub(crate) fn for_each_jump(opcode: &Opcode<'_>, mut f: impl FnMut(i32)) {
    // The other instructions do not jump, so a wildcard hides nothing: the class-file format is closed.
    match opcode {
        Opcode::Goto(jump) | Opcode::Jsr(jump) | Opcode::Ifnonnull(jump) | Opcode::Ifnull(jump) => f(*jump),
        Opcode::IfAcmpeq(jump) | Opcode::IfAcmpne(jump) => f(*jump),
        Opcode::IfIcmpeq(jump) | Opcode::IfIcmpge(jump) | Opcode::IfIcmpgt(jump) => f(*jump),
        Opcode::IfIcmple(jump) | Opcode::IfIcmplt(jump) | Opcode::IfIcmpne(jump) => f(*jump),
        Opcode::Ifeq(jump) | Opcode::Ifge(jump) | Opcode::Ifgt(jump) => f(*jump),
        Opcode::Ifle(jump) | Opcode::Iflt(jump) | Opcode::Ifne(jump) => f(*jump),
        Opcode::Lookupswitch(table) => {
            f(table.default);
            table.match_offsets.iter().for_each(|(_, jump)| f(*jump));
        }
        Opcode::Tableswitch(table) => {
            f(table.default);
            table.jumps.iter().for_each(|jump| f(*jump));
        }
        _ => {}
    }
}

pub(crate) fn falls_through(opcode: &Opcode<'_>) -> bool {
    !matches!(
        opcode,
        Opcode::Goto(_)
            | Opcode::Jsr(_)
            | Opcode::Ret(_)
            | Opcode::Lookupswitch(_)
            | Opcode::Tableswitch(_)
            | Opcode::Athrow
            | Opcode::Areturn
            | Opcode::Dreturn
            | Opcode::Freturn
            | Opcode::Ireturn
            | Opcode::Lreturn
            | Opcode::Return
    )
}
