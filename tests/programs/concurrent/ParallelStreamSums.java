import java.util.stream.IntStream;

public class ParallelStreamSums {
    public static void main(String[] args) {
        //@ time-limit: 20s
        assert IntStream.range(0, 4).parallel().sum() == 6;
    }
}
