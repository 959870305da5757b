import java.util.ArrayList;
import java.util.List;

public class GrowsAList {
    public static void main(String[] args) throws Exception {
        List<Object> all = new ArrayList<>();
        while (true) {
            all.add(new int[100]);
        }
    }
}
