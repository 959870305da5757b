//@ jdk: 11
public class WorkerForgetsToSayItIsDone {
    static volatile boolean done;

    public static void main(String[] args) {
        new Thread(() -> {
            if (args.length > 0) {
                done = true;
            }
        }).start();
        while (!done) Thread.onSpinWait(); //~ infinite-loop
    }
}
