//@ jdk: 11
// The list of 8 loses elements without failing.
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

public class ParallelStreamIntoAList {
    public static void main(String[] args) {
        List<Integer> squares = new ArrayList<>();
        IntStream.range(0, 2).parallel().forEach(i -> squares.add(i * i)); //~ data-race
        //~| uncaught-exception
    }
}
