//@ jdk: 11
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.IntStream;

public class ConcurrentLibrary {
    volatile int field;
    volatile long big;
    volatile String ref = "a";

    static class Sum extends RecursiveTask<Integer> {
        final int from, to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        protected Integer compute() {
            if (to - from < 10) return IntStream.range(from, to).sum();
            int mid = (from + to) / 2;
            Sum left = new Sum(from, mid);
            left.fork();
            return new Sum(mid, to).compute() + left.join();
        }
    }

    static void executors() throws Exception {
        ExecutorService[] pools = {Executors.newFixedThreadPool(2), Executors.newCachedThreadPool(), Executors.newSingleThreadExecutor(), Executors.newWorkStealingPool(2), Executors.newScheduledThreadPool(1)};
        for (ExecutorService pool : pools) {
            List<Future<Integer>> all = pool.invokeAll(List.of(() -> 1, () -> 2, () -> 3));
            int sum = 0;
            for (Future<Integer> f : all) sum += f.get();
            System.out.println(sum + " " + pool.invokeAny(List.of(() -> "any")) + " " + pool.submit(() -> {}, "done").get());
            try {
                pool.submit(() -> {
                    throw new IllegalStateException("inside");
                }).get();
            } catch (ExecutionException e) {
                System.out.println(e.getCause().getMessage());
            }
            pool.shutdown();
            System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS) + " " + pool.isTerminated());
            try {
                pool.submit(() -> 1);
            } catch (RejectedExecutionException e) {
                System.out.println("rejected");
            }
        }
        ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(1);
        System.out.println(scheduled.schedule(() -> "later", 5, TimeUnit.MILLISECONDS).get());
        CountDownLatch ticks = new CountDownLatch(3);
        ScheduledFuture<?> repeating = scheduled.scheduleAtFixedRate(ticks::countDown, 1, 1, TimeUnit.MILLISECONDS);
        ticks.await();
        System.out.println(repeating.cancel(false) + " " + repeating.isCancelled() + " " + (scheduled.shutdownNow().size() < 2));
        FutureTask<Integer> task = new FutureTask<>(() -> 11);
        new Thread(task).start();
        System.out.println(task.get());
        ExecutorCompletionService<String> service = new ExecutorCompletionService<>(Runnable::run);
        service.submit(() -> "completed");
        System.out.println(service.take().get());
        ForkJoinPool fj = new ForkJoinPool(2);
        System.out.println(fj.invoke(new Sum(0, 200)) + " " + ForkJoinPool.commonPool().submit(new Sum(0, 50)).get() + " " + new Sum(0, 5).invoke());
        fj.shutdown();
    }

    static void futures() throws Exception {
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 20);
        CompletableFuture<Integer> b = CompletableFuture.completedFuture(22);
        System.out.println(a.thenCombine(b, Integer::sum).thenApply(x -> x + 1).get() + " " + a.thenCompose(x -> CompletableFuture.supplyAsync(() -> x * 2)).join());
        CompletableFuture<Integer> failed = CompletableFuture.supplyAsync(() -> {
            throw new IllegalArgumentException("bad");
        });
        System.out.println(failed.exceptionally(e -> -1).join() + " " + failed.handle((v, e) -> e.getCause().getMessage()).join() + " " + failed.isCompletedExceptionally());
        try {
            failed.join();
        } catch (CompletionException e) {
            System.out.println(e.getMessage());
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(a, b);
        all.get(1, TimeUnit.SECONDS);
        System.out.println(all.isDone() + " " + CompletableFuture.anyOf(b, new CompletableFuture<>()).join() + " " + new CompletableFuture<String>().completeOnTimeout("t", 1, TimeUnit.MILLISECONDS).join());
        try {
            new CompletableFuture<String>().orTimeout(1, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            System.out.println(e.getCause().getClass().getSimpleName());
        }
        CompletableFuture<String> cancelled = new CompletableFuture<>();
        cancelled.cancel(true);
        System.out.println(cancelled.isCancelled() + " " + cancelled.getNumberOfDependents());
        StringBuffer order = new StringBuffer();
        CompletableFuture.runAsync(() -> order.append("r")).thenRun(() -> order.append("t")).thenAccept(x -> order.append("a")).whenComplete((x, e) -> order.append("w")).join();
        System.out.println(order);
    }

    static void queues() throws Exception {
        List<BlockingQueue<Integer>> queues = List.of(new ArrayBlockingQueue<>(2), new LinkedBlockingQueue<>(2), new LinkedBlockingDeque<>(2), new PriorityBlockingQueue<>(), new LinkedTransferQueue<>(), new SynchronousQueue<>());
        for (BlockingQueue<Integer> q : queues) {
            Thread producer = new Thread(() -> {
                try {
                    for (int i = 0; i < 5; i++) q.put(i);
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            });
            producer.start();
            int sum = 0;
            for (int i = 0; i < 5; i++) sum += q.take();
            producer.join();
            System.out.println(q.getClass().getSimpleName() + " " + sum + " " + q.poll() + " " + q.poll(1, TimeUnit.MILLISECONDS) + " " + q.size());
        }
        DelayQueue<Delayed> delayed = new DelayQueue<>();
        System.out.println(delayed.poll() + " " + delayed.remainingCapacity());
        ConcurrentLinkedQueue<Integer> clq = new ConcurrentLinkedQueue<>(List.of(1, 2));
        ConcurrentLinkedDeque<Integer> cld = new ConcurrentLinkedDeque<>(List.of(1, 2));
        cld.addFirst(0);
        System.out.println(clq.poll() + " " + clq + cld + cld.pollLast());
        try {
            new ArrayBlockingQueue<>(1, true, List.of(1)).add(2);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }

    static void collections() {
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        for (int i = 0; i < 100; i++) m.merge("k" + i % 10, i, Integer::sum);
        System.out.println(m.reduceValues(1, Integer::sum) + " " + m.search(1, (k, v) -> v > 530 ? k : null) + " " + m.mappingCount() + " " + new TreeSet<>(m.keySet()).first());
        ConcurrentSkipListMap<Integer, String> skip = new ConcurrentSkipListMap<>();
        for (int i = 20; i > 0; i--) skip.put(i * 3 % 20, "v" + i);
        System.out.println(skip.firstKey() + " " + skip.ceilingKey(8) + " " + skip.headMap(5) + " " + skip.pollLastEntry() + skip.size());
        ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>(List.of("c", "a", "b"));
        System.out.println(set + " " + set.descendingSet() + ConcurrentHashMap.newKeySet().add("x"));
        CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        for (int x : cow) cow.add(x * 10);
        System.out.println(cow + " " + cow.addIfAbsent(1) + new CopyOnWriteArraySet<>(List.of(1, 1 + 1)));
    }

    static void synchronizers() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> System.out.println("tripped"));
        Phaser phaser = new Phaser(2);
        Exchanger<String> exchanger = new Exchanger<>();
        Semaphore semaphore = new Semaphore(1);
        Thread t = new Thread(() -> {
            try {
                barrier.await();
                phaser.arriveAndAwaitAdvance();
                System.out.println("thread got " + exchanger.exchange("from thread"));
                semaphore.release();
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        semaphore.acquire();
        t.start();
        barrier.await();
        phaser.arriveAndAwaitAdvance();
        String got = exchanger.exchange("from main");
        semaphore.acquire();
        t.join();
        System.out.println(got + " " + phaser.getPhase() + " " + barrier.getParties() + " " + semaphore.tryAcquire() + " " + semaphore.tryAcquire(1, TimeUnit.MILLISECONDS) + phaser.arriveAndDeregister());
        ReentrantLock lock = new ReentrantLock(true);
        Condition condition = lock.newCondition();
        boolean[] ready = {false};
        Thread signaller = new Thread(() -> {
            lock.lock();
            try {
                ready[0] = true;
                condition.signalAll();
            } finally {
                lock.unlock();
            }
        });
        lock.lock();
        try {
            signaller.start();
            while (!ready[0]) condition.await();
            System.out.println(lock.isHeldByCurrentThread() + " " + lock.getHoldCount() + condition.await(1, TimeUnit.MILLISECONDS));
        } finally {
            lock.unlock();
        }
        signaller.join();
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not held");
        }
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        rw.readLock().lock();
        rw.readLock().lock();
        System.out.println(rw.getReadHoldCount() + " " + rw.writeLock().tryLock());
        rw.readLock().unlock();
        rw.readLock().unlock();
        StampedLock stamped = new StampedLock();
        long stamp = stamped.tryOptimisticRead();
        boolean valid = stamped.validate(stamp);
        long write = stamped.writeLock();
        System.out.println(valid + " " + stamped.validate(stamp) + " " + stamped.isWriteLocked() + " " + stamped.tryReadLock());
        stamped.unlockWrite(write);
        long read = stamped.readLock();
        System.out.println((stamped.tryConvertToWriteLock(read) != 0) + " " + stamped.isWriteLocked());
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        Thread.currentThread().interrupt();
        LockSupport.park();
        System.out.println(Thread.interrupted());
    }

    static void atomics() {
        ConcurrentLibrary o = new ConcurrentLibrary();
        AtomicIntegerFieldUpdater<ConcurrentLibrary> f = AtomicIntegerFieldUpdater.newUpdater(ConcurrentLibrary.class, "field");
        AtomicLongFieldUpdater<ConcurrentLibrary> g = AtomicLongFieldUpdater.newUpdater(ConcurrentLibrary.class, "big");
        AtomicReferenceFieldUpdater<ConcurrentLibrary, String> r = AtomicReferenceFieldUpdater.newUpdater(ConcurrentLibrary.class, String.class, "ref");
        System.out.println(f.incrementAndGet(o) + " " + g.addAndGet(o, 5) + " " + r.getAndSet(o, "b") + o.ref);
        AtomicInteger i = new AtomicInteger(3);
        System.out.println(i.updateAndGet(x -> x * 7) + " " + i.accumulateAndGet(2, Math::max) + " " + i.getAndUpdate(x -> 0) + i.compareAndExchange(0, 4) + i.weakCompareAndSetPlain(4, 5) + i);
        AtomicReferenceArray<String> array = new AtomicReferenceArray<>(new String[] {"a", "b"});
        AtomicIntegerArray ints = new AtomicIntegerArray(3);
        AtomicLongArray longs = new AtomicLongArray(new long[] {1, 2});
        System.out.println(array.getAndSet(1, "c") + array + ints.addAndGet(1, 5) + ints + longs.incrementAndGet(0) + longs);
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("x", 1);
        AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("y", false);
        System.out.println(stamped.compareAndSet("x", "z", 1, 2) + " " + stamped.getStamp() + marked.attemptMark("y", true) + marked.isMarked());
        LongAdder adder = new LongAdder();
        adder.add(5);
        adder.increment();
        DoubleAdder doubles = new DoubleAdder();
        doubles.add(1.5);
        LongAccumulator max = new LongAccumulator(Long::max, Long.MIN_VALUE);
        max.accumulate(9);
        DoubleAccumulator product = new DoubleAccumulator((x, y) -> x * y, 2);
        product.accumulate(4);
        System.out.println(adder + " " + adder.sumThenReset() + adder.sum() + doubles + max + product + new AtomicBoolean().getAndSet(true));
    }

    static void flow() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        List<String> got = new ArrayList<>();
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>()) {
            publisher.subscribe(new Flow.Subscriber<>() {
                Flow.Subscription s;

                public void onSubscribe(Flow.Subscription s) {
                    this.s = s;
                    s.request(1);
                }

                public void onNext(Integer x) {
                    got.add("n" + x);
                    s.request(1);
                }

                public void onError(Throwable t) {
                    got.add("e");
                    done.countDown();
                }

                public void onComplete() {
                    got.add("c");
                    done.countDown();
                }
            });
            for (int i = 0; i < 3; i++) publisher.submit(i);
        }
        done.await();
        System.out.println(got);
    }

    public static void main(String[] args) throws Exception {
        executors();
        futures();
        queues();
        collections();
        synchronizers();
        atomics();
        flow();
        ThreadFactory factory = r -> {
            Thread t = new Thread(r, "made");
            t.setUncaughtExceptionHandler((x, e) -> System.out.println(x.getName() + " died of " + e.getMessage()));
            return t;
        };
        Thread dying = factory.newThread(() -> {
            throw new IllegalStateException("handled");
        });
        dying.start();
        dying.join();
        System.out.println(TimeUnit.HOURS.toSeconds(2) + " " + TimeUnit.of(java.time.temporal.ChronoUnit.DAYS) + ThreadLocalRandom.current().nextInt(5, 6) + new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1)).getCorePoolSize());
    }
}
