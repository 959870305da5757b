import java.util.concurrent.ForkJoinPool;

// A larger machine has a larger pool.
public class CommonPoolTellsItsSize {
    //@ assumes: processors
    public static void main(String[] args) {
        assert ForkJoinPool.getCommonPoolParallelism() < 4;
    }
}
