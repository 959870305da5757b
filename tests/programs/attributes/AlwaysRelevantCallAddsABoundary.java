public class AlwaysRelevantCallAddsABoundary {
    //@ set: vm.por.attributes=AlwaysRelevantCallAddsABoundary.*=always
    static int count;

    static synchronized void add() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(AlwaysRelevantCallAddsABoundary::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
