import java.util.ArrayList;
import java.util.List;

public class ThreadLocalsWithoutEnd {
    public static void main(String[] args) throws Exception {
        List<ThreadLocal<byte[]>> all = new ArrayList<>();
        while (true) {
            ThreadLocal<byte[]> local = ThreadLocal.withInitial(() -> new byte[1000]);
            local.get();
            all.add(local);
        }
    }
}
