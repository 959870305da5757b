public class LongLoopOverLocals {
    static volatile int result;

    static int mix(int seed) {
        int hash = seed;
        for (int i = 0; i < 20000; i++) {
            hash = hash * 31 + i;
        }
        return hash;
    }

    public static void main(String[] args) {
        new Thread(() -> result = mix(1)).start();
        result = mix(2);
    }
}
