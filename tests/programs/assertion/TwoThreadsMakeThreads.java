/** Default names are counted for all threads together: who comes first gets the lower number. */
public class TwoThreadsMakeThreads {
    static String[] names = new String[2];

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> names[0] = new Thread(() -> { }).getName(), "maker");
        maker.start();
        names[1] = new Thread(() -> { }).getName();
        maker.join();
        assert names[0].equals("Thread-0") || names[1].equals("Thread-0");
        assert names[0].equals("Thread-0"); //~ assertion-failure
        assert names[1].equals("Thread-0"); //~ assertion-failure
    }
}
