// As CountersBehindAFirewall, with a static field and a list of the library, which a lock protects.
import java.util.ArrayList;
import java.util.List;

public class StaticListBehindAFirewall {
    //@ set: vm.por.field-attributes=StaticListBehindAFirewall.counters=firewall
    //@ assumes: por-attributes
    static List<int[]> counters = new ArrayList<>();

    static void count() {
        int[] own = new int[1];
        synchronized (StaticListBehindAFirewall.class) {
            counters.add(own);
        }
        own[0]++;
        own[0]++;
        own[0]++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(StaticListBehindAFirewall::count);
        Thread second = new Thread(StaticListBehindAFirewall::count);
        first.start();
        second.start();
        first.join();
        second.join();
        assert counters.get(0)[0] + counters.get(1)[0] == 6;
    }
}
