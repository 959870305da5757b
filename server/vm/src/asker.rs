//! Who asks: on whose behalf a thread runs a method of the JDK.

use crate::image::class::Method;
use crate::rules;
use crate::thread::ThreadId;
use crate::vm::Vm;

impl Vm {
    /// The method for which a thread runs what is on top of its stack: the first that neither carries out the call of another one, as reflection
    /// and method handles do, nor passes on what it is asked. None inside a static initialiser of the JDK, whose result is for all who come later.
    pub(crate) fn asker(
        &self,
        thread: ThreadId,
        passes_on: impl Fn(&'static Method) -> bool,
    ) -> Option<&'static Method> {
        self.thread(thread)
            .frames()
            .map(|(_, method, _)| self.image.method(method))
            .take_while(|method| method.name != "<clinit>" || method.class().is_user())
            .find(|method| !carries_out_a_call(method) && !passes_on(method))
    }

    /// Whether the user's code asks, by itself or through what passes it on.
    pub(crate) fn is_user_behind(&self, thread: ThreadId, passes_on: impl Fn(&'static Method) -> bool) -> bool {
        self.asker(thread, passes_on)
            .is_some_and(|method| method.class().is_user())
    }
}

/// Whether a method calls what another one names, and does nothing else.
pub(crate) fn carries_out_a_call(method: &Method) -> bool {
    let class = method.class();
    method.code.get().is_some_and(|code| code.internal)
        || rules::carries_out_calls(class.name, method.name)
        || crate::generate::is_bridge(class)
}
