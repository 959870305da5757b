//@ cases
//@ jdk: 17
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

public class MachineCases {
    volatile int counted;

    public static void main(String[] args) throws Exception {
        Cases.run(MachineCases.class);
    }

    private static void inThread(Cases.Body body) throws InterruptedException {
        Thread t = new Thread(() -> Cases.attempt(body));
        t.start();
        t.join();
    }

    static void statesOfThreads() throws Exception {
        Thread t = new Thread(() -> { }, "named");
        Object before = t.getState();
        t.start();
        t.join();
        Cases.show(before, t.getState(), t.isAlive(), t.getName(), t.isDaemon(), t.getPriority(), t.getThreadGroup(), t.isInterrupted());
        Cases.attempt(() -> {
            t.start();
            return 0;
        });
        Cases.attempt(() -> {
            new Thread().setPriority(11);
            return 0;
        });
        Cases.attempt(() -> {
            Thread.currentThread().setDaemon(true);
            return 0;
        });
        Cases.attempt(() -> {
            Thread.sleep(-1);
            return 0;
        });
    }

    static void interruptions() throws Exception {
        Thread.currentThread().interrupt();
        Cases.attempt(() -> {
            Thread.sleep(1000);
            return 0;
        });
        Cases.show(Thread.interrupted());
        Thread.currentThread().interrupt();
        Cases.attempt(() -> new Semaphore(0).tryAcquire(5, TimeUnit.SECONDS));
        Thread.currentThread().interrupt();
        LockSupport.park();
        Cases.show(Thread.interrupted(), Thread.interrupted());
        inThread(() -> {
            Thread.currentThread().interrupt();
            synchronized (MachineCases.class) {
                MachineCases.class.wait();
            }
            return 0;
        });
    }

    static void handlersOfUncaught() throws Exception {
        Thread t = new Thread(() -> {
            throw new IllegalStateException("in thread");
        });
        t.setUncaughtExceptionHandler((thread, e) -> Cases.show("handled", e));
        t.start();
        t.join();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> Cases.show("default", e));
        Thread u = new Thread(() -> {
            throw new Error("other");
        });
        u.start();
        u.join();
        Thread.setDefaultUncaughtExceptionHandler(null);
        ThreadGroup g = new ThreadGroup("mine") {
            @Override
            public void uncaughtException(Thread thread, Throwable e) {
                Cases.show("group", getName(), e);
            }
        };
        Thread v = new Thread(g, () -> Cases.show(1 / Integer.parseInt("0")));
        v.start();
        v.join();
    }

    static void threadLocals() throws Exception {
        ThreadLocal<List<Integer>> local = ThreadLocal.withInitial(ArrayList::new);
        InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>() {
            @Override
            protected String childValue(String parent) {
                return parent + "'s child";
            }
        };
        local.get().add(1);
        inherited.set("main");
        inThread(() -> local.get() + inherited.get());
        local.remove();
        Cases.show(local.get(), inherited.get());
    }

    static void timers() throws Exception {
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(3);
        Timer timer = new Timer("ticker", true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                log.add("once");
                done.countDown();
            }
        }, 40);
        timer.scheduleAtFixedRate(new TimerTask() {
            int n;

            @Override
            public void run() {
                log.add("tick " + n);
                done.countDown();
                if (++n == 2) cancel();
            }
        }, 1, 5);
        done.await();
        timer.cancel();
        Cases.show(log);
        Cases.attempt(() -> {
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                }
            }, 1);
            return 0;
        });
    }

    static void futures() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Integer> good = pool.submit(() -> 6 * 7), bad = pool.submit(() -> Integer.parseInt("x"));
        Cases.show(good.get(), good.isDone(), good.isCancelled());
        Cases.attempt(bad::get);
        CountDownLatch never = new CountDownLatch(1);
        Future<?> stuck = pool.submit(() -> {
            never.await();
            return 0;
        });
        Cases.attempt(() -> stuck.get(5, TimeUnit.MILLISECONDS));
        Cases.show(stuck.cancel(true), stuck.isCancelled());
        Cases.attempt(stuck::get);
        pool.shutdown();
        Cases.show(pool.awaitTermination(5, TimeUnit.SECONDS), pool.isTerminated());
        try {
            pool.submit(() -> 1);
        } catch (java.util.concurrent.RejectedExecutionException e) {
            Cases.show("rejected");
        }
        FutureTask<String> task = new FutureTask<>(() -> "ran");
        task.run();
        task.run();
        Cases.show(task.get(), task.cancel(false));
    }

    static void completableFutures() throws Exception {
        CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> 20);
        Cases.show(f.thenApply(n -> n + 1).thenCombine(CompletableFuture.completedFuture(2), (a, b) -> a * b).get(), f.thenCompose(n -> CompletableFuture.supplyAsync(() -> n * 3)).join(), CompletableFuture.anyOf(CompletableFuture.completedFuture("any"), new CompletableFuture<>()).join());
        CompletableFuture<Integer> bad = f.thenApply(n -> n / (n - 20));
        Cases.attempt(bad::get);
        Cases.attempt(bad::join);
        Cases.show(bad.exceptionally(e -> e.getCause() instanceof ArithmeticException ? -1 : -2).join(), bad.handle((n, e) -> n + " " + (e != null)).join(), bad.isCompletedExceptionally(), bad.whenComplete((n, e) -> { }).isCompletedExceptionally());
        CompletableFuture<String> never = new CompletableFuture<>();
        Cases.attempt(() -> never.get(1, TimeUnit.MILLISECONDS));
        Cases.attempt(() -> never.orTimeout(1, TimeUnit.MILLISECONDS).join());
        Cases.show(new CompletableFuture<String>().completeOnTimeout("late", 1, TimeUnit.MILLISECONDS).join(), never.completeExceptionally(new Error()), CompletableFuture.allOf(f, f).thenApply(v -> "all").join());
        CompletableFuture<String> cancelled = new CompletableFuture<>();
        cancelled.cancel(true);
        Cases.attempt(cancelled::join);
        Cases.show(cancelled.isCancelled(), never.getNow(null) == null ? 0 : 1);
    }

    static void forkJoin() throws Exception {
        class Sum extends RecursiveTask<Long> {
            final int from, to;

            Sum(int from, int to) {
                this.from = from;
                this.to = to;
            }

            @Override
            protected Long compute() {
                if (to - from < 50) {
                    long sum = 0;
                    for (int i = from; i < to; i++) sum += 1000 / (i == 777 ? 0 : 1) + i;
                    return sum;
                }
                Sum left = new Sum(from, (from + to) / 2);
                left.fork();
                return new Sum((from + to) / 2, to).compute() + left.join();
            }
        }
        ForkJoinPool pool = new ForkJoinPool(3);
        Cases.show(pool.invoke(new Sum(0, 700)), pool.submit(new Sum(0, 10)).get(), pool.getParallelism());
        Cases.attempt(() -> pool.invoke(new Sum(700, 800)) instanceof Long);
        pool.shutdown();
        Cases.show(pool.awaitTermination(5, TimeUnit.SECONDS));
    }

    static void locks() throws Exception {
        ReentrantLock lock = new ReentrantLock(true);
        lock.lock();
        lock.lock();
        Cases.show(lock.getHoldCount(), lock.isFair(), lock.isHeldByCurrentThread(), lock.isLocked());
        inThread(() -> lock.tryLock() + " " + lock.tryLock(1, TimeUnit.MILLISECONDS));
        lock.unlock();
        lock.unlock();
        Cases.attempt(() -> {
            lock.unlock();
            return 0;
        });
        Cases.attempt(() -> {
            lock.newCondition().await();
            return 0;
        });
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        rw.readLock().lock();
        Cases.show(rw.writeLock().tryLock(), rw.getReadLockCount(), rw.isWriteLocked());
        inThread(() -> rw.readLock().tryLock());
        StampedLock stamped = new StampedLock();
        long stamp = stamped.tryOptimisticRead();
        Cases.show(stamped.validate(stamp), stamped.tryConvertToWriteLock(stamp) != 0, stamped.validate(stamp), stamped.isWriteLocked(), stamped.tryReadLock());
        Cases.attempt(() -> {
            stamped.unlockRead(5);
            return 0;
        });
    }

    static void synchronizers() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> Cases.show("met"));
        Thread t = new Thread(() -> {
            try {
                barrier.await();
            } catch (Exception e) {
                Cases.show(e);
            }
        });
        t.start();
        barrier.await();
        t.join();
        Cases.attempt(() -> barrier.await(1, TimeUnit.MILLISECONDS));
        Cases.show(barrier.isBroken(), barrier.getNumberWaiting());
        Semaphore s = new Semaphore(2);
        s.acquire();
        Cases.show(s.tryAcquire(2), s.availablePermits(), s.drainPermits(), new CountDownLatch(0).await(1, TimeUnit.DAYS));
        Cases.attempt(() -> new CountDownLatch(-1));
        SynchronousQueue<String> q = new SynchronousQueue<>();
        Cases.show(q.offer("x"), q.poll(), q.poll(1, TimeUnit.MILLISECONDS), q.size());
    }

    static void atomics() {
        AtomicInteger n = new AtomicInteger(5);
        AtomicLongArray a = new AtomicLongArray(new long[] {1, 2});
        AtomicReference<String> r = new AtomicReference<>("a");
        AtomicMarkableReference<String> m = new AtomicMarkableReference<>("x", false);
        AtomicIntegerFieldUpdater<MachineCases> u = AtomicIntegerFieldUpdater.newUpdater(MachineCases.class, "counted");
        MachineCases it = new MachineCases();
        Cases.show(n.getAndUpdate(x -> x * 2), n.accumulateAndGet(3, Math::max), n.compareAndExchange(10, 11), n.incrementAndGet(), a.addAndGet(1, 40), a, r.getAndAccumulate("b", String::concat), r, m.attemptMark("x", true), m.isMarked(), u.addAndGet(it, 9), it.counted);
        Cases.attempt(() -> a.get(2));
        Cases.attempt(() -> AtomicIntegerFieldUpdater.newUpdater(MachineCases.class, "none"));
    }

    static void poolsOfThreads() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new java.util.concurrent.ArrayBlockingQueue<>(1), r -> new Thread(r, "mine"), new ThreadPoolExecutor.CallerRunsPolicy());
        CountDownLatch gate = new CountDownLatch(1);
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        pool.execute(() -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                ran.add("interrupted");
            }
        });
        pool.execute(() -> ran.add("queued " + Thread.currentThread().getName()));
        pool.execute(() -> ran.add("caller " + Thread.currentThread().getName()));
        Cases.show(pool.getQueue().size(), pool.getPoolSize(), ran);
        gate.countDown();
        pool.shutdown();
        Cases.show(pool.awaitTermination(5, TimeUnit.SECONDS), ran, pool.getCompletedTaskCount());
        Cases.attempt(() -> new ThreadPoolExecutor(2, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>()));
        ExecutorService single = Executors.newSingleThreadExecutor();
        Cases.show(single.invokeAny(List.of(() -> "any")), single.invokeAll(List.of(() -> 1, () -> 2)).size(), single.shutdownNow());
    }

    static void properties() {
        Cases.show(System.getProperty("no.such"), System.getProperty("no.such", "default"), System.setProperty("mine", "1"), System.clearProperty("mine"), System.lineSeparator().length(), System.getProperty("java.specification.version"), System.getProperty("file.separator"), System.getProperty("java.vendor") != null, Integer.getInteger("none", 7), Boolean.getBoolean("none"));
        Cases.attempt(() -> System.getProperty(""));
        Cases.attempt(() -> System.setProperty(null, "x"));
        Cases.show(Runtime.version().feature() >= 17, Runtime.getRuntime().availableProcessors() > 0, Runtime.getRuntime().maxMemory() > 0, System.getenv("NO_SUCH_VARIABLE"), System.identityHashCode(null));
    }

    static void hooksAreChecked() {
        Thread hook = new Thread(() -> { });
        Runtime.getRuntime().addShutdownHook(hook);
        Cases.attempt(() -> {
            Runtime.getRuntime().addShutdownHook(hook);
            return 0;
        });
        Cases.show(Runtime.getRuntime().removeShutdownHook(hook), Runtime.getRuntime().removeShutdownHook(hook));
    }

    static void outOfMemoryIsCaught() {
        Cases.attempt(() -> new long[Integer.MAX_VALUE]);
        Cases.attempt(() -> new byte[Integer.MAX_VALUE - 1].length);
        Cases.attempt(() -> new String[1 << 20][1 << 20]);
    }

    static void overflowIsCaughtTwice() {
        for (int i = 0; i < 2; i++) {
            try {
                recurse(0);
            } catch (StackOverflowError e) {
                Cases.show("caught", e.getStackTrace().length <= 1024 && e.getStackTrace().length > 100);
            }
        }
    }

    private static int recurse(int n) {
        return recurse(n + 1) + 1;
    }

    static void tracesOfStacks() {
        Throwable t = new Throwable("here", new Exception("why"));
        java.io.StringWriter out = new java.io.StringWriter();
        t.printStackTrace(new java.io.PrintWriter(out));
        Cases.show(out.toString().lines().filter(l -> l.contains("MachineCases") || !l.startsWith("\t")).limit(3).toList());
        t.setStackTrace(new StackTraceElement[] {new StackTraceElement("A", "b", "C.java", 5)});
        Cases.show(t.getStackTrace()[0], Thread.currentThread().getStackTrace()[1].getMethodName(), new Throwable(null, null, false, false) { }.getStackTrace().length);
    }

    static void waitingAndNotifying() throws Exception {
        Object lock = new Object();
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        boolean[] go = {false};
        Thread t = new Thread(() -> {
            synchronized (lock) {
                while (!go[0]) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        log.add("interrupted");
                    }
                }
                log.add("woken");
            }
        });
        t.start();
        synchronized (lock) {
            go[0] = true;
            lock.notifyAll();
            log.add("told");
        }
        t.join();
        Cases.show(log);
        Cases.attempt(() -> {
            synchronized (lock) {
                lock.wait(-1);
            }
            return 0;
        });
    }

    static void timeOuts() throws Exception {
        try {
            new CompletableFuture<>().get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            Cases.show(e);
        } catch (ExecutionException | CancellationException e) {
            Cases.show("no");
        }
        long start = System.nanoTime();
        Thread.sleep(3);
        LockSupport.parkNanos(1000);
        Cases.show(System.nanoTime() - start >= 3_000_000, TimeUnit.HOURS.toSeconds(2), TimeUnit.of(java.time.temporal.ChronoUnit.DAYS));
    }
}
