//@ jdk: 8 to 21
// On 25 an idle worker reads a volatile field 256 times before it parks: with four elements that is too much to search.
import java.util.stream.IntStream;

public class ParallelStreamSums {
    public static void main(String[] args) {
        //@ time-limit: 20s
        assert IntStream.range(0, 4).parallel().sum() == 6;
    }
}
