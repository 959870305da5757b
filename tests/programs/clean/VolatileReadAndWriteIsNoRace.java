public class VolatileReadAndWriteIsNoRace {
    static volatile int temperature;

    public static void main(String[] args) {
        new Thread(() -> temperature = 20).start();
        int seen = temperature;
        assert seen == 0 || seen == 20;
    }
}
