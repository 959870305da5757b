// Another thread comes to a counter by reflection, past what the user thought of: the firewall does not count, and the lost update is found.
import java.lang.reflect.Field;

public class FirewallLiftedByReflection {
    //@ set: vm.por.field-attributes=FirewallLiftedByReflection.counter=firewall
    static int[] counter = new int[1];

    static void count() {
        try {
            Field field = FirewallLiftedByReflection.class.getDeclaredField("counter");
            int[] found = (int[]) field.get(null);
            found[0]++; //~ data-race "int[0]"
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(FirewallLiftedByReflection::count);
        other.start();
        count();
        other.join();
        assert counter[0] == 2; //~ assertion-failure
    }
}
