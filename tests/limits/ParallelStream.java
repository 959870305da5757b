import java.util.stream.LongStream;

public class ParallelStream {
    public static void main(String[] args) throws Exception {
        System.out.println(LongStream.range(0, 1L << 40).parallel().sum());
    }
}
