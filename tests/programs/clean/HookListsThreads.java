import java.util.HashSet;
import java.util.Set;

// While a hook runs, DestroyJavaVM waits for it, with an id and a group as all threads that live.
public class HookListsThreads {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            Set<Long> ids = new HashSet<>();
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                assert thread.getThreadGroup().getMaxPriority() > 0;
                assert thread.getId() > 0 && ids.add(thread.getId());
            }
        }));
    }
}
