// Each thread counts in an object of its own and leaves it in a list. The user says that no other thread comes to the counters by that list, which makes them
// unshared; the verdict lists it. `main` reads them by it after both have ended.
public class CountersBehindAFirewall {
    //@ set: vm.por.field-attributes=CountersBehindAFirewall$Registry.counters=firewall
    //@ assumes: por-attributes
    static final Registry registry = new Registry();

    static class Registry {
        final Counter[] counters = new Counter[2];
    }

    static class Counter {
        int count;
    }

    static void count(int thread) {
        Counter own = new Counter();
        registry.counters[thread] = own;
        own.count++;
        own.count++;
        own.count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> count(0));
        Thread second = new Thread(() -> count(1));
        first.start();
        second.start();
        first.join();
        second.join();
        assert registry.counters[0].count + registry.counters[1].count == 6;
    }
}
