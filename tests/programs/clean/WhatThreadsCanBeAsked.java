import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

// What a virtual machine supports is supported here; what is not modelled says so when it is asked.
public class WhatThreadsCanBeAsked {
    public static void main(String[] args) throws InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Thread other = new Thread(() -> {
            assert threads.isSynchronizerUsageSupported() && threads.isObjectMonitorUsageSupported();
        });
        other.start();
        assert threads.isCurrentThreadCpuTimeSupported() && threads.isThreadContentionMonitoringSupported();
        other.join();
    }
}
