//! Frame maps: which slots of a frame are dead, values or references, before each instruction of a method.
//!
//! The state hash and the collector read them at choice points: a dead slot is not hashed, and only a reference is a
//! root. The analysis is the type-inferring verifier of JVMS §4.10.2 without class types, so it is also what the
//! interpreter relies on instead of a verifier: in a method that has frame maps the stack never underflows nor exceeds
//! `max_stack`, every local is below `max_locals`, every use finds the kind it needs, and two-slot values stay whole.
//! It is not a verifier of class types: it knows no difference between an array, an object and null, nor between an
//! initialised object and a new one, nor whether a field, a method or a class exists. Code that cannot be reached is
//! not looked at, and has no map.
//!
//! A long or a double fills two slots, in locals and on the stack; its value is in the lower one, the upper one is
//! dead.
//!
//! Subroutines (`jsr`, `ret`; class files before Java 7) are analysed once for each chain of calls that leads to them,
//! so two callers never disturb each other's kinds. The maps are per instruction though, and not per caller: a slot
//! that one caller has live across the subroutine, and another has dead, is live in the map, and the interpreter has
//! to clear it in the frame of the other one: `cleared_by_jsr`.

mod blocks;
mod kinds;
#[cfg(test)]
mod tests;

pub use blocks::control_flow;
use blocks::{Blocks, NO_BLOCK, set_bit};
pub(crate) use blocks::{falls_through, for_each_jump};
use cafebabe::attributes::CodeData;
use cafebabe::bytecode::Opcode;
use cafebabe::descriptors::{FieldDescriptor, FieldType, MethodDescriptor, ReturnDescriptor};
use kinds::{AbstractFrame, Kind, local_use};

/// What a slot of a frame holds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SlotKind {
    /// Its content can never be read.
    Dead,
    /// A number, or the return address of a subroutine.
    Value,
    /// A reference or null.
    Ref,
}

/// The frame maps of one method. Instructions are named by their index in cafebabe's `ByteCode::opcodes`.
///
/// Two bit rows for each instruction: the tracked locals first, then the stack from its bottom.
pub struct FrameMaps {
    max_locals: u16,
    max_stack: u16,
    /// Locals from here on are never read by any instruction, so they have no bits.
    tracked_locals: usize,
    words_per_row: usize,
    live: Box<[u64]>,
    /// A subset of `live`.
    refs: Box<[u64]>,
    depths: Box<[u16]>,
    /// Pairs of a `jsr` and a local, sorted. Empty but for old class files.
    cleared: Box<[(u32, u16)]>,
}

/// The depth of an instruction that cannot be reached.
const UNREACHED: u16 = u16::MAX;

/// How much work one method may cost, in slots merged, instructions stepped and bytes kept. It bounds time and memory
/// for files that were made to be expensive.
const MAX_WORK: u64 = 1 << 26;

/// The largest table of bits, in words (64 MiB for both).
const MAX_WORDS: usize = 1 << 22;

impl FrameMaps {
    /// Analyses one method.
    ///
    /// # Errors
    /// What is wrong with the code, and at which byte. Such a method must not be interpreted.
    pub fn analyse(
        code: &CodeData<'_>,
        is_static: bool,
        descriptor: &MethodDescriptor<'_>,
    ) -> Result<FrameMaps, String> {
        let blocks = Blocks::of(code)?;
        let entry = entry_locals(code, is_static, descriptor)?;
        let returns = match &descriptor.return_type {
            ReturnDescriptor::Void => None,
            ReturnDescriptor::Return(field) => Some(kind_of(field)),
        };
        let mut analysis = Analysis::new(&blocks, code, returns);
        analysis.frame.locals = entry;
        analysis.frame.locals.truncate(blocks.tracked_locals);
        analysis.merge(0, 0)?;
        while let Some(node) = analysis.next_pending() {
            analysis.flow(node)?;
        }
        let live_in = analysis.live_locals()?;
        analysis.write_maps(&live_in)
    }

    /// Whether any path leads to the instruction; false for an index outside the code.
    pub fn reachable(&self, index: usize) -> bool {
        self.depths.get(index).is_some_and(|&depth| depth != UNREACHED)
    }

    /// The depth of the stack in slots before the instruction; 0 when it cannot be reached.
    pub fn stack_depth(&self, index: usize) -> usize {
        if self.reachable(index) {
            self.depths[index].into()
        } else {
            0
        }
    }

    /// A local before the instruction.
    pub fn local(&self, index: usize, slot: usize) -> SlotKind {
        if slot < self.tracked_locals {
            self.bit(index, slot)
        } else {
            SlotKind::Dead
        }
    }

    /// A stack slot, counted from the bottom, before the instruction.
    pub fn stack(&self, index: usize, slot: usize) -> SlotKind {
        if slot < self.stack_depth(index) {
            self.bit(index, self.tracked_locals + slot)
        } else {
            SlotKind::Dead
        }
    }

    /// Calls `f(slot, is_ref)` for every live slot before the instruction, ascending. Slots count from local 0; the
    /// stack begins at `max_locals`.
    pub fn for_each_live(&self, index: usize, f: impl FnMut(usize, bool)) {
        self.for_each_live_during_call(index, 0, f);
    }

    /// Like `for_each_live`, for a frame that waits for the call that the instruction made: the topmost `popped_slots`
    /// slots of the stack are gone. The locals need no other map, because no invoke reads or writes a local, so what is
    /// live before it is what is live after it or in its handlers.
    pub fn for_each_live_during_call(&self, index: usize, popped_slots: usize, mut f: impl FnMut(usize, bool)) {
        if !self.reachable(index) {
            return;
        }
        let end = self.tracked_locals + self.stack_depth(index).saturating_sub(popped_slots);
        let stack_shift = self.max_locals() - self.tracked_locals;
        let row = index * self.words_per_row;
        for word in 0..self.words_per_row {
            let mut live = self.live[row + word];
            let refs = self.refs[row + word];
            while live != 0 {
                let bit = live.trailing_zeros() as usize;
                let slot = word * 64 + bit;
                if slot >= end {
                    return;
                }
                let shift = if slot < self.tracked_locals { 0 } else { stack_shift };
                f(slot + shift, refs >> bit & 1 != 0);
                live &= live - 1;
            }
        }
    }

    /// The locals that the interpreter must set to zero when it executes the `jsr` at `index`: dead for this caller,
    /// but live in the maps of the subroutine, for another caller's sake. Empty for every other instruction.
    pub fn cleared_by_jsr(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let from = self.cleared.partition_point(|&(jsr, _)| (jsr as usize) < index);
        self.cleared[from..]
            .iter()
            .take_while(move |&&(jsr, _)| jsr as usize == index)
            .map(|&(_, slot)| slot.into())
    }

    /// The local slots of a frame.
    pub fn max_locals(&self) -> usize {
        self.max_locals.into()
    }

    /// The stack slots of a frame.
    pub fn max_stack(&self) -> usize {
        self.max_stack.into()
    }

    fn bit(&self, index: usize, bit: usize) -> SlotKind {
        if !self.reachable(index) {
            return SlotKind::Dead;
        }
        let word = index * self.words_per_row + bit / 64;
        match (self.live[word] >> (bit % 64) & 1, self.refs[word] >> (bit % 64) & 1) {
            (0, _) => SlotKind::Dead,
            (_, 0) => SlotKind::Value,
            (_, _) => SlotKind::Ref,
        }
    }
}

fn kind_of(field: &FieldDescriptor<'_>) -> Kind {
    if field.dimensions > 0 {
        return Kind::Ref;
    }
    match field.field_type {
        FieldType::Byte | FieldType::Char | FieldType::Integer | FieldType::Short | FieldType::Boolean => Kind::Int,
        FieldType::Float => Kind::Float,
        FieldType::Long => Kind::Long,
        FieldType::Double => Kind::Double,
        FieldType::Object(_) => Kind::Ref,
    }
}

/// The locals when the method begins: `this`, the parameters, then unusable slots.
fn entry_locals(code: &CodeData<'_>, is_static: bool, descriptor: &MethodDescriptor<'_>) -> Result<Vec<Kind>, String> {
    let mut locals = Vec::with_capacity(code.max_locals.into());
    if !is_static {
        locals.push(Kind::Ref);
    }
    for parameter in &descriptor.parameters {
        let kind = kind_of(parameter);
        locals.push(kind);
        locals.extend(kind.second_half());
    }
    if locals.len() > code.max_locals.into() {
        return Err(format!(
            "{} parameter slots, but max_locals is {}",
            locals.len(),
            code.max_locals
        ));
    }
    locals.resize(code.max_locals.into(), Kind::Top);
    Ok(locals)
}

/// A block as reached through one chain of subroutine calls.
struct Node {
    block: usize,
    context: usize,
    /// Where its locals and then its stack begin in `Analysis::states`; `None` until it is reached.
    state: Option<usize>,
    depth: usize,
    /// Where its `jsr` or `ret` continues.
    subroutine_edge: Option<usize>,
}

/// A chain of subroutine calls; number 0 is the method itself. Only a label: what is found for a chain is true
/// whatever the labels are, and a finer one only makes it more exact.
struct Context {
    parent: usize,
    jsr_block: usize,
    subroutine: usize,
    /// The node of each block in this context.
    nodes: Vec<Option<usize>>,
}

struct Analysis<'a> {
    blocks: &'a Blocks<'a>,
    max_locals: u16,
    returns: Option<Kind>,
    nodes: Vec<Node>,
    contexts: Vec<Context>,
    states: Vec<Kind>,
    /// A bit for each node that has to be visited (again), and a word below which there is none.
    pending: Vec<u64>,
    first_pending_word: usize,
    /// The frame at the point that is being looked at.
    frame: AbstractFrame,
    work_left: u64,
}

impl<'a> Analysis<'a> {
    fn new(blocks: &'a Blocks<'a>, code: &CodeData<'_>, returns: Option<Kind>) -> Self {
        // The method's own nodes have the numbers of their blocks, so that the worklist is in the order of the code.
        let nodes: Vec<Node> = (0..blocks.len()).map(|block| Node::new(block, 0)).collect();
        let main = Context {
            parent: 0,
            jsr_block: NO_BLOCK,
            subroutine: NO_BLOCK,
            nodes: (0..blocks.len()).map(Some).collect(),
        };
        Analysis {
            blocks,
            max_locals: code.max_locals,
            returns,
            pending: vec![0; nodes.len().div_ceil(64)],
            nodes,
            contexts: vec![main],
            states: Vec::new(),
            first_pending_word: 0,
            frame: AbstractFrame::new(code.max_locals.into(), code.max_stack.into()),
            work_left: MAX_WORK,
        }
    }

    fn charge(&mut self, work: usize) -> Result<(), String> {
        self.work_left = self
            .work_left
            .checked_sub(work as u64)
            .ok_or("the method is too large to analyse its frames")?;
        Ok(())
    }

    fn next_pending(&mut self) -> Option<usize> {
        while *self.pending.get(self.first_pending_word)? == 0 {
            self.first_pending_word += 1;
        }
        let word = &mut self.pending[self.first_pending_word];
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(self.first_pending_word * 64 + bit)
    }

    fn node(&mut self, block: usize, context: usize) -> usize {
        if let Some(node) = self.contexts[context].nodes[block] {
            return node;
        }
        let node = self.nodes.len();
        self.nodes.push(Node::new(block, context));
        self.pending.resize((node + 1).div_ceil(64), 0);
        self.contexts[context].nodes[block] = Some(node);
        node
    }

    /// Follows a block from its entry to its end and merges what it leaves into its successors.
    fn flow(&mut self, node: usize) -> Result<(), String> {
        let blocks = self.blocks;
        let Node { block, context, .. } = self.nodes[node];
        self.load(node);
        self.charge(blocks.range(block).len())?;
        self.merge_into_handlers(block, context)?;
        let end = blocks.range(block).end;
        for index in blocks.range(block) {
            let opcode = &blocks.ops[index].1;
            self.frame
                .step(opcode, self.returns)
                .map_err(|why| blocks.at(index, &why))?;
            // An exception leaves the locals as they were before the instruction that throws it, and a store throws
            // none; so what it leaves behind matters from the next instruction on.
            if index + 1 < end && local_use(opcode).is_some_and(|local| local.writes) {
                self.merge_into_handlers(block, context)?;
            }
        }
        match blocks.ops[end - 1].1 {
            Opcode::Jsr(_) => self.flow_into_subroutine(node),
            Opcode::Ret(slot) => self.flow_out_of_subroutine(node, slot.into()),
            _ => {
                for &successor in blocks.successors(block) {
                    if successor == NO_BLOCK {
                        return Err(blocks.at(end - 1, "the code falls off its end"));
                    }
                    self.merge_at(end - 1, successor, context)?;
                }
                Ok(())
            }
        }
    }

    fn flow_into_subroutine(&mut self, node: usize) -> Result<(), String> {
        let Node { block, context, .. } = self.nodes[node];
        let jsr = self.blocks.range(block).end - 1;
        let subroutine = self.blocks.successors(block)[0];
        if block + 1 == self.blocks.len() {
            return Err(self
                .blocks
                .at(jsr, "the subroutine would return to the end of the code"));
        }
        // A subroutine is not recursive (JVMS §4.10.2.6). If it is in the chain already, it was left by an exception,
        // so the chain is cut back to its caller.
        let mut parent = context;
        let mut outer = context;
        while outer != 0 {
            if self.contexts[outer].subroutine == subroutine {
                parent = self.contexts[outer].parent;
            }
            outer = self.contexts[outer].parent;
        }
        let known = self
            .contexts
            .iter()
            .position(|known| known.parent == parent && known.jsr_block == block);
        let callee = match known {
            Some(callee) => callee,
            None => {
                self.charge(self.blocks.len() * size_of::<Option<usize>>())?;
                let nodes = vec![None; self.blocks.len()];
                self.contexts.push(Context {
                    parent,
                    jsr_block: block,
                    subroutine,
                    nodes,
                });
                self.contexts.len() - 1
            }
        };
        self.charge(self.contexts.len())?;
        let address = u16::try_from(callee).map_err(|_| self.blocks.at(jsr, "too many chains of subroutine calls"))?;
        self.frame
            .push(Kind::ReturnTo(address))
            .map_err(|why| self.blocks.at(jsr, &why))?;
        self.merge_at(jsr, subroutine, callee)?;
        self.nodes[node].subroutine_edge = Some(self.node(subroutine, callee));
        Ok(())
    }

    fn flow_out_of_subroutine(&mut self, node: usize, slot: usize) -> Result<(), String> {
        let ret = self.blocks.range(self.nodes[node].block).end - 1;
        let Some(&Kind::ReturnTo(callee)) = self.frame.locals.get(slot) else {
            return Err(self.blocks.at(ret, &format!("local {slot} is not a return address")));
        };
        let Context { parent, jsr_block, .. } = self.contexts[usize::from(callee)];
        self.merge_at(ret, jsr_block + 1, parent)?;
        self.nodes[node].subroutine_edge = Some(self.node(jsr_block + 1, parent));
        Ok(())
    }

    fn merge_at(&mut self, index: usize, block: usize, context: usize) -> Result<(), String> {
        self.merge(block, context).map_err(|why| self.blocks.at(index, &why))
    }

    /// Merges the current locals, with the exception alone on the stack, into the handlers of a block.
    fn merge_into_handlers(&mut self, block: usize, context: usize) -> Result<(), String> {
        let blocks = self.blocks;
        if blocks.handlers(block).is_empty() {
            return Ok(());
        }
        let stack = std::mem::take(&mut self.frame.stack);
        self.frame
            .push(Kind::Ref)
            .map_err(|why| blocks.at(blocks.range(block).start, &why))?;
        for &handler in blocks.handlers(block) {
            self.merge_at(blocks.range(block).start, handler, context)?;
        }
        self.frame.stack = stack;
        Ok(())
    }

    /// Merges the current frame into the entry of a block: kinds that differ make a slot unusable.
    fn merge(&mut self, block: usize, context: usize) -> Result<(), String> {
        let node = self.node(block, context);
        let depth = self.frame.stack.len();
        self.charge(self.frame.locals.len() + depth + 1)?;
        let mut changed = false;
        match self.nodes[node].state {
            None => {
                self.nodes[node].state = Some(self.states.len());
                self.nodes[node].depth = depth;
                self.charge((self.frame.locals.len() + depth) * size_of::<Kind>())?;
                self.states.extend_from_slice(&self.frame.locals);
                self.states.extend_from_slice(&self.frame.stack);
                changed = true;
            }
            Some(state) => {
                if self.nodes[node].depth != depth {
                    let target = self.blocks.ops[self.blocks.range(block).start].0;
                    let known = self.nodes[node].depth;
                    return Err(format!(
                        "the stack is {depth} deep where it joins byte {target}, not {known}"
                    ));
                }
                let earlier = &mut self.states[state..];
                for (earlier, now) in earlier
                    .iter_mut()
                    .zip(self.frame.locals.iter().chain(&self.frame.stack))
                {
                    if earlier != now && *earlier != Kind::Top {
                        *earlier = Kind::Top;
                        changed = true;
                    }
                }
            }
        }
        if changed {
            set_bit(&mut self.pending, node);
            self.first_pending_word = self.first_pending_word.min(node / 64);
        }
        Ok(())
    }

    /// Makes the frame at the entry of a node that has been reached the current one.
    fn load(&mut self, node: usize) {
        let state = self.nodes[node].state.expect("only reached nodes are loaded");
        let (locals, depth) = (self.blocks.tracked_locals, self.nodes[node].depth);
        self.frame.locals.clear();
        self.frame.locals.extend_from_slice(&self.states[state..state + locals]);
        self.frame.stack.clear();
        self.frame
            .stack
            .extend_from_slice(&self.states[state + locals..state + locals + depth]);
    }

    /// The locals that are live at the entry of each node, as rows of bits: the least solution, from the end of the
    /// code, where most successors are, to its beginning, until nothing changes.
    fn live_locals(&mut self) -> Result<Vec<u64>, String> {
        let words = self.blocks.local_words;
        self.charge(self.nodes.len() * words * size_of::<u64>())?;
        let mut live_in = vec![0_u64; self.nodes.len() * words];
        let mut live = vec![0_u64; words];
        let mut changed = true;
        while changed {
            changed = false;
            for node in (0..self.nodes.len()).rev() {
                if self.nodes[node].state.is_none() {
                    continue;
                }
                self.charge(words)?;
                self.live_out(node, &live_in, &mut live);
                let (reads, writes) = self.blocks.reads_and_writes(self.nodes[node].block);
                for word in 0..words {
                    live[word] = live[word] & !writes[word] | reads[word];
                }
                self.add_live_in_handlers(node, &live_in, &mut live);
                let row = &mut live_in[node * words..(node + 1) * words];
                if *row != *live {
                    row.copy_from_slice(&live);
                    changed = true;
                }
            }
        }
        Ok(live_in)
    }

    /// The locals that are live when the node's last instruction has been executed.
    fn live_out(&self, node: usize, live_in: &[u64], live: &mut [u64]) {
        live.fill(0);
        let Node {
            block,
            context,
            subroutine_edge,
            ..
        } = self.nodes[node];
        match self.blocks.ops[self.blocks.range(block).end - 1].1 {
            Opcode::Jsr(_) | Opcode::Ret(_) => add_row(subroutine_edge, live_in, live),
            _ => {
                for &successor in self.blocks.successors(block) {
                    add_row(self.contexts[context].nodes[successor], live_in, live);
                }
            }
        }
    }

    fn add_live_in_handlers(&self, node: usize, live_in: &[u64], live: &mut [u64]) {
        let Node { block, context, .. } = self.nodes[node];
        for &handler in self.blocks.handlers(block) {
            add_row(self.contexts[context].nodes[handler], live_in, live);
        }
    }

    /// Walks every reached block for the last time: forwards for the kinds, backwards for what is live.
    fn write_maps(mut self, live_in: &[u64]) -> Result<FrameMaps, String> {
        let blocks = self.blocks;
        let deepest = self.frame.deepest;
        let words = (blocks.tracked_locals + deepest).div_ceil(64);
        let size = words * blocks.ops.len();
        if size > MAX_WORDS || deepest >= UNREACHED.into() {
            return Err("the method is too large to keep its frame maps".to_string());
        }
        let mut maps = FrameMaps {
            max_locals: self.max_locals,
            max_stack: u16::try_from(self.frame.max_stack).unwrap_or(u16::MAX),
            tracked_locals: blocks.tracked_locals,
            words_per_row: words,
            live: vec![0; size].into(),
            refs: vec![0; size].into(),
            depths: vec![UNREACHED; blocks.ops.len()].into(),
            cleared: Box::default(),
        };
        let mut rows = BlockRows::default();
        for node in 0..self.nodes.len() {
            if self.nodes[node].state.is_some() {
                self.charge(words * blocks.range(self.nodes[node].block).len())?;
                self.write_kinds(node, words, &mut rows)?;
                self.mask_dead_locals(node, words, live_in, &mut rows);
                self.add_rows(node, &rows, &mut maps)?;
            }
        }
        maps.cleared = self.cleared_by_jsrs(live_in)?;
        Ok(maps)
    }

    /// Which slots hold something usable, and which of them a reference, before each instruction of a block.
    fn write_kinds(&mut self, node: usize, words: usize, rows: &mut BlockRows) -> Result<(), String> {
        let blocks = self.blocks;
        let range = blocks.range(self.nodes[node].block);
        rows.clear(range.len() * words);
        self.load(node);
        let locals = &mut rows.locals;
        let mut locals_changed = true;
        for (row, index) in range.enumerate() {
            if locals_changed {
                for row in [&mut locals.0, &mut locals.1] {
                    row.clear();
                    row.resize(words, 0);
                }
                mark_kinds(&self.frame.locals, 0, &mut locals.0, &mut locals.1);
            }
            let words = row * words..(row + 1) * words;
            let (live, refs) = (&mut rows.live[words.clone()], &mut rows.refs[words]);
            live.copy_from_slice(&locals.0);
            refs.copy_from_slice(&locals.1);
            mark_kinds(&self.frame.stack, blocks.tracked_locals, live, refs);
            rows.depths.push(self.frame.stack.len() as u16);
            let opcode = &blocks.ops[index].1;
            self.frame
                .step(opcode, self.returns)
                .map_err(|why| blocks.at(index, &why))?;
            locals_changed = local_use(opcode).is_some_and(|local| local.writes);
        }
        Ok(())
    }

    fn mask_dead_locals(&self, node: usize, words: usize, live_in: &[u64], rows: &mut BlockRows) {
        let blocks = self.blocks;
        let (live, in_handlers) = (&mut rows.live_now, &mut rows.live_in_handlers);
        for row in [&mut *live, &mut *in_handlers] {
            row.clear();
            row.resize(blocks.local_words, 0);
        }
        self.live_out(node, live_in, live);
        self.add_live_in_handlers(node, live_in, in_handlers);
        for (row, index) in blocks.range(self.nodes[node].block).enumerate().rev() {
            if let Some(local) = local_use(&blocks.ops[index].1) {
                local.before(live);
            }
            for word in 0..blocks.local_words {
                live[word] |= in_handlers[word];
                // The last word of the locals may be the first one of the stack.
                let locals_here = (blocks.tracked_locals - word * 64).min(64);
                let of_stack = u64::MAX.checked_shl(locals_here as u32).unwrap_or(0);
                rows.live[row * words + word] &= live[word] | of_stack;
                rows.refs[row * words + word] &= live[word] | of_stack;
            }
        }
    }

    /// Adds the rows of a block in one context to those of the other contexts.
    fn add_rows(&self, node: usize, rows: &BlockRows, maps: &mut FrameMaps) -> Result<(), String> {
        let range = self.blocks.range(self.nodes[node].block);
        let words = maps.words_per_row;
        let seen = maps.reachable(range.start);
        let at = range.start * words..range.end * words;
        let (live, refs) = (&mut maps.live[at.clone()], &mut maps.refs[at]);
        if seen {
            let differ = |word: usize| {
                let locals_here = self.blocks.tracked_locals.saturating_sub(word % words * 64).min(64);
                let of_stack = u64::MAX.checked_shl(locals_here as u32).unwrap_or(0);
                let (earlier, now) = (live[word], rows.live[word]);
                (earlier & now & (refs[word] ^ rows.refs[word])) | ((earlier ^ now) & of_stack) != 0
            };
            let depths_differ = maps.depths[range.clone()] != rows.depths[..];
            if depths_differ || (0..live.len()).any(differ) {
                let why = "callers of the subroutine have a slot with different kinds in use";
                return Err(self.blocks.at(range.start, why));
            }
        }
        for word in 0..live.len() {
            live[word] |= rows.live[word];
            refs[word] |= rows.refs[word];
        }
        maps.depths[range].copy_from_slice(&rows.depths);
        Ok(())
    }

    /// For each `jsr` the locals that are live in the subroutine for some other caller, and for none that comes here.
    fn cleared_by_jsrs(&mut self, live_in: &[u64]) -> Result<Box<[(u32, u16)]>, String> {
        let words = self.blocks.local_words;
        let mut cleared = Vec::new();
        for block in 0..self.blocks.len() {
            let jsr = self.blocks.range(block).end - 1;
            if self.contexts.len() == 1 || !matches!(self.blocks.ops[jsr].1, Opcode::Jsr(_)) {
                continue;
            }
            self.charge(self.contexts.len() * words)?;
            let subroutine = self.blocks.successors(block)[0];
            let (mut here, mut anywhere) = (vec![0; words], vec![0; words]);
            for context in &self.contexts {
                if context.subroutine == subroutine {
                    add_row(context.nodes[subroutine], live_in, &mut anywhere);
                    if context.jsr_block == block {
                        add_row(context.nodes[subroutine], live_in, &mut here);
                    }
                }
            }
            let reached = self.contexts.iter().any(|context| context.jsr_block == block);
            for slot in (0..self.blocks.tracked_locals).filter(|_| reached) {
                let bit = 1 << (slot % 64);
                if anywhere[slot / 64] & !here[slot / 64] & bit != 0 {
                    cleared.push((jsr as u32, slot as u16));
                }
            }
        }
        Ok(cleared.into())
    }
}

impl Node {
    fn new(block: usize, context: usize) -> Self {
        Node {
            block,
            context,
            state: None,
            depth: 0,
            subroutine_edge: None,
        }
    }
}

/// The maps of one block, for one context.
#[derive(Default)]
struct BlockRows {
    live: Vec<u64>,
    refs: Vec<u64>,
    depths: Vec<u16>,
    /// Room for single rows, kept from block to block: usable locals and references among them, and live locals.
    locals: (Vec<u64>, Vec<u64>),
    live_now: Vec<u64>,
    live_in_handlers: Vec<u64>,
}

impl BlockRows {
    fn clear(&mut self, words: usize) {
        self.live.clear();
        self.live.resize(words, 0);
        self.refs.clear();
        self.refs.resize(words, 0);
        self.depths.clear();
    }
}

fn mark_kinds(kinds: &[Kind], first_bit: usize, live: &mut [u64], refs: &mut [u64]) {
    for (slot, kind) in kinds.iter().enumerate() {
        match kind.slot_kind() {
            SlotKind::Dead => {}
            SlotKind::Value => set_bit(live, first_bit + slot),
            SlotKind::Ref => {
                set_bit(live, first_bit + slot);
                set_bit(refs, first_bit + slot);
            }
        }
    }
}

fn add_row(node: Option<usize>, rows: &[u64], to: &mut [u64]) {
    if let Some(node) = node {
        let words = to.len();
        for (to, from) in to.iter_mut().zip(&rows[node * words..(node + 1) * words]) {
            *to |= from;
        }
    }
}

/// Behind the last local variable that an instruction names.
pub(crate) fn end_of_locals(ops: &[(usize, Opcode<'_>)]) -> usize {
    let uses = ops.iter().filter_map(|(_, opcode)| local_use(opcode));
    uses.map(|used| used.slots().end).max().unwrap_or(0)
}
