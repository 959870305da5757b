// The initializer of one class initializes another one, which the other call needs alone: either call may come first.
//@ target: object
//@ set: object.calls=1
public class ClassIsInitializedInsideAnother {
    static final class Inner {
        static volatile int parts;

        static {
            parts = 1;
            parts = parts + 1;
        }

        static int next(ClassIsInitializedInsideAnother of) throws InterruptedException {
            int[] next = new int[1];
            Thread worker = new Thread(() -> {
                synchronized (of) {
                    next[0] = ++of.count;
                }
            });
            worker.start();
            worker.join();
            return next[0];
        }
    }

    static final class Outer {
        static volatile int parts;

        static {
            parts = Inner.parts;
            parts = parts + 1;
        }

        static int next(ClassIsInitializedInsideAnother of) throws InterruptedException {
            return Inner.next(of);
        }
    }

    private int count;

    public int one() throws InterruptedException {
        return Outer.next(this);
    }

    public int two() throws InterruptedException {
        return Inner.next(this);
    }
}
