import java.util.stream.IntStream;

public class ParallelStreamSumsThree {
    public static void main(String[] args) {
        //@ time-limit: 20s
        assert IntStream.range(0, 3).parallel().sum() == 3;
    }
}
