import java.util.ArrayList;
import java.util.List;

public class LambdasWithoutEnd {
    public static void main(String[] args) throws Exception {
        List<Runnable> all = new ArrayList<>();
        for (int i = 0;; i++) {
            int number = i;
            all.add(() -> System.out.println(number));
        }
    }
}
