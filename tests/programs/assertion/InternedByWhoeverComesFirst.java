// Both threads intern the same text: only one of them gets its own string back.
public class InternedByWhoeverComesFirst {
    static void intern(int number) {
        String own = new StringBuilder("text ").append(number).toString();
        assert own.intern() == own; //~ assertion-failure
    }

    public static void main(String[] args) {
        int number = args.length;
        new Thread(() -> intern(number)).start();
        new Thread(() -> intern(number)).start();
    }
}
