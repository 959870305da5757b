import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class CollectsGroupsOfStreams {
    public static void main(String[] args) throws Exception {
        while (true) {
            IntStream.range(0, 1 << 20).boxed().collect(Collectors.groupingBy(i -> i % 1009, Collectors.toList()));
        }
    }
}
