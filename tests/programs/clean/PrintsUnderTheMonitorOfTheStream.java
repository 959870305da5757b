// A usual way to keep lines together.
public class PrintsUnderTheMonitorOfTheStream {
    static void print(String name) {
        synchronized (System.out) {
            System.out.println(name);
            System.out.println("-");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> print("other"));
        other.start();
        print("main");
        System.out.println("end");
        other.join();
    }
}
