//! A check of one target that somebody else than the command line asks for: the debugger, an agent.

use dropwire_check::Report;

use super::check::FreshWorkers;
use super::options::CheckOptions;
use super::plan::{self, Plan};
use super::session::Session;
use crate::engine::JdkInfo;
use crate::worker::control::Control;
use crate::worker::protocol::{CheckRequest, Setup, limit_ms};
use crate::worker::verify::{News, verify};

/// What came of it, and what it was.
pub(super) struct Verification {
    /// The answer; its confirmed findings have been replayed.
    pub(super) report: Report,
    /// What ran. Classes that were compiled for it live as long as this.
    pub(super) plan: Plan,
    /// JDK and class path.
    pub(super) setup: Setup,
    /// The configuration.
    pub(super) session: Session,
    /// The JDK.
    pub(super) jdk: JdkInfo,
}

/// Checks the target of some options. `progress` hears the number of states.
///
/// # Errors
/// A sentence: nothing ran.
pub(super) fn verified(
    options: &CheckOptions,
    control: &Control,
    progress: &mut dyn FnMut(u64),
) -> Result<Verification, String> {
    let [target, args @ ..] = options.target.as_slice() else {
        return Err("no target is named".into());
    };
    let mut session = Session::open(&options.common, Some(target))?;
    session.apply_check(options)?;
    let jdk = session.jdk()?;
    let plan = plan::named(&session, target, args, &jdk)?;
    let settings = &session.config.settings;
    let setup = Setup {
        jdk: jdk.home.clone(),
        class_path: plan.class_path.clone(),
    };
    let request = CheckRequest {
        setup: setup.clone(),
        class: plan.class.clone(),
        args: plan.args.clone(),
        options: plan.options(&session),
        time_limit_ms: limit_ms(settings.time),
        early: false,
        origin: plan.origin(&jdk).hash(),
    };
    let report = verify(&request, &FreshWorkers, control, &mut |news| match news {
        News::Progress(statistics) => progress(statistics.states),
        News::Found(_) => {}
    })
    .report;
    Ok(Verification {
        report,
        plan,
        setup,
        session,
        jdk,
    })
}
