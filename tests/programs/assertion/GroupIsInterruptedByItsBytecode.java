//@ jdk: 8 to 17
//@ set: jdk.atomic=false
//@ set: debug.machine-steps=false
// As LateComerIsInterruptedWithItsGroup, where no operation of a thread is one step.
public class GroupIsInterruptedByItsBytecode {
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup outer = new ThreadGroup("outer");
        ThreadGroup inner = new ThreadGroup(outer, "inner");
        Thread late = new Thread(inner, () -> {
            assert !Thread.currentThread().isInterrupted(); //~ assertion-failure
        });
        new Thread(outer, () -> {
            if (Thread.currentThread().isInterrupted()) {
                late.start();
            }
        }).start();
        outer.interrupt();
    }
}
