//@ jdk: 25
// Of several forms of main, a public one that takes arguments is called, although it is inherited.
class PublicMainIsPreferred extends PublicMainAbove {
    static void main(String[] args, String more) {
        throw new AssertionError("more than a launcher gives");
    }

    static void main() {
        throw new AssertionError("without arguments");
    }
}

class PublicMainAbove {
    static volatile boolean launched;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> launched = true);
        other.start();
        other.join();
        assert launched && args.length == 0;
    }
}
