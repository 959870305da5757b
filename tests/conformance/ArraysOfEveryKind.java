import java.util.Arrays;

public class ArraysOfEveryKind {
    public static void main(String[] args) {
        boolean[] z = {true, false};
        byte[] b = {-128, 127};
        char[] c = {'a', 0xffff};
        short[] s = {-32768, 32767};
        int[] i = {1, 2, 3};
        long[] l = {Long.MIN_VALUE};
        float[] f = new float[2];
        double[] d = {1.5};
        Object[] o = {"a", null, 3, new int[0].length};
        z[1] |= true;
        b[0] -= 1;
        c[0]++;
        s[1] += 1;
        l[0]--;
        f[1] += 0.5;
        d[0] *= d[0];
        System.out.println(Arrays.toString(z) + Arrays.toString(b) + (int) c[0] + (int) c[1] + Arrays.toString(s));
        System.out.println(Arrays.toString(i) + Arrays.toString(l) + Arrays.toString(f) + Arrays.toString(d) + Arrays.toString(o));
        int[][] jagged = {{1}, {2, 3}, {}, null};
        System.out.println(Arrays.deepToString(jagged) + jagged[1].length);
        long[][][] cube = new long[2][3][];
        cube[1][2] = new long[] {7};
        System.out.println(Arrays.deepToString(cube) + cube.getClass().getName() + cube[0].getClass().getSimpleName());
        int[] copy = i.clone();
        copy[0] = 99;
        System.out.println(i[0] + " " + copy[0] + " " + copy.length + " " + Arrays.equals(i, copy));
        int[][] shallow = jagged.clone();
        System.out.println(shallow[1] == jagged[1]);
        Object cast = new String[][] {{"x"}};
        System.out.println((cast instanceof Object[]) + " " + (cast instanceof String[][]) + " " + (cast instanceof Object[][]) + " " + (cast instanceof Comparable));
        Object ints = i;
        System.out.println((ints instanceof int[]) + " " + (ints instanceof Cloneable) + " " + (ints instanceof java.io.Serializable) + " " + ints.getClass().getComponentType());
        Number[] numbers = new Integer[] {1, 2};
        try {
            numbers[0] = 1.5;
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(int[].class.getName() + " " + String[].class.getName() + " " + boolean[][].class.getSimpleName() + " " + int.class);
    }
}
