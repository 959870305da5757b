/** Methods whose path conditions have products of numbers of 64 bits, which SAT takes long for. */
public class Products {
    static void square(long a, long b) {
        assert (a + b) * (a + b) == a * a + 2 * a * b + b * b;
    }
}
