import dropwire.Verify;

public class ChoosesWithoutEnd {
    public static void main(String[] args) {
        int sum = 0;
        while (true) {
            sum = Verify.getInt(0, 2); //~ infinite-loop
        }
    }
}
