//@ jdk: 11
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

public class Atomics {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger n = new AtomicInteger(5);
        System.out.println(n.incrementAndGet() + " " + n.getAndIncrement() + " " + n.addAndGet(10) + " " + n.getAndAdd(-1) + " " + n.getAndSet(100) + " " + n.decrementAndGet());
        System.out.println(n.compareAndSet(99, 1) + " " + n.compareAndSet(99, 2) + " " + n + " " + n.updateAndGet(x -> x * 7) + " " + n.getAndUpdate(x -> x - 3) + " " + n.accumulateAndGet(6, Math::max) + " " + n.intValue());
        AtomicLong l = new AtomicLong(Long.MAX_VALUE);
        System.out.println(l.incrementAndGet() + " " + l.getAndDecrement() + " " + l.get() + " " + l.doubleValue());
        l.set(3);
        l.lazySet(4);
        System.out.println(l.getPlain() + " " + l.weakCompareAndSetPlain(5, 6) + " " + l.compareAndExchange(4, 8) + " " + l.getAcquire());
        AtomicReference<String> r = new AtomicReference<>("a");
        String old = r.get();
        System.out.println(r.compareAndSet(old, "b") + " " + r.compareAndSet(old, "c") + " " + r.getAndSet(null) + " " + r.get() + " " + r.updateAndGet(x -> x + "!") + " " + r);
        AtomicBoolean flag = new AtomicBoolean();
        System.out.println(flag.getAndSet(true) + " " + flag.compareAndSet(true, false) + " " + flag);
        AtomicIntegerArray array = new AtomicIntegerArray(3);
        array.incrementAndGet(1);
        array.compareAndSet(2, 0, 9);
        System.out.println(array + " " + array.length());
        Runnable add = () -> {
            for (int i = 0; i < 100; i++) {
                n.incrementAndGet();
                l.getAndAdd(2);
            }
        };
        Thread a = new Thread(add);
        Thread b = new Thread(add);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(n.get() + " " + l.get());
    }
}
