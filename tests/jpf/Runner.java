public class Runner implements Runnable {
    private int steps = 42;

    @Override
    public void run() {
        steps = 0;
    }

    public static void main(String[] args) {
        Runner runner = new Runner();
        new Thread(runner).start();
        System.out.println(420 / runner.steps);
    }
}
