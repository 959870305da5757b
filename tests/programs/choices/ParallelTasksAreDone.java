import dropwire.Verify;

public class ParallelTasksAreDone {
    static int count;

    static synchronized void add() {
        count += Verify.getInt(1, 2);
    }

    public static void main(String[] args) {
        Verify.parallel(ParallelTasksAreDone::add, ParallelTasksAreDone::add, ParallelTasksAreDone::add);
        assert count >= 3 && count <= 6;
    }
}
