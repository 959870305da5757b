// The first thread to come gets the initialiser's error, the other one a class that can no longer be used.
public class ClassInitialiserFails {
    static class Fragile {
        static int share = 1 / Integer.parseInt("0");

        static void use() { }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Fragile.use(); //~ uncaught-exception
        }).start();
        Fragile.use(); //~ uncaught-exception
    }
}
