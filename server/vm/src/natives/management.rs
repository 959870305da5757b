//! What `java.lang.management` needs to come up: a machine without garbage collectors, memory pools or diagnostic commands.
//!
//! Constants only, and an assumption that a verdict lists (`stub-mxbeans`). What looks at threads, memory, loaded classes or time is not modelled, by name.

use super::{NativeCall, NativeResult, Row, boolean, int, long, nothing, reference};

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "sun/management/VMManagementImpl",
        &[
            // Asked first, whatever follows.
            ("getVersion0", "", |c| {
                c.vm.used.stub_mxbeans = true;
                c.return_text("4.0")
            }),
            // Says which optional questions can be asked.
            ("initOptionalSupportFields", "", supported),
            ("isThreadContentionMonitoringEnabled", "", |_| boolean(false)),
            ("isThreadCpuTimeEnabled", "", |_| boolean(false)),
            ("isThreadAllocatedMemoryEnabled", "", |_| boolean(false)),
            ("getVerboseClass", "", |_| boolean(false)),
            ("getVerboseGC", "", |_| boolean(false)),
            ("getProcessId", "", |_| int(4711)),
            ("getVmArguments0", "", |c| empty(c, "java/lang/String")),
            ("getStartupTime", "", |_| long(0)),
            ("getAvailableProcessors", "", super::nondeterminism::processors),
        ],
    ),
    (
        "sun/management/MemoryImpl",
        &[
            ("getMemoryPools0", "", |c| {
                empty(c, "java/lang/management/MemoryPoolMXBean")
            }),
            ("getMemoryManagers0", "", |c| {
                empty(c, "java/lang/management/MemoryManagerMXBean")
            }),
            ("setVerboseGC", "", nothing),
        ],
    ),
    ("sun/management/ClassLoadingImpl", &[("setVerboseClass", "", nothing)]),
    (
        "com/sun/management/internal/DiagnosticCommandImpl",
        &[
            ("setNotificationEnabled", "", nothing),
            ("getDiagnosticCommands", "", |c| empty(c, "java/lang/String")),
            ("getDiagnosticCommandInfo", "", |c| {
                empty(c, "com/sun/management/internal/DiagnosticCommandInfo")
            }),
        ],
    ),
    (
        "com/sun/management/internal/Flag",
        &[
            ("initialize", "", nothing),
            ("getAllFlagNames", "", |c| empty(c, "java/lang/String")),
            ("getFlags", "", |_| int(0)),
            ("getInternalFlagCount", "", |_| int(0)),
        ],
    ),
    // No container: nobody reads its files.
    (
        "jdk/internal/platform/CgroupMetrics",
        &[("isUseContainerSupport", "", |_| boolean(false))],
    ),
    (
        "jdk/internal/platform/cgroupv1/Metrics",
        &[("isUseContainerSupport", "", |_| boolean(false))],
    ),
    (
        "com/sun/management/internal/OperatingSystemImpl",
        &[("initialize0", "", nothing)],
    ),
    // Of Java 8.
    (
        "sun/management/OperatingSystemImpl",
        &[("initialize", "", nothing), ("initialize0", "", nothing)],
    ),
    (
        "sun/management/DiagnosticCommandImpl",
        &[
            ("setNotificationEnabled", "", nothing),
            ("getDiagnosticCommands", "", |c| empty(c, "java/lang/String")),
            ("getDiagnosticCommandInfo", "", |c| {
                empty(c, "sun/management/DiagnosticCommandInfo")
            }),
        ],
    ),
    (
        "sun/management/Flag",
        &[
            ("initialize", "", nothing),
            ("getAllFlagNames", "", |c| empty(c, "java/lang/String")),
            ("getFlags", "", |_| int(0)),
            ("getInternalFlagCount", "", |_| int(0)),
        ],
    ),
];

fn empty(c: &mut NativeCall<'_>, component: &str) -> NativeResult {
    reference(c.vm.new_reference_array(component, &[])?)
}

/// What HotSpot supports on every machine: whoever asks beforehand gets its answer, and what is asked then is not modelled, by name.
fn supported(c: &mut NativeCall<'_>) -> NativeResult {
    const SUPPORTED: &[&str] = &[
        "compTimeMonitoringSupport",
        "threadContentionMonitoringSupport",
        "currentThreadCpuTimeSupport",
        "otherThreadCpuTimeSupport",
        "objectMonitorUsageSupport",
        "synchronizerUsageSupport",
        "threadAllocatedMemorySupport",
    ];
    let class = c.method.class();
    for field in SUPPORTED {
        c.vm.set_static_field(class, field, 1);
    }
    nothing(c)
}
