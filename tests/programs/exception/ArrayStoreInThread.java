//@ findings: 1
public class ArrayStoreInThread {
    static void store(Object[] cells, Object value) {
        cells[0] = value; //~ uncaught-exception "ArrayStoreException"
    }

    public static void main(String[] args) {
        new Thread(() -> store(new Object[1], 1)).start();
        new Thread(() -> store(new String[1], 1)).start();
    }
}
