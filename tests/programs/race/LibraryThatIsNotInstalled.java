// There is no such library, so the slow way is taken, and it lacks a lock.
public class LibraryThatIsNotInstalled {
    static int hits;

    static synchronized void fast() {
        hits++;
    }

    static void slow() {
        hits++; //~ data-race "hits"
    }

    static boolean isInstalled() {
        try {
            System.loadLibrary("turbo_counter");
            return true;
        } catch (UnsatisfiedLinkError e) {
            try {
                System.load("/opt/turbo/libturbo_counter.so");
                return true;
            } catch (UnsatisfiedLinkError again) {
                return false;
            }
        }
    }

    public static void main(String[] args) {
        Runnable hit = isInstalled() ? LibraryThatIsNotInstalled::fast : LibraryThatIsNotInstalled::slow;
        new Thread(hit).start();
        new Thread(hit).start();
    }
}
