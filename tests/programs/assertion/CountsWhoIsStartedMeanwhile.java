//@ jdk: 21
// Others go on before a group counts its threads, also where that takes no lock (since 19).
public class CountsWhoIsStartedMeanwhile {
    static volatile boolean ready;

    public static void main(String[] args) {
        ThreadGroup crew = new ThreadGroup("crew");
        Thread member = new Thread(crew, () -> { });
        new Thread(() -> {
            if (ready) {
                member.start();
            }
        }).start();
        ready = true;
        assert crew.activeCount() == 0; //~ assertion-failure
    }
}
