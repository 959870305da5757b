//! Who decides path conditions.

use dropwire_symbolic::{BitBlaster, Cached, InTurn};
use dropwire_vm::VmError;

use super::options::{SolverChoice, SymbolicOptions};
use crate::facts::reason::AskedZ3;
use crate::options::Budget;

/// Conflicts after which z3 is asked, where there is one: less than a second.
const SOON: u64 = 2_000;

/// The solvers that the options ask for, behind one that keeps answers.
///
/// # Errors
/// The options ask for z3 alone, and the caller has none.
pub(super) fn solver(options: &SymbolicOptions, budget: &mut dyn Budget) -> Result<Cached<InTurn>, VmError> {
    let z3 = match options.solver {
        SolverChoice::BuiltIn => None,
        SolverChoice::Both => budget.z3(options.z3_time_ms),
        SolverChoice::Z3 => Some(budget.z3(options.z3_time_ms).ok_or_else(no_z3)?),
    };
    let built_in = |conflicts: u64| built_in(conflicts, budget);
    let solvers = match (options.solver, z3) {
        (SolverChoice::Z3, z3) => InTurn::new(None, z3),
        (SolverChoice::BuiltIn | SolverChoice::Both, None) => InTurn::new(Some(built_in(options.conflicts)), None),
        (SolverChoice::BuiltIn | SolverChoice::Both, z3) if options.conflicts <= SOON => {
            InTurn::new(Some(built_in(options.conflicts)), z3)
        }
        (SolverChoice::BuiltIn | SolverChoice::Both, z3) => {
            InTurn::new(Some(built_in(SOON)), z3).and_then(built_in(options.conflicts))
        }
    };
    Ok(Cached::new(solvers))
}

/// Whether z3 was asked where the built-in solver did not know.
pub(super) fn asked_z3(options: &SymbolicOptions, solvers: &InTurn) -> AskedZ3 {
    match options.solver {
        SolverChoice::BuiltIn => AskedZ3::NotAllowed,
        SolverChoice::Z3 | SolverChoice::Both if solvers.has_other() => AskedZ3::Asked,
        SolverChoice::Z3 | SolverChoice::Both => AskedZ3::Missing,
    }
}

fn built_in(conflicts: u64, budget: &dyn Budget) -> BitBlaster {
    let mut solver = BitBlaster::with_budget(conflicts);
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
