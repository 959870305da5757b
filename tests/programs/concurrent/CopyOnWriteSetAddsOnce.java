import java.util.concurrent.CopyOnWriteArraySet;

public class CopyOnWriteSetAddsOnce {
    public static void main(String[] args) throws InterruptedException {
        CopyOnWriteArraySet<String> names = new CopyOnWriteArraySet<>();
        boolean[] won = new boolean[1];
        Thread other = new Thread(() -> won[0] = names.add("ann"));
        other.start();
        boolean mine = names.add("ann");
        other.join();
        assert mine != won[0] && names.size() == 1;
    }
}
