// Without the boundary before `first` nobody comes between it and what was done before.
public class NeverRelevantCallHidesTheLock {
    //@ set: vm.por.attributes=NeverRelevantCallHidesTheLock.first=never
    static volatile int steps;
    static int held;

    static synchronized void first() {
        held = 1;
    }

    static synchronized void other() {
        held = 2;
    }

    public static void main(String[] args) {
        new Thread(NeverRelevantCallHidesTheLock::other).start();
        steps = 1;
        first();
    }
}
