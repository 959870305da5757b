//@ findings: 1
public class ConstructorLeaksThis {
    int limit;

    ConstructorLeaksThis() {
        new Thread(() -> String.valueOf(limit)).start();
        limit = 5; //~ data-race "limit"
    }

    public static void main(String[] args) {
        new ConstructorLeaksThis();
    }
}
