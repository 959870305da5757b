// Equal literals are one object, in whatever class they stand.
public class LiteralsAreTheSameLock {
    static class Kitchen {
        static void cook() {
            synchronized ("pan") {
                synchronized ("stove") { //~ deadlock
                    Thread.yield();
                }
            }
        }
    }

    static class Cleaning {
        static void scrub() {
            synchronized ("stove") {
                synchronized ("pan") {
                    Thread.yield();
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(Kitchen::cook).start();
        Cleaning.scrub();
    }
}
