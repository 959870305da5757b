//@ findings: 1
public class CheckedExceptionOfOurOwn {
    @SuppressWarnings("serial")
    static class SoldOut extends Exception {
        SoldOut(String what) {
            super(what + " is sold out");
        }
    }

    static volatile int seats = 1;

    public static void main(String[] args) throws SoldOut {
        new Thread(() -> seats = 0).start();
        if (seats == 0) {
            throw new SoldOut("the concert"); //~ uncaught-exception "SoldOut"
        }
    }
}
