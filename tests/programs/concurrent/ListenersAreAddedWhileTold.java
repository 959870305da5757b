import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

public class ListenersAreAddedWhileTold {
    public static void main(String[] args) throws InterruptedException {
        List<Runnable> listeners = new CopyOnWriteArrayList<>();
        AtomicInteger told = new AtomicInteger();
        listeners.add(told::incrementAndGet);
        Thread other = new Thread(() -> listeners.add(told::incrementAndGet));
        other.start();
        for (Runnable listener : listeners) {
            listener.run();
        }
        other.join();
        assert listeners.size() == 2 && told.get() >= 1;
    }
}
