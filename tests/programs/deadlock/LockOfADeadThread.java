import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class LockOfADeadThread {
    static final Lock GATE = new ReentrantLock();

    static int parse(String text) {
        GATE.lock(); //~ deadlock "GATE, held by reader, which has ended"
        int number = Integer.parseInt(text); //~ uncaught-exception
        GATE.unlock();
        return number;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> parse("x"), "reader");
        reader.start();
        reader.join();
        parse("1");
    }
}
