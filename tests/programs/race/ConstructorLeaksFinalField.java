//@ findings: 1
public class ConstructorLeaksFinalField {
    final int limit;

    ConstructorLeaksFinalField(int limit) {
        Thread reader = new Thread(this::show);
        reader.start();
        this.limit = limit; //~ data-race "limit"
    }

    void show() {
        String.valueOf(limit);
    }

    public static void main(String[] args) {
        new ConstructorLeaksFinalField(args.length + 3);
    }
}
