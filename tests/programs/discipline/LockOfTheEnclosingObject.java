// The drawer's cash is guarded by its till, and the drawer locks itself.
public class LockOfTheEnclosingObject {
    @interface GuardedBy {
        String value();
    }

    class Drawer {
        @GuardedBy("LockOfTheEnclosingObject.this")
        volatile int cash;

        synchronized void take() {
            cash--; //~ lock-discipline "LockOfTheEnclosingObject$Drawer.cash"
        }

        void put() {
            synchronized (LockOfTheEnclosingObject.this) {
                cash++;
            }
        }
    }

    final Drawer drawer = new Drawer();

    public static void main(String[] args) {
        LockOfTheEnclosingObject till = new LockOfTheEnclosingObject();
        new Thread(till.drawer::put).start();
        till.drawer.take();
    }
}
