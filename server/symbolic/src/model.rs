//! Values of inputs.

/// Values of inputs, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model(Vec<u64>);

impl Model {
    /// These values.
    pub fn of(values: impl IntoIterator<Item = u64>) -> Model {
        Model(values.into_iter().collect())
    }

    /// The value of an input; 0 where nothing asks for another one.
    pub fn value(&self, number: u32) -> u64 {
        self.0.get(number as usize).copied().unwrap_or(0)
    }

    /// Says the value of an input.
    pub fn set(&mut self, number: u32, value: u64) {
        let at = number as usize;
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        self.0[at] = value;
    }
}
