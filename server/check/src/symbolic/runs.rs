//! A run of calls as long as it has one way on.

use dropwire_vm::{Allowed, Choice, Vm, VmError};

/// How a run ended that was followed as long as it had one way on.
pub(super) enum RunEnd {
    /// At the end of the program.
    Over,
    /// Where other threads can move too, or a choice has several ways.
    SeveralWays,
    /// After many steps.
    Endless,
}

/// Steps of the main thread after which a run is not followed any more. Each one but the last is 20,000 jumps long.
const LONGEST: u64 = 50;

/// Runs what has been started, as long as it has one way on.
pub(super) fn go(vm: &mut Vm) -> Result<RunEnd, VmError> {
    let allowed = Allowed {
        spurious: false,
        timeouts_always: false,
    };
    vm.begin(true)?;
    let mut choices: Vec<Choice> = Vec::new();
    for _ in 0..LONGEST {
        if vm.is_multithreaded() {
            return Ok(RunEnd::SeveralWays);
        }
        if vm.path.facts.exited.is_some() || !vm.live().any(|thread| !vm.thread(thread).daemon) {
            return Ok(RunEnd::Over);
        }
        choices.clear();
        vm.choices(allowed, &mut choices);
        let [choice] = choices[..] else {
            // A thread alone that cannot move is a finding of the check with these inputs.
            return Ok(match choices.is_empty() {
                true => RunEnd::Over,
                false => RunEnd::SeveralWays,
            });
        };
        if vm.ways(choice) > 1 {
            return Ok(RunEnd::SeveralWays);
        }
        vm.step(choice)?;
    }
    Ok(RunEnd::Endless)
}
