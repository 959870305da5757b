//@ jdk: 11
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

public class HashCodesAndEquality {
    static class Version {
        final int major;
        final String label;

        Version(int major, String label) {
            this.major = major;
            this.label = label;
        }

        @Override
        public boolean equals(Object o) {
            return this == o || o != null && o.getClass() == getClass() && ((Version) o).major == major && Objects.equals(label, ((Version) o).label);
        }

        @Override
        public int hashCode() {
            return Objects.hash(major, label);
        }
    }

    public static void main(String[] args) {
        System.out.println("".hashCode() + " " + "a".hashCode() + " " + "hello world".hashCode() + " " + "\u0000".hashCode() + " " + "\uffff\uffff".hashCode());
        System.out.println(List.of(1).hashCode() + " " + Arrays.asList(1, "two", null, 3.0).hashCode() + " " + Map.of("k", 5).hashCode() + " " + Map.entry(1, 2).hashCode());
        System.out.println(new Version(1, "x").equals(new Version(1, "x")) + " " + new Version(1, "x").hashCode() + " " + new Version(1, null).hashCode() + " " + new Version(1, null).equals(null));
        System.out.println(Objects.hashCode(null) + " " + Objects.toString(null, "none") + " " + Objects.requireNonNullElse(null, 4) + " " + Objects.equals(null, null) + " " + Objects.compare(1, 2, Integer::compare));
        System.out.println(Arrays.deepHashCode(new int[][] {{1}, {2, 3}}) + " " + Arrays.hashCode(new double[] {0.0, -0.0}) + " " + Arrays.deepEquals(new Object[] {new int[] {1}}, new Object[] {new int[] {1}}));
        Object o = new Object();
        System.out.println((o.hashCode() == System.identityHashCode(o)) + " " + (System.identityHashCode(null) == 0) + " " + o.equals(o) + " " + (new Version(2, "y").hashCode() == new Version(2, "y").hashCode()));
        try {
            Objects.requireNonNull(null, "needed");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            Objects.checkIndex(3, 3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
