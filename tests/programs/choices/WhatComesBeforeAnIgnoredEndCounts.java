//@ assumes: ignored-paths
import dropwire.Verify;

public class WhatComesBeforeAnIgnoredEndCounts {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert false; //~ assertion-failure
        });
        other.start();
        other.join();
        Verify.ignoreIf(Verify.getBoolean());
    }
}
