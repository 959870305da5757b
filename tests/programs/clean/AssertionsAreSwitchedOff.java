/** A program switches the assertions of its own classes off: those that are initialised later do not check theirs. */
public class AssertionsAreSwitchedOff {
    static class Till {
        static void close(int cash) {
            assert cash == 0 : "not empty";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ClassLoader.getSystemClassLoader().setClassAssertionStatus("AssertionsAreSwitchedOff", false);
        Thread other = new Thread(() -> Till.close(1));
        other.start();
        other.join();
    }
}
