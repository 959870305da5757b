//@ jdk: 16
import java.util.List;

public class RecordsAndEnumsAreShared {
    enum Size { SMALL, LARGE }

    record Shirt(Size size, String colour, List<Integer> prices) { }

    static void check(Shirt shirt) {
        assert shirt.equals(new Shirt(Size.LARGE, "red", List.of(3)));
        assert shirt.toString().endsWith("prices=[3]]") && shirt.size().ordinal() == 1;
    }

    public static void main(String[] args) {
        Shirt shirt = new Shirt(Size.valueOf("LARGE"), "red", List.of(3));
        new Thread(() -> check(shirt)).start();
        check(shirt);
    }
}
