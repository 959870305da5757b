import java.util.ArrayList;
import java.util.List;

public class HashesALongList {
    public static void main(String[] args) throws Exception {
        List<Object> nested = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            List<Object> outer = new ArrayList<>();
            outer.add(nested);
            outer.add(nested);
            nested = outer;
        }
        System.out.println(nested.hashCode());
    }
}
