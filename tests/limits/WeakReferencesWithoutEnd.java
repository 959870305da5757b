import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

public class WeakReferencesWithoutEnd {
    public static void main(String[] args) throws Exception {
        List<WeakReference<Object>> all = new ArrayList<>();
        while (true) {
            all.add(new WeakReference<>(new Object()));
        }
    }
}
