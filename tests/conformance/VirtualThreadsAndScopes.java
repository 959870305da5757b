//@ jdk: 21
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class VirtualThreadsAndScopes {
    static int shared;

    public static void main(String[] args) throws Exception {
        Thread v = Thread.startVirtualThread(() -> System.out.println("virtual " + Thread.currentThread().isVirtual() + " " + Thread.currentThread().isDaemon()));
        v.join();
        Thread named = Thread.ofVirtual().name("worker-", 1).start(() -> System.out.println(Thread.currentThread().getName()));
        System.out.println(named.join(Duration.ofSeconds(5)) + " " + named.getState() + " " + named.isAlive() + " " + named.getThreadGroup().getName());
        Thread unstarted = Thread.ofPlatform().name("plat").daemon(true).priority(7).unstarted(() -> {});
        System.out.println(unstarted.getName() + unstarted.isDaemon() + unstarted.getPriority() + unstarted.isVirtual());
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                int n = i;
                all.add(executor.submit(() -> {
                    Thread.sleep(1);
                    return n * n;
                }));
            }
            int sum = 0;
            for (Future<Integer> f : all) sum += f.get();
            System.out.println(sum + " " + all.get(3).resultNow() + " " + all.get(4).state());
        }
        ReentrantLock lock = new ReentrantLock();
        AtomicInteger monitor = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) threads.add(Thread.ofVirtual().start(() -> {
            lock.lock();
            try {
                shared++;
            } finally {
                lock.unlock();
            }
            synchronized (monitor) {
                monitor.incrementAndGet();
            }
        }));
        for (Thread t : threads) t.join();
        System.out.println(shared + " " + monitor);
        Thread sleeper = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        sleeper.interrupt();
        sleeper.join();
        BlockingQueue<String> queue = new SynchronousQueue<>();
        Thread.startVirtualThread(() -> {
            try {
                queue.put("handed over");
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        System.out.println(queue.take());
        ThreadLocal<String> local = new ThreadLocal<>();
        local.set("main");
        Thread.ofVirtual().start(() -> System.out.println(local.get())).join();
        Thread dies = Thread.ofVirtual().uncaughtExceptionHandler((t, e) -> System.out.println("died: " + e.getMessage())).start(() -> {
            throw new IllegalStateException("in virtual");
        });
        dies.join();
        System.out.println(new TreeMap<>(Map.of(1, 2)).firstEntry() + " " + List.of(1, 2).reversed() + new LinkedHashSet<>(List.of(1, 2)).getFirst() + "ab".splitWithDelimiters("b", 2).length + Math.clamp(5L, 1, 3));
    }
}
