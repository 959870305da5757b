public class BoxesAndCaches {
    public static void main(String[] args) {
        Integer a = 127;
        Integer b = 127;
        Long c = -128L;
        Character d = 'x';
        System.out.println((a == b) + " " + a.equals(b) + " " + (c == Long.valueOf(-128)) + " " + (d == Character.valueOf('x')) + " " + (Boolean.TRUE == Boolean.valueOf("true")));
        Integer n = 5;
        n++;
        n += 2;
        Integer m = n--;
        System.out.println(n + " " + m + " " + (n < m) + " " + n.compareTo(m) + " " + n.hashCode() + " " + Integer.valueOf(-1).byteValue());
        Object o = true ? 1 : 2.0;
        Object p = true ? (Object) 1 : 2.0;
        System.out.println(o + " " + p);
        System.out.println(Double.hashCode(1.5) + " " + Boolean.hashCode(true) + " " + Character.hashCode('a') + " " + Float.hashCode(-1f) + " " + Byte.hashCode((byte) -1));
        Number[] numbers = {(byte) 1, (short) 2, 3, 4L, 5f, 6.0};
        long total = 0;
        for (Number x : numbers) {
            total = total * 10 + x.longValue();
        }
        System.out.println(total + " " + numbers[4].getClass() + " " + Integer.TYPE + " " + Long.MAX_VALUE + " " + Character.MAX_RADIX);
        System.out.println(Integer.compare(3, 2) + Long.compare(2, 3) + Boolean.compare(true, false) + Short.compare((short) 1, (short) 5) + Integer.sum(1, 2) + Double.max(1, 2));
    }
}
