//@ jdk: 25
// A main with arguments that is private is none, and the one without is called.
class PrivateMainIsPassedOver {
    private int sold;

    private static void main(String[] args) {
        throw new AssertionError("private");
    }

    synchronized void sell() {
        sold++;
    }

    protected void main() throws InterruptedException {
        Thread other = new Thread(this::sell);
        other.start();
        sell();
        other.join();
        assert sold == 2;
    }
}
