//@ cases
import java.util.Arrays;

public class ArrayAndFieldCases {
    static byte sb;
    static boolean sz;
    static char sc;
    static short ss;
    static int si;
    static long sl;
    static float sf;
    static double sd;
    static Object so;
    byte b;
    boolean z;
    char c;
    short s;
    int n;
    long l;
    float f;
    double d;
    Object o;

    public static void main(String[] args) throws Exception {
        Cases.run(ArrayAndFieldCases.class);
    }

    static void defaultsOfFields() {
        ArrayAndFieldCases it = new ArrayAndFieldCases();
        Cases.show(it.b, it.z, (int) it.c, it.s, it.n, it.l, it.f, it.d, it.o);
        Cases.show(sb, sz, (int) sc, ss, si, sl, sf, sd, so);
    }

    static void fieldsTruncate() {
        ArrayAndFieldCases it = new ArrayAndFieldCases();
        it.b = (byte) 0x1ff;
        it.c = (char) -2;
        it.s = (short) 0x18000;
        it.z = true;
        it.l = -1;
        it.f = 1.0e-45f;
        it.d = -0.0;
        Cases.show(it.b, (int) it.c, it.s, it.z, it.n, it.l, it.f, it.d);
    }

    static void staticsTruncate() {
        sb = (byte) 200;
        sc = (char) 70000;
        ss = (short) 40000;
        sl = Long.MIN_VALUE;
        sd = Double.NaN;
        sz = sb < 0;
        Cases.show(sb, (int) sc, ss, sl, sd, sz);
        sb = 0;
        sz = false;
        sc = 0;
        ss = 0;
        sl = 0;
        sd = 0;
    }

    static void compoundOnFields() {
        ArrayAndFieldCases it = new ArrayAndFieldCases();
        it.n += it.n++ + ++it.n;
        it.l -= it.n;
        it.b += 130;
        it.s--;
        it.d /= 0;
        it.f++;
        it.o = it.n + "x";
        it.o += "y";
        Cases.show(it.n, it.l, it.b, it.s, it.d, it.f, it.o);
    }

    static void arraysOfPrimitives() {
        Cases.show(Arrays.toString(new byte[3]), Arrays.toString(new boolean[2]), Arrays.toString(new short[1]), Arrays.toString(new int[0]), Arrays.toString(new long[2]),
            Arrays.toString(new float[1]), Arrays.toString(new double[1]), (int) (new char[1])[0], (new Object[2])[0]);
    }

    static void elementsTruncate() {
        byte[] b = {1};
        b[0] += 255;
        char[] c = {1};
        c[0] -= 2;
        short[] s = {-1};
        s[0] >>>= 1;
        boolean[] z = {false};
        z[0] |= true;
        long[] l = {1};
        l[0] <<= 63;
        Cases.show(b[0], (int) c[0], s[0], z[0], l[0]);
    }

    static void indexOutOfBounds() {
        int[] a = new int[2];
        Cases.attempt(() -> a[2]);
        Cases.attempt(() -> a[-1]);
        Cases.attempt(() -> a[Integer.MIN_VALUE] = 1);
        Cases.attempt(() -> (new Object[0])[0]);
        Cases.attempt(() -> (new byte[1])[1] = 5);
        Cases.attempt(() -> (new boolean[1])[1]);
        Cases.attempt(() -> (new long[3])[3]++);
    }

    static void negativeSizes() {
        int n = -1;
        Cases.attempt(() -> new int[n]);
        Cases.attempt(() -> new String[2][n]);
        Cases.attempt(() -> new String[0][n]);
        Cases.attempt(() -> new long[n][-2]);
    }

    static void arrayStores() {
        Object[] strings = new String[1];
        Cases.attempt(() -> strings[0] = 5);
        Cases.attempt(() -> strings[0] = null);
        Object[] nested = new Integer[1][1];
        Cases.attempt(() -> nested[0] = new Number[0]);
        Cases.attempt(() -> ((Object[]) (nested[0] = new Integer[3])).length);
        Comparable<?>[] interfaces = new Comparable<?>[2];
        Cases.attempt(() -> interfaces[1] = "x");
    }

    static void manyDimensions() {
        int[][][] cube = new int[2][3][4];
        int[][][] partial = new int[2][3][];
        cube[1][2][3] = 7;
        Cases.show(cube.length, cube[1].length, cube[1][2].length, Arrays.deepToString(cube), Arrays.deepToString(partial), new int[2][0][5].length);
    }

    static void initialisers() {
        int[][] ragged = {{}, {1}, {1, 2}};
        Object[] mixed = {1, "two", null, new int[] {3}.length, 'c'};
        Cases.show(Arrays.deepToString(ragged), Arrays.toString(mixed), new String[][] {{"a"}, null}[1]);
    }

    static void arraysAreObjects() {
        Object a = new int[3];
        Object b = new String[2][2];
        Cases.show(a.getClass(), b.getClass().getName(), a instanceof Cloneable, b instanceof Object[], a instanceof java.io.Serializable, b instanceof Comparable,
            ((int[]) a).clone().length, a.equals(a), int[].class.getSuperclass());
    }

    static void clonesAreShallow() {
        int[][] a = {{1}, {2}};
        int[][] b = a.clone();
        b[0][0] = 9;
        b[1] = new int[] {8};
        Cases.show(Arrays.deepToString(a), Arrays.deepToString(b));
    }

    static void copies() {
        Object[] objects = {"a", 1, "b"};
        String[] strings = {"x", "y", "z"};
        Cases.attempt(() -> {
            System.arraycopy(objects, 0, strings, 0, 3);
            return "copied";
        });
        Cases.show(Arrays.toString(strings));
        Cases.attempt(() -> {
            System.arraycopy(strings, 1, strings, 2, 2);
            return 0;
        });
        Cases.attempt(() -> {
            System.arraycopy(new int[1], 0, new long[1], 0, 1);
            return 0;
        });
        Cases.attempt(() -> {
            System.arraycopy("text", 0, strings, 0, 0);
            return 0;
        });
        Cases.attempt(() -> {
            System.arraycopy(strings, 0, null, 0, 0);
            return 0;
        });
        Cases.attempt(() -> {
            System.arraycopy(strings, 2, strings, 0, -1);
            return 0;
        });
    }

    static void rangesOfArrays() {
        int[] a = {5, 3, 9, 1};
        Cases.show(Arrays.toString(Arrays.copyOf(a, 6)), Arrays.toString(Arrays.copyOfRange(a, 1, 3)), Arrays.hashCode(a), Arrays.equals(a, a.clone()),
            Arrays.asList(1, 2).hashCode(), Arrays.stream(a).sum());
        Arrays.sort(a, 1, 4);
        Cases.show(Arrays.toString(a), Arrays.binarySearch(a, 1, 4, 9), Arrays.binarySearch(a, 1, 4, 4));
        Arrays.fill(a, 1, 2, -1);
        Arrays.setAll(a, i -> a[i] * i);
        Arrays.parallelPrefix(a, Integer::sum);
        Cases.show(Arrays.toString(a));
        Cases.attempt(() -> Arrays.copyOfRange(a, 3, 1));
    }

    static void evaluationOfIndexAndValue() {
        int[] a = {1, 2};
        int[] kept = a;
        int i = 0;
        a[i] = (a = new int[] {7, 8})[i = 1];
        Cases.show(kept[0], a[0], i);
        int[] none = null;
        int[] count = {0};
        Cases.attempt(() -> none[count[0]++] = count[0]++);
        Cases.show(count[0]);
        Cases.attempt(() -> (new int[1])[1 + count[0]++] = count[0]++ / 0);
        Cases.show(count[0]);
    }

    static void fieldsHide() {
        class A {
            String name = "A";
            String get() {
                return name;
            }
        }
        class B extends A {
            String name = "B";
            String get() {
                return name + super.name + super.get() + ((A) this).name;
            }
        }
        A a = new B();
        Cases.show(a.name, ((B) a).name, a.get());
    }

    static void finalsAndConstants() {
        class C {
            final int late;
            final String constant = "k";

            C(int n) {
                if (n > 0) {
                    late = n;
                } else {
                    late = -n;
                }
            }
        }
        Cases.show(new C(-3).late, new C(4).late, new C(1).constant == "k");
    }

    static void longAndDoubleSlots() {
        Cases.show(mix(1, 2L, 3f, 4.0, 'c', (byte) 6, "7", (short) 8, true, 10L));
    }

    private static String mix(int a, long b, float c, double d, char e, byte f, String g, short h, boolean i, long j) {
        long swap = b;
        b = j;
        j = swap;
        d += c;
        return a + "," + b + "," + c + "," + d + "," + e + "," + f + "," + g + "," + h + "," + i + "," + j;
    }

    static void manyLocals() {
        int a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5;
        long b0 = 10, b1 = 11, b2 = 12, b3 = 13;
        float c0 = 20, c1 = 21, c2 = 22, c3 = 23;
        double d0 = 30, d1 = 31, d2 = 32, d3 = 33;
        Object e0 = "40", e1 = "41", e2 = "42", e3 = "43";
        a5 += a0 + a1 + a2 + a3 + a4;
        b3 += b0 + b1 + b2;
        c3 += c0 + c1 + c2;
        d3 += d0 + d1 + d2;
        e3 = "" + e0 + e1 + e2 + e3;
        Cases.show(a5, b3, c3, d3, e3);
    }
}
