public class ThreadsThatStartThreads {
    static void start() {
        new Thread(ThreadsThatStartThreads::start).start();
        new Thread(ThreadsThatStartThreads::start).start();
    }

    public static void main(String[] args) throws Exception {
        start();
    }
}
