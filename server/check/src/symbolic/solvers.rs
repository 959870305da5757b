//! Who decides path conditions.

use dropwire_symbolic::{BitBlaster, Cached, InTurn};
use dropwire_vm::VmError;

use super::options::{SolverChoice, SymbolicOptions};
use crate::options::Budget;

/// The solvers that the options ask for, behind one that keeps answers.
///
/// # Errors
/// The options ask for z3 alone, and the caller has none.
pub(super) fn solver(options: &SymbolicOptions, budget: &mut dyn Budget) -> Result<Cached<InTurn>, VmError> {
    let solvers = match options.solver {
        SolverChoice::BuiltIn => InTurn::new(Some(built_in(options, budget)), None),
        SolverChoice::Both => InTurn::new(Some(built_in(options, budget)), budget.z3(options.z3_time_ms)),
        SolverChoice::Z3 => {
            let z3 = budget.z3(options.z3_time_ms).ok_or_else(no_z3)?;
            InTurn::new(None, Some(z3))
        }
    };
    Ok(Cached::new(solvers))
}

fn built_in(options: &SymbolicOptions, budget: &dyn Budget) -> BitBlaster {
    let mut solver = BitBlaster::with_budget(options.conflicts);
    let cancellation = budget.cancellation();
    solver.stop_when(move || cancellation.is_cancelled());
    solver
}

fn no_z3() -> VmError {
    VmError::Class(
        "there is no z3 on the PATH, and symbolic.solver=z3 asks for one; install z3, or set symbolic.solver to both or built-in"
            .into(),
    )
}
