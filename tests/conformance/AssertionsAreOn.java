public class AssertionsAreOn {
    static int evaluated;

    static boolean fails() {
        evaluated++;
        return false;
    }

    static class Nested {
        static boolean on() {
            boolean on = false;
            assert on = true;
            return on;
        }
    }

    public static void main(String[] args) {
        try {
            assert fails() : "detail " + evaluated;
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
        try {
            assert fails();
        } catch (AssertionError e) {
            System.out.println(e.getMessage() + " " + e);
        }
        try {
            assert evaluated > 5 : evaluated;
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
        try {
            assert evaluated > 5 : new IllegalStateException("the cause");
        } catch (AssertionError e) {
            System.out.println(e.getCause().getMessage());
        }
        assert evaluated == 2;
        System.out.println(Nested.on() + " " + AssertionsAreOn.class.desiredAssertionStatus());
        assert 'c' == 'd' : 'x';
    }
}
