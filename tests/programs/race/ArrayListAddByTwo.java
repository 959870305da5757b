import java.util.ArrayList;
import java.util.List;

public class ArrayListAddByTwo {
    public static void main(String[] args) throws InterruptedException {
        List<String> names = new ArrayList<>(8);
        Runnable add = () -> names.add("x"); //~ data-race
        Thread a = new Thread(add);
        Thread b = new Thread(add);
        a.start();
        b.start();
        a.join();
        b.join();
        assert names.size() == 2; //~ assertion-failure
    }
}
