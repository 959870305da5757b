public class ExitWithStatusThree {
    public static void main(String[] args) throws InterruptedException {
        Thread waiting = new Thread(() -> {
            synchronized (args) {
                try {
                    args.wait();
                } catch (InterruptedException e) {
                    System.out.println("never");
                }
            }
        });
        waiting.start();
        try {
            System.out.println("leaving");
            System.exit(3);
        } finally {
            System.out.println("never");
        }
    }
}
