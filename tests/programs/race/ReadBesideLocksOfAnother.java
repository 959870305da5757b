// A thread reads what another one writes behind two locks; it has nothing in common with the first steps of that one.
public class ReadBesideLocksOfAnother {
    static final Object OTHER = new Object();
    static int plain;

    static class Box {
        int inside;
    }

    static void read(Box box) {
        int seen = plain; //~ data-race
    }

    static void write(Box box) {
        synchronized (box) {
            synchronized (OTHER) {
                box.inside++;
            }
        }
        plain++;
    }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Thread reader = new Thread(() -> read(box));
        Thread writer = new Thread(() -> write(box));
        reader.start();
        writer.start();
        if (OTHER != null) {
            throw new IllegalStateException(); //~ uncaught-exception
        }
        reader.join();
        writer.join();
    }
}
