import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Methods that start threads, whose branches depend on inputs. What is found in each, if anything is, stands above it. */
public class Threads {
    static int shared;
    static int other;
    static final Object LOCK = new Object();

    static class Node {
        int value;
        Node next;
    }

    static class Account {
        final int id;
        int balance;

        Account(int id) {
            this.id = id;
        }
    }

    private static void together(Runnable... tasks) throws InterruptedException {
        Thread[] threads = new Thread[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            threads[i] = new Thread(tasks[i]);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    //@ seldom: assertion-failure
    static void seldom(int n) throws InterruptedException {
        together(() -> {
            if (n == 4711) {
                throw new AssertionError("seldom");
            }
        });
    }

    //@ handedOver: assertion-failure
    static void handedOver(int n) throws InterruptedException {
        together(
                () -> {
                    synchronized (LOCK) {
                        shared = n * 2;
                    }
                },
                () -> {
                    synchronized (LOCK) {
                        assert shared != 84;
                    }
                });
    }

    //@ handedOverRight: verified
    static void handedOverRight(int n) throws InterruptedException {
        together(
                () -> {
                    synchronized (LOCK) {
                        shared = n * 2;
                    }
                },
                () -> {
                    synchronized (LOCK) {
                        assert shared != 83;
                    }
                });
    }

    //@ raced: data-race
    static void raced(int n) throws InterruptedException {
        Runnable task = () -> {
            if (n > 10) {
                shared++;
            }
        };
        together(task, task);
    }

    //@ lost: assertion-failure
    static void lost(int n) throws InterruptedException {
        Runnable task = () -> {
            int before;
            synchronized (LOCK) {
                before = shared;
            }
            synchronized (LOCK) {
                shared = before + n;
            }
        };
        together(task, task);
        assert shared == n + n;
    }

    //@ summed: verified
    static void summed(int n) throws InterruptedException {
        Runnable task = () -> {
            synchronized (LOCK) {
                shared += n;
            }
        };
        together(task, task);
        assert shared == n + n;
    }

    //@ ordered: deadlock
    static void ordered(int one, int two) throws InterruptedException {
        Account a = new Account(one);
        Account b = new Account(two);
        together(() -> move(a, b), () -> move(b, a));
    }

    /** Locks in the order of the numbers, which may be equal. */
    private static void move(Account from, Account to) {
        Account first = from.id <= to.id ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance--;
                to.balance++;
            }
        }
    }

    //@ orderedRight: verified
    static void orderedRight(int one, int two) throws InterruptedException {
        if (one == two) {
            return;
        }
        Account a = new Account(one);
        Account b = new Account(two);
        together(() -> move(a, b), () -> move(b, a));
        assert a.balance == 0 && b.balance == 0;
    }

    //@ greatest: verified
    static void greatest(int one, int two) throws InterruptedException {
        AtomicInteger greatest = new AtomicInteger(Integer.MIN_VALUE);
        together(() -> raise(greatest, one), () -> raise(greatest, two));
        assert greatest.get() == Math.max(one, two);
    }

    private static void raise(AtomicInteger greatest, int to) {
        int seen = greatest.get();
        while (seen < to && !greatest.compareAndSet(seen, to)) {
            seen = greatest.get();
        }
    }

    //@ greatestWrong: assertion-failure
    static void greatestWrong(int one, int two) throws InterruptedException {
        AtomicInteger greatest = new AtomicInteger(Integer.MIN_VALUE);
        Runnable second = () -> {
            if (greatest.get() < two) {
                greatest.set(two);
            }
        };
        together(() -> raise(greatest, one), second);
        assert greatest.get() == Math.max(one, two);
    }

    //@ counted: verified
    static void counted(long n) throws InterruptedException {
        AtomicLong sum = new AtomicLong(1);
        together(() -> sum.addAndGet(n), () -> sum.getAndAdd(n));
        assert sum.get() == 1 + n + n;
    }

    //@ exchanged: assertion-failure
    static void exchanged(int n) throws InterruptedException {
        AtomicInteger turn = new AtomicInteger(n);
        AtomicInteger won = new AtomicInteger();
        Runnable task = () -> {
            if (turn.compareAndSet(12, n + 1)) {
                won.incrementAndGet();
            }
        };
        together(task, task);
        assert won.get() == 0;
    }

    //@ waited: verified
    static void waited(int n) throws InterruptedException {
        boolean[] ready = {false};
        int[] value = {0};
        together(
                () -> {
                    synchronized (LOCK) {
                        value[0] = n;
                        ready[0] = true;
                        LOCK.notifyAll();
                    }
                },
                () -> {
                    synchronized (LOCK) {
                        while (!ready[0]) {
                            try {
                                LOCK.wait();
                            } catch (InterruptedException e) {
                                return;
                            }
                        }
                        assert value[0] == n;
                    }
                });
    }

    //@ missed: deadlock
    static void missed(int n) throws InterruptedException {
        together(
                () -> {
                    synchronized (LOCK) {
                        shared = n;
                        if (n != 0) {
                            LOCK.notifyAll();
                        }
                    }
                },
                () -> {
                    synchronized (LOCK) {
                        while (shared == 0) {
                            try {
                                LOCK.wait();
                            } catch (InterruptedException e) {
                                return;
                            }
                        }
                    }
                });
    }

    //@ loops: verified
    static void loops(int n) throws InterruptedException {
        if (n > 2) {
            return;
        }
        Runnable task = () -> {
            int x = 0;
            int y = 0;
            while (x < n) {
                x++;
                y++;
            }
            while (x != 0) {
                x--;
                y--;
            }
            assert y == 0;
        };
        together(task, task);
    }

    //@ linked: data-race
    static void linked(Node list) throws InterruptedException {
        if (list == null) {
            return;
        }
        together(
                () -> {
                    list.value = 1;
                },
                () -> {
                    if (list.next != null) {
                        list.next.value = 2;
                    }
                });
    }

    //@ linkedRight: verified
    static void linkedRight(Node list) throws InterruptedException {
        if (list == null || list.next == list) {
            return;
        }
        together(
                () -> {
                    list.value = 1;
                },
                () -> {
                    if (list.next != null) {
                        list.next.value = 2;
                    }
                });
        assert list.value == 1;
    }

    //@ indexed: uncaught-exception
    static void indexed(int at) throws InterruptedException {
        if (at < 0 || at > 3) {
            return;
        }
        int[] values = new int[3];
        together(() -> values[at] = 1, () -> other = 2);
    }

    //@ readAt: data-race
    static void readAt(int at) throws InterruptedException {
        if (at < 0 || at > 2) {
            return;
        }
        int[] values = new int[3];
        together(() -> other = values[at], () -> values[2] = 2);
    }

    /** For 0 both orders lead to the same values, and only one of them to a value that depends on the input. */
    //@ inEitherOrder: assertion-failure
    static void inEitherOrder(int n) throws InterruptedException {
        together(() -> put(n), () -> put(0));
        together(() -> count(), () -> count());
        assert shared != 42;
    }

    private static void count() {
        synchronized (Threads.class) {
            other++;
        }
    }

    private static void put(int value) {
        synchronized (LOCK) {
            shared = value;
        }
    }

    //@ indexedRight: verified
    static void indexedRight(int at) throws InterruptedException {
        if (at < 0 || at > 1) {
            return;
        }
        int[] values = new int[4];
        together(() -> values[at] = 1, () -> values[3 - at] = 2);
        assert values[at] == 1;
    }

    //@ after: assertion-failure
    static void after(int n) {
        new Thread(() -> {
            int square = n * n;
            assert square != 49;
        }).start();
    }

    //@ volatileTurn: verified
    static void volatileTurn(int n) throws InterruptedException {
        Turn turn = new Turn();
        together(
                () -> {
                    turn.held = n;
                    turn.set = true;
                },
                () -> {
                    if (turn.set) {
                        assert turn.held == n;
                    }
                });
    }

    static class Turn {
        int held;
        volatile boolean set;
    }
}
