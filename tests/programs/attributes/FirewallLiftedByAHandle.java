// As FirewallLiftedByReflection, by a handle, which a class takes before any thread uses it.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class FirewallLiftedByAHandle {
    //@ jdk: 11
    //@ set: vm.por.field-attributes=FirewallLiftedByAHandle$Till.counter=firewall
    static final VarHandle COUNTER;

    static {
        try {
            COUNTER = MethodHandles.lookup().findVarHandle(Till.class, "counter", int[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static class Till {
        int[] counter = new int[1];
    }

    static void count(Till till) {
        int[] found = (int[]) COUNTER.get(till);
        found[0]++; //~ data-race "int[0]"
    }

    public static void main(String[] args) throws InterruptedException {
        Till till = new Till();
        Thread other = new Thread(() -> count(till));
        other.start();
        count(till);
        other.join();
        assert till.counter[0] == 2; //~ assertion-failure
    }
}
