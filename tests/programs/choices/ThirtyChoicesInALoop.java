import dropwire.Verify;

/** States in which as many were true are one: not 2 to the power of 30. */
public class ThirtyChoicesInALoop {
    public static void main(String[] args) {
        int yes = 0;
        for (int i = 0; i < 30; i++) {
            if (Verify.getBoolean()) {
                yes++;
            }
        }
        assert yes < 30; //~ assertion-failure
    }
}
