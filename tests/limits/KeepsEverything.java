import java.util.ArrayList;
import java.util.List;

public class KeepsEverything {
    public static void main(String[] args) {
        List<byte[]> all = new ArrayList<>();
        while (true) {
            all.add(new byte[1 << 20]);
        }
    }
}
