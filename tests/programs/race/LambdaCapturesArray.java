public class LambdaCapturesArray {
    public static void main(String[] args) throws InterruptedException {
        int[] box = {0};
        Runnable increment = () -> box[0]++; //~ data-race
        Thread a = new Thread(increment);
        a.start();
        increment.run();
        a.join();
        assert box[0] == 2; //~ assertion-failure
    }
}
