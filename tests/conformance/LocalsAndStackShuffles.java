public class LocalsAndStackShuffles {
    static long counter;
    long field = 5;
    int[] array = {1, 2, 3};
    static long[] longs = {10, 20};

    static int next() {
        return (int) ++counter;
    }

    LocalsAndStackShuffles self() {
        counter += 100;
        return this;
    }

    public static void main(String[] args) {
        int i = 0;
        i = i++ + ++i;
        System.out.println(i);
        int[] a = new int[4];
        int k = 0;
        a[k++] = k++;
        a[k] = a[k] + k++ * 2;
        System.out.println(a[0] + " " + a[1] + " " + a[2] + " " + k);
        LocalsAndStackShuffles s = new LocalsAndStackShuffles();
        System.out.println(s.field++ + ++s.field);
        System.out.println(s.self().array[next() % 3] += 40);
        System.out.println(longs[1]++ + " " + ++longs[0] + " " + (longs[0] *= longs[1]));
        long x = 1, y = 2;
        x = y = x + y;
        System.out.println(x + y);
        double d = s.field = 9;
        System.out.println(d);
        short sh = 10;
        sh += 70000;
        sh++;
        System.out.println(sh);
        byte b = 127;
        b++;
        System.out.println(b);
        char c = 'a';
        c += 1.7;
        System.out.println(c);
        int big = 0;
        big += 3.9e9;
        System.out.println(big);
        int wide = 0;
        for (int n = 0; n < 3; n++) {
            wide += 40000;
        }
        System.out.println(wide + " " + (next() + next() * next()));
    }
}
