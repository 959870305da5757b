//@ findings: 1
public class StaticFieldWrittenByTwo {
    static int seats;

    public static void main(String[] args) {
        new Thread(() -> seats = 1).start(); //~ data-race "seats"
        new Thread(() -> seats = 2).start();
    }
}
