import dropwire.Verify;

public class ChoosesWithoutEnd {
    public static void main(String[] args) {
        int sum = 0;
        while (true) { //~ infinite-loop
            sum = Verify.getInt(0, 2);
        }
    }
}
