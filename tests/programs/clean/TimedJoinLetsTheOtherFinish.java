public class TimedJoinLetsTheOtherFinish {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> value = 9);
        worker.start();
        worker.join(1000);
        assert !worker.isAlive() && value == 9;
    }
}
