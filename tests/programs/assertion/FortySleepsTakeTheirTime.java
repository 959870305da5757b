// Forty sleeps of ten milliseconds take 400, and the clock says so.
public class FortySleepsTakeTheirTime {
    public static void main(String[] args) throws InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; i < 40; i++) {
            Thread.sleep(10);
        }
        assert System.nanoTime() - start < 350_000_000L; //~ assertion-failure
    }
}
