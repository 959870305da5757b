public class LongLoops {
    public static void main(String[] args) {
        int n = 20000;
        boolean[] composite = new boolean[n + 1];
        int primes = 0;
        for (int i = 2; i <= n; i++) {
            if (!composite[i]) {
                primes++;
                for (long j = (long) i * i; j <= n; j += i) {
                    composite[(int) j] = true;
                }
            }
        }
        System.out.println(primes);
        long a = 0;
        long b = 1;
        for (int i = 0; i < 1000; i++) {
            long next = a + b;
            a = b;
            b = next;
        }
        System.out.println(a);
        int steps = 0;
        long x = 837799;
        do {
            x = (x & 1) == 0 ? x >> 1 : 3 * x + 1;
            steps++;
        } while (x != 1);
        System.out.println(steps);
        double pi = 0;
        for (int k = 0; k < 20000; k++) {
            pi += (k % 2 == 0 ? 4.0 : -4.0) / (2 * k + 1);
        }
        System.out.println(pi);
        outer:
        for (int i = 0; ; i++) {
            for (int j = 0; j < i; j++) {
                if (i * j > 200) {
                    System.out.println(i + " " + j);
                    break outer;
                }
                if (j == 7) {
                    continue outer;
                }
            }
        }
    }
}
