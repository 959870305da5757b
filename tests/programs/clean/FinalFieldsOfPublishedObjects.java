public class FinalFieldsOfPublishedObjects {
    static final class Address {
        final String street;
        final int[] numbers;

        Address(String street, int number) {
            this.street = street;
            this.numbers = new int[] {number};
        }
    }

    static volatile Address current = new Address("old", 1);

    public static void main(String[] args) {
        new Thread(() -> current = new Address("new", 2)).start();
        Address seen = current;
        assert seen.street.equals(seen.numbers[0] == 1 ? "old" : "new");
    }
}
