import java.util.stream.Stream;

public class StreamsWithoutEnd {
    public static void main(String[] args) throws Exception {
        System.out.println(Stream.iterate(1L, number -> number + 1).filter(number -> number < 0).findFirst());
    }
}
