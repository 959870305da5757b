import java.util.concurrent.LinkedBlockingDeque;

public class LastElementIsStolen {
    public static void main(String[] args) {
        LinkedBlockingDeque<String> jobs = new LinkedBlockingDeque<>();
        jobs.add("only");
        new Thread(() -> {
            jobs.pollLast();
        }).start();
        if (!jobs.isEmpty()) {
            jobs.removeFirst(); //~ uncaught-exception "NoSuchElementException"
        }
    }
}
