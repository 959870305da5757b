public class RecordsInEachOther {
    record Box(Object left, Object right) {
    }

    public static void main(String[] args) throws Exception {
        Object last = null;
        while (true) {
            last = new Box(last, last);
            last.hashCode();
        }
    }
}
