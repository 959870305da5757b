import java.util.concurrent.Semaphore;

public class PermitIsLostWithAnException {
    static final Semaphore CONNECTIONS = new Semaphore(1);

    static int query(String text) throws InterruptedException {
        CONNECTIONS.acquire(); //~ deadlock
        int answer = Integer.parseInt(text);
        CONNECTIONS.release();
        return answer;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                query("seven");
            } catch (InterruptedException | NumberFormatException wrong) {
                System.out.println(wrong.getMessage());
            }
        });
        other.start();
        query("7");
        other.join();
    }
}
