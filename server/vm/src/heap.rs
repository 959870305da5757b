//! The heap: one arena of 64-bit words, with an undo log and the record of what differs from the frozen base.
//!
//! Addresses are word indices. Three regions lie one after the other:
//! `base` (everything that existed when boot ended), `eternal` (class mirrors, string literals and linked call
//! sites made later; allocated but never undone) and `dynamic` (the program's objects; undone by truncation).
//! Knows no classes: what a word means is the image's business.

mod bulk;

use crate::faults::{Fault, planted};

/// A reference: the index of an object's first word; 0 is `null`.
pub type Ref = u32;

/// Words before an object's first field or element.
pub const HEADER: u32 = 2;
/// Words in the unit of undo.
const CHUNK_SHIFT: u32 = 4;
const CHUNK: usize = 1 << CHUNK_SHIFT;

/// Words of a new arena: room for what boot sets aside. Pages cost nothing until they are used.
const FIRST_WORDS: usize = 12 << 20;
/// Words by which an arena grows at least.
const SMALLEST_GROWTH: usize = 1 << 20;
/// Words from which on an allocation is made piece by piece, and of a piece.
pub const LARGE: u32 = 1 << 20;

/// Flag of an object that two threads can reach, or a static.
pub const ESCAPED: u32 = 1 << 26;
/// Flag of an array that never changes again (the bytes of a `String`).
pub const IMMUTABLE: u32 = 1 << 27;
/// Flag of an array that user code allocated.
pub const USER_ARRAY: u32 = 1 << 28;
/// Flag of an object whose identity hash was given out.
pub const HASHED: u32 = 1 << 29;
/// Lock-word flag: it has been reachable by two threads, at some time on this path.
pub const WAS_ESCAPED: u32 = 1 << 30;
const COUNT_BITS: u32 = 14;
const OWNER_BITS: u32 = 12;
/// Most nested acquisitions of one monitor.
pub const MAX_LOCK_COUNT: u32 = (1 << COUNT_BITS) - 1;
/// Most threads, dead ones included.
pub const MAX_THREADS: usize = (1 << OWNER_BITS) - 1;

/// What [`Heap::pop_undo`] returns to.
#[derive(Clone, Debug)]
struct UndoFrame {
    log: usize,
    top: u32,
    dirty: usize,
}

/// The arena with its log.
pub struct Heap {
    words: Vec<u64>,
    /// Contents of base and eternal region when they were made.
    pristine: Vec<u64>,
    epochs: Vec<u64>,
    epoch: u64,
    last_epoch: u64,
    log_chunks: Vec<u32>,
    log_words: Vec<u64>,
    frames: Vec<UndoFrame>,
    dirty: Vec<u32>,
    is_dirty: Vec<bool>,
    /// Fixed chunks written or undone since somebody looked, and whether a chunk is among them.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    base_end: u32,
    eternal_top: u32,
    dynamic_start: u32,
    /// Objects below exist in every state of the present search: `dynamic_start`, or the end of the frozen prefix.
    prefix_end: u32,
    /// No collection moves what lies below.
    kept_end: u32,
    /// Where the last collection ended, or what was undone since then.
    collected_end: u32,
    /// Contents of the frozen prefix when it was frozen, and how many undo frames were open then.
    prefix: Vec<u64>,
    prefix_depth: usize,
    top: u32,
    limit: u32,
    /// Where allocation becomes slow, so that a collection can be considered.
    soft_end: u32,
    /// Who makes objects: a number that they keep beside their lock word.
    maker: u32,
}

/// The stamp of a chunk whose next write must be noticed: no epoch equals it.
const STALE: u64 = u64::MAX;

impl Heap {
    /// An empty heap that may grow to `limit_words`.
    pub fn new(limit_words: u32) -> Heap {
        Heap {
            words: vec![0; FIRST_WORDS],
            pristine: Vec::new(),
            epochs: vec![0; FIRST_WORDS >> CHUNK_SHIFT],
            epoch: 0,
            last_epoch: 0,
            log_chunks: Vec::new(),
            log_words: Vec::new(),
            frames: Vec::new(),
            dirty: Vec::new(),
            is_dirty: Vec::new(),
            touched: Vec::new(),
            is_touched: Vec::new(),
            base_end: 0,
            eternal_top: 0,
            dynamic_start: 0,
            prefix_end: 0,
            kept_end: 0,
            collected_end: 0,
            prefix: Vec::new(),
            prefix_depth: 0,
            // Address 0 is null, so the first object starts behind it.
            top: CHUNK as u32,
            limit: limit_words,
            soft_end: u32::MAX,
            maker: 0,
        }
    }

    /// Ends boot: what exists now is the base. `eternal_words` are set aside for what is linked later.
    pub fn freeze(&mut self, eternal_words: u32) {
        let align = |w: u32| w.next_multiple_of(CHUNK as u32);
        self.eternal_top = align(self.top);
        self.base_end = self.eternal_top;
        self.dynamic_start = self.eternal_top + align(eternal_words);
        self.prefix_end = self.dynamic_start;
        self.top = self.dynamic_start;
        // The first collection is considered, and put off or done, at once: `Vm::collect_if_due`.
        self.soft_end = self.dynamic_start + (4 << 20);
        self.reserve(self.dynamic_start);
        self.pristine = self.words[..self.eternal_top as usize].to_vec();
        let fixed = (self.dynamic_start >> CHUNK_SHIFT) as usize;
        self.is_dirty = vec![false; fixed];
        self.is_touched = vec![false; fixed];
        // The chunks of eternal objects become stale when these are made.
        self.epochs[..(self.eternal_top >> CHUNK_SHIFT) as usize].fill(STALE);
    }

    /// Fills an empty heap that is not frozen.
    pub fn set_base(&mut self, words: &[u64]) {
        let end = words.len() as u32;
        self.reserve(end);
        self.words[..words.len()].copy_from_slice(words);
        self.top = end;
    }

    fn reserve(&mut self, end: u32) {
        let end = end as usize;
        if end > self.words.len() {
            // By a sixteenth: large blocks grow where they lie, and what is not used yet counts as memory all the same.
            let more = (self.words.len() / 16).max(SMALLEST_GROWTH);
            let len = (end.max(self.words.len() + more) + CHUNK) & !(CHUNK - 1);
            self.words.reserve_exact(len - self.words.len());
            self.words.resize(len, 0);
            self.epochs.resize(len >> CHUNK_SHIFT, 0);
        }
    }

    /// Allocates `words` zeroed words in the dynamic region (or in the base while it is not frozen).
    /// `None` when the heap's limit is reached.
    pub fn allocate(&mut self, words: u32) -> Option<Ref> {
        let start = self.top;
        let end = start.checked_add(words)?;
        if end - self.dynamic_start.min(end) > self.limit {
            return None;
        }
        self.reserve(end);
        self.words[start as usize..end as usize].fill(0);
        self.make(start, end);
        Some(start)
    }

    /// As [`Heap::allocate`], of many words: piece by piece, and asks before each whether to go on.
    ///
    /// # Errors
    /// What `go_on` says.
    pub fn allocate_large<E>(
        &mut self,
        words: u32,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<Option<Ref>, E> {
        let start = self.top;
        let end = match start.checked_add(words) {
            Some(end) if end - self.dynamic_start.min(end) <= self.limit => end,
            Some(_) | None => return Ok(None),
        };
        // Where nothing was is zero already.
        let used = self.words.len().min(end as usize).max(start as usize);
        for piece in self.words[start as usize..used].chunks_mut(LARGE as usize) {
            go_on()?;
            piece.fill(0);
        }
        while self.words.len() < end as usize {
            go_on()?;
            self.reserve(end.min(self.words.len() as u32 + LARGE));
        }
        self.make(start, end);
        Ok(Some(start))
    }

    #[inline(always)]
    fn make(&mut self, start: u32, end: u32) {
        // Chunks that lie wholly above the last undo frame need no saving: truncation undoes them.
        let first_new = ((start as usize) + CHUNK - 1) >> CHUNK_SHIFT;
        let last = ((end as usize) + CHUNK - 1) >> CHUNK_SHIFT;
        if first_new < last {
            self.epochs[first_new..last].fill(self.epoch);
        }
        self.top = end;
    }

    /// As [`Heap::allocate`]; `None` also when a collection is due.
    #[inline(always)]
    pub fn allocate_quick(&mut self, words: u32) -> Option<Ref> {
        if self.top >= self.soft_end {
            None
        } else {
            self.allocate(words)
        }
    }

    /// Whether so much was allocated that a collection is due.
    #[inline(always)]
    pub fn collection_due(&self) -> bool {
        self.top >= self.soft_end
    }

    /// Sets where a collection becomes due; never beyond three quarters of the limit, but for `u32::MAX`: never.
    pub fn set_soft_end(&mut self, end: u32) {
        let most = self.dynamic_start.saturating_add(self.limit / 4 * 3);
        self.soft_end = if end == u32::MAX {
            end
        } else {
            end.min(most).max(self.top.saturating_add(1 << 16))
        };
    }

    /// A collection becomes due after so many words.
    pub fn collect_after(&mut self, words: u32) {
        self.soft_end = self.top.saturating_add(words);
    }

    /// From now on every [`Heap::allocate_quick`] fails, until the soft end is set again.
    pub fn allocate_slowly(&mut self) {
        self.soft_end = 0;
    }

    /// Words of the program's objects at most.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Sets how many words the program's objects may take at most.
    pub fn set_limit(&mut self, words: u32) {
        self.limit = words;
    }

    /// Whether `words` more fit below the limit.
    pub fn has_room(&self, words: u32) -> bool {
        u64::from(self.top - self.dynamic_start) + u64::from(words) <= u64::from(self.limit)
    }

    /// First word of what was allocated since the last undo frame, and is named by no address: all that a collection may move.
    pub fn young_start(&self) -> u32 {
        let top = self.frames.last().map_or(self.dynamic_start, |frame| frame.top);
        top.max(self.prefix_end).max(self.kept_end)
    }

    /// Words that were allocated since the last collection, of those that the next one could move.
    pub fn uncollected(&self) -> u32 {
        self.top - self.young_start().max(self.collected_end)
    }

    /// What there is lies where it lies from now on (`keeps`), or may be moved again.
    pub fn keep(&mut self, keeps: bool) {
        self.kept_end = if keeps { self.top } else { self.dynamic_start };
    }

    /// From now on what is written above `start` is not saved, and nothing that was saved of it is kept: the innermost undo frame is
    /// closed by truncation there.
    pub fn open_young(&mut self, start: u32) {
        let first = (start as usize).div_ceil(CHUNK);
        let end = (self.top as usize).div_ceil(CHUNK);
        if first < end {
            self.epochs[first..end].fill(self.epoch);
        }
        let from = self.frames.last().map_or(0, |frame| frame.log);
        let mut kept = from;
        for at in from..self.log_chunks.len() {
            if (self.log_chunks[at] as usize) < first {
                self.log_chunks[kept] = self.log_chunks[at];
                self.log_words
                    .copy_within(at << CHUNK_SHIFT..(at + 1) << CHUNK_SHIFT, kept << CHUNK_SHIFT);
                kept += 1;
            }
        }
        self.log_chunks.truncate(kept);
        self.log_words.truncate(kept << CHUNK_SHIFT);
    }

    /// Moves an object down to its new place, for a collection.
    pub fn slide(&mut self, from: Ref, to: Ref, words: u32) {
        debug_assert!(to <= from && to >= self.young_start());
        self.words
            .copy_within(from as usize..(from + words) as usize, to as usize);
    }

    /// Gives back everything from `top` on, after a collection.
    pub fn truncate(&mut self, top: Ref) {
        debug_assert!(top >= self.young_start());
        self.top = top;
        self.collected_end = top;
    }

    /// Allocates `words` zeroed words that are never undone; `None` when the region is full.
    pub fn allocate_eternal(&mut self, words: u32) -> Option<Ref> {
        if self.dynamic_start == 0 {
            return self.allocate(words);
        }
        // Chunk by chunk: a chunk that is in the undo log never gains a new object, whose contents undo would lose.
        let start = self.eternal_top;
        let end = start.checked_add(words)?.checked_next_multiple_of(CHUNK as u32)?;
        if end > self.dynamic_start {
            return None;
        }
        self.eternal_top = end;
        self.epochs[(start >> CHUNK_SHIFT) as usize..(end >> CHUNK_SHIFT) as usize].fill(STALE);
        Some(start)
    }

    /// The part of the eternal region that is taken: between 0 and 1.
    pub fn eternal_wear(&self) -> f64 {
        let room = self.dynamic_start.saturating_sub(self.base_end).max(1);
        f64::from(self.eternal_top.saturating_sub(self.base_end)) / f64::from(room)
    }

    /// Writes a word of an eternal object while it is being made: part of its pristine contents.
    pub fn set_pristine(&mut self, word: u32, value: u64) {
        if self.dynamic_start == 0 {
            self.set(word, value);
            return;
        }
        let index = word as usize;
        if self.pristine.len() <= index {
            self.pristine.resize(index + 64, 0);
        }
        self.pristine[index] = value;
        self.words[index] = value;
    }

    /// What a word of a fixed object was when that was made.
    pub fn pristine(&self, word: u32) -> u64 {
        self.pristine.get(word as usize).copied().unwrap_or(0)
    }

    /// The word at `word`.
    #[inline(always)]
    pub fn get(&self, word: u32) -> u64 {
        self.words[word as usize]
    }

    /// `count` words from `word` on.
    #[inline(always)]
    pub fn slice(&self, word: u32, count: u32) -> &[u64] {
        &self.words[word as usize..(word + count) as usize]
    }

    /// Writes a word, saving its chunk for undo at the first write since the last undo frame.
    #[inline(always)]
    pub fn set(&mut self, word: u32, value: u64) {
        let chunk = (word >> CHUNK_SHIFT) as usize;
        if self.epochs[chunk] != self.epoch {
            self.save(chunk);
        }
        self.words[word as usize] = value;
    }

    #[cold]
    fn save(&mut self, chunk: usize) {
        if chunk < self.is_dirty.len() {
            if !self.is_dirty[chunk] {
                self.is_dirty[chunk] = true;
                self.dirty.push(chunk as u32);
            }
            self.touch(chunk);
        }
        let missed = planted(Fault::UndoMissesChunk) && !chunk.is_multiple_of(3) && self.frames.len() > 3;
        if !self.frames.is_empty() && !missed {
            self.log_chunks.push(chunk as u32);
            let start = chunk << CHUNK_SHIFT;
            self.log_words.extend_from_slice(&self.words[start..start + CHUNK]);
        }
        self.epochs[chunk] = self.epoch;
    }

    fn touch(&mut self, chunk: usize) {
        if !self.is_touched[chunk] {
            self.is_touched[chunk] = true;
            self.touched.push(chunk as u32);
        }
    }

    /// A fixed chunk that was written or undone and not asked for since.
    pub fn next_touched(&mut self) -> Option<u32> {
        let chunk = self.touched.pop()?;
        self.is_touched[chunk as usize] = false;
        // Its next write in this undo frame is noticed too.
        self.epochs[chunk as usize] = STALE;
        Some(chunk)
    }

    /// Makes [`Heap::next_touched`] tell all chunks that may differ from their pristine contents.
    pub fn touch_dirty(&mut self) {
        for i in 0..self.dirty.len() {
            self.touch(self.dirty[i] as usize);
        }
    }

    /// Whether a fixed chunk was written since it was made.
    pub fn is_dirty(&self, chunk: u32) -> bool {
        self.is_dirty.get(chunk as usize).copied().unwrap_or(false)
    }

    /// The chunks that were written since the base was frozen, in no order.
    pub fn dirty(&self) -> &[u32] {
        &self.dirty
    }

    /// Opens an undo frame.
    pub fn push_undo(&mut self) {
        self.frames.push(UndoFrame {
            log: self.log_chunks.len(),
            top: self.top,
            dirty: self.dirty.len(),
        });
        self.next_epoch();
    }

    /// Epochs are never used again, also after backtracking: a stale stamp would skip a save.
    fn next_epoch(&mut self) {
        self.last_epoch += 1;
        self.epoch = self.last_epoch;
    }

    /// From now on writes are noticed by [`Heap::written_after`] of the present [`Heap::looked_at`].
    pub fn look(&mut self) {
        self.next_epoch();
    }

    /// The stamp of what is read now, up to the next [`Heap::look`].
    #[inline(always)]
    pub fn looked_at(&self) -> u64 {
        self.epoch - 1
    }

    /// The chunk of a word.
    #[inline(always)]
    pub fn chunk(&self, word: u32) -> u32 {
        word >> CHUNK_SHIFT
    }

    /// The chunks from that of a word on that were written or undone after a stamp.
    pub fn chunks_written_after(&self, stamp: u64, from: u32) -> impl Iterator<Item = u32> + '_ {
        let (first, last) = (self.chunk(from), self.chunk(self.top));
        let written = self
            .epochs
            .iter()
            .enumerate()
            .skip(first as usize)
            .take((last - first) as usize + 1);
        written
            .filter(move |(_, epoch)| **epoch > stamp)
            .map(|(chunk, _)| chunk as u32)
    }

    /// Whether one of the chunks of these words was written or undone after a stamp.
    #[inline(always)]
    pub fn written_after(&self, stamp: u64, word: u32, words: u32) -> bool {
        let first = (word >> CHUNK_SHIFT) as usize;
        let last = ((word + words.max(1) - 1) >> CHUNK_SHIFT) as usize;
        self.epochs[first..=last].iter().any(|epoch| *epoch > stamp)
    }

    /// Returns to the last undo frame and closes it.
    pub fn pop_undo(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.next_epoch();
        let undone = self.epoch;
        while self.log_chunks.len() > frame.log {
            let chunk = self.log_chunks.pop().expect("longer than the mark") as usize;
            let words = self.log_words.len() - CHUNK;
            self.words[chunk << CHUNK_SHIFT..(chunk + 1) << CHUNK_SHIFT].copy_from_slice(&self.log_words[words..]);
            self.log_words.truncate(words);
            if chunk < self.is_touched.len() {
                self.touch(chunk);
            } else {
                self.epochs[chunk] = undone;
            }
        }
        while self.dirty.len() > frame.dirty {
            let chunk = self.dirty.pop().expect("longer than the mark") as usize;
            self.is_dirty[chunk] = false;
        }
        self.top = frame.top;
        self.collected_end = self.collected_end.min(self.top);
        self.kept_end = self.kept_end.min(self.top);
        // The next write to what was undone is saved again.
        self.next_epoch();
        if self.frames.len() < self.prefix_depth {
            self.unfreeze_prefix();
        }
        // The chunk at the top holds words above it that are no longer allocated; they are zeroed on allocation.
    }

    /// Words of the base and eternal regions that differ from their pristine contents, in address order:
    /// `f(word, value)`.
    pub fn for_each_changed(&self, mut f: impl FnMut(u32, u64)) {
        let mut chunks: Vec<u32> = self.dirty.clone();
        chunks.sort_unstable();
        for chunk in chunks {
            self.for_each_changed_in(chunk, &mut f);
        }
    }

    /// The same for one chunk.
    pub fn for_each_changed_in(&self, chunk: u32, mut f: impl FnMut(u32, u64)) {
        let start = (chunk << CHUNK_SHIFT) as usize;
        for word in start..start + CHUNK {
            let offset = word.wrapping_sub(self.dynamic_start as usize);
            let pristine = self.pristine.get(word).or_else(|| self.prefix.get(offset));
            if self.words[word] != pristine.copied().unwrap_or(0) {
                f(word as u32, self.words[word]);
            }
        }
    }

    /// Whether the reference lies in the base or eternal region: it exists in every state.
    #[inline(always)]
    pub fn is_fixed(&self, r: Ref) -> bool {
        r < self.dynamic_start
    }

    /// Whether the reference lies in the base: it is the same object after every boot of one JDK.
    #[inline(always)]
    pub fn is_base(&self, r: Ref) -> bool {
        r < self.base_end
    }

    /// Whether the boot has ended.
    pub fn is_frozen(&self) -> bool {
        self.dynamic_start != 0
    }

    /// Whether the object exists in every state of the present search: it is fixed, or in the frozen prefix.
    #[inline(always)]
    pub fn is_named(&self, r: Ref) -> bool {
        r < self.prefix_end
    }

    /// First word of the objects that come and go in the present search.
    pub fn prefix_end(&self) -> u32 {
        self.prefix_end
    }

    /// Whether there is a frozen prefix.
    pub fn has_frozen_prefix(&self) -> bool {
        self.prefix_depth > 0
    }

    /// Takes the program's objects so far for part of every state, until the innermost undo frame is closed.
    pub fn freeze_prefix(&mut self) {
        debug_assert!(!self.has_frozen_prefix() && !self.frames.is_empty());
        self.top = self.top.next_multiple_of(CHUNK as u32);
        self.reserve(self.top);
        self.prefix_end = self.top;
        self.prefix_depth = self.frames.len();
        self.prefix = self.words[self.dynamic_start as usize..self.top as usize].to_vec();
        let end = (self.top >> CHUNK_SHIFT) as usize;
        let start = self.is_dirty.len();
        self.is_dirty.resize(end, false);
        self.is_touched.resize(end, false);
        self.epochs[start..end].fill(STALE);
    }

    fn unfreeze_prefix(&mut self) {
        let end = (self.dynamic_start >> CHUNK_SHIFT) as usize;
        self.prefix_end = self.dynamic_start;
        self.prefix_depth = 0;
        self.prefix = Vec::new();
        self.dirty.retain(|chunk| (*chunk as usize) < end);
        self.touched.retain(|chunk| (*chunk as usize) < end);
        self.is_dirty.truncate(end);
        self.is_touched.truncate(end);
    }

    /// First word of the dynamic region.
    pub fn dynamic_start(&self) -> u32 {
        self.dynamic_start
    }

    /// First free word.
    pub fn top(&self) -> u32 {
        self.top
    }

    /// Bytes held by the arena and the log.
    pub fn memory(&self) -> u64 {
        (self.words.capacity() * 8 + self.log_words.capacity() * 8 + self.epochs.capacity() * 8) as u64
    }

    // --- headers: word 0 = class (low) and length (high); word 1 = lock word (low) and who made it (high) ---

    /// Class index of an object.
    #[inline(always)]
    pub fn class(&self, r: Ref) -> u32 {
        self.get(r) as u32
    }

    /// Length of an array.
    #[inline(always)]
    pub fn length(&self, r: Ref) -> u32 {
        (self.get(r) >> 32) as u32
    }

    /// Writes class and length of a new object.
    pub fn set_header(&mut self, r: Ref, class: u32, length: u32) {
        self.set(r, u64::from(class) | u64::from(length) << 32);
        if self.maker != 0 && r >= self.dynamic_start {
            self.set(r + 1, u64::from(self.maker) << 32);
        }
    }

    /// Sets the maker that new objects keep; 0 for none.
    pub fn set_maker(&mut self, maker: u32) {
        self.maker = maker;
    }

    /// The maker of an object; 0 for none.
    pub fn maker(&self, r: Ref) -> u32 {
        (self.get(r + 1) >> 32) as u32
    }

    /// Owner (thread index + 1, 0 for none), count and flags.
    #[inline(always)]
    pub fn lock_word(&self, r: Ref) -> u32 {
        self.get(r + 1) as u32
    }

    /// Writes the lock word.
    pub fn set_lock_word(&mut self, r: Ref, value: u32) {
        self.set(r + 1, self.get(r + 1) & !u64::from(u32::MAX) | u64::from(value));
    }

    /// Owner of the monitor: a thread index, and how often it holds it.
    #[inline(always)]
    pub fn monitor(&self, r: Ref) -> Option<(usize, u32)> {
        let word = self.lock_word(r);
        let owner = (word >> COUNT_BITS) & ((1 << OWNER_BITS) - 1);
        (owner != 0).then(|| (owner as usize - 1, word & MAX_LOCK_COUNT))
    }

    /// Sets owner and count; `None` releases.
    pub fn set_monitor(&mut self, r: Ref, held: Option<(usize, u32)>) {
        let flags = self.lock_word(r) & !((1 << (OWNER_BITS + COUNT_BITS)) - 1);
        let lock = match held {
            Some((owner, count)) => (owner as u32 + 1) << COUNT_BITS | count,
            None => 0,
        };
        self.set_lock_word(r, flags | lock);
    }

    /// Whether a flag is set.
    #[inline(always)]
    pub fn flag(&self, r: Ref, flag: u32) -> bool {
        self.lock_word(r) & flag != 0
    }

    /// Sets or clears a flag.
    pub fn set_flag(&mut self, r: Ref, flag: u32, on: bool) {
        let word = self.lock_word(r);
        let flag = if flag == ESCAPED && on {
            ESCAPED | WAS_ESCAPED
        } else {
            flag
        };
        let new = if on { word | flag } else { word & !flag };
        if new != word {
            self.set_lock_word(r, new);
        }
    }

    // --- packed array elements; `at` is a byte address: reference * 8 + offset ---

    /// Reads `1 << log2` bytes, zero-extended. The address is a multiple of that size.
    #[inline(always)]
    pub fn read(&self, at: u64, log2: u32) -> u64 {
        let word = self.words[(at >> 3) as usize];
        match log2 {
            3 => word,
            2 => (word >> ((at & 4) * 8)) & 0xffff_ffff,
            1 => (word >> ((at & 6) * 8)) & 0xffff,
            _ => (word >> ((at & 7) * 8)) & 0xff,
        }
    }

    /// Writes `1 << log2` bytes. The address is a multiple of that size.
    #[inline(always)]
    pub fn write(&mut self, at: u64, log2: u32, value: u64) {
        let word = (at >> 3) as u32;
        let (shift, mask) = match log2 {
            3 => (0, u64::MAX),
            2 => ((at & 4) * 8, 0xffff_ffff),
            1 => ((at & 6) * 8, 0xffff),
            _ => ((at & 7) * 8, 0xff),
        };
        let old = self.words[word as usize];
        self.set(word, (old & !(mask << shift)) | (value & mask) << shift);
    }
}
