//@ set: vm.por.persistent=always
// Either thread may make the box. What the other one does with it later is seen on one path alone: the states behind the reads are the same again.
public class MadeByEitherThread {
    static class Box {
        volatile int f;
    }

    static final Object LAZY = new Object(), GATE = new Object();
    static volatile Box box;
    static volatile int who, z;

    static void make(int by) {
        synchronized (LAZY) {
            if (box == null) {
                box = new Box();
                who = by;
            }
        }
    }

    static void look(Box b) {
        int x = b.f;
        int y = who;
        assert x != 1 || y != 2; //~ assertion-failure
        who = 0;
    }

    public static void main(String[] args) throws Exception {
        Thread v = new Thread(() -> {
            make(1);
            synchronized (GATE) {
                z = 0;
            }
            box.f = 1;
        });
        Thread q = new Thread(() -> make(2));
        Box b;
        synchronized (GATE) {
            v.start();
            q.start();
            q.join();
            b = box;
        }
        look(b);
        z = 1;
        z = 2;
        v.join();
    }
}
