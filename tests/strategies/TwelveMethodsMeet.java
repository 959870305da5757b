// Two threads, each through six methods of its own that take the same lock twice: 72 pairs of methods between which a switch is possible.
public class TwelveMethodsMeet {
    static final Object lock = new Object();
    static int value;

    static void step() {
        synchronized (lock) {
            value++;
        }
    }

    static void a() { step(); synchronized (lock) { value += 1; } }
    static void b() { step(); synchronized (lock) { value += 2; } }
    static void c() { step(); synchronized (lock) { value += 3; } }
    static void d() { step(); synchronized (lock) { value += 4; } }
    static void e() { step(); synchronized (lock) { value += 5; } }
    static void f() { step(); synchronized (lock) { value += 6; } }
    static void u() { synchronized (lock) { value -= 1; } synchronized (lock) { value--; } }
    static void v() { synchronized (lock) { value -= 2; } synchronized (lock) { value--; } }
    static void w() { synchronized (lock) { value -= 3; } synchronized (lock) { value--; } }
    static void x() { synchronized (lock) { value -= 4; } synchronized (lock) { value--; } }
    static void y() { synchronized (lock) { value -= 5; } synchronized (lock) { value--; } }
    static void z() { synchronized (lock) { value -= 6; } synchronized (lock) { value--; } }

    public static void main(String[] args) {
        new Thread(() -> { a(); b(); c(); d(); e(); f(); }).start();
        new Thread(() -> { u(); v(); w(); x(); y(); z(); }).start();
    }
}
